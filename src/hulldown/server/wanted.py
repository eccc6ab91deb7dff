"""A roll that people have to make, in words: for whom, what must be rolled and for what, what a part of it comes to."""

from collections.abc import Iterator, Sequence

from hulldown.kernel.dice import Wanted
from hulldown.kernel.forecast import (
    ENDS,
    NUMBERS,
    ComingThrow,
    Faces,
    Sentence,
    capital,
    counted,
    dice_of,
    needed,
    sentence,
    strong,
)
from hulldown.kernel.rule import Catalogue
from hulldown.server.protocol import DiceDue, DiceWanted

MOST_TOLD = 400  # sums of a roll that are told ahead


def wanted_told(wanted: Wanted, title: str, throws: Sequence[ComingThrow], rules: Catalogue) -> DiceWanted:
    """The roll that is wanted next; `throws` are those of the forecast of what is being done."""
    throw = _throw_of(wanted, throws)
    return DiceWanted(
        title,
        _sentence(wanted, throw, rules),
        wanted.rule,
        tuple(_due(count, die, wanted.words) for count, die in wanted.handfuls),
        wanted.fallen,
        len(wanted.shown),
        dict(_sums(wanted, throw)) if throw is not None and wanted.adds else {},
    )


def _sentence(wanted: Wanted, throw: ComingThrow | None, rules: Catalogue) -> Sentence:
    """What is to be rolled: in the words of the forecast, where it has a throw for this roll."""
    named = " and ".join(_named(count, die) for count, die in wanted.handfuls)
    if wanted.begun:
        return sentence(f"Roll {strong(named)} more: the highest face brings another.")
    if throw is not None:
        return throw.sentence
    title = rules[wanted.rule].title
    return sentence(f"Roll {strong(named)}: {title[:1].lower()}{title[1:]}.")


def _due(count: int, die: tuple[int, ...], words: tuple[str, ...]) -> DiceDue:
    """Faces that are alike are one: who types a die need not say which of them it was."""
    labels = dict[str, int]()
    for face, label in zip(die, words or [str(face).replace("-", "−") for face in die], strict=True):
        labels.setdefault(label, int(face))
    return DiceDue(count, tuple(labels.values()), tuple(labels))


def _named(count: int, die: tuple[int, ...]) -> str:
    plain_faces = die == tuple(range(1, len(die) + 1))
    if plain_faces and len(die) != 6:
        return dice_of(count, f"D{len(die)}")
    return dice_of(count)


def _throw_of(wanted: Wanted, throws: Sequence[ComingThrow]) -> ComingThrow | None:
    """The throw of a forecast that this roll is: the one of its rule, else the first for the first roll.

    A roll of the same rule as one before it goes on with that one's throw, where the faces add up.
    """
    same = [throw for throw in throws if throw.rule == wanted.rule]
    if same:
        return same[0]
    first = not wanted.before or (wanted.adds and all(roll.rule == wanted.rule for roll in wanted.before))
    return throws[0] if throws and first else None


def _sums(wanted: Wanted, throw: ComingThrow) -> Iterator[tuple[str, str]]:
    """What a part of the roll comes to, by the number of dice that lie there and their sum."""
    strip = throw.strip
    dice = [die for count, die in wanted.handfuls for _ in range(count)]
    base = sum(sum(roll.faces) for roll in wanted.before if roll.rule == wanted.rule)
    if throw.each or not strip or len(set(dice)) > 1:
        return
    low, high = min(dice[0]), max(dice[0])
    if strip[0].first > base + low * len(dice) or strip[-1].last < base + high * len(dice):
        return  # more dice than these make the sum
    told = 0
    for laid in range(1, len(dice) + 1):
        left = len(dice) - laid
        for total in range(low * laid, high * laid + 1):
            told += 1
            if told > MOST_TOLD:
                return
            so_far = base + total
            ends = _shifted(strip, so_far, low * left, high * left)
            yield f"{laid}:{total}", _so_far(so_far, ends, left)


def _shifted(strip: Sequence[Faces], so_far: int, low: int, high: int) -> list[Faces]:
    """The part of a strip that the dice which are left can still reach, by what they must show."""
    parts = [(max(one.first - so_far, low), min(one.last - so_far, high), one) for one in strip]
    return [Faces(first, last, one.ways, one.end, "" + one.word) for first, last, one in parts if first <= last]


def _so_far(so_far: int, ends: Sequence[Faces], left: int) -> str:
    if not ends:
        return f"{so_far} so far."
    if not left:
        return f"{so_far}: {ends[0].word}." if ends[0].word else f"{so_far}."
    on = "the last die" if left == 1 else f"the last {counted(left) if left < len(NUMBERS) else left} dice"
    words = {one.word for one in ends}
    if len(words) == 1:
        return f"{so_far} so far: {ends[0].word}, whatever {on} show{'s' if left == 1 else ''}."
    best = min(ends, key=lambda one: ENDS.index(one.end))
    if best.end == "fails":
        return f"{so_far} so far."
    reached = needed(ends, (best.end,))
    return f"{so_far} so far. {capital(reached)} on {on}: {best.word}."
