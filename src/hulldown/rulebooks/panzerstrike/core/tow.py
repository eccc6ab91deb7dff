"""Towing (CORE-133 … CORE-139): who is hitched to what, and where vehicle and fixed weapon can go together."""

from collections.abc import Iterator
from typing import NamedTuple

from hulldown.geometry.squares import Pathfinder
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Band
from hulldown.kernel.template import template
from hulldown.rulebooks.panzerstrike.core.driving import barrier, breaks_walls, free_squares, in_the_way, off_by
from hulldown.rulebooks.panzerstrike.core.orders import Move
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.speed import only_turns, steps_left, too_far
from hulldown.rulebooks.panzerstrike.core.state import Gear, State
from hulldown.rulebooks.panzerstrike.hindrance import FAR, Hindrance, Poses, away, met

CORE_07 = RULES["CORE-07"]
CORE_34 = RULES["CORE-34"]
CORE_39 = RULES["CORE-39"]
CORE_103 = RULES["CORE-103"]
CORE_133 = RULES["CORE-133"]
CORE_134 = RULES["CORE-134"]
CORE_135 = RULES["CORE-135"]
CORE_137 = RULES["CORE-137"]
CORE_138 = RULES["CORE-138"]
CORE_139 = RULES["CORE-139"]
CORE_Q27 = RULES["CORE-Q27"]
# Manners of turning that the rules do not allow in tow.
MANNERS = {
    CORE_34.id: (CORE_34, "it would turn on the spot, which wheels never do"),
    CORE_139.id: (CORE_139, "it would turn twice without a straight step in between"),
    CORE_Q27.id: (CORE_Q27, "it would turn away from the weapon by more than 45°"),
}


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
    """CORE-133 … CORE-135: an active vehicle right behind an active fixed weapon of its side, its rear to it: on
    wheels exactly, on tracks within 45°."""
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
    """CORE-133, CORE-Q27: what a vehicle may pull now: hitched when the turn began and still, and not turned since."""
    return [
        weapon
        for hitched_to, weapon in state.hitched
        if hitched_to == vehicle
        and state.units.units[weapon].moved != state.round
        and in_position(state, vehicle, weapon)
    ]


def ways(state: State, vehicle: int, weapon: int, steps: int = 0) -> Ways:
    """CORE-136: where vehicle and fixed weapon can go together within so many steps ahead, or else the speed that the
    weapon leaves."""
    steps = steps or steps_left(state, vehicle, Gear.FORWARD, weapon)
    return ways_over(state, vehicle, weapon, steps, state.ground.drive, free_squares(state))


def ways_over(
    state: State, vehicle: int, weapon: int, steps: int, drive: Pathfinder, free: int, lifted: Rule | None = None
) -> Ways:
    """The same over such ground, with such squares free, walls included, and maybe without one rule of turning; the
    first link is where both are.

    The weapon's own square counts as free, since it leaves it.
    """
    pulls, gun = state.units.units[vehicle], state.units.units[weapon]
    first = Link(End(pulls.square * 8 + pulls.facing, gun.square), False)
    found: Ways = {first: (0, None)}
    wave = [first]
    walls = state.ground.standing & ~free
    free |= (walls if breaks_walls(state, vehicle) else 0) | 1 << gun.square | 1 << pulls.square
    for step in range(1, steps + 1):
        after = []
        for link in wave:
            if not walls >> (link.end.pose >> 3) & 1:
                for onward in _steps(state, vehicle, link, drive, free, lifted):
                    if onward not in found:
                        found[onward] = step, link
                        after.append(onward)
        wave = after
    return found


def _steps(
    state: State, vehicle: int, link: Link, drive: Pathfinder, free: int, lifted: Rule | None = None
) -> Iterator[Link]:
    """CORE-137 … CORE-139, CORE-Q27: ahead with the weapon on the square just left; tracks also turn, once between two
    straight steps and never away from the weapon by more than 45°."""
    grid, tracked = drive.grid, state.kind(vehicle).drive == "tracked"
    (pose, trail), turned = link
    square, facing = pose >> 3, pose & 7
    for way in (facing,) if tracked else (facing, (facing - 1) % 8, (facing + 1) % 8):
        there = grid.ahead(square, way)
        if there >= 0 and free >> there & 1 and drive.may_step(square, way):
            yield Link(End(there * 8 + way, square), False)
    turns = lifted is CORE_34 or (tracked and (not turned or lifted is CORE_139))
    for way in ((facing + 1) % 8, (facing - 1) % 8) if turns else ():
        if lifted is not None or square in [grid.ahead(trail, (way + off) % 8) for off in (0, 1, 7)]:
            yield Link(End(square * 8 + way, trail), True)


