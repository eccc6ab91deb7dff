"""What a shot needs, throw by throw, in sentences (CORE-45): found by the stages that will roll the dice."""

from collections.abc import Iterator
from functools import lru_cache, partial

import msgspec

from hulldown.kernel.forecast import (
    ComingThrow,
    End,
    Faces,
    Forecast,
    Likely,
    Reason,
    Sentence,
    capital,
    chance_of,
    figure,
    needed,
    sentence,
    series,
    signed,
    strip_of,
    strip_of_words,
    strong,
)
from hulldown.kernel.rule import Modifier
from hulldown.rulebooks.panzerstrike.core.events import Area, Outcome
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.shot import (
    HIT_DICE,
    MISS,
    Blow,
    Facts,
    Strike,
    Verdict,
    aim,
    asks_where,
    chances,
    locate,
    pierce,
    report,
    throw,
)

CORE_54 = RULES["CORE-54"]
CORE_76 = RULES["CORE-76"]
CORE_84 = RULES["CORE-84"]
CORE_89 = RULES["CORE-89"]
CORE_92 = RULES["CORE-92"]
CORE_120 = RULES["CORE-120"]
HARM = {
    Outcome.INJURED: "injures its crew",
    Outcome.IMMOBILISED: "immobilises it",
    Outcome.SEMI: "slows it down",
}
HARMED = (Outcome.INJURED, Outcome.IMMOBILISED, Outcome.SEMI)
DISTANCE = "range"


@lru_cache(maxsize=4096)
def forecast(facts: Facts, penetration: int, sums: tuple[Modifier, ...], covering: str) -> Forecast:
    """The forecast of a shot; `penetration` is that of the gun before the range takes its part, `covering` what covers
    the target."""
    throws = tuple(_numbered(list(_throws(facts, penetration, sums, covering))))
    target, odds = facts.victims[0], chances(facts)
    if target is None:
        return Forecast("the wall falls", chance_of(throws), throws=throws, reasons=tuple(_far(sums)))
    also = tuple([Likely(word, odds[0, word]) for word in HARMED if odds.get((0, word))])
    part = f"angled {target.zone}" if target.angled else str(target.zone)
    reasons = (*_far(sums), *_power(facts, penetration), *_armour(facts))
    return Forecast(Outcome.DESTROYED, chance_of(throws), part, also, throws, reasons=reasons)


def _numbered(throws: list[ComingThrow]) -> Iterator[ComingThrow]:
    """The first of several says so, and the one after it that it comes then."""
    for at, one in enumerate(throws):
        if len(throws) == 1 or one.after:
            yield one
        else:
            yield _begun(one, "First: " if at == 0 else "Then ")


def _begun(one: ComingThrow, word: str) -> ComingThrow:
    said, by = one.sentence, len(word)
    text = word + said.text[0].lower() + said.text[1:]
    told = Sentence(text, tuple([(first + by, last + by) for first, last in said.bold]))
    return msgspec.structs.replace(one, sentence=told)


def _throws(facts: Facts, penetration: int, sums: tuple[Modifier, ...], covering: str) -> Iterator[ComingThrow]:
    if facts.radio:
        yield _radio(facts)
    yield _accuracy(facts, sums, covering)
    if (target := facts.victims[0]) is None:
        return
    blows = [value for value in throw(locate, Strike(facts, 0)) if isinstance(value, Blow)]
    asked = asks_where(facts, target)
    if asked:
        yield _where(facts)
    for blow in blows:
        yield _pierced(blow, penetration, asked)


# Radio and accuracy


def _radio(facts: Facts) -> ComingThrow:
    """CORE-120 … CORE-122: whether the report gets through."""

    def read(value: Facts | Verdict) -> tuple[End, str]:
        return ("works", "reported") if isinstance(value, Facts) else ("fails", Outcome.SILENT)

    strip, of = strip_of_words(partial(report, facts), read)
    good = sum(one.ways for one in strip if one.end == "works")
    told = f"The report must get through: {strong(f'{good} of the {of}')} faces of the radio die will do."
    return ComingThrow(sentence(told), "the radio die", CORE_120.id, "", strip, of)


def _accuracy(facts: Facts, sums: tuple[Modifier, ...], covering: str) -> ComingThrow:
    """CORE-54, CORE-55, CORE-60 … CORE-63: the two ringed dice against the distance, and cover."""

    def read(value: Strike | Verdict) -> tuple[End, str]:
        if value == (0, Outcome.WALL_FELL):
            return "works", Outcome.WALL_FELL
        if isinstance(value, Strike) and value.at == 0:
            return "works", "hit"
        missed = value == MISS or (isinstance(value, Strike) and value.at < 0)
        return "fails", Outcome.MISSED if missed else f"{covering} struck"

    strip, of = strip_of(partial(aim, facts), read)
    what = needed(strip)
    why = "the distance" if not facts.cover else f"{facts.range} for the distance, {facts.cover} for its cover"
    if what == "any roll":
        told = f"{strong('Any roll')} of two dice hits: they need {facts.range + facts.cover}, {why}."
    elif what == "cannot":
        told = f"Two dice make {strip[-1].last} at most and {strong('cannot')} reach the distance, {facts.range}."
    else:
        told = f"Two dice must make {strong(what)}{',' if not facts.cover else ':'} {why}."
    return ComingThrow(sentence(told), "two dice", CORE_54.id, what, strip, of, count=2)


