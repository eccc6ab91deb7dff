"""A second, plain reading of movement on coordinates, step by step and without masks, for the tests to compare with."""

from collections.abc import Iterator

from hulldown.rulebooks.panzerstrike.board import LEGEND
from hulldown.rulebooks.panzerstrike.core.orders import Move, Order, Push, RollSpeed, TurnTurret
from hulldown.rulebooks.panzerstrike.core.setup import UnitType
from hulldown.rulebooks.panzerstrike.core.state import Gear, State, Tracks, UnderWay, Unit
from hulldown.rulebooks.panzerstrike.pieces import Condition

Place = tuple[int, int]
Pose = tuple[Place, int]
WAYS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
OPEN_SIGNS = {sign for sign, ground in LEGEND.items() if ground in ("street", "square", "garden", "wall remains")}
SLOTS = ((0, 0), (1, 1), (5, 2), (10, 3), (15, 4), (20, 5), (500, 6))


class Town:
    """The board and what stands on it, as sets of places."""

    def __init__(self, state: State) -> None:
        rows = state.ground.setup.board.rows
        self.columns = len(rows[0])
        self.all = {(x, y) for y in range(len(rows)) for x in range(self.columns)}
        self.walls = {self.place(square) for square in state.ground.walls}
        houses = {(x, y) for x, y in self.all if rows[y][x] not in OPEN_SIGNS}
        barricades = {self.place(square) for square in (*state.ground.setup.low, *state.ground.setup.high)}
        self.closed = houses | barricades | self.walls
        self.bodies = {self.place(piece.square) for piece in state.units.units if piece.square >= 0}
        self.wrecks = {
            self.place(piece.square): state.kind(unit).mass
            for unit, piece in enumerate(state.units.units)
            if piece.condition is Condition.DESTROYED
        }

    def place(self, square: int) -> Place:
        return square % self.columns, square // self.columns

    def square(self, place: Place) -> int:
        return place[1] * self.columns + place[0]

    def gap(self, place: Place, facing: int) -> bool:
        """Whether a step that way has any width."""
        (x, y), (dx, dy) = place, WAYS[facing]
        return not (dx and dy and {(x + dx, y), (x, y + dy)} <= self.closed)

    def empty(self, place: Place) -> bool:
        return place in self.all and place not in self.closed and place not in self.bodies


def ahead(place: Place, facing: int) -> Place:
    return place[0] + WAYS[facing % 8][0], place[1] + WAYS[facing % 8][1]


def may_enter(town: Town, kind: UnitType, start: Place, place: Place, way: int) -> bool:
    """Whether a step from a place this way is open; heavy vehicles enter walls."""
    there = ahead(place, way)
    free = town.empty(there) or there == start or (there in town.walls and kind.mass >= 15)
    return free and town.gap(place, way % 8)


def one_step(town: Town, kind: UnitType, start: Place, pose: Pose, gear: Gear) -> Iterator[Pose]:
    """Every step from a pose in a gear; nothing leads out of a wall."""
    place, facing = pose
    if place in town.walls:
        return
    wheels = kind.drive == "wheeled"
    if not wheels:
        yield place, (facing + 1) % 8
        yield place, (facing - 1) % 8
    if gear is Gear.FORWARD:
        for turn in (-1, 0, 1) if wheels else (0,):
            if may_enter(town, kind, start, place, (facing + turn) % 8):
                yield ahead(place, facing + turn), (facing + turn) % 8
    elif may_enter(town, kind, start, place, (facing + 4) % 8):
        for turn in (-1, 0, 1) if wheels else (0,):
            yield ahead(place, facing + 4), (facing + turn) % 8


def reached(town: Town, kind: UnitType, piece: Unit, gear: Gear, steps: int) -> dict[Pose, int]:
    """The poses that steps in a gear lead to, each with the fewest of them."""
    start = town.place(piece.square)
    found: dict[Pose, int] = {}
    wave: set[Pose] = {(start, piece.facing)}
    for step in range(1, steps + 1):
        wave = {after for pose in wave for after in one_step(town, kind, start, pose, gear)}
        for pose in wave:
            found.setdefault(pose, step)
    return found


def half(number: int) -> int:
    return (number + 1) // 2


def slots(state: State) -> int:
    mine = [piece for piece in state.units.units if piece.side == state.side and piece.active]
    many = sum(state.ground.chart[piece.kind].drive != "none" for piece in mine)
    return next(count for most, count in SLOTS if many <= most) + any(piece.command for piece in mine)


def driving_of(state: State, unit: int) -> UnderWay | None:
    return state.driving if state.driving and state.driving.unit == unit else None


def far(state: State, unit: int) -> bool:
    """Whether a vehicle may take a second step."""
    if state.ground.setup.speed_die:
        return unit in state.coordinated and driving_of(state, unit) is not None
    return unit in state.coordinated or len(state.coordinated) < slots(state)


def limit(state: State, unit: int, gear: Gear, tow: int = -1) -> int:
    """The steps that a vehicle has in a gear, those that it has made included."""
    kind, driving = state.kind(unit), driving_of(state, unit)
    speed = (kind.max if gear is Gear.FORWARD else kind.reverse) + (driving.most - kind.max if driving else 0)
    if state.units.units[unit].tracks is Tracks.SEMI:
        speed = half(speed)
    if tow >= 0 and kind.mass < 4 * state.kind(tow).mass:
        speed = half(speed)
    return max(1, speed) if far(state, unit) else 1


