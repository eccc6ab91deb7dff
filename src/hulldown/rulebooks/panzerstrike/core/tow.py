"""Towing (CORE-133 … CORE-139): who is hitched to what, and where vehicle and fixed weapon can go together."""

from collections.abc import Iterator
from typing import NamedTuple

from hulldown.rulebooks.panzerstrike.core.state import State


class End(NamedTuple):
    """Where vehicle and fixed weapon end: the vehicle's pose, the weapon's square."""

    pose: int
    trail: int


class Link(NamedTuple):
    """A way together, up to here: where both are, and whether the vehicle has turned since its last straight step."""

    end: End
    turned: bool


Ways = dict[Link, tuple[int, Link | None]]  # the fewest steps to each, and the one before it


def in_position(state: State, vehicle: int, weapon: int) -> bool:
    """CORE-133 … CORE-135: an own active vehicle right behind an own active fixed weapon, its rear to it: on wheels
    exactly, on tracks within 45°."""
    pulls, gun = state.units.units[vehicle], state.units.units[weapon]
    kind = state.kind(vehicle)
    if not (pulls.active and gun.active and pulls.side == gun.side and kind.vehicle) or state.kind(weapon).vehicle:
        return False
    away = (gun.facing + 4) % 8
    if gun.square < 0 or state.ground.grid.ahead(gun.square, away) != pulls.square:
        return False
    return (pulls.facing - away) % 8 in ((0, 1, 7) if kind.drive == "tracked" else (0,))


def hitched(state: State) -> tuple[tuple[int, int], ...]:
    """CORE-133: the side's vehicles in position to pull, each with the fixed weapon; looked at when a turn begins."""
    found = []
    for weapon, gun in enumerate(state.units.units):
        if gun.side is state.side and gun.active and gun.square >= 0 and not state.kind(weapon).vehicle:
            behind = state.ground.grid.ahead(gun.square, (gun.facing + 4) % 8)
            if behind >= 0 and state.units.active(state.side) >> behind & 1:
                vehicle = state.units.standing_on(behind)
                if in_position(state, vehicle, weapon):
                    found.append((vehicle, weapon))
    return tuple(found)


def weapons(state: State, vehicle: int) -> list[int]:
    """CORE-133: what a vehicle may pull now: hitched when the turn began and still, and not turned since (Q-27)."""
    return [
        weapon
        for hitched_to, weapon in state.hitched
        if hitched_to == vehicle
        and state.units.units[weapon].moved != state.round
        and in_position(state, vehicle, weapon)
    ]


def slowed(state: State, vehicle: int, weapon: int, speed: int) -> int:
    """CORE-136: a vehicle of less than so many times the weapon's mass has half its speed, rounded up."""
    ratio = state.ground.setup.figures.tow_ratio
    return speed if state.kind(vehicle).mass >= ratio * state.kind(weapon).mass else -(-speed // 2)


def ways(state: State, vehicle: int, weapon: int, steps: int, free: int) -> Ways:
    """Where so many steps ahead lead with a fixed weapon in tow, walls included; the first link is where both are.

    The weapon's own square counts as free, since it leaves it.
    """
    pulls, gun = state.units.units[vehicle], state.units.units[weapon]
    first = Link(End(pulls.square * 8 + pulls.facing, gun.square), False)
    found: Ways = {first: (0, None)}
    wave = [first]
    free |= 1 << gun.square | 1 << pulls.square
    walls = state.ground.standing
    for step in range(1, steps + 1):
        after = []
        for link in wave:
            if not walls >> (link.end.pose >> 3) & 1:
                for onward in _steps(state, vehicle, link, free):
                    if onward not in found:
                        found[onward] = step, link
                        after.append(onward)
        wave = after
    return found


def _steps(state: State, vehicle: int, link: Link, free: int) -> Iterator[Link]:
    """CORE-137 … CORE-139: ahead with the weapon on the square just left; tracks also turn, once between two straight
    steps and never away from the weapon by more than 45°."""
    grid, drive, tracked = state.ground.grid, state.ground.drive, state.kind(vehicle).drive == "tracked"
    (pose, trail), turned = link
    square, facing = pose >> 3, pose & 7
    for way in (facing,) if tracked else (facing, (facing - 1) % 8, (facing + 1) % 8):
        there = grid.ahead(square, way)
        if there >= 0 and free >> there & 1 and drive.may_step(square, way):
            yield Link(End(there * 8 + way, square), False)
    for way in ((facing + 1) % 8, (facing - 1) % 8) if tracked and not turned else ():
        if square in [grid.ahead(trail, (way + off) % 8) for off in (0, 1, 7)]:
            yield Link(End(square * 8 + way, trail), True)


def ends(found: Ways) -> dict[End, Link]:
    """The ends of ways on which the weapon was pulled at all: only to turn leaves it where it is (Q-27)."""
    first = next(iter(found))
    return {link.end: link for link in found if link.end.trail != first.end.trail}


def path(found: Ways, link: Link) -> tuple[int, ...]:
    """The vehicle's poses on a way, from first to last."""
    poses = [link.end.pose]
    before = found[link][1]
    while before is not None:
        poses.append(before.end.pose)
        before = found[before][1]
    return tuple(reversed(poses))


def facing_of(state: State, end: End) -> int:
    """CORE-137, CORE-138: how the weapon then stands: its rear to the vehicle."""
    grid = state.ground.grid
    return next(facing for facing in range(8) if grid.ahead(end.pose >> 3, facing) == end.trail)
