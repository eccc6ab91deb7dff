"""Why a pose is out of reach (DYN-40 … DYN-64, DYN-152 … DYN-163): what stands there, what was met, how far it is.

The way is looked for again with one thing lifted; only refusals do so.
"""

from collections.abc import Iterator
from itertools import pairwise

from hulldown.geometry.squares import Pathfinder, Reach
from hulldown.kernel.rule import Refusal
from hulldown.rulebooks.panzerstrike.dynamic import pushing
from hulldown.rulebooks.panzerstrike.dynamic.driving import (
    backward,
    course,
    dice_to_give,
    free_squares,
    going_on,
    hurdle,
    reach,
    steps_left,
    steps_to,
    way_to,
)
from hulldown.rulebooks.panzerstrike.dynamic.orders import Move, Order, Push
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.state import State
from hulldown.rulebooks.panzerstrike.hindrance import FAR, GAP, SQUARE, Hindrance, Poses, away, met, way_by

DYN_26 = RULES["DYN-26"]
DYN_40 = RULES["DYN-40"]
DYN_41 = RULES["DYN-41"]
DYN_50 = RULES["DYN-50"]
DYN_52 = RULES["DYN-52"]
DYN_56 = RULES["DYN-56"]
DYN_59 = RULES["DYN-59"]
DYN_60 = RULES["DYN-60"]
DYN_61 = RULES["DYN-61"]
DYN_64 = RULES["DYN-64"]
DYN_66 = RULES["DYN-66"]
DYN_155 = RULES["DYN-155"]
DYN_156 = RULES["DYN-156"]
DYN_G13 = RULES["DYN-G13"]
DYN_Q54 = RULES["DYN-Q54"]

# How vehicles do not move
BACKING, AND_ON, ASLANT = "backing further", "backing and driving on", "backing aslant"
FACING, SHARP, TURNING = "facing another way", "a sharp turn", "turning on the spot"


def cannot_reach(state: State, order: Move, steps: int) -> Refusal:
    """DYN-64, DYN-66, DYN-155: says why a pose is out of reach, in the order in which a referee would look."""
    piece, kind = state.units.units[order.unit], state.kind(order.unit)
    name, place = state.name(order.unit, state.side), state.place(order.square)
    nearest = _nearest(state, order)
    if not kind.vehicle:
        if order.square != piece.square:
            return DYN_64.refuse(f"{name} is fixed and cannot go to {place}; it only turns where it stands", nearest)
        return DYN_66.refuse(f"{name} turns by 45° to the left or right and no further", nearest)
    if order.square != piece.square and (found := hurdle(state, order.square)):
        rule, told = found
        if rule is not DYN_155:
            return rule.refuse(f"{name} cannot enter {place}: {told} there", nearest)
        if kind.drive == "wheeled":
            return rule.refuse(f"{name} cannot enter {place}: {told} there, and only tracks drive into walls", nearest)
    if thing := _met(state, order, steps):
        return _hindered(state, order, thing, nearest)
    return _too_far(state, order, steps, nearest)


def _pose(state: State, order: Move) -> str:
    return f"{state.place(order.square)} facing {state.ground.setup.board.compass(order.facing)}"


def _too_far(state: State, order: Move, steps: int, nearest: Order | None) -> Refusal:
    """DYN-26, DYN-40, DYN-41: the steps that it takes, and those that there are."""
    pose, name = _pose(state, order), state.name(order.unit, state.side)
    far = steps_to(state, order.unit, order.square * 8 + order.facing, FAR)
    if far is None and not _leads(state, order):
        return DYN_61.refuse(f"there is no way for {name} to {pose}", nearest)
    needs = f"{pose} is {away(far)}"
    if done := going_on(state, order.unit):
        return DYN_41.refuse(f"{needs}; {name} has {steps} left of its {steps + done.steps}", nearest)
    if not state.dice:
        had = len(dice_to_give(state.ground.setup, state.rolled))
        told = f"all of {state.side.label}'s {had} are used" if had else f"{state.side.label} has none"
        return DYN_26.refuse(f"{needs} and more than one step needs a die; {told}", nearest)
    return DYN_40.refuse(f"{needs}; the {order.die or max(state.dice)} gives {name} {steps}", nearest)


def _leads(state: State, order: Move) -> bool:
    """DYN-61: whether there is any way to a pose, however long."""
    piece, tracked = state.units.units[order.unit], state.kind(order.unit).drive == "tracked"
    start, end = piece.square * 8 + piece.facing, order.square * 8 + order.facing
    return state.ground.drive.leads(tracked, False, free_squares(state), start, end)