def ends(found: Ways) -> dict[End, Link]:
    """The ends of ways on which the weapon was pulled at all: only to turn leaves it where it is (CORE-Q27)."""
    first = next(iter(found))
    return {link.end: link for link in found if link.end.trail != first.end.trail}


def way(state: State, vehicle: int, weapon: int, end: End) -> tuple[int, ...]:
    """The vehicle's poses on the way to an end, from first to last."""
    return _poses(ways(state, vehicle, weapon), end)


def _poses(found: Ways, end: End) -> tuple[int, ...]:
    before: Link | None = ends(found)[end]
    poses = []
    while before is not None:
        poses.append(before.end.pose)
        before = found[before][1]
    return tuple(reversed(poses))


def facing_of(state: State, end: End) -> int:
    """CORE-137, CORE-138: how the weapon then stands: its rear to the vehicle."""
    grid = state.ground.grid
    return next(facing for facing in range(8) if grid.ahead(end.pose >> 3, facing) == end.trail)


# What may be pulled where


def _may_pull(state: State, unit: int) -> bool:
    """CORE-103, CORE-133, CORE-Q27: a vehicle that has not moved yet and does not only turn."""
    return state.units.units[unit].moved != state.round and not only_turns(state, unit)


def tows(state: State, unit: int) -> Iterator[tuple[int, Ways]]:
    """CORE-133: what a vehicle can pull now, each with the ways."""
    if not (state.hitched and _may_pull(state, unit)):
        return
    for weapon in weapons(state, unit):
        found = ways(state, unit, weapon)
        if ends(found):
            yield weapon, found


def may_tow(state: State, order: Move) -> Refusal | None:
    """CORE-133 … CORE-139, CORE-Q27: the weapon that is pulled, and an end for both that the steps lead to."""
    unit, weapon, units = order.unit, order.tow, state.units.units
    if not 0 <= weapon < len(units):
        return CORE_07.refuse(f"there is no unit {weapon} to tow; they are numbered 0 to {len(units) - 1}")
    if weapon not in weapons(state, unit):
        return _not_hitched(state, unit, weapon)
    name, pulled = state.name(unit, state.side), state.name(weapon, state.side)
    if units[unit].moved == state.round:
        return CORE_Q27.refuse(f"{name} has driven already and cannot pull {pulled} in this turn")
    if only_turns(state, unit):
        return CORE_103.refuse(f"{name} is semi-immobilised, only turns on the spot and cannot pull {pulled}")
    if order.gear is Gear.REVERSE:
        return CORE_Q27.refuse(f"{name} pulls {pulled} in forward gear only")
    end = End(order.square * 8 + order.facing, order.trail)
    found = ends(ways(state, unit, weapon))
    return None if end in found else _cannot_pull(state, order, end, [*found])


def _not_hitched(state: State, unit: int, weapon: int) -> Refusal:
    """CORE-133 … CORE-135, CORE-Q27: why a vehicle does not pull a unit now."""
    units, name, pulled = state.units.units, state.name(unit, state.side), state.name(weapon, state.side)
    if state.kind(weapon).vehicle:
        return CORE_133.refuse(f"{pulled} is a vehicle; only fixed weapons are towed")
    if units[weapon].side is not state.side or not units[weapon].active:
        what = "is a wreck" if units[weapon].side is state.side else f"is not {state.side.label}'s"
        return CORE_Q27.refuse(f"{pulled} {what}; a vehicle pulls its own side's active weapons")
    if not state.kind(unit).vehicle:
        return CORE_133.refuse(f"{name} is fixed itself and pulls nothing")
    if units[weapon].moved == state.round:
        what = "turned" if units[weapon].turned == state.round else "pulled"
        return CORE_Q27.refuse(f"{pulled} has been {what} in this turn and is not pulled any more")
    if in_position(state, unit, weapon):
        return CORE_133.refuse(f"{name} came to {pulled} in this turn and pulls it from the next on")
    rule, off = (CORE_135, "to within 45°") if state.kind(unit).drive == "tracked" else (CORE_134, "exactly")
    if state.ground.grid.ahead(units[weapon].square, units[weapon].facing ^ 4) != units[unit].square:
        return CORE_133.refuse(f"{name} does not stand on the square behind {pulled}")
    return rule.refuse(f"{name} stands behind {pulled}, but its rear has to point to it {off}")


