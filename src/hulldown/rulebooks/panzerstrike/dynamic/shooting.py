"""Direct fire (DYN-69 … DYN-117, DYN-152 … DYN-165, DYN-182 … DYN-187), and all that a unit can fire at in any way."""

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache, partial
from itertools import chain

import msgspec

from hulldown.geometry.squares import Arc, Blocker, Trace, Zone, squares_of
from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.forecast import BestShot, Forecast
from hulldown.kernel.odds import Odds, Procedure, Spread, spread_of
from hulldown.kernel.rule import Modifier, Refusal, Rule
from hulldown.kernel.rulebook import Aim, Mode, Outline, Preview
from hulldown.rulebooks.panzerstrike import forecasting
from hulldown.rulebooks.panzerstrike.dynamic import parabolic
from hulldown.rulebooks.panzerstrike.dynamic.events import Event, Fired, FiredAtWall, WallFell
from hulldown.rulebooks.panzerstrike.dynamic.guns import (
    DYN_84,
    DYN_86,
    DYN_87,
    DYN_99,
    DYN_112,
    DYN_183,
    arc_of,
    by,
    handful,
    harm,
    in_words,
    may_be_target,
    may_bear,
    may_shoot,
    ready,
)
from hulldown.rulebooks.panzerstrike.dynamic.orders import Fire, FireAtWall, Lob
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, State, Unit
from hulldown.rulebooks.panzerstrike.firing import (
    LEAST_RANGE,
    Verdict,
    armour_of,
    best_of,
    percentage,
    verdict_of,
    zone_hit,
)
from hulldown.rulebooks.panzerstrike.ground import in_range, in_view
from hulldown.rulebooks.panzerstrike.pieces import Condition

DYN_69 = RULES["DYN-69"]
DYN_76 = RULES["DYN-76"]
DYN_77 = RULES["DYN-77"]
DYN_78 = RULES["DYN-78"]
DYN_103 = RULES["DYN-103"]
DYN_105 = RULES["DYN-105"]
DYN_109 = RULES["DYN-109"]
DYN_153 = RULES["DYN-153"]
DYN_154 = RULES["DYN-154"]
DYN_159 = RULES["DYN-159"]
DYN_160 = RULES["DYN-160"]
DYN_161 = RULES["DYN-161"]
DYN_165 = RULES["DYN-165"]
DYN_182 = RULES["DYN-182"]
DYN_184 = RULES["DYN-184"]
DYN_188 = RULES["DYN-188"]
DYN_G4 = RULES["DYN-G4"]
DYN_Q20 = RULES["DYN-Q20"]
DIRECT = "direct"
OUT_OF_ARC = {DYN_84.id, DYN_86.id, DYN_87.id, DYN_99.id, DYN_183.id}


