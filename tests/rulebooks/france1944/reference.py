"""A second, plain reading of the rules on coordinates, slow and without masks, for the tests to compare with."""

from collections.abc import Iterator

from hulldown.rulebooks.panzerstrike.board import LEGEND
from hulldown.rulebooks.panzerstrike.france1944.state import State
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS

Place = tuple[int, int]
WAYS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))
SPEED = {"heavy": -2, "medium": 0, "light": 1}
OPEN_SIGNS = {sign for sign, ground in LEGEND.items() if ground in ("street", "square", "garden")}


def place_of(state: State, square: int) -> Place:
    columns = len(state.ground.setup.board.rows[0])
    return square % columns, square // columns


def closed(state: State) -> set[Place]:
    """Buildings and barricades."""
    rows = state.ground.setup.board.rows
    houses = {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign not in OPEN_SIGNS}
    return houses | {place_of(state, square) for square in state.ground.barricades}


def bodies(state: State) -> set[Place]:
    """Tanks and wrecks."""
    return {place_of(state, tank.square) for tank in state.tanks.units if tank.square >= 0}


def enterable(state: State) -> set[Place]:
    rows = state.ground.setup.board.rows
    everything = {(x, y) for y in range(len(rows)) for x in range(len(rows[0]))}
    return everything - closed(state) - bodies(state) - {place_of(state, flag.square) for flag in state.flags}


def may_step(state: State, place: Place, way: Place) -> bool:
    """Onto a free square, and on the diagonal not between two closed ones."""
    (x, y), (dx, dy) = place, way
    if (x + dx, y + dy) not in enterable(state):
        return False
    return not (dx and dy and (x + dx, y) in closed(state) and (x, y + dy) in closed(state))


def name(state: State, place: Place, facing: int) -> str:
    x, y = place
    return f"{chr(ord('A') + x)}{y + 1}{ARROWS[facing]}"


def forward(state: State, unit: int, die: int) -> set[str]:
    """Poses that steps ahead and turns lead to."""
    tank = state.tanks.units[unit]
    start = place_of(state, tank.square)
    found: set[tuple[Place, int]] = set()
    wave = {(start, tank.facing)}
    for _ in range(max(1, die + SPEED[tank.kind])):
        after: set[tuple[Place, int]] = set()
        for place, facing in wave:
            after |= {(place, (facing + 1) % 8), (place, (facing - 1) % 8)}
            way = WAYS[facing]
            ahead = (place[0] + way[0], place[1] + way[1])
            if may_step(state, place, way) or (ahead == start and _gap(state, place, way)):
                after.add((ahead, facing))
        found |= after
        wave = after
    return {name(state, place, facing) for place, facing in found}


def _gap(state: State, place: Place, way: Place) -> bool:
    """Back onto the tank's own first square, which it has left: only the gap can stop it."""
    (x, y), (dx, dy) = place, way
    return not (dx and dy and (x + dx, y) in closed(state) and (x, y + dy) in closed(state))


def moves(state: State, unit: int, die: int) -> set[str]:
    """All poses of a tank with a die, one square back included."""
    tank = state.tanks.units[unit]
    start = place_of(state, tank.square)
    dx, dy = WAYS[tank.facing]
    poses = forward(state, unit, die)
    if may_step(state, start, (-dx, -dy)):
        poses.add(name(state, (start[0] - dx, start[1] - dy), tank.facing))
    return poses


def distance(dx: int, dy: int) -> int:
    """The distance between centres, to the nearest whole number, found by counting up."""
    r = 0
    while (2 * r + 1) ** 2 < 4 * (dx * dx + dy * dy):
        r += 1
    return r


def crosses(dx: int, dy: int, ux: int, uy: int) -> bool:
    """Whether the line from (0, 0) to (dx, dy) crosses the inside of the square at (ux, uy)."""
    if not (min(0, dx) <= ux <= max(0, dx) and min(0, dy) <= uy <= max(0, dy)):
        return False
    corners = [dx * (2 * uy + b) - dy * (2 * ux + a) for a in (-1, 1) for b in (-1, 1)]
    return min(corners) < 0 < max(corners)


def blocked(state: State, a: Place, b: Place) -> bool:
    """Whether buildings, barricades, tanks or wrecks close the line between two squares."""
    (ax, ay), (bx, by) = a, b
    dx, dy = bx - ax, by - ay
    length = dx * dx + dy * dy
    walls = {(x - ax, y - ay) for x, y in closed(state)}
    if any(crosses(dx, dy, x, y) for x, y in walls if (x, y) not in ((0, 0), (dx, dy))):
        return True
    if any({left, right} <= walls for left, right in _flanks(dx, dy)):
        return True
    for x, y in bodies(state):
        ux, uy = x - ax, y - ay
        if 0 < dx * ux + dy * uy < length and 4 * (dx * uy - dy * ux) ** 2 < length:
            return True
    return False


def _flanks(dx: int, dy: int) -> Iterator[tuple[Place, Place]]:
    """The two squares beside each corner of the grid that the line passes through exactly."""
    sx, sy = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    for x in range(abs(dx)):
        for y in range(abs(dy)):
            if (2 * x + 1) * abs(dy) == (2 * y + 1) * abs(dx):
                yield ((x + 1) * sx, y * sy), (x * sx, (y + 1) * sy)


def targets(state: State, unit: int) -> set[int]:
    """All that a tank may fire at."""
    tank = state.tanks.units[unit]
    if tank.fired == state.round or tank.condition is Condition.DESTROYED:
        return set()
    here = place_of(state, tank.square)
    found = set()
    for other, aim in enumerate(state.tanks.units):
        if aim.side == tank.side or aim.condition is Condition.DESTROYED:
            continue
        there = place_of(state, aim.square)
        dx, dy = there[0] - here[0], there[1] - here[1]
        fx, fy = WAYS[tank.facing]
        bears = tank.moved != state.round or fx * dx + fy * dy >= 0
        if distance(dx, dy) >= 2 and bears and not blocked(state, here, there):
            found.add(other)
    return found