def _cannot_pull(state: State, order: Move, end: End, there: list[End]) -> Refusal:
    """Says why vehicle and weapon cannot end like that: what stands there, what was in the way, then how far."""
    unit, weapon, place = order.unit, order.tow, state.place(order.square)
    name, pulled = state.name(unit, state.side), state.name(weapon, state.side)
    best = min(there, key=lambda one: (*off_by(state, order, one.pose), one.trail != order.trail), default=None)
    nearest = best and Move(unit, best.pose >> 3, best.pose & 7, Gear.FORWARD, weapon, best.trail)
    if order.square == state.units.units[unit].square:
        told = f"only to turn leaves {pulled} where it is; {name} pulls it by at least a square"
        return CORE_Q27.refuse(told, nearest)
    if refusal := _ends_elsewhere(state, order, there, nearest):
        return refusal
    if found := barrier(state, unit, order.square):
        rule, told = found
        return rule.refuse(f"{name} cannot enter {place}: {told}", nearest)
    pose = f"{place} facing {state.ground.setup.board.compass(order.facing)}"
    if thing := _met(state, order, end):
        rule, told = MANNERS.get(thing.what) or in_the_way(state, unit, thing)
        return rule.refuse(f"{name} with {pulled} in tow cannot reach {pose}: {told}", nearest)
    every = ways(state, unit, weapon, FAR)
    if end in (links := ends(every)):
        return too_far(state, order, f"{pose} is {away(every[links[end]][0])}", nearest)
    if refusal := _ends_elsewhere(state, order, [*links], nearest):
        return refusal
    if any(steps == FAR for steps, _ in every.values()):  # the ways go on, and nobody has followed them to their end
        return too_far(state, order, f"{pose} is not within {FAR} steps", nearest)
    return CORE_39.refuse(f"there is no way for {name} with {pulled} in tow to {pose}", nearest)


def _ends_elsewhere(state: State, order: Move, there: list[End], nearest: Move | None) -> Refusal | None:
    """CORE-137, CORE-138: the vehicle comes to its pose, and the weapon ends on another square than was ordered."""
    pose, name = order.square * 8 + order.facing, state.name(order.unit, state.side)
    trails = " or ".join(sorted(state.place(one.trail) for one in there if one.pose == pose))
    if not trails:
        return None
    told = f"with {name} so on {state.place(order.square)}, {state.name(order.tow, state.side)} ends on {trails}"
    return _trailing(state, order.unit).refuse(told, nearest)


def _trailing(state: State, unit: int) -> Rule:
    """CORE-137, CORE-138: the rule by which the weapon ends behind a vehicle of this drive."""
    return CORE_138 if state.kind(unit).drive == "tracked" else CORE_137


def _met(state: State, order: Move, end: End) -> Hindrance | None:
    """CORE-34, CORE-39, CORE-139, CORE-Q27: the one thing but for which the steps would lead both to an end."""
    unit, weapon, free = order.unit, order.tow, free_squares(state)
    steps, drive = steps_left(state, unit, Gear.FORWARD, weapon), state.ground.drive

    def way(drive: Pathfinder, free: int, lifted: Rule | None = None) -> Poses | None:
        over = ways_over(state, unit, weapon, steps, drive, free, lifted)
        return _poses(over, end) if end in ends(over) else None

    turning = (CORE_139, CORE_Q27) if state.kind(unit).drive == "tracked" else (CORE_34,)
    manners = {rule.id: way(drive, free, rule) for rule in turning}
    return met(state, state.units.units[unit].square, free | 1 << state.units.units[weapon].square, steps, way, manners)


def bands(state: State, unit: int, weapon: int, found: Ways) -> Iterator[Band]:
    """CORE-137, CORE-138: the ends with a weapon in tow: for each pose the nearest, then the others that there are."""
    name, move = state.name(weapon, state.side), Move(unit, 0, 0, Gear.FORWARD, weapon)
    order = template(move, square="cell", facing="facing", trail="trail")
    links = ends(found)
    left = sorted((found[link][0], end.pose, end.trail) for end, link in links.items())
    token = 2
    while left:
        rows = list({pose: (far, pose, trail) for far, pose, trail in reversed(left)}.values())
        left = [row for row in left if row not in rows]
        steps, poses, trails = zip(*sorted(rows), strict=True)
        before = []
        for pose, trail in zip(poses, trails, strict=True):
            link = found[links[End(pose, trail)]][1]
            assert link is not None
            before.append(link.end.pose)
        told = f"with {name} in tow" if token == 2 else f"with {name} in tow, ending elsewhere"
        yield Band(
            told, _trailing(state, unit).id, token, order, poses, steps, tuple(before), trails=trails, tow=weapon
        )
        token += 1