def moves(state: State, unit: int) -> Iterator[Move]:
    town, piece, kind = Town(state), state.units.units[unit], state.kind(unit)
    driving = driving_of(state, unit)
    if piece.side != state.side or not piece.active or piece.tracks is Tracks.IMMOBILE or piece.timer:
        return
    again = piece.moved == state.round
    if again and not (driving and driving.pushed):
        return
    here = town.place(piece.square)
    if kind.drive == "none":
        for turn in (-2, -1, 1, 2) if kind.mass < 5 else (-1, 1):
            yield Move(unit, piece.square, (piece.facing + turn) % 8)
        return
    used = driving.steps if driving else 0
    tracked = kind.drive == "tracked"
    turns = limit(state, unit, Gear.FORWARD) if again else max(limit(state, unit, gear) for gear in Gear)
    for gear in Gear:
        if again and gear is Gear.REVERSE:
            continue
        for place, facing in reached(town, kind, piece, gear, limit(state, unit, gear) - used):
            if not tracked or (place != here and piece.tracks is not Tracks.SEMI):
                yield Move(unit, town.square(place), facing, gear)
    if tracked:
        for turn in range(8):
            if (min(turn, 8 - turn) or 2) <= turns - used:
                yield Move(unit, piece.square, (piece.facing + turn) % 8)
    if not again and not (tracked and piece.tracks is Tracks.SEMI):
        yield from pulls(state, unit)


def pulls(state: State, unit: int) -> Iterator[Move]:
    """Every way with each weapon that can be pulled, followed to its last step."""
    town, piece, kind = Town(state), state.units.units[unit], state.kind(unit)
    start = town.place(piece.square)
    for vehicle, weapon in state.hitched:
        gun = state.units.units[weapon]
        if vehicle != unit or gun.moved == state.round or not gun.active:
            continue
        away = (gun.facing + 4) % 8
        off = (piece.facing - away) % 8
        if ahead(town.place(gun.square), away) != start or off not in ((0, 1, 7) if kind.drive == "tracked" else (0,)):
            continue
        town.bodies = town.bodies - {town.place(gun.square)}
        for pose, trail in trains(
            town, kind, start, (start, piece.facing), away, limit(state, unit, Gear.FORWARD, weapon)
        ):
            yield Move(unit, town.square(pose[0]), pose[1], Gear.FORWARD, weapon, town.square(trail))
        town.bodies = town.bodies | {town.place(gun.square)}


def trains(town: Town, kind: UnitType, start: Place, pose: Pose, way: int, steps: int) -> set[tuple[Pose, Place]]:
    """Every end of at most so many steps, by trying all sequences. `way` is that of the last straight step."""
    found: set[tuple[Pose, Place]] = set()
    gun = ahead(start, way + 4)

    def go(pose: Pose, trail: Place, way: int, turned: bool, left: int) -> None:
        place, facing = pose
        if trail != gun:
            found.add((pose, trail))
        if not left or place in town.walls:
            return
        wheels = kind.drive == "wheeled"
        for turn in (-1, 0, 1) if wheels else (0,):
            to = (facing + turn) % 8
            if may_enter(town, kind, start, place, to):
                go((ahead(place, to), to), place, to, False, left - 1)
        for turn in () if wheels or turned else (-1, 1):
            to = (facing + turn) % 8
            if (to - way) % 8 in (0, 1, 7):
                go((place, to), trail, way, True, left - 1)

    go(pose, gun, way, False, steps)
    return found


def pushes(state: State, unit: int) -> Iterator[Push]:
    town, piece, kind = Town(state), state.units.units[unit], state.kind(unit)
    driving = driving_of(state, unit)
    if piece.side != state.side or not piece.active or kind.drive == "none" or piece.timer:
        return
    if piece.tracks is Tracks.IMMOBILE or (piece.tracks is Tracks.SEMI and kind.drive == "tracked"):
        return
    if piece.moved == state.round and (driving is None or driving.steps >= driving.most):
        return
    start = town.place(piece.square)
    wreck = ahead(start, piece.facing)
    beyond = ahead(wreck, piece.facing)
    if wreck not in town.wrecks or not town.empty(beyond) or town.wrecks[wreck] > kind.mass:
        return
    if not (town.gap(start, piece.facing) and town.gap(wreck, piece.facing)):
        return
    times = kind.mass // town.wrecks[wreck]
    cost = (1 if times >= 2 else 2) if kind.dozer else 4 - min(times, 3)
    if cost + (driving.steps if driving else 0) <= limit(state, unit, Gear.FORWARD):
        yield Push(unit)


def rolls(state: State, unit: int) -> Iterator[RollSpeed]:
    piece = state.units.units[unit]
    able = piece.side == state.side and piece.active and piece.tracks is not Tracks.IMMOBILE and not piece.timer
    fresh = piece.moved != state.round and unit not in state.coordinated and state.kind(unit).drive != "none"
    if state.ground.setup.speed_die and able and fresh and len(state.coordinated) < slots(state):
        yield RollSpeed(unit)


def turrets(state: State, unit: int) -> Iterator[TurnTurret]:
    piece, setup, mount = state.units.units[unit], state.ground.setup, state.kind(unit).mount
    fixed = mount == "turret" and (setup.moulded or setup.free_turrets)
    if piece.side == state.side and piece.active and not piece.timer and mount in ("turret", "crane") and not fixed:
        near = {(piece.rested + turn) % 8 for turn in (-2, -1, 0, 1, 2)} - {piece.turret}
        yield from [TurnTurret(unit, turret) for turret in near]


def movements(state: State) -> set[Order]:
    """Every order of movement but its end."""
    found: set[Order] = set()
    for unit in range(len(state.units.units)):
        found |= {*rolls(state, unit), *moves(state, unit), *pushes(state, unit), *turrets(state, unit)}
    return found