class Facts(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """The facts of a direct shot: all that its odds depend on. A wall has the armour that it adds to the range."""

    red: Die
    count: int
    half: Die  # empty without a half-die
    range: int
    armour: int
    equal_damages: bool = True
    damaged: bool = False

    @property
    def needed(self) -> int:
        """DYN-107: armour and range together."""
        return self.range + self.armour


def strike(shot: Facts, dice: Dice) -> Verdict:
    """DYN-105 … DYN-109, DYN-116, DYN-117, DYN-154, DYN-185, DYN-186, DYN-Q01: the Red dice against armour and range.

    An equal sum damages a unit, and destroys a damaged one; in the Quick Start, and of a wall, it always destroys.
    """
    firepower = dice.sum(DYN_105, shot.red, shot.count)
    if shot.half:
        firepower += dice.sum(DYN_105, shot.half, 1)
    return verdict_of(firepower, shot.needed, shot.equal_damages, shot.damaged)


SHOT: Procedure[Facts, Verdict] = Procedure(strike)


def distance(ground: Ground, shooter: int, target: int) -> int:
    """DYN-103, DYN-111, DYN-G1: the ruler laid from one square to the other, however long."""
    return ground.ruler(*ground.grid.offset(shooter, target))


def facts_of(ground: Ground, shooter: Unit, target: Unit) -> tuple[Zone, Facts]:
    """DYN-69 … DYN-72, DYN-105, DYN-182, DYN-G6: the part that is hit and a shot's facts, from where the two stand."""
    part = zone_hit(ground.grid, shooter.square, target.square, target.facing)
    armour, far = armour_of(ground.chart[target.kind], part), distance(ground, shooter.square, target.square)
    return part, aimed(ground, ground.chart[shooter.kind], far, armour, target.condition is Condition.DAMAGED)


def shot_at(ground: Ground, shooter: Unit, target: Unit) -> Facts:
    return facts_of(ground, shooter, target)[1]


def aimed(ground: Ground, gun: UnitClass, far: int, armour: int, damaged: bool) -> Facts:
    """DYN-105, DYN-185: a class's shot at a unit with so much armour, so far away."""
    figures, quick = ground.setup.figures, ground.setup.quick
    return Facts(figures.red, gun.dice, figures.half if gun.half else (), far, armour, not quick, damaged)


def wall_shot_at(ground: Ground, shooter: Unit, square: int) -> Facts:
    """DYN-153, DYN-154, DYN-Q57: the ordinary dice against the range and three; equal is enough."""
    figures, gun = ground.setup.figures, ground.chart[shooter.kind]
    far = distance(ground, shooter.square, square)
    return Facts(figures.red, gun.dice, figures.half if gun.half else (), far, figures.wall, False)


def odds_of(shot: Facts) -> Odds[Verdict]:
    return SHOT.odds(shot)


@lru_cache(maxsize=4096)
def spread_of_shot(shot: Facts) -> Spread:
    """DYN-106 … DYN-109: how firepower falls, and where it begins to tell."""
    return spread_of(partial(strike, shot), handful(shot.count, bool(shot.half)), shot.needed)


@lru_cache(maxsize=4096)
def forecast_of_shot(shot: Facts, sums: tuple[Modifier, ...], part: str) -> Forecast:
    """DYN-106 … DYN-109: what the Red dice must show, and why."""
    half = bool(shot.half)
    words = in_words(shot.count, half)
    return forecasting.of_sum(partial(strike, shot), shot.count + half, words, sums, DYN_109.id, part)


# Whether


def may_hit(state: State, unit: int, square: int, theirs: str, trace: Trace | None = None) -> Refusal | None:
    """DYN-76 … DYN-78, DYN-102, DYN-104, DYN-184, DYN-Q17, DYN-Q20, DYN-Q51: not too near, in the arc, along a clear
    line; of a target that is half hidden nothing else is asked."""
    ground, here = state.ground, state.units.units[unit].square
    if (far := distance(ground, here, square)) < LEAST_RANGE:
        rule = DYN_Q20 if ground.standing >> square & 1 else by(state, DYN_78, DYN_184)
        return rule.refuse(f"{theirs} is {far} square away; the least range is {LEAST_RANGE}")
    if refusal := may_bear(state, unit, square, theirs):
        return refusal
    if not ground.sight.clear(here, square, state.units.occupied):
        return _blocked(state, unit, theirs, trace or trace_to(state, unit, square))
    return None


def trace_to(state: State, unit: int, square: int) -> Trace:
    """DYN-76, DYN-G3: the shell's path and what stands in it, as the referee, the picture and the log see it."""
    return state.ground.sight.trace(state.units.units[unit].square, square, state.units.occupied)


def _blocked(state: State, unit: int, theirs: str, trace: Trace) -> Refusal:
    """Names the first thing in the way. Where it is a wall and no building is, the wall may be fired at instead."""
    ground, first = state.ground, trace.blockers[0]
    together = [first] if first.why != "corner" else [one for one in trace.blockers[:2] if one.why == "corner"]
    # of two that meet at a corner, the wall can be shot away
    blocker = next((one for one in together if ground.standing >> one.square & 1), first)
    rule, what = _obstacle(state, blocker, together)
    nearest = None
    if ground.standing >> blocker.square & 1 and ground.contact.clear(trace.start, trace.end, 0):
        order = FireAtWall(unit, blocker.square)
        nearest = order if may_fire_at_wall(state, order) is None else None
    sentence = f"{state.name(unit, state.side)} cannot hit {theirs}: {what}"
    return (rule if rule is DYN_G4 else by(state, rule, DYN_184)).refuse(sentence, nearest)


def _obstacle(state: State, blocker: Blocker, together: list[Blocker]) -> tuple[Rule, str]:
    """DYN-76, DYN-77, DYN-112, DYN-159, DYN-160, DYN-165, DYN-G4, DYN-G5: what blocks, and by which rule."""
    ground, square = state.ground, blocker.square
    here = state.place(square)
    if blocker.why == "unit":
        other = state.units.standing_on(square)
        name, piece = state.name(other, state.side), state.units.units[other]
        if not piece.active:
            return DYN_112, f"{name}, a wreck, at {here} is in the way"
        return (DYN_77 if piece.side is state.side else DYN_76), f"{name} at {here} is in the way"
    if len(together) > 1:
        return DYN_G4, f"{' and '.join(_thing(ground, one.square) for one in together)} leave no gap"
    if ground.standing >> square & 1:
        return DYN_159, f"the wall at {here} is in the way"
    if square in ground.dust:
        return DYN_160, f"the wall at {here} fell in this turn, and its square is open from the next"
    if ground.high >> square & 1:
        return DYN_165, f"the high barricade at {here} is in the way"
    return DYN_76, f"{_thing(ground, square)} is in the way"


def _thing(ground: Ground, square: int) -> str:
    """What closes a square to the view, and where."""
    here = ground.grid.names[square]
    if ground.standing >> square & 1:
        return f"the wall at {here}"
    if square in ground.dust:
        return f"the dust at {here}"
    return f"the {'high barricade' if ground.high >> square & 1 else ground.setup.board.terrain(square)} at {here}"


def may_fire(state: State, order: Fire) -> Refusal | None:
    """DYN-37, DYN-81, DYN-Q35: whoever may fire, at any active enemy, also one that was fired at before."""
    if refusal := may_shoot(state, order.unit) or may_be_target(state, order.target):
        return refusal
    return may_hit(state, order.unit, state.units.units[order.target].square, state.name(order.target, state.side))


def may_be_wall(state: State, square: int) -> Refusal | None:
    """DYN-81, DYN-152, DYN-153, DYN-161, DYN-188: only a standing wall; a barricade cannot be destroyed."""
    ground = state.ground
    if ground.setup.quick:
        return DYN_188.refuse("there are no walls in the Quick Start; targets are active enemy units")
    if not 0 <= square < ground.grid.size:
        return DYN_153.refuse(f"there is no square {square}; they are numbered 0 to {ground.grid.size - 1}")
    if (ground.low | ground.high) >> square & 1:
        return DYN_161.refuse(f"the barricade at {state.place(square)} cannot be destroyed")
    if not ground.standing >> square & 1:
        return DYN_153.refuse(f"no wall stands at {state.place(square)}")
    return None


def may_fire_at_wall(state: State, order: FireAtWall) -> Refusal | None:
    """DYN-153, DYN-Q57: as at a unit in the wall's square."""
    if refusal := may_shoot(state, order.unit) or may_be_wall(state, order.square):
        return refusal
    return may_hit(state, order.unit, order.square, f"the wall at {state.place(order.square)}")


# What


def _open_to(state: State, unit: int, wanted: int) -> list[int]:
    """Those of some squares that a gun bears on and sees, neighbours apart, by masks; then with no unit between."""
    ground, here = state.ground, state.units.units[unit].square
    wanted &= in_range(ground.lasting, here)
    if wanted:
        arc, facing = arc_of(state, unit)
        if arc is not Arc.A360:
            wanted &= ground.grid.arc(arc, facing, here)
    return ground.sight.visible(here, wanted, state.units.occupied) if wanted else []


def _walls(ground: Ground) -> int:
    """DYN-153, DYN-188: the walls that can be fired at; in the Quick Start there are none."""
    return 0 if ground.setup.quick else ground.standing


def targets(state: State, unit: int) -> list[int]:
    """All units that a unit that may fire can hit directly."""
    enemies = state.units.active(state.units.units[unit].side.other)
    return [state.units.standing_on(square) for square in _open_to(state, unit, enemies)]


def wall_targets(state: State, unit: int) -> list[int]:
    """DYN-153: the squares of the walls that a unit that may fire can hit."""
    return _open_to(state, unit, _walls(state.ground))


def shooters(state: State) -> Iterator[tuple[int, Iterator[Fire | FireAtWall | Lob]]]:
    """DYN-37, DYN-73, DYN-Q42: each unit that may still fire and has something to fire at, with all its legal shots."""
    ground, pieces = state.ground, state.units.units
    wanted = state.units.active(state.side.other) | _walls(ground)
    for unit in ready(state):
        gun = pieces[unit]
        squares = _open_to(state, unit, wanted) if wanted & in_range(ground.lasting, gun.square) else []
        if ground.chart[gun.kind].parabolic is None:
            if squares:
                yield unit, _direct_shots(state, unit, squares)
            continue
        shots = chain(_direct_shots(state, unit, squares), parabolic.lobs(state, unit))
        if (first := next(shots, None)) is not None:
            yield unit, chain((first,), shots)


def _direct_shots(state: State, unit: int, squares: list[int]) -> Iterator[Fire | FireAtWall | Lob]:
    enemies, standing_on = state.units.active(state.side.other), state.units.standing_on
    for square in squares:
        yield Fire(unit, standing_on(square)) if enemies >> square & 1 else FireAtWall(unit, square)


# Beforehand


def sum_of(state: State, shooter: Unit, target: Unit) -> tuple[Modifier, ...]:
    """DYN-107: the two figures that the dice are held against."""
    part, shot = facts_of(state.ground, shooter, target)
    far = by(state, DYN_103, DYN_184).modify(shot.range, "range")
    return far, by(state, DYN_69, DYN_182).modify(shot.armour, f"{part} armour")


def preview_fire(state: State, order: Fire) -> Preview:
    """DYN-102 … DYN-109: what a shot would meet, whether or not it is allowed."""
    if refusal := may_shoot(state, order.unit) or may_be_target(state, order.target):
        return Preview(refusal)
    shooter, target = state.units.units[order.unit], state.units.units[order.target]
    trace = trace_to(state, order.unit, target.square)
    if refusal := may_hit(state, order.unit, target.square, state.name(order.target, state.side), trace):
        return Preview(refusal, trace)
    part, shot = facts_of(state.ground, shooter, target)
    sums = sum_of(state, shooter, target)
    forecast = forecast_of_shot(shot, sums, str(part))
    return Preview(None, trace, sums, odds_of(shot), spread_of_shot(shot), forecast=forecast)


def preview_wall(state: State, order: FireAtWall) -> Preview:
    """DYN-153, DYN-154: the same for a wall."""
    if refusal := may_shoot(state, order.unit) or may_be_wall(state, order.square):
        return Preview(refusal)
    trace = trace_to(state, order.unit, order.square)
    if refusal := may_fire_at_wall(state, order):
        return Preview(refusal, trace)
    shot = wall_shot_at(state.ground, state.units.units[order.unit], order.square)
    sums = DYN_103.modify(shot.range, "range"), DYN_154.modify(shot.armour, "wall")
    forecast = forecast_of_shot(shot, sums, "")
    return Preview(None, trace, sums, odds_of(shot), spread_of_shot(shot), forecast=forecast)


def aims(state: State, unit: int) -> tuple[Aim, ...]:
    """Every active enemy in each way to fire, and the walls that can be hit, with what a shot would meet."""
    return tuple(_direct_aims(state, unit)) + tuple(parabolic.aims(state, unit))


def _direct_aims(state: State, unit: int) -> Iterator[Aim]:
    enemy = state.units.units[unit].side.other
    for other, piece in enumerate(state.units.units):
        if piece.side is enemy and piece.active:
            preview = preview_fire(state, order := Fire(unit, other))
            yield Aim(other, order, preview, _word(preview), mode=DIRECT)
    for square in wall_targets(state, unit):
        preview = preview_wall(state, wall := FireAtWall(unit, square))
        yield Aim(None, wall, preview, _word(preview), cell=square, mode=DIRECT)


def best_shot(state: State, unit: int) -> tuple[str, BestShot | None] | None:
    """DYN-37, DYN-84: the enemy that a unit destroys most often from where it stands, firing directly."""
    if may_shoot(state, unit) is not None:
        return None
    pieces = state.units.units
    found = {other: odds_of(shot_at(state.ground, pieces[unit], pieces[other])) for other in targets(state, unit)}
    return best_of(state, {other: odds.get(Verdict.DESTROYED, Fraction(0)) for other, odds in found.items()})


def _word(preview: Preview) -> str:
    """What is written on a target: the chance to destroy it, or why it cannot be hit."""
    if preview.refusal is None:
        return percentage(preview)
    if preview.refusal.rule in OUT_OF_ARC:
        return "out of arc"
    return "too near" if preview.trace.clear else "no sight"


def modes(state: State, unit: int) -> tuple[Mode, ...]:
    """DYN-73, DYN-74: the two ways of a howitzer; others have no choice of them."""
    if state.kind(unit).parabolic is None:
        return ()
    return Mode(DIRECT), Mode(parabolic.PARABOLIC, parabolic.may_loft(state, unit))


def outlines(state: State, unit: int) -> tuple[Outline, ...]:
    return parabolic.outlines(state, unit)


def veil(state: State, unit: int) -> tuple[int, ...]:
    """DYN-84 … DYN-88, DYN-99: the squares that lie outside the arc of a gun."""
    arc, facing = arc_of(state, unit)
    grid, square = state.ground.grid, state.units.units[unit].square
    return tuple(squares_of(grid.all & ~grid.arc(arc, facing, square) & ~(1 << square)))


def bears_on(state: State, unit: int) -> int:
    """DYN-76, DYN-84: the squares that a unit sees over the ground and that lie in the arc of its gun."""
    arc, facing = arc_of(state, unit)
    square = state.units.units[unit].square
    return in_view(state.ground.sight, square) & state.ground.grid.arc(arc, facing, square)


# The shot


def resolve_fire(state: State, order: Fire, dice: Dice) -> Iterator[Event]:
    """DYN-101, DYN-105 … DYN-110, DYN-185: the dice, the verdict, and what it does."""
    shooter, target = state.units.units[order.unit], state.units.units[order.target]
    part, shot = facts_of(state.ground, shooter, target)
    before = len(dice.rolls)
    verdict = SHOT.resolve(shot, dice)
    rolled = dice.shown(before)
    yield Fired(order.unit, order.target, shot.range, part, shot.armour, rolled, verdict)
    yield from harm(state, order.target, verdict)


def resolve_fire_at_wall(state: State, order: FireAtWall, dice: Dice) -> Iterator[Event]:
    """DYN-153, DYN-154, DYN-160: a wall that is hit falls at once; its dust hides until the turn ends."""
    shot = wall_shot_at(state.ground, state.units.units[order.unit], order.square)
    before = len(dice.rolls)
    verdict = SHOT.resolve(shot, dice)
    yield FiredAtWall(order.unit, order.square, shot.range, dice.shown(before), verdict)
    if verdict is Verdict.DESTROYED:
        yield WallFell(order.square, order.unit)