# What was met


def _met(state: State, order: Move, steps: int) -> Hindrance | None:
    """The one thing but for which the steps would lead to a pose."""
    unit, pose, free = order.unit, order.square * 8 + order.facing, free_squares(state)

    def way(drive: Pathfinder, free: int) -> Poses | None:
        return way_to(state, unit, pose, steps, drive, free)

    manners = _on_tracks if state.kind(unit).drive == "tracked" else _on_wheels
    start = state.units.units[unit].square
    return met(state, start, free, steps, way, dict(manners(state, unit, pose, steps)))


def _on_tracks(state: State, unit: int, pose: int, steps: int) -> Iterator[tuple[str, Poses | None]]:
    """DYN-50: tracks would come there by backing further, or by backing and turning."""
    piece = state.units.units[unit]
    yield BACKING, way_by(state.ground.drive.tracked_back(free_squares(state), piece.square, piece.facing, steps), pose)


def _on_wheels(state: State, unit: int, pose: int, steps: int) -> Iterator[tuple[str, Poses | None]]:
    """DYN-52, DYN-56, DYN-59, DYN-60, DYN-Q54: wheels would come there by backing, or by a turn that they cannot make.

    A facing that the way does not end with counts as a step, so that what stands in the way of a better one is told.
    """
    piece, drive, free = state.units.units[unit], state.ground.drive, free_squares(state)
    start, square = piece.square * 8 + piece.facing, pose >> 3
    yield BACKING, way_by(drive.wheeled_back(free, piece.square, piece.facing, steps), pose)
    yield AND_ON, _and_on(state, unit, pose, steps)
    if square == piece.square:
        yield TURNING, (start, pose)
        return
    yield TURNING, _turning(drive, free | 1 << piece.square, start, pose, steps)
    ahead = reach(state, unit, steps)
    ends = [square * 8 + facing for facing in _facings(ahead, square)]
    yield FACING, min([(*ahead.path(end), pose) for end in ends], key=len, default=None)
    if drive.grid.neighbours(piece.square) >> square & 1 and (manner := _across(state, unit, pose)):
        yield manner, (start, pose)


def _facings(ahead: Reach, square: int) -> list[int]:
    """With which facings a square can be reached."""
    return [facing for facing in range(8) if ahead.steps_to(square * 8 + facing) is not None]


def _and_on(state: State, unit: int, pose: int, steps: int) -> Poses | None:
    """One square back, and on from there."""
    piece, free = state.units.units[unit], free_squares(state) | 1 << state.units.units[unit].square
    start = piece.square * 8 + piece.facing
    for back in backward(state, unit) if steps > 1 else ():
        if way := way_by(state.ground.drive.wheeled(free, back >> 3, back & 7, steps - 1), pose):
            return start, *way
    return None


def _turning(drive: Pathfinder, free: int, start: int, pose: int, steps: int) -> Poses | None:
    """The way of wheels that could turn on the spot."""
    ways: dict[int, Poses] = {start: (start,)}
    wave = [start]
    for _ in range(steps):
        after = [(at, then) for at in wave for then in _turned_or_gone(drive, free, at)]
        wave = []
        for at, then in after:
            if then not in ways:
                ways[then] = (*ways[at], then)
                wave.append(then)
    return ways.get(pose)


def _turned_or_gone(drive: Pathfinder, free: int, pose: int) -> Iterator[int]:
    square = pose >> 3
    for turn in (0, 1, 7):
        facing = (pose + turn) % 8
        there = drive.grid.ahead(square, facing)
        if turn:
            yield square * 8 + facing
        if there >= 0 and free >> there & 1 and drive.may_step(square, facing):
            yield there * 8 + facing


def _across(state: State, unit: int, pose: int) -> str:
    """How wheels do not come to a neighbouring pose: by backing aslant or with a sharp turn; nothing, if they may."""
    piece, ahead = state.units.units[unit], state.ground.grid.ahead
    way = next(facing for facing in range(8) if ahead(piece.square, facing) == pose >> 3)
    aside, turned = _turn(piece.facing, way), _turn(piece.facing, pose & 7)
    if aside >= 3 and turned <= 2:
        return ASLANT if aside == 3 or turned == 2 else ""
    return SHARP if aside > 1 or way != pose & 7 else ""


