"""What must be rolled, in sentences: to hit and to wound (PK-40, PK-70 … PK-81), and what falls (PK-42 … PK-47)."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache

import msgspec

from hulldown.kernel.forecast import (
    ComingThrow,
    End,
    Faces,
    Forecast,
    Likely,
    Reason,
    Sentence,
    counted,
    dice_of,
    needed,
    sentence,
    signed,
    strong,
)
from hulldown.kernel.odds import Odds
from hulldown.kernel.rule import Modifier
from hulldown.rulebooks.panzerkampf import odds
from hulldown.rulebooks.panzerkampf.events import Part
from hulldown.rulebooks.panzerkampf.odds import Strike, Volley
from hulldown.rulebooks.panzerkampf.rules import RULES

PK_40, PK_42, PK_63 = RULES["PK-40"], RULES["PK-42"], RULES["PK-63"]
PK_71, PK_75 = RULES["PK-71"], RULES["PK-75"]
PARTS = {Part.FRONT: "front", Part.SIDE: "side", Part.BACK: "back", Part.TOP: "roof", Part.BOTTOM: "underside"}
# What is said for a modifier, by its rule; others say it themselves.
HOUSE = {
    "PK-55": "the target is fast",
    "PK-56": "your gun follows fast targets",
    "PK-110": "the target is camouflaged",
    "PK-111": "smoke is near the target",
    "PK-116": "perfect aim",
}


class Met(msgspec.Struct, frozen=True, gc=False):
    """What a hit meets: the part of the target, its armour there, the PEN against it, and its hit points in full."""

    part: str
    armour: int
    penetration: int
    full: int


# One die at a time


def faces_from(least: int, die: int, good: str, bad: str) -> tuple[Faces, ...]:
    """PK-40, PK-76: the faces of a die from which it succeeds; its highest always does."""
    least = max(1, min(least, die))
    found = (Faces(1, least - 1, least - 1, "fails", bad), Faces(least, die, die + 1 - least, "works", good))
    return tuple([one for one in found if one.ways])


def _to_hit(volley: Volley, rule: str, hits: str = "hits") -> ComingThrow:
    """PK-33, PK-40: the hit dice, one for each attack."""
    strip = faces_from(volley.needed, volley.die, "hit", "missed")
    dice, what = dice_of(volley.attacks, f"D{volley.die}"), needed(strip)
    if what == "any roll":
        told = f"{strong('Any roll')} on {dice} {hits}."
    elif volley.attacks == 1:
        told = f"Roll {strong(what)} on {dice}."
    else:
        told = f"Roll {strong(what)} with each of {dice}."
    return ComingThrow(sentence(told), dice, rule, what, strip, volley.die, count=volley.attacks, each=True)


def _to_wound(strike: Strike, met: Met, many: str = "A hit throws") -> ComingThrow:
    """PK-70, PK-75: the dice that a hit brings, each against the armour."""
    strip = faces_from(strike.needed, strike.die, "a point", "no effect")
    dice, what = dice_of(strike.damage), needed(strip)
    where = f"its {met.part}" if met.part else "it"
    each = "each " * (strike.damage > 1) + strong(what)
    each = f"{strong('any roll')} of them" if what == "any roll" else each
    told = f"{many} {strong(dice)} at {where}: {each} {_takes(strike, met)}."
    return ComingThrow(
        sentence(told), f"{dice} a hit", PK_75.id, what, strip, strike.die, ("hit",), strike.damage, each=True
    )


def _takes(strike: Strike, met: Met) -> str:
    if strike.end == "explodes":
        return "explodes the wreck"
    if strike.hp == 1:
        return "takes its last point"
    of = f" (of {met.full})" if met.full > strike.hp else ""
    return f"takes one point of its {strong(strike.hp)}{of}"


def _said(volley: Volley | None, strike: Strike | None) -> Iterator[Sentence]:
    """PK-49, PK-113, PK-121: what else happens to the dice."""
    if volley is not None:
        yield Sentence(f"A {volley.die} counts and throws another die.")
        if volley.again:
            yield Sentence("Ones are rolled again: a crate is near.")
    if strike is not None and strike.dummy:
        yield Sentence(f"A dummy may take one point: each rolls {strike.dummy} or more to get past it.")


# Direct fire


def head_of(outcomes: Odds[str]) -> tuple[str, Fraction, tuple[Likely, ...]]:
    """PK-77: the chance that the target loses anything, and beside it that to destroy it; where both are one, that."""
    harmed, destroyed = 1 - outcomes.get("nothing", Fraction(0)), odds.destroyed(outcomes)
    if harmed == destroyed:
        return "destroyed", destroyed, ()
    return "harmed", harmed, (Likely("destroyed", destroyed),)


@lru_cache(maxsize=4096)
def of_shot(volley: Volley, strike: Strike, accuracy: int, modifiers: tuple[Modifier, ...], met: Met) -> Forecast:
    """PK-40, PK-70: the forecast of a weapon that is aimed at one target."""
    word, chance, also = head_of(odds.shot(volley, strike))
    throws = _to_hit(volley, PK_40.id), _to_wound(strike, met)
    aims = [Reason(f"your gun's aim, on a D{volley.die}", str(accuracy), PK_40.id)]
    aims += [Reason(HOUSE.get(one.rule, one.reason), signed(one.amount), one.rule) for one in modifiers]
    return Forecast(word, chance, met.part, also, throws, tuple(_said(volley, strike)), (*aims, *_against(met)))


def _against(met: Met) -> Iterator[Reason]:
    yield Reason(f"armour, {met.part}" if met.part else "armour", str(met.armour), PK_71.id)
    yield Reason("your gun pierces", signed(-met.penetration), PK_75.id)


@lru_cache(maxsize=512)
def of_repair(volley: Volley, missing: int, accuracy: int) -> Forecast:
    """PK-63: the forecast of a repair."""
    chance = 1 - odds.restored(volley, missing)["nothing"]
    each = Sentence(f"Each gives back one point of the {missing} that it lacks.")
    reasons = (Reason(f"the tool works from, on a D{volley.die}", str(accuracy), PK_63.id),)
    throws = (_to_hit(volley, PK_63.id, "works"),)
    return Forecast("repaired", chance, throws=throws, said=(each, *_said(volley, None)), reasons=reasons)


@lru_cache(maxsize=512)
def of_tool(volley: Volley, word: str, accuracy: int, rule: str) -> Forecast:
    """PK-64: the forecast of a tool that needs one success."""
    reasons = (Reason(f"the tool works from, on a D{volley.die}", str(accuracy), rule),)
    chance = odds.success(volley, word)[word]
    return Forecast(word, chance, throws=(_to_hit(volley, rule, "works"),), reasons=reasons)


# From above


class Deviation(msgspec.Struct, frozen=True, gc=False):
    """PK-42, PK-119: how the first shot deviates: the die, how many of them the lowest counts of, and ACC."""

    die: int
    dice: int
    accuracy: int
    shots: int
    step: int  # in cm
    stick: bool


def deviation(facts: Deviation, end_at: Callable[[int], End]) -> ComingThrow:
    """PK-42, PK-51: how far off the first shot lands by its die; `end_at` says whether it hits so many cm off."""
    strip = tuple([_off(facts, face, end_at) for face in range(1, facts.die)])
    exact, most = min(facts.accuracy, facts.die - 1), facts.die - 1 - facts.accuracy
    dice = dice_of(facts.dice, f"D{facts.die}")
    told = f"Roll {dice}{', the lowest counts' * (facts.dice > 1)}."
    if exact > 0:
        told += f" {strong(_span(1, exact))}: it falls on the point."
    if most > 0:
        far = f"{_span(1, most)} cm off, in a direction the die gives"
        told += f" {strong(_span(exact + 1, facts.die - 1))}: {far}."
    told += f" A {facts.die} is rolled again."
    return ComingThrow(sentence(told), dice, PK_42.id, "", strip, (facts.die - 1) ** facts.dice, count=facts.dice)


def _off(facts: Deviation, face: int, end_at: Callable[[int], End]) -> Faces:
    off = max(0, face - facts.accuracy)
    ways = (facts.die - face) ** facts.dice - (facts.die - 1 - face) ** facts.dice
    return Faces(face, face, ways, end_at(off), f"{off} cm off" if off else "on the point")


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"


def of_fall(
    facts: Deviation,
    end_at: Callable[[int], End],
    struck: tuple[tuple[str, bool, Fraction], ...],
    hit: tuple[Strike, Met] | None,
) -> Forecast:
    """PK-41 … PK-48: the forecast of what falls; `struck` are names, whether friends, and the chances to be hit."""
    enemies = [(name, chance) for name, friend, chance in struck if not friend]
    friends = [Likely(f"hits your own {name}", chance) for name, friend, chance in struck if friend]
    others = [Likely(f"hits {name}", chance) for name, chance in enemies[1:]]
    word, chance = (f"hits {enemies[0][0]}", enemies[0][1]) if enemies else ("hits no enemy", Fraction(0))
    throws = (deviation(facts, end_at),) + ((_to_wound(*hit),) if hit else ())
    said = tuple(_walk(facts))
    reasons = tuple(_against(hit[1])) if hit else ()
    return Forecast(word, chance, hit[1].part if hit else "", (*friends, *others), throws, said, reasons)


def _walk(facts: Deviation) -> Iterator[Sentence]:
    """PK-44, PK-47: where further shots land."""
    if facts.shots > 1 and facts.stick:
        yield sentence(f"It drops {strong(facts.shots)} bombs: each falls {facts.step} cm on, along the flight.")
    elif facts.shots > 1:
        yield sentence(
            f"It fires {strong(facts.shots)} shells: each lands {facts.step} cm from the last, anywhere round it."
        )


# Mines


def of_mines(hits: int, strike: Strike, met: Met, fields: int) -> Sentence:
    """PK-66: what awaits a unit on its way."""
    many = f"{counted(fields)} mine fields" if fields > 1 else "a mine field"
    faces = needed(faces_from(strike.needed, strike.die, "", ""))
    dice = dice_of(hits * strike.damage) + " each time" * (fields > 1)
    wound = f"each {strong(faces)} {_takes(strike, met)}"
    told = f"It drives into {strong(many)}: {dice} at its {met.part}, {wound}."
    return sentence(told)
