"""Shooting and armour (FR-28 … FR-46), with the damage of the optional rules (FR-59 … FR-62)."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial

import msgspec

from hulldown.geometry.squares import Arc, Trace, Zone, in_arc, mask_of, squares_of
from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.forecast import BestShot, Forecast, dice_of
from hulldown.kernel.odds import Odds, Procedure, Spread, spread_of
from hulldown.kernel.rule import Modifier, Refusal
from hulldown.kernel.rulebook import Aim, Preview, Result
from hulldown.rulebooks.panzerstrike import firing, forecasting
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Verdict, verdict_of
from hulldown.rulebooks.panzerstrike.france1944.events import Damaged, Destroyed, Event, Fired, GameEnded
from hulldown.rulebooks.panzerstrike.france1944.orders import Fire
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.state import Ground, State, Tank
from hulldown.rulebooks.panzerstrike.pieces import Condition

FR_28 = RULES["FR-28"]
FR_32 = RULES["FR-32"]
FR_34 = RULES["FR-34"]
FR_36 = RULES["FR-36"]
FR_37 = RULES["FR-37"]
FR_39 = RULES["FR-39"]
FR_40 = RULES["FR-40"]
FR_42 = RULES["FR-42"]
FR_45 = RULES["FR-45"]
FR_46 = RULES["FR-46"]
FR_Q15 = RULES["FR-Q15"]
FR_Q27 = RULES["FR-Q27"]
FR_59 = RULES["FR-59"]
FR_64 = RULES["FR-64"]
WORDS = {FR_34.id: "behind", FR_37.id: "no sight", FR_42.id: "too near", FR_64.id: "no sight", FR_Q15.id: "no sight"}


class Facts(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The facts of a shot: all that its odds depend on."""

    die: Die
    count: int
    range: int
    armour: int
    damage: bool = False
    damaged: bool = False

    @property
    def needed(self) -> int:
        """FR-40: distance and armour together."""
        return self.range + self.armour


def strike(shot: Facts, dice: Dice) -> Verdict:
    """FR-39 … FR-41, FR-59, FR-Q19: the small numbers added up against distance and armour.

    With the damage option an equal sum only damages, and destroys what is damaged already.
    """
    firepower = dice.sum(FR_39, shot.die, shot.count)
    return verdict_of(firepower, shot.needed, shot.damage, shot.damaged)


SHOT: Procedure[Facts, Verdict] = Procedure(strike)


def distance(ground: Ground, shooter: int, target: int) -> int:
    """FR-36, FR-Q14: the ruler laid from one square to the other."""
    return ground.ruler(*ground.grid.offset(shooter, target))


def zone_hit(ground: Ground, shooter: int, target: int, facing: int) -> Zone:
    """FR-29, FR-30, FR-Q17: the part of the armour that faces the shooter's square."""
    return firing.zone_hit(ground.grid, shooter, target, facing)


def armour_of(ground: Ground, target: Tank, part: Zone) -> int:
    """FR-28: the class's armour there."""
    return firing.armour_of(ground.chart[target.kind], part)


def shot_at(ground: Ground, shooter: Tank, target: Tank) -> Facts:
    """FR-38, FR-40: a shot's facts, from where the two stand."""
    setup = ground.setup
    return Facts(
        setup.figures.small,
        ground.chart[shooter.kind].gun,
        distance(ground, shooter.square, target.square),
        armour_of(ground, target, zone_hit(ground, shooter.square, target.square, target.facing)),
        setup.damage,
        target.condition is Condition.DAMAGED,
    )


def may_shoot(state: State, unit: int) -> Refusal | None:
    """FR-32, FR-45, FR-61, FR-Q18: each active tank of the side once a turn, damaged or not."""
    units = state.tanks.units
    if not 0 <= unit < len(units):
        return FR_32.refuse(f"there is no tank {unit}; they are numbered 0 to {len(units) - 1}")
    tank = units[unit]
    if tank.side != state.side:
        return FR_32.refuse(f"{state.name(unit)} is not {state.side.label}'s to fire")
    if not tank.active:
        return FR_45.refuse(f"{state.name(unit, state.side)} is destroyed")
    if tank.fired == state.round:
        return FR_32.refuse(f"{state.name(unit, state.side)} has fired already in this turn")
    return None