def _turn(facing: int, other: int) -> int:
    """The eighths between two facings."""
    return min((facing - other) % 8, (other - facing) % 8)


def _hindered(state: State, order: Move, thing: Hindrance, nearest: Order | None) -> Refusal:
    """DYN-61 … DYN-63, DYN-155, DYN-156, DYN-163, DYN-G13: what a vehicle met on the way to a pose, and where."""
    if thing.what not in (SQUARE, GAP):
        return _no_manner(state, order, thing, nearest)
    name, at = state.name(order.unit, state.side), state.place(thing.square)
    cannot = f"{name} cannot reach {_pose(state, order)}"
    if thing.what == GAP:
        told = f"between {at} and {state.place(thing.across)} there is no gap to drive through"
        return DYN_G13.refuse(f"{cannot}: {told}", nearest)
    found = hurdle(state, thing.square)
    assert found is not None  # it stands in the way
    rule, told = found
    if rule is not DYN_155:
        return rule.refuse(f"{cannot}: {told} in the way at {at}", nearest)
    if state.kind(order.unit).drive == "tracked":
        return DYN_156.refuse(f"{cannot}: the wall at {at} would stop it", nearest)
    return rule.refuse(f"{cannot}: {told} in the way at {at}, and only tracks drive into walls", nearest)


def _no_manner(state: State, order: Move, thing: Hindrance, nearest: Order | None) -> Refusal:
    """DYN-50, DYN-52, DYN-56, DYN-59, DYN-60, DYN-Q54: how a vehicle does not move."""
    name, pose = state.name(order.unit, state.side), _pose(state, order)
    if going_on(state, order.unit):
        return DYN_50.refuse(f"{name} has driven already, and backing is a whole move", nearest)
    if state.kind(order.unit).drive == "tracked":
        told = f"{name} backs one square, its facing kept, and does nothing else in that move"
        return DYN_50.refuse(f"{told}; so it does not come to {pose}", nearest)
    rule, told = {
        BACKING: (DYN_60, "backs one square and no further"),
        AND_ON: (DYN_Q54, "backs one square as its whole move"),
        ASLANT: (DYN_59, "backs straight and then turns by 45° at most"),
        SHARP: (DYN_56, "turns by 45° at most in a step, and faces the way it drove"),
        FACING: (DYN_56, f"faces the way it drove, at {_facing_there(state, order)}"),
        TURNING: (
            DYN_52,
            f"has wheels and never turns on the spot, as it would have to at {_turned_at(state, order, thing.steps)}",
        ),
    }[thing.what]
    return rule.refuse(f"{name} {told}; so it does not come to {pose}", nearest)


def _facing_there(state: State, order: Move) -> str:
    """A square, and how wheels would face there."""
    ahead = reach(state, order.unit, steps_left(state, order.unit, order.die))
    facings = [state.ground.setup.board.compass(facing) for facing in _facings(ahead, order.square)]
    return f"{state.place(order.square)} {' or '.join(filter(None, (', '.join(facings[:-1]), *facings[-1:])))}"


def _turned_at(state: State, order: Move, steps: int) -> str:
    """Where wheels would have to turn on the spot on their way."""
    piece = state.units.units[order.unit]
    start, free = piece.square * 8 + piece.facing, free_squares(state) | 1 << piece.square
    way = _turning(state.ground.drive, free, start, order.square * 8 + order.facing, steps) or ()
    turned = (here >> 3 for here, there in pairwise(way) if here >> 3 == there >> 3)
    return state.place(next(turned, piece.square))


# What may be meant


def _nearest(state: State, order: Move) -> Order | None:
    """The same pose with the die that it takes, the push that may be meant, or the pose in reach that is nearest."""
    unnamed = Move(order.unit, order.square, order.facing)
    pose = order.square * 8 + order.facing
    if order.die and steps_to(state, order.unit, pose, steps_left(state, order.unit)) is not None:
        return unnamed
    piece, grid = state.units.units[order.unit], state.ground.grid
    if order.square == grid.ahead(piece.square, piece.facing) and pushing.may_push(state, Push(order.unit)) is None:
        return Push(order.unit)

    def apart(pose: int) -> tuple[int, int, int]:
        dx, dy = grid.offset(pose >> 3, order.square)
        return dx * dx + dy * dy, _turn(pose & 7, order.facing), pose

    here = course(state, order.unit, steps_left(state, order.unit, order.die))
    best = min(here.poses(), key=apart, default=None)
    return None if best is None else Move(order.unit, best >> 3, best & 7, order.die)
