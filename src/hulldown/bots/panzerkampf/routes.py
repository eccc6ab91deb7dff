"""How far it is to a goal for each kind of unit, and the paths that are tried on the way there."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot

from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.geometry.plane import Base, Field, bearing
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import going, water
from hulldown.rulebooks.panzerkampf.orders import Path
from hulldown.rulebooks.panzerkampf.state import Ground
from hulldown.rulebooks.panzerkampf.units import UnitType

CELL = 3 * CM  # of the lattice on which ways are found
Spot = tuple[int, int]
Goals = frozenset[Spot]


def swing(heading: int, to: int) -> int:
    """The shorter turn from one heading to another, to the right positive."""
    return (to - heading + 180) % 360 - 180


class Lattice:
    """The table in cells: for each its neighbours, and what it costs a kind of unit to go there, in centimetres."""

    def __init__(self, columns: int, rows: int, costs: list[int], most: int) -> None:
        self.columns, self.rows, self.costs = columns, rows, costs
        self.open = [cost < most for cost in costs]
        ways = [(dx, dy, hypot(dx, dy) * CELL / CM / 2) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
        self.steps = [
            [
                (at + dy * columns + dx, far * (cost + costs[at + dy * columns + dx]))
                for dx, dy, far in ways
                if 0 <= at % columns + dx < columns and 0 <= at // columns + dy < rows
            ]
            for at, cost in enumerate(costs)
        ]

    def at(self, x: int, y: int) -> int:
        column, row = min(max(x // CELL, 0), self.columns - 1), min(max(y // CELL, 0), self.rows - 1)
        return row * self.columns + column

    def middle(self, at: int) -> Spot:
        return at % self.columns * CELL + CELL // 2, at // self.columns * CELL + CELL // 2


def lattice(ground: Ground, row: UnitType, roomy: bool = False) -> Lattice:
    """The table as a kind of unit can cross it; by the middles of cells, or with room for its base
    around them (PK-07, PK-08, PK-16)."""
    return _lattice(ground, row.type, row.swim, row.width if roomy and not row.naval else 0)


@lru_cache(maxsize=64)
def _lattice(ground: Ground, kind: str, swim: bool, size: int) -> Lattice:
    row = next(row for row in ground.setup.chart if (row.type, row.swim) == (kind, swim))
    table, way, costs = ground.table, going(ground, row), list[int]()
    columns, rows = -(-table.width // CELL), -(-table.height // CELL)
    most = TUNING.ashore_cost if row.naval else TUNING.shut_cost
    for at in range(columns * rows):
        x, y = at % columns * CELL + CELL // 2, at // columns * CELL + CELL // 2
        shut = any(area.holds(x, y) for area in way.off) or (row.naval and not water(ground).holds(x, y))
        if size and not shut:
            shut = Field([], way.off, way.on).blocked(Base(x, y, 0, size, size)) is not None
        slow = max([one.factor for one in way.slow for area in one.areas if area.holds(x, y)], default=1)
        costs.append(most if shut else slow)
    return Lattice(columns, rows, costs, most)


def ways(ground: Ground, row: UnitType, goals: Goals, roomy: bool = False) -> list[float]:
    """For each cell of the lattice how many centimetres of MOV it is to the nearest of these places."""
    grid = lattice(ground, row, roomy)
    return _ways(grid, frozenset([grid.at(x, y) for x, y in goals]))


@lru_cache(maxsize=256)
def _ways(grid: Lattice, goals: frozenset[int]) -> list[float]:
    found, steps = [float("inf")] * len(grid.steps), grid.steps
    queue = [(0.0, goal) for goal in sorted(goals)]
    for _, goal in queue:
        found[goal] = 0.0
    while queue:
        cost, at = heappop(queue)
        if cost == found[at]:
            for step, length in steps[at]:
                if (further := cost + length) < found[step]:
                    found[step] = further
                    heappush(queue, (further, step))
    return found


def downhill(ground: Ground, row: UnitType, goals: Goals, x: int, y: int, far: int, roomy: bool = False) -> list[Spot]:
    """The middles of cells on the way from a place to the nearest goal, as far as so many centimetres reach."""
    return down(lattice(ground, row, roomy), ways(ground, row, goals, roomy), x, y, far)


def down(grid: Lattice, found: list[float], x: int, y: int, far: int) -> list[Spot]:
    """The same where it is known how far it is to the goal from each cell."""
    at, path = grid.at(x, y), list[Spot]()
    start = found[at]
    while found[at] > 0 and start - found[at] < far:
        at = min([step for step, _ in grid.steps[at]], key=found.__getitem__)
        path.append(grid.middle(at))
    return path


def tried(row: UnitType, heading: int, far: int, here: Spot, steps: Sequence[Spot]) -> Iterator[Path]:
    """Paths of a unit: along some steps, and a fan of others."""
    many = len(steps)
    for at in sorted({many // 3, 2 * many // 3, many - 1}) if steps else ():
        yield _legs(heading, far, here, steps[at])
    for corner in sorted({0, 1, many // 2}):
        if corner < many - 1:
            yield _legs(heading, far, here, steps[corner], steps[-1])
    for turn in (0, 45, -45, 90, -90, 135, -135, 180):
        if abs(turn) <= row.turn:
            yield ((turn, far),)
            yield ((turn, far // 3),)


def _legs(heading: int, far: int, *places: Spot) -> Path:
    """From the first of some places to all others."""
    path = list[tuple[int, int]]()
    for (x, y), (to_x, to_y) in pairwise(places):
        way = bearing(to_x - x, to_y - y)
        path.append((swing(heading, way), min(far, round(hypot(to_x - x, to_y - y)))))
        heading = way
    return tuple(path)