# Where


def place_of(blow: Blow) -> str:
    """A part of a unit that is hit."""
    part = blow.zone if blow.area is Area.BODY else "tracks" if blow.area is Area.TRACK else blow.area
    return f"{'angled ' if blow.zone and blow.victim.angled else ''}{part}"


def _where(facts: Facts) -> ComingThrow:
    """CORE-65 … CORE-75, CORE-97, CORE-110: the hit die."""

    def read(value: Strike | Blow | Verdict) -> tuple[End, str]:
        if not isinstance(value, Blow):
            return "fails", Outcome.MISSED
        ends = {one.end for one in _strip(value)[0]}
        best: End = "works" if "works" in ends else "partly" if "partly" in ends else "fails"
        return best, place_of(value)

    strip, of = strip_of_words(partial(locate, Strike(facts, 0)), read)
    hits = [one for one in strip if one.word != Outcome.MISSED]
    parts = [f"its {one.word} on {strong(f'{one.ways} of {of}')} faces" for one in hits]
    spoiled = sum(one.ways for one in strip if one.word == Outcome.MISSED)
    missed = f"; on {strong(spoiled)} it misses after all" if spoiled else ""
    told = f"A die says where it hits: {series(parts)}{missed}."
    return ComingThrow(sentence(told), f"the {facts.colour} hit die", HIT_DICE[facts.colour].id, "", strip, of)


# Through


def _strip(blow: Blow) -> tuple[tuple[Faces, ...], int]:
    def read(verdict: Verdict) -> tuple[End, str]:
        outcome = verdict[1]
        return "works" if outcome is Outcome.DESTROYED else "partly" if outcome in HARM else "fails", outcome

    return strip_of(partial(pierce, blow), read)


def _pierced(blow: Blow, penetration: int, asked: bool) -> ComingThrow:
    """CORE-84 … CORE-95: the gun, what the range takes of it, and the last die against the armour."""
    strip, of = _strip(blow)
    arrives, lost = blow.victim.penetration, penetration - blow.victim.penetration
    less = f" ({penetration}, less {lost} for the distance)" if lost else ""
    beat = "reach" if blow.area is Area.TRACK or blow.victim.injured else "beat"
    where = f"On its {place_of(blow)}: " if asked else ""
    sums = f"{strong(figure(arrives))}{less} and a die must {beat} {strong(blow.armour)}"
    told = f"{where}{sums if asked else f'{sums}, its {place_of(blow)} armour'}: {_outcomes(strip)}."
    works = needed(strip)
    lesser = works == "cannot" and any(one.end == "partly" for one in strip)
    after = (place_of(blow),) if asked else ()
    return ComingThrow(sentence(told), "a die", CORE_84.id, "" if lesser else works, strip, of, after)


def _outcomes(strip: tuple[Faces, ...]) -> str:
    """Which faces destroy, which harm."""
    works, found = needed(strip), list[str]()
    harms = {one.word: one for one in strip if one.end == "partly"}
    if works != "cannot" or not harms:
        found.append({"cannot": f"it {strong('cannot')}"}.get(works, strong(works)))
    for word in harms:
        some = needed([one if one.word == word else _failing(one) for one in strip], ("partly",))
        found.append(f"{strong(some)} {HARM[Outcome(word)]}")
    return ", ".join(found)


def _failing(one: Faces) -> Faces:
    return Faces(one.first, one.last, one.ways, "fails", one.word)


# Why


def _far(sums: tuple[Modifier, ...]) -> Iterator[Reason]:
    for part in sums:
        if part.reason == DISTANCE:
            yield Reason("distance, on the ruler", str(part.amount), part.rule)
        else:
            yield Reason("something covers it", signed(part.amount), part.rule)


def _power(facts: Facts, penetration: int) -> Iterator[Reason]:
    target = facts.victims[0]
    assert target is not None
    yield Reason("gun, against armour", figure(penetration), CORE_84.id)
    if target.penetration != penetration:
        yield Reason("lost over the distance", signed(target.penetration - penetration), CORE_89.id)


def _armour(facts: Facts) -> Iterator[Reason]:
    for blow in throw(locate, Strike(facts, 0)):
        if isinstance(blow, Blow):
            yield Reason(f"armour, {place_of(blow)}", str(blow.armour), CORE_76.id)
    if facts.victims[0] is not None and facts.victims[0].injured:
        yield Reason(capital("its crew is injured: an equal sum destroys it"), "", CORE_92.id)
