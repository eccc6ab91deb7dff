"""Driving (DYN-12, DYN-25 … DYN-63): the dice that buy steps, where steps lead on tracks and wheels, and what keeps a
vehicle out; with walls that are driven into (DYN-155, DYN-156).
"""

from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeVar

import msgspec

from hulldown.geometry.squares import Grid, Pathfinder, Reach, mask_of, squares_of
from hulldown.kernel.rule import Refusal, Rule
from hulldown.rulebooks.panzerstrike import movement_dice
from hulldown.rulebooks.panzerstrike.dynamic.orders import Move, Push
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import Setup, UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, State, UnderWay
from hulldown.rulebooks.panzerstrike.hindrance import Poses, way_by
from hulldown.rulebooks.panzerstrike.pieces import Condition

DYN_24 = RULES["DYN-24"]
DYN_25 = RULES["DYN-25"]
DYN_26 = RULES["DYN-26"]
DYN_61 = RULES["DYN-61"]
DYN_62 = RULES["DYN-62"]
DYN_112 = RULES["DYN-112"]
DYN_115 = RULES["DYN-115"]
DYN_155 = RULES["DYN-155"]
DYN_156 = RULES["DYN-156"]
DYN_163 = RULES["DYN-163"]
DYN_Q18 = RULES["DYN-Q18"]
DYN_Q56 = RULES["DYN-Q56"]

O = TypeVar("O", Move, Push)  # noqa: E741  an order that may name a die


# The dice


def vehicles(state: State) -> int:
    """DYN-28, DYN-Q07: the side's active vehicles; the damaged and unarmed count, wrecks and fixed weapons do not."""
    active, chart = state.units.active(state.side), state.ground.chart
    if not state.ground.fixed:
        return active.bit_count()
    pieces = [piece for piece in state.units.units if piece.square >= 0 and chart[piece.kind].vehicle]
    return (active & mask_of([piece.square for piece in pieces])).bit_count()


def earned(state: State) -> int:
    """DYN-27, DYN-Q03, DYN-Q05: the dice that the side's active vehicles earn; one vehicle rolls as two do."""
    figures, active = state.ground.setup.figures, vehicles(state)
    return movement_dice.dice_for(figures.dice_table, figures.most_dice, active) if active else 0


def dice_for(state: State) -> int:
    """DYN-30, DYN-31, DYN-Q04, DYN-Q48: the dice to roll: those that the vehicles earn, and one for a command tank."""
    commanding = state.units.units if state.ground.setup.command else ()
    commands = any(piece.command and piece.active and piece.side is state.side for piece in commanding)
    count, box = earned(state) + commands, state.ground.setup.figures.dice_in_the_box
    return min(count, box) if box else count


def dice_to_give(setup: Setup, rolled: tuple[int, ...]) -> tuple[int, ...]:
    """DYN-26, DYN-35, DYN-Q06, DYN-Q49: a die for each vehicle that is to take more than one step; by optional rule 2
    one more of the same when all show the same number."""
    return movement_dice.with_extra(rolled) if setup.extra else tuple(sorted(rolled))


def allowance(kind: UnitClass, die: int) -> int:
    """DYN-40, DYN-42: the most steps with a die: its number and the class's speed, in place of the free step."""
    return max(1, die + kind.speed)


def going_on(state: State, unit: int) -> UnderWay | None:
    """DYN-149, DYN-H7: what a dozer has driven so far, if it may still go on."""
    return state.driving if state.driving is not None and state.driving.unit == unit else None


def steps_left(state: State, unit: int, die: int = 0) -> int:
    """DYN-25, DYN-40, DYN-41: the most steps that a vehicle can take now, with this die or else the best in the tray;
    without any die one. A dozer that goes on has what is left of its allowance."""
    done = going_on(state, unit)
    used, bound = (done.steps, done.die) if done else (0, 0)
    given = bound or die or max(state.dice, default=0)
    return (allowance(state.kind(unit), given) if given else 1) - used


def die_for(state: State, unit: int, steps: int) -> int:
    """DYN-26, DYN-39, DYN-Q56: the smallest die in the tray that covers so many steps, a dozer's former ones too."""
    done = going_on(state, unit)
    needed = steps + (done.steps if done else 0)
    kind = state.kind(unit)
    return min(die for die in state.dice if allowance(kind, die) >= needed)


def dice_to_name(state: State, unit: int) -> list[int]:
    """DYN-39: the dice that an order can name: none, or any value in the tray; who goes on names none."""
    done = going_on(state, unit)
    return [0] if done and done.die else [0, *sorted(set(state.dice))]


