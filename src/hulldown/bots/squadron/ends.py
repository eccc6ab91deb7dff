"""How the way of the tank under way can end, and by which orders it gets there."""

from collections.abc import Iterator
from typing import NamedTuple

from hulldown.bots.squadron.prospects import Arrival, Prospects
from hulldown.bots.squadron.routes import reach
from hulldown.rulebooks.squadron import driving, orders
from hulldown.rulebooks.squadron.orders import Order
from hulldown.rulebooks.squadron.state import Gear, State


class End(NamedTuple):
    """A way that the tank under way can end: what it costs with the shot, what it is worth, and its last order."""

    cost: int
    worth: float
    pose: driving.Pose
    gear: Gear
    order: Order
    exposed: tuple[float, ...]  # for each enemy the best chance of a reaction on the way


def ends_of(state: State, field: Prospects) -> Iterator[End]:
    """All poses that the points buy, each with the best that can be done there: fire, stop, or stay in movement."""
    active, piece = state.active, field.piece
    assert active is not None
    start, shot_cost = (piece.hex, piece.facing), state.ground.setup.figures.shot_cost
    owes = driving.owes_a_hex(state)
    for gear in driving.gears(active):
        found = reach(state, gear)
        exposed: dict[driving.Pose, tuple[float, ...]] = {start: field.safe}

        def way_to(
            pose: driving.Pose,
            found: dict[driving.Pose, tuple[int, driving.Pose]] = found,
            exposed: dict[driving.Pose, tuple[float, ...]] = exposed,
        ) -> tuple[float, ...]:
            """For each enemy the best chance of a reaction on the way to a pose."""
            if pose not in exposed:
                before = way_to(found[pose][1])
                entered = active.entered or pose[0] != start[0]
                step = field.on_the_way(*pose) if entered else field.safe
                exposed[pose] = tuple([max(one, other) for one, other in zip(before, step, strict=True)])
            return exposed[pose]

        for pose, (cost, _) in {start: (0, start), **found}.items():
            entered = active.entered or pose[0] != start[0]
            if owes and not entered:
                continue
            at = Arrival(*pose, way_to(pose))
            yield End(cost, field.stop(at), pose, gear, orders.EndActivation(False), at.exposed)
            if entered and gear is Gear.FORWARD:
                yield End(cost, field.stop(at, moving=True), pose, gear, orders.EndActivation(True), at.exposed)
            if cost + shot_cost <= active.left:
                for worth, shot in field.shots(at):
                    yield End(cost + shot_cost, worth, pose, gear, shot, at.exposed)


def orders_to(state: State, end: End) -> tuple[Order, ...]:
    """The orders that lead the tank under way to an end, in turn, with the last one there."""
    active = state.active
    assert active is not None
    piece = state.units.units[active.unit]
    start, found, pose = (piece.hex, piece.facing), reach(state, end.gear), end.pose
    row: list[Order] = [end.order]
    while pose != start:
        place, facing = pose
        pose = found[pose][1]
        row.append(orders.Turn(facing) if pose[0] == place else orders.Step(place))
    return tuple(row[::-1])
