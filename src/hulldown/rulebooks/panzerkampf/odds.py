"""Exact chances, without a remainder, though twelves may go on for ever (PK-49)."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

import msgspec

from hulldown.kernel.endless import NOTHING, ONE, Row, power, thrown
from hulldown.kernel.odds import Odds

LONG = 10**100


class Strike(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """PK-70 … PK-81, PK-113: all that the outcome of a number of hits on one target depends on.

    `needed` is what each of `damage` dice a hit must show; `dummy` what a point of damage must to be real, 0 without a
    dummy. `end` is what becomes of it at 0 hit points and below: a wreck, or it is gone; a wreck has 0 and explodes.
    """

    damage: int
    needed: int
    hp: int
    end: str
    dummy: int = 0
    die: int = 12


class Volley(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """PK-40, PK-50, PK-121, PK-R40: the hit dice of a weapon, what each needs, and whether ones are rolled again."""

    attacks: int
    needed: int
    again: bool
    die: int = 12


# Direct fire


@lru_cache(maxsize=4096)
def hits(volley: Volley, most: int) -> Row:
    """PK-40, PK-50, PK-121, PK-R40: the chances of 0 to `most` hits; what is missing to 1 is that of more."""
    each = (NOTHING, ONE, *[NOTHING] * (most - 1))[: most + 1]
    return thrown(volley.die, volley.needed, volley.attacks, each, volley.again)


@lru_cache(maxsize=65_536)
def shot(volley: Volley, strike: Strike) -> Odds[str]:
    """PK-40, PK-70 … PK-81: the chance of each outcome of a weapon on its target, the worst first."""
    each = _of_a_hit(strike)
    return _outcomes(thrown(volley.die, volley.needed, volley.attacks, each, volley.again), strike)


def struck(number: Mapping[int, Fraction], strike: Strike) -> Odds[str]:
    """PK-43, PK-70 … PK-81: the chance of each outcome, if these are the chances of so many hits."""
    each = _of_a_hit(strike)
    rows = [(chance, power(each, many)) for many, chance in number.items()]
    total = [sum((chance * row[at] for chance, row in rows), NOTHING) for at in range(len(each))]
    return _outcomes(tuple(total), strike)


@lru_cache(maxsize=4096)
def _of_a_hit(strike: Strike) -> Row:
    """PK-52, PK-70, PK-75: the chances of 0, 1, 2, … wounds from one hit."""
    terms = strike.hp + 1 + bool(strike.dummy)
    each = (NOTHING, ONE, *[NOTHING] * terms)[:terms]
    return thrown(strike.die, strike.needed, strike.damage, each)


def _outcomes(wounds: Row, strike: Strike) -> dict[str, Fraction]:
    """PK-75 … PK-81: what so many wounds do, the worst first; to destroy and to do nothing are always among it."""
    lost = _past_dummy(wounds, strike)[: strike.hp + 1]
    beyond = 1 - sum(lost, NOTHING)
    found = {"explodes": beyond} if strike.end in ("wreck", "explodes") else {"destroyed": beyond + lost[strike.hp]}
    if strike.end == "wreck":
        found["wreck"] = lost[strike.hp]
    found |= {f"{many} lost": lost[many] for many in range(strike.hp - 1, 0, -1) if lost[many]}
    found = {name: _brief(chance) for name, chance in found.items()}
    return found | {"nothing": 1 - sum(found.values(), NOTHING)}


def _brief(chance: Fraction) -> Fraction:
    """A chance that can be written down: exact, but for monstrous volleys, where it is so to a hundred digits."""
    return chance if chance.denominator < LONG else Fraction(round(chance * LONG), LONG)


def _past_dummy(wounds: Row, strike: Strike) -> Row:
    """PK-113, PK-114: the hit points lost; a dummy takes one of them, unless every one rolls high enough."""
    if not strike.dummy:
        return wounds
    real = Fraction(strike.die + 1 - strike.dummy, strike.die)
    taken = [(*wounds, NOTHING)[at + 1] * (1 - real ** (at + 1)) for at in range(len(wounds))]
    return tuple([chance * real**at + taken[at] for at, chance in enumerate(wounds)])


def destroyed(odds: Odds[str]) -> Fraction:
    """PK-77: the chance that the target is destroyed, whatever is left of it."""
    return sum((odds.get(name, NOTHING) for name in ("destroyed", "explodes", "wreck")), NOTHING)


# Tools


def restored(volley: Volley, missing: int) -> Odds[str]:
    """PK-63: the chance of each number of hit points that a repair gives back."""
    row = hits(volley, missing - 1) if missing > 1 else (hits(volley, 1)[0],)
    found = {f"{missing} restored": 1 - sum(row, NOTHING)}
    found |= {f"{many} restored": row[many] for many in range(missing - 1, 0, -1)}
    return found | {"nothing": row[0]}


def success(volley: Volley, name: str) -> Odds[str]:
    """PK-64: the chance of one hit at least."""
    nothing = hits(volley, 1)[0]
    return {name: 1 - nothing, "nothing": nothing}