def may_be_target(state: State, target: int) -> Refusal | None:
    """FR-40, FR-Q37: targets are active enemy tanks."""
    units = state.tanks.units
    if not 0 <= target < len(units):
        return FR_40.refuse(f"there is no tank {target}; they are numbered 0 to {len(units) - 1}")
    if units[target].side == state.side:
        return FR_40.refuse(f"{state.name(target, state.side)} is a friend; targets are active enemy tanks")
    if not units[target].active:
        return FR_40.refuse(f"{state.name(target, state.side)} is a wreck; targets are active enemy tanks")
    return None


def may_hit(state: State, unit: int, target: int) -> Refusal | None:
    """FR-33 … FR-37, FR-42, FR-Q13: not too near, in the arc, along a clear path."""
    ground = state.ground
    shooter, aim = state.tanks.units[unit], state.tanks.units[target]
    dx, dy = ground.grid.offset(shooter.square, aim.square)
    name, theirs = state.name(unit, state.side), state.name(target, state.side)
    if (far := distance(ground, shooter.square, aim.square)) < LEAST_RANGE:
        return FR_42.refuse(f"{theirs} is {far} square away; the least distance is {LEAST_RANGE}")
    if shooter.moved == state.round and not in_arc(Arc.A90, shooter.facing, dx, dy):
        return FR_34.refuse(f"{name} has moved, so its gun bears 90° to each side; {theirs} is behind its beam")
    if not ground.sight.clear(shooter.square, aim.square, state.tanks.occupied):
        return _blocked(state, name, theirs, trace_of(state, unit, target))
    return None


def _blocked(state: State, name: str, theirs: str, trace: Trace) -> Refusal:
    """FR-37, FR-64, FR-Q15: names the first thing in the way."""
    blocker = trace.blockers[0]
    here = state.place(blocker.square)
    if blocker.why == "unit":
        other = state.tanks.standing_on(blocker.square)
        what = f"{state.name(other, state.side)}{'' if state.tanks.units[other].active else ', a wreck,'} at {here}"
        return FR_37.refuse(f"{name} cannot hit {theirs}: {what} is in the way")
    if blocker.why == "corner":
        both = " and ".join(_standing(state, part.square) for part in trace.blockers[:2])
        return FR_Q15.refuse(f"{name} cannot hit {theirs}: {both} leave no gap")
    rule = FR_64 if blocker.square in state.ground.barricades else FR_37
    return rule.refuse(f"{name} cannot hit {theirs}: {_standing(state, blocker.square)} is in the way")


def _standing(state: State, square: int) -> str:
    """The building or barricade on a square, and where."""
    what = "barricade" if square in state.ground.barricades else state.ground.setup.board.terrain(square)
    return f"the {what} at {state.place(square)}"


def trace_of(state: State, unit: int, target: int) -> Trace:
    """FR-37, FR-Q15: the shell's path and what stands in it, as the referee, the picture and the log see it."""
    units = state.tanks.units
    return state.ground.sight.trace(units[unit].square, units[target].square, state.tanks.occupied)


def may_fire(state: State, order: Fire) -> Refusal | None:
    return (
        may_shoot(state, order.unit) or may_be_target(state, order.target) or may_hit(state, order.unit, order.target)
    )


def targets(state: State, unit: int) -> list[int]:
    """All that a tank may fire at, by masks: seen over the ground, not adjacent, in the arc, with no tank between."""
    ground, tanks = state.ground, state.tanks
    units = tanks.units
    tank = units[unit]
    square = tank.square
    in_view = tanks.active(tank.side.other) & ground.in_view(square) & ~ground.grid.neighbours(square)
    if in_view and tank.moved == state.round:
        in_view &= ground.grid.arc(Arc.A90, tank.facing, square)
    if not in_view:
        return []
    occupied, clear = tanks.occupied, ground.sight.clear
    # A square in view holds an active enemy and nothing else, so the square alone tells whether a tank is one.
    return [
        other
        for other, aim in enumerate(units)
        if aim.square >= 0 and in_view >> aim.square & 1 and clear(square, aim.square, occupied)
    ]


def shooters(state: State) -> Iterator[tuple[int, list[int]]]:
    """FR-32: each tank that may still fire, and at what."""
    side, this_round = state.side, state.round
    for unit, tank in enumerate(state.tanks.units):
        if (
            tank.side is side
            and tank.fired != this_round
            and tank.condition is not Condition.DESTROYED
            and (found := targets(state, unit))
        ):
            yield unit, found


def odds_of(shot: Facts) -> Odds[Verdict]:
    return SHOT.odds(shot)


@lru_cache(maxsize=4096)
def spread_of_shot(shot: Facts) -> Spread:
    """FR-39, FR-40: how firepower falls, and where it begins to tell."""
    return spread_of(partial(strike, shot), f"{shot.count} {'die' if shot.count == 1 else 'dice'}", shot.needed)