# Where steps lead


class Course(NamedTuple):
    """Where a unit can go: ahead; and apart from that, with the steps to each pose, back, into walls, or as a gun."""

    ahead: Reach
    apart: dict[int, int]

    def steps_to(self, pose: int) -> int | None:
        return self.apart.get(pose) or self.ahead.steps_to(pose)

    def poses(self) -> tuple[int, ...]:
        return (*self.ahead.poses(len(self.ahead.layers) - 1), *self.apart)


def free_squares(state: State) -> int:
    """DYN-12, DYN-61, DYN-62, DYN-163, DYN-Q16: the squares that any vehicle may enter, or drive through."""
    return state.ground.open & ~state.units.occupied


def reach(state: State, unit: int, steps: int) -> Reach:
    """DYN-43 … DYN-47, DYN-52 … DYN-56, DYN-G13: where steps ahead lead, on tracks with turns on the spot."""
    return _reach(state, unit, steps, state.ground.drive, free_squares(state))


def _reach(state: State, unit: int, steps: int, over: Pathfinder, free: int) -> Reach:
    piece = state.units.units[unit]
    go = over.tracked if state.kind(unit).drive == "tracked" else over.wheeled
    return go(free, piece.square, piece.facing, steps)


def way_to(state: State, unit: int, pose: int, steps: int, over: Pathfinder, free: int) -> Poses | None:
    """DYN-43 … DYN-58, DYN-155, DYN-156: a vehicle's way to a pose over such ground, if the steps last: back, ahead, or
    at last into a wall."""
    piece = state.units.units[unit]
    if going_on(state, unit) is None and pose in _backward(state, unit, over, free):
        return piece.square * 8 + piece.facing, pose
    if state.kind(unit).drive != "tracked" or not (state.ground.standing & ~free) >> (pose >> 3) & 1:
        return way_by(_reach(state, unit, steps, over, free), pose)
    before = straight_before(over.grid, pose)
    if not steps or before < 0 or not over.may_step(before >> 3, pose & 7):
        return None
    if before == piece.square * 8 + piece.facing:
        return before, pose
    way = way_by(_reach(state, unit, steps - 1, over, free), before)
    return (*way, pose) if way else None


def straight_before(grid: Grid, pose: int) -> int:
    """The pose from which a step straight ahead leads to this one; negative, if the board ends there."""
    return grid.ahead(pose >> 3, (pose + 4) % 8) * 8 + pose % 8


def course(state: State, unit: int, steps: int) -> Course:
    """DYN-48, DYN-155, DYN-Q23: all that a unit can do with so many steps; only tracks drive into walls."""
    kind = state.kind(unit)
    if not kind.vehicle:
        return Course(reach(state, unit, 0), dict.fromkeys(turns(state, unit), 1))
    ahead, apart = reach(state, unit, steps), dict[int, int]()
    if kind.drive == "tracked" and state.ground.standing:
        apart = into_walls(state, ahead)
    for pose in backing(state, unit):
        apart[pose] = 1
    return Course(ahead, apart)


def steps_to(state: State, unit: int, pose: int, steps: int) -> int | None:
    """DYN-H6: what the course of a unit says of one pose; the others are left alone unless it is in a wall."""
    if not state.kind(unit).vehicle or state.ground.standing >> (pose >> 3) & 1:
        return course(state, unit, steps).steps_to(pose)
    piece = state.units.units[unit]
    behind = state.ground.grid.ahead(piece.square, (piece.facing + 4) % 8)
    if pose >> 3 == behind and pose in backing(state, unit):
        return 1
    return reach(state, unit, steps).steps_to(pose)


def turns(state: State, unit: int) -> tuple[int, int]:
    """DYN-64, DYN-66: a fixed weapon turns by 45° where it stands."""
    piece = state.units.units[unit]
    return piece.square * 8 + (piece.facing - 1) % 8, piece.square * 8 + (piece.facing + 1) % 8


def into_walls(state: State, ahead: Reach) -> dict[int, int]:
    """DYN-155, DYN-156: the poses in wall squares, each with the steps to it; a wall ends the way."""
    grid, start, found = state.ground.grid, ahead.start >> 3, dict[int, int]()
    near = grid.near[start, len(ahead.layers) - 1] | 1 << start
    for facing, before in enumerate(_before_walls(state.ground)):
        if before & near:
            for far, layer in enumerate(ahead.layers[:-1], 1):
                for square in squares_of(layer[facing] & before):
                    found.setdefault(grid.ahead(square, facing) * 8 + facing, far)
    return dict(sorted(found.items()))


