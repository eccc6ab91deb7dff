"""What a shot does to a target: the points it takes, and the chances of what is left."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from hulldown.bots.panzerkampf.points import worth
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.geometry.plane import Base
from hulldown.kernel.odds import Odds
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import damage, indirect, odds, shooting
from hulldown.rulebooks.panzerkampf.events import Part
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.odds import Strike, Volley
from hulldown.rulebooks.panzerkampf.orders import Fire, Shell
from hulldown.rulebooks.panzerkampf.state import Ground, Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.units import UnitType

PARTS = (Part.BACK, Part.SIDE, Part.FRONT)


class Blow(NamedTuple):
    """What a shot does to a target, by the hit points that it has: the points it takes, the chances of what is left."""

    gains: tuple[float, ...]
    left: tuple[tuple[float, ...], ...]


def _blow(row: UnitType, found: Sequence[Odds[str]]) -> Blow:
    """From the chances of outcomes for 1, 2, … hit points."""
    gains, left = [0.0], list[tuple[float, ...]]([(1.0,)])
    for hp, outcomes in enumerate(found, 1):
        chances = [0.0] * (hp + 1)
        for outcome, chance in outcomes.items():
            if outcome == "nothing":
                chances[hp] += float(chance)
            elif outcome in ("destroyed", "explodes", "wreck"):
                chances[0] += float(chance)
            else:
                chances[hp - int(outcome.split()[0])] += float(chance)
        left.append(tuple(chances))
        gains.append(worth(row, hp) - sum([chance * worth(row, many) for many, chance in enumerate(chances)]))
    return Blow(tuple(gains), tuple(left))


@lru_cache(maxsize=1 << 13)
def shot(row: UnitType, volley: Volley, strike: Strike) -> Blow:
    """What a volley does to a unit, whatever hit points it has."""
    return _blow(row, [odds.shot(volley, replace(strike, hp=hp)) for hp in range(1, row.hp + 1)])


@lru_cache(maxsize=1 << 13)
def direct(ground: Ground, kind: str, weapon: int, target: str, part: Part, how: tuple[bool, ...]) -> Blow | None:
    """What a weapon does to a target that shows it that part; for `how` see below."""
    gun, (dug_in, dived, camouflaged, dummy, smoke) = ground.types[kind].weapon[weapon], how
    where = {Part.FRONT: (0, -CM), Part.SIDE: (CM, 0), Part.BACK: (0, CM)}[part]
    aim = Unit(BLUE, target, 1, 1, Where.TABLE, dug_in=dug_in, dived=dived, camouflaged=camouflaged, dummy=dummy)
    if smoke:
        aim = replace(aim, command="smoke", commanded=1)
    state = State(ground, [Unit(RED, kind, 1, 1, Where.TABLE, *where), aim], Phase.SHOOTING, RED, turn=1)
    if shooting.may_target(state, 0, gun, 1) is not None:
        return None
    volley, strike, _, _ = shooting.facts_of(state, Fire(0, weapon, 1))
    found = shot(ground.types[target], volley, strike)
    return found if found.gains[-1] > 0 else None


def salvo(state: State, order: Shell, target: int) -> Blow:
    """What a salvo does to a unit."""
    fired, base, row = indirect.salvo_of(state, order), state.base(target), state.type(target)
    here = replace(base, x=base.x - order.x, y=base.y - order.y)
    hits = indirect.hits_on(indirect.fallout(state, fired), here)
    strike = damage.strike_on(state, target, Part.TOP, *fired.power)
    return _blow(row, [odds.struck(hits, replace(strike, hp=hp)) for hp in range(1, row.hp + 1)])


@lru_cache(maxsize=1 << 11)
def shelled(ground: Ground, kind: str, weapon: int, target: str, dived: bool) -> Blow | None:
    """What artillery does to a unit at whose middle it is aimed; a long salvo by its mean."""
    gun, row = ground.types[kind].weapon[weapon], ground.types[target]
    if row.flying or dived:
        return None
    salvo = indirect.Salvo((0, 0), gun.attacks, gun.accuracy, (gun.damage, gun.penetration), False)
    state = State(ground, [Unit(BLUE, target, 1, 1, Where.TABLE)])
    fall, base = indirect.fallout(state, salvo), Base(0, 0, 0, row.length, row.width)
    if gun.attacks > TUNING.long_salvo:
        shape = base.shape
        many = gun.attacks * sum([float(chance) for spot, chance in indirect.cloud(fall) if shape.holds(*spot)])
        part = Fraction(round(many % 1 * 1000), 1000)
        hits = {int(many): 1 - part, int(many) + 1: part}
    else:
        hits = indirect.hits_on(fall, base)
    strike = damage.strike_on(state, 0, Part.TOP, gun.damage, gun.penetration)
    return _blow(row, [odds.struck(hits, replace(strike, hp=hp)) for hp in range(1, row.hp + 1)])


def how(target: Unit) -> tuple[bool, ...]:
    """Whether a target is dug in, dived, camouflaged, has a dummy, or lays smoke."""
    return target.dug_in, target.dived, target.camouflaged, target.dummy, target.command == "smoke"
