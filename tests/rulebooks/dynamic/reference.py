"""A second, plain reading of movement on coordinates, step by step and without masks, for the tests to compare with."""

from collections.abc import Iterator

from hulldown.rulebooks.panzerstrike.board import LEGEND
from hulldown.rulebooks.panzerstrike.dynamic.orders import Move, Order, Push, TurnTurret
from hulldown.rulebooks.panzerstrike.dynamic.state import State, Unit
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS

Place = tuple[int, int]
Pose = tuple[Place, int]
WAYS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
OPEN_SIGNS = {sign for sign, ground in LEGEND.items() if ground in ("street", "square", "garden", "wall remains")}
SPEED = {
    "heavy": -1,
    "medium": 0,
    "light": 1,
    "hunter": 2,
    "heavy-destroyer": -1,
    "light-destroyer": 0,
    "car": 2,
    "spaa": 0,
    "heavy-howitzer": -1,
    "light-howitzer": 0,
    "truck": 2,
    "half-track": 1,
    "recovery": 0,
    "dozer": -1,
}
WHEELED = {"car", "truck", "half-track"}
FIXED = {"gun", "howitzer"}
TURRETED = {"heavy", "medium", "light", "hunter", "car", "spaa", "dozer"}


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
        self.wrecks = {self.place(p.square) for p in state.units.units if p.condition is Condition.DESTROYED}

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
    return place[0] + WAYS[facing][0], place[1] + WAYS[facing][1]


def one_step(town: Town, kind: str, start: Place, pose: Pose) -> Iterator[Pose]:
    """Every step forwards from a pose; nothing leads out of a wall."""
    place, facing = pose
    if place in town.walls:
        return
    if kind not in WHEELED:
        yield place, (facing + 1) % 8
        yield place, (facing - 1) % 8
    for turn in (-1, 0, 1) if kind in WHEELED else (0,):
        way = (facing + turn) % 8
        there = ahead(place, way)
        free = town.empty(there) or there == start or (there in town.walls and kind not in WHEELED)
        if free and town.gap(place, way):
            yield there, way


def forward(town: Town, piece: Unit, steps: int) -> dict[Pose, int]:
    """The poses that steps forwards lead to, each with the fewest of them."""
    start = town.place(piece.square)
    found: dict[Pose, int] = {}
    wave: set[Pose] = {(start, piece.facing)}
    for step in range(1, steps + 1):
        wave = {after for pose in wave for after in one_step(town, piece.kind, start, pose)}
        for pose in wave:
            found.setdefault(pose, step)
    return found


def backward(town: Town, piece: Unit) -> set[Pose]:
    start, back = town.place(piece.square), (piece.facing + 4) % 8
    there = ahead(start, back)
    if not town.gap(start, back):
        return set()
    if piece.kind in WHEELED:
        return {(there, (piece.facing + turn) % 8) for turn in (-1, 0, 1)} if town.empty(there) else set()
    return {(there, piece.facing)} if town.empty(there) or there in town.walls else set()


def steps_of(piece: Unit, die: int) -> int:
    return max(1, die + SPEED[piece.kind])


def moves(state: State, unit: int) -> Iterator[Move]:
    town, piece = Town(state), state.units.units[unit]
    driving = state.driving if state.driving and state.driving.unit == unit else None
    if piece.side != state.side or piece.condition is not Condition.SOUND:
        return
    if piece.moved == state.round and not (driving and driving.pushed):
        return
    if piece.kind in FIXED:
        poses: dict[Pose, int] = {(town.place(piece.square), (piece.facing + turn) % 8): 1 for turn in (-1, 1)}
        limits = dict.fromkeys((0, *state.dice), 1)
    elif driving:
        limits = {0: steps_of(piece, driving.die) - driving.steps}
        poses = forward(town, piece, limits[0])
    else:
        limits = {die: steps_of(piece, die) for die in state.dice}
        limits[0] = max([1, *limits.values()])
        poses = forward(town, piece, limits[0]) | dict.fromkeys(backward(town, piece), 1)
    for (place, facing), steps in poses.items():
        for die, limit in limits.items():
            if steps <= limit:
                yield Move(unit, town.square(place), facing, die)


def pushes(state: State, unit: int) -> Iterator[Push]:
    town, piece = Town(state), state.units.units[unit]
    driving = state.driving if state.driving and state.driving.unit == unit else None
    if piece.side != state.side or piece.condition is not Condition.SOUND or piece.kind != "dozer":
        return
    if state.ground.setup.quick or (piece.moved == state.round and not driving):
        return
    start = town.place(piece.square)
    wreck = ahead(start, piece.facing)
    beyond = ahead(wreck, piece.facing)
    if wreck not in town.wrecks or not town.empty(beyond):
        return
    if not (town.gap(start, piece.facing) and town.gap(wreck, piece.facing)):
        return
    used = driving.steps if driving else 0
    if driving and driving.die:
        if used + 2 <= steps_of(piece, driving.die):
            yield Push(unit)
        return
    enough = [die for die in set(state.dice) if used + 2 <= steps_of(piece, die)]
    if enough:
        yield Push(unit)
        yield from [Push(unit, die) for die in enough]


def turrets(state: State, unit: int) -> Iterator[TurnTurret]:
    piece = state.units.units[unit]
    mine = piece.side == state.side and piece.active and piece.kind in TURRETED
    if state.ground.setup.turrets and mine:
        near = {(piece.rested + turn) % 8 for turn in (-2, -1, 0, 1, 2)} - {piece.turret}
        yield from [TurnTurret(unit, turret) for turret in near]


def movements(state: State) -> set[Order]:
    """Every order of movement but its end."""
    found: set[Order] = set()
    for unit in range(len(state.units.units)):
        found |= {*moves(state, unit), *pushes(state, unit), *turrets(state, unit)}
    return found


def poses(state: State, unit: int, die: int = 0) -> set[str]:
    """The same as names, for one unit and die."""
    found = [move for move in moves(state, unit) if move.die == die]
    return {state.place(move.square) + ARROWS[move.facing] for move in found}