@lru_cache(maxsize=256)
def _before_walls(ground: Ground) -> list[int]:
    """The squares from which a step ahead leads into a wall, for each facing."""
    return ground.drive.into(ground.standing)


def backing(state: State, unit: int) -> tuple[int, ...]:
    """DYN-50, DYN-60, DYN-Q54: backing is the whole move, so a dozer that goes on cannot."""
    return backward(state, unit) if going_on(state, unit) is None else ()


def backward(state: State, unit: int) -> tuple[int, ...]:
    """DYN-49, DYN-57, DYN-58, DYN-Q24, DYN-G13: one square straight back; on wheels the facing may then change by 45°.

    Tracks may back into a wall too.
    """
    return _backward(state, unit, state.ground.drive, free_squares(state))


def _backward(state: State, unit: int, over: Pathfinder, free: int) -> tuple[int, ...]:
    piece, tracked = state.units.units[unit], state.kind(unit).drive == "tracked"
    facing, back = piece.facing, (piece.facing + 4) % 8
    square = over.grid.ahead(piece.square, back)
    enterable = free | (state.ground.standing if tracked else 0)
    if square < 0 or not enterable >> square & 1 or not over.may_step(piece.square, back):
        return ()
    facings = (facing,) if tracked else (facing, (facing - 1) % 8, (facing + 1) % 8)
    return tuple([square * 8 + facing for facing in facings])


# Who, with what, and into what


def may_be_ordered(state: State, unit: int) -> Refusal | None:
    """DYN-24, DYN-25, DYN-112: one of the side's active units."""
    units = state.units.units
    if not 0 <= unit < len(units):
        return DYN_25.refuse(f"there is no unit {unit}; they are numbered 0 to {len(units) - 1}")
    if units[unit].side != state.side:
        return DYN_24.refuse(f"{state.name(unit)} does not move in {state.side.label}'s turn")
    if not units[unit].active:
        return DYN_112.refuse(f"{state.name(unit, state.side)} is destroyed")
    return None


def may_drive(state: State, unit: int) -> Refusal | None:
    """DYN-115, DYN-Q18: whoever is damaged neither drives nor, as a fixed weapon, turns."""
    if state.units.units[unit].condition is not Condition.DAMAGED:
        return None
    name = state.name(unit, state.side)
    if state.kind(unit).vehicle:
        return DYN_115.refuse(f"{name} is damaged and cannot move")
    return DYN_Q18.refuse(f"{name} is damaged and cannot turn")


def may_leave_wall(state: State, unit: int) -> Refusal | None:
    """DYN-156: whoever drove into a wall stops there."""
    if state.units.units[unit].broke != state.round:
        return None
    return DYN_156.refuse(f"{state.name(unit, state.side)} drove into a wall in this turn and stops there")


def may_name(state: State, order: O, judge: Callable[[State, O], Refusal | None]) -> Refusal | None:
    """DYN-26, DYN-39, DYN-Q56: a die that is named lies in the tray; who goes on with a die takes no other.

    The judge says whether the order would do without the name.
    """
    done = going_on(state, order.unit)
    if not order.die or (order.die in state.dice and not (done and done.die)):
        return None
    unnamed = msgspec.structs.replace(order, die=0)
    nearest = None if judge(state, unnamed) else unnamed
    if done and done.die:
        told = f"{state.name(order.unit, state.side)} goes on with its {done.die}; it takes no other die"
        return DYN_26.refuse(told, nearest)
    left = f"it has {', '.join(map(str, state.dice))}" if state.dice else "it is empty"
    return DYN_Q56.refuse(f"there is no {order.die} in the tray; {left}", nearest)


def hurdle(state: State, square: int) -> tuple[Rule, str] | None:
    """DYN-61, DYN-62, DYN-155, DYN-163: what keeps vehicles out of a square, as "a house stands"."""
    ground = state.ground
    if ground.buildings >> square & 1:
        return DYN_62, f"a {ground.setup.board.terrain(square)} stands"
    if (ground.low | ground.high) >> square & 1:
        return DYN_163, "a barricade stands"
    if ground.standing >> square & 1:
        return DYN_155, "a wall stands"
    if (other := state.units.standing_on(square)) < 0:
        return None
    name = state.name(other, state.side)
    return DYN_61, f"{name} stands" if state.units.units[other].active else f"the wreck of {name} lies"


def obstacle(state: State, square: int) -> tuple[Rule, str] | None:
    """What of that is met in the square itself."""
    found = hurdle(state, square)
    return found and (found[0], f"{found[1]} there")