@lru_cache(maxsize=4096)
def forecast_of_shot(shot: Facts, sums: tuple[Modifier, ...], part: str) -> Forecast:
    """FR-39, FR-40, FR-59: what the dice must show, and why."""
    return forecasting.of_sum(partial(strike, shot), shot.count, dice_of(shot.count), sums, FR_59.id, part)


def sum_of(state: State, shooter: Tank, target: Tank) -> tuple[Modifier, ...]:
    """FR-40: the two figures that firepower must reach together."""
    part = zone_hit(state.ground, shooter.square, target.square, target.facing)
    shot = shot_at(state.ground, shooter, target)
    return FR_36.modify(shot.range, "range"), FR_28.modify(shot.armour, f"{part} armour")


def preview_fire(state: State, order: Fire) -> Preview:
    """FR-36 … FR-40: what a shot would meet, whether or not it is allowed."""
    if refusal := may_shoot(state, order.unit) or may_be_target(state, order.target):
        return Preview(refusal)
    units = state.tanks.units
    shooter, target = units[order.unit], units[order.target]
    refusal = may_hit(state, order.unit, order.target)
    trace = trace_of(state, order.unit, order.target)
    if refusal:
        return Preview(refusal, trace)
    shot, sums = shot_at(state.ground, shooter, target), sum_of(state, shooter, target)
    part = zone_hit(state.ground, shooter.square, target.square, target.facing)
    return Preview(
        None, trace, sums, odds_of(shot), spread_of_shot(shot), forecast=forecast_of_shot(shot, sums, str(part))
    )


def aims(state: State, unit: int) -> tuple[Aim, ...]:
    """Every active enemy with what a shot at it would meet."""
    enemy = state.tanks.units[unit].side.other
    return tuple(
        Aim(other, Fire(unit, other), preview := preview_fire(state, Fire(unit, other)), _word(preview))
        for other, tank in enumerate(state.tanks.units)
        if tank.side == enemy and tank.active
    )


def _word(preview: Preview) -> str:
    """What is written on a target: the chance to destroy it, or why it cannot be hit."""
    if preview.refusal is not None:
        return WORDS.get(preview.refusal.rule, "no shot")
    return firing.percentage(preview)


def best_shot(state: State, unit: int) -> tuple[str, BestShot | None] | None:
    """FR-32, FR-40: the enemy that a tank destroys most often from where it stands."""
    if may_shoot(state, unit) is not None:
        return None
    tanks = state.tanks.units
    found = {other: odds_of(shot_at(state.ground, tanks[unit], tanks[other])) for other in targets(state, unit)}
    return firing.best_of(state, {other: odds.get(Verdict.DESTROYED, Fraction(0)) for other, odds in found.items()})


def veil(state: State, unit: int) -> tuple[int, ...]:
    """FR-34: the squares behind the beam of a tank that has moved."""
    tank = state.tanks.units[unit]
    if tank.moved != state.round:
        return ()
    grid = state.ground.grid
    return tuple(squares_of(grid.all & ~grid.arc(Arc.A90, tank.facing, tank.square) & ~(1 << tank.square)))


def bears_on(state: State, unit: int) -> int:
    """FR-34, FR-36: the squares that a tank sees over the ground, but for those behind its beam once it has moved."""
    return state.ground.in_view(state.tanks.units[unit].square) & ~mask_of(veil(state, unit))


def resolve_fire(state: State, order: Fire, dice: Dice) -> Iterator[Event]:
    """FR-38 … FR-46, FR-Q27: the dice, the verdict, the wreck, and the victory if it was the last enemy tank."""
    units = state.tanks.units
    shooter, target = units[order.unit], units[order.target]
    part = zone_hit(state.ground, shooter.square, target.square, target.facing)
    shot = shot_at(state.ground, shooter, target)
    before = len(dice.rolls)
    verdict = SHOT.resolve(shot, dice)
    yield Fired(order.unit, order.target, shot.range, part, shot.armour, dice.shown(before), verdict)
    if verdict is Verdict.DAMAGED:
        yield Damaged(order.target)
    elif verdict is Verdict.DESTROYED:
        yield Destroyed(order.target)
        if not state.tanks.active(target.side):
            side = shooter.side
            told = f"{side.label} has destroyed all of {side.other.label}'s tanks and wins."
            yield GameEnded(Result(side, (FR_Q27 if any(state.ground.setup.flags) else FR_46).id, told))
