"""A second, plain reading of the rules of fire on coordinates, slow and without masks, to compare with."""

from collections.abc import Iterator

from hulldown.rulebooks.panzerstrike.board import BUILDINGS, LEGEND
from hulldown.rulebooks.panzerstrike.dynamic.state import State
from hulldown.rulebooks.panzerstrike.pieces import Condition

Place = tuple[int, int]
WAYS = ((0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1))


def place_of(state: State, square: int) -> Place:
    columns = len(state.ground.setup.board.rows[0])
    return square % columns, square // columns


def direct_range(dx: int, dy: int) -> int:
    """The distance between centres to the nearest whole number, found by counting up."""
    r = 0
    while (2 * r + 1) ** 2 < 4 * (dx * dx + dy * dy):
        r += 1
    return r


def parabolic_range(dx: int, dy: int) -> int:
    """The distance between centres, rounded up."""
    r = 0
    while r * r < dx * dx + dy * dy:
        r += 1
    return r


def zone(facing: int, dx: int, dy: int) -> str:
    """The part of the target's armour that looks to (dx, dy)."""
    fx, fy = WAYS[facing]
    dot, cross = fx * dx + fy * dy, abs(fx * dy - fy * dx)
    return "front" if dot > cross else "rear" if -dot > cross else "side"


def bears(state: State, unit: int, dx: int, dy: int) -> bool:
    piece = state.units.units[unit]
    mount, facing = state.ground.chart[piece.kind].mount, piece.facing
    if mount == "turret" and not state.ground.setup.turrets:
        fx, fy = WAYS[facing]
        return piece.moved != state.round or fx * dx + fy * dy >= 0
    if mount == "turret":
        facing = (facing + piece.turret) % 8
    fx, fy = WAYS[facing]
    dot, cross = fx * dx + fy * dy, abs(fx * dy - fy * dx)
    return dot > 0 and 2 * cross <= dot


def buildings(state: State) -> set[Place]:
    rows = state.ground.setup.board.rows
    return {(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if LEGEND[sign] in BUILDINGS}


def crosses(dx: int, dy: int, ux: int, uy: int) -> bool:
    """Whether the line from (0, 0) to (dx, dy) crosses the inside of the square at (ux, uy)."""
    if not (min(0, dx) <= ux <= max(0, dx) and min(0, dy) <= uy <= max(0, dy)) or (ux, uy) in ((0, 0), (dx, dy)):
        return False
    corners = [dx * (2 * uy + b) - dy * (2 * ux + a) for a in (-1, 1) for b in (-1, 1)]
    return min(corners) < 0 < max(corners)


def flanks(dx: int, dy: int) -> Iterator[tuple[Place, Place]]:
    """The two squares beside each corner of the grid that the line passes through exactly."""
    sx, sy = (1 if dx > 0 else -1), (1 if dy > 0 else -1)
    for x in range(abs(dx)):
        for y in range(abs(dy)):
            if (2 * x + 1) * abs(dy) == (2 * y + 1) * abs(dx):
                yield ((x + 1) * sx, y * sy), (x * sx, (y + 1) * sy)


def on_the_line(a: Place, b: Place, things: set[Place]) -> set[Place]:
    """Those of some terrain squares that close the line: crossed, or both beside a corner."""
    (ax, ay), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    near = {(x - ax, y - ay) for x, y in things}
    found = {u for u in near if crosses(dx, dy, *u)}
    for pair in flanks(dx, dy):
        if set(pair) <= near:
            found |= set(pair)
    return {(x + ax, y + ay) for x, y in found}


def sees_past_units(state: State, a: Place, b: Place) -> bool:
    """Whether no unit, active or not, stands in the line."""
    (ax, ay), (dx, dy) = a, (b[0] - a[0], b[1] - a[1])
    length = dx * dx + dy * dy
    for piece in state.units.units:
        x, y = place_of(state, piece.square)
        ux, uy = x - ax, y - ay
        if 0 < dx * ux + dy * uy < length and 4 * (dx * uy - dy * ux) ** 2 < length:
            return False
    return True


def may_fire(state: State, unit: int) -> bool:
    piece = state.units.units[unit]
    kind = state.ground.chart[piece.kind]
    if piece.side != state.side or piece.condition is Condition.DESTROYED or kind.mount == "none":
        return False
    turned = kind.category == "fixed" and piece.moved == state.round
    return not turned and state.round not in (piece.fired, piece.broke)


def hits(state: State, unit: int, there: Place) -> bool:
    """Whether a direct shot at a square is allowed, whatever stands there."""
    here = place_of(state, state.units.units[unit].square)
    dx, dy = there[0] - here[0], there[1] - here[1]
    ground = state.ground
    solid = buildings(state) | {place_of(state, at) for at in (*ground.walls, *ground.dust, *ground.setup.high)}
    return (
        direct_range(dx, dy) >= 2
        and bears(state, unit, dx, dy)
        and not on_the_line(here, there, solid)
        and sees_past_units(state, here, there)
    )


def enemies(state: State) -> list[int]:
    return [
        other
        for other, piece in enumerate(state.units.units)
        if piece.side != state.side and piece.condition is not Condition.DESTROYED
    ]


def targets(state: State, unit: int) -> set[int]:
    """All units that a unit may fire at directly."""
    if not may_fire(state, unit):
        return set()
    units = state.units.units
    return {other for other in enemies(state) if hits(state, unit, place_of(state, units[other].square))}


def wall_targets(state: State, unit: int) -> set[int]:
    if not may_fire(state, unit):
        return set()
    return {square for square in state.ground.walls if hits(state, unit, place_of(state, square))}


def spotters(state: State, unit: int, target: int) -> set[int]:
    """The howitzer and the vehicles of its side that see the target, past everything but buildings."""
    units = state.units.units
    there = place_of(state, units[target].square)
    return {
        eye
        for eye, piece in enumerate(units)
        if piece.side == state.side
        and piece.condition is not Condition.DESTROYED
        and (eye == unit or state.ground.chart[piece.kind].category != "fixed")
        and not on_the_line(place_of(state, piece.square), there, buildings(state))
    }


def lob_targets(state: State, unit: int) -> set[int]:
    """All that a howitzer may fire at in a high arc."""
    units = state.units.units
    piece = units[unit]
    entry = state.ground.chart[piece.kind].parabolic
    if entry is None or not may_fire(state, unit) or piece.moved == state.round:
        return set()
    here = place_of(state, piece.square)
    heights = {place_of(state, square): height for square, height in state.ground.setup.heights}
    found = set()
    for other in enemies(state):
        there = place_of(state, units[other].square)
        dx, dy = there[0] - here[0], there[1] - here[1]
        over = all(
            (heights.get(house, 1) if state.ground.setup.solid else 1)
            < max(abs(house[0] - end[0]), abs(house[1] - end[1]))
            for house in on_the_line(here, there, buildings(state))
            for end in (here, there)
        )
        in_range = entry.least <= parabolic_range(dx, dy) <= entry.most
        if in_range and bears(state, unit, dx, dy) and over and spotters(state, unit, other):
            found.add(other)
    return found
