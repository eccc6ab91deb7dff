"""What a shot needs in sentences: the D10 (SQ-66 … SQ-80), then the D100 (SQ-81 … SQ-89), by the stages that roll."""

from collections.abc import Callable, Iterator, Mapping

from hulldown.kernel.dice import Dice
from hulldown.kernel.forecast import (
    ComingThrow,
    End,
    Faces,
    Forecast,
    Reason,
    capital,
    chance_of,
    needed,
    sentence,
    signed,
    strip_of,
    strong,
)
from hulldown.kernel.rule import Modifier
from hulldown.rulebooks.squadron.events import Outcome
from hulldown.rulebooks.squadron.rules import RULES

SQ_06, SQ_50, SQ_66, SQ_81 = RULES["SQ-06"], RULES["SQ-50"], RULES["SQ-66"], RULES["SQ-81"]
Strip = tuple[tuple[Faces, ...], int]
# What is said for a modifier, by its rule; others say it themselves.
HOUSE = {
    "SQ-73": "your tank stood still",
    "SQ-74": "your tank began the turn moving",
    "SQ-75": "your turret has to turn",
    "SQ-77": "the target is moving",
    "SQ-79": "the target is near",
    "SQ-103": "the target is in a ruin",
    "SQ-104": "the target is behind a ruin",
    "SQ-109": "a hedge protects the target",
}


def hit_strip(aim: Callable[[Dice], int]) -> Strip:
    """The faces of the D10; `aim` gives the bonus of a hit, −1 for a miss."""

    def read(bonus: int) -> tuple[End, str]:
        return ("fails", Outcome.MISSED) if bonus < 0 else ("works", bonus_word(bonus))

    return strip_of(aim, read)


def bonus_word(bonus: int) -> str:
    return f"hit +{bonus}" if bonus else "hit"


def pierce_strip(pierce: Callable[[Dice], Outcome]) -> Strip:
    """The faces of the D100 after a hit."""

    def read(outcome: Outcome) -> tuple[End, str]:
        return "works" if outcome is Outcome.DESTROYED else "fails", outcome

    return strip_of(pierce, read)


def forecast(
    first: Strip,
    second: Mapping[int, Strip],
    figures: tuple[int, int, int, int],
    modifiers: tuple[Modifier, ...],
    part: str,
) -> Forecast:
    """The forecast of a shot from the strips of its throws; `figures` are the faces of the two dice, gun and armour."""
    shot_die, pierce_die, gun, armour = figures
    throws = (_to_hit(first, shot_die), *_to_pierce(first[0], second, pierce_die, gun, armour))
    reasons = (
        *[Reason(HOUSE.get(one.rule, one.reason), signed(one.amount), one.rule) for one in modifiers],
        Reason("gun, against armour", str(gun), SQ_81.id),
        Reason(f"armour, {part}", str(armour), SQ_06.id),
    )
    return Forecast(Outcome.DESTROYED, chance_of(throws), part, (), throws, reasons=reasons)


def _to_hit(strip: Strip, die: int) -> ComingThrow:
    """SQ-66 … SQ-72: which faces hit, with all modifiers counted."""
    faces, of = strip
    what, dice = needed(faces), f"a D{die}"
    if what == "any roll":
        told = f"First: {strong('any roll')} on {dice} hits."
    elif what == "cannot":
        told = f"{capital(dice)} {strong('cannot')} hit from there."
    else:
        told = f"First: roll {strong(what)} on {dice}."
    return ComingThrow(sentence(told), dice, SQ_66.id, what, faces, of)


def _to_pierce(
    hits: tuple[Faces, ...], second: Mapping[int, Strip], die: int, gun: int, armour: int
) -> Iterator[ComingThrow]:
    """SQ-81 … SQ-89: the D100, once for all bonuses that lead to the same faces."""
    alike: dict[Strip, list[int]] = {}
    for bonus, strip in second.items():
        alike.setdefault(strip, []).append(bonus)
    for at, ((faces, of), bonuses) in enumerate(alike.items()):
        words = tuple([bonus_word(bonus) for bonus in bonuses])
        least = bonuses[0]
        if at == 0:
            sums = f"{strong(f'{gun + least} + D{die}')} must beat {strong(armour)}"
            told = f"Then: {sums}. {capital(_which(faces))}"
        else:
            told = f"After {_faces_of(hits, words)}, which adds {least}: {_which(faces)}"
        yield ComingThrow(sentence(told), f"a D{die}", SQ_81.id, needed(faces), faces, of, words)


def _faces_of(hits: tuple[Faces, ...], words: tuple[str, ...]) -> str:
    """The faces of the D10 by which a hit has one of these bonuses."""
    return needed([one if one.word in words else _no(one) for one in hits])


def _no(one: Faces) -> Faces:
    return Faces(one.first, one.last, one.ways, "fails", one.word)


def _which(faces: tuple[Faces, ...]) -> str:
    """Which faces go through: a dud never does, a critical one always."""
    what = needed(faces)
    if what == "any roll":
        return f"{strong('any roll')} does."
    if what == "cannot":
        return f"it {strong('cannot')}."
    first, *others = faces
    if first.word == Outcome.DUD and all(one.end == "works" for one in others):
        duds = f"{first.first} to {first.last}" if first.last > first.first else first.first
        return f"every roll does, but {strong(duds)} is a dud."
    return f"roll {strong(what)}."
