"""What weapons promise and threaten, in points, and how far it is to the enemy: what the tactics count with.

A target is worth its points; half of them go with its hit points, the rest with its end. Chances are exact, but for
what a weapon would do from somewhere else: there smoke, camouflage and supplies are left out of account.
"""

from functools import lru_cache
from heapq import heappop, heappush
from math import hypot
from typing import NamedTuple

from hulldown.geometry.plane import in_arc, in_range
from hulldown.kernel.odds import Odds
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import odds, shooting
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import going, water
from hulldown.rulebooks.panzerkampf.odds import Strike, Volley
from hulldown.rulebooks.panzerkampf.orders import Fire
from hulldown.rulebooks.panzerkampf.setup import Setup
from hulldown.rulebooks.panzerkampf.sight import MOUNTS
from hulldown.rulebooks.panzerkampf.state import Ground, Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.units import UnitType, Weapon

STANDS = 0.5  # of its worth a unit loses only with its last hit point
CELL = 3 * CM  # of the lattice on which ways are found
SHUT = 40  # what a cell counts that cannot be entered, so that there is a way to every enemy


def worth(row: UnitType, hp: int) -> float:
    """What a unit with so many hit points is worth."""
    return row.points * (STANDS + (1 - STANDS) * hp / row.hp) if hp > 0 else 0.0


def loss(row: UnitType, hp: int, found: Odds[str]) -> float:
    """What an attack takes from a unit on the average."""
    total, has = 0.0, worth(row, hp)
    for outcome, chance in found.items():
        if outcome in ("destroyed", "explodes", "wreck"):
            total += float(chance) * has
        elif outcome != "nothing":
            total += float(chance) * (has - worth(row, hp - int(outcome.split()[0])))
    return total


@lru_cache(maxsize=1 << 15)
def toll(row: UnitType, hp: int, volley: Volley, strike: Strike) -> float:
    """What a shot takes from its target on the average."""
    return loss(row, hp, odds.shot(volley, strike))


# From anywhere


@lru_cache(maxsize=1 << 15)
def promised(
    ground: Ground, kind: str, weapon: int, target: str, side: int, hp: int, dug_in: bool, dived: bool
) -> float:
    """What a weapon takes on the average from a target that shows it its front (0), a side (90) or its back (180)."""
    gun = ground.types[kind].weapon[weapon]
    if gun.use != "fire" or gun.kind in ("artillery", "bomb"):
        return 0.0
    where = {0: (0, -CM), 90: (CM, 0), 180: (0, CM)}[side]
    shooter = Unit(RED, kind, 1, 1, Where.TABLE, *where)
    aim = Unit(BLUE, target, 1, hp, Where.TABLE, dug_in=dug_in, dived=dived)
    state = State(ground, [shooter, aim], Phase.SHOOTING, RED, turn=1)
    if shooting.may_target(state, 0, gun, 1) is not None:
        return 0.0
    volley, strike, _, _ = shooting.facts_of(state, Fire(0, weapon, 1))
    return toll(ground.types[target], hp, volley, strike)


def shown(dx: int, dy: int, heading: int) -> int:
    """Which side a unit with a heading shows to whom is that far away: 0, 90 or 180."""
    return 0 if in_arc(dx, dy, heading, 45) else 90 if in_arc(dx, dy, heading, 135) else 180


def bears(weapon: Weapon, dx: int, dy: int, heading: int) -> bool:
    """Whether a weapon of a unit with a heading reaches so far that way."""
    return in_range(dx, dy, weapon.range * CM) and in_arc(dx, dy, heading + MOUNTS[weapon.mount], weapon.angle)


@lru_cache(maxsize=1 << 12)
def from_above(ground: Ground, target: str, hp: int, power: tuple[int, int], wrecks: bool) -> float:
    """What one hit from above takes from a unit on the average."""
    row, (many, penetration) = ground.types[target], power
    needed = max(1, min(row.top - penetration, ground.setup.figures.die))
    strike = Strike(many, needed, hp, "wreck" if wrecks else "gone", 0, ground.setup.figures.die)
    return loss(row, hp, odds.struck({1: odds.ONE}, strike))


# Ways


class Lattice(NamedTuple):
    """For each cell what it costs a kind of unit to cross it."""

    columns: int
    rows: int
    costs: tuple[int, ...]

    def at(self, x: int, y: int) -> int:
        column, row = min(max(x // CELL, 0), self.columns - 1), min(max(y // CELL, 0), self.rows - 1)
        return row * self.columns + column


def lattice(ground: Ground, row: UnitType) -> Lattice:
    """PK-07, PK-08, PK-16: the table as a kind of unit can cross it; by the middles of cells."""
    return _lattice(ground, _first_such(ground, row.type, row.swim))


@lru_cache(maxsize=256)
def _first_such(ground: Ground, kind: str, swim: bool) -> UnitType:
    """The first unit of the chart for which the ground is the same."""
    return next(row for row in ground.setup.chart if (row.type, row.swim) == (kind, swim))


@lru_cache(maxsize=64)
def _lattice(ground: Ground, row: UnitType) -> Lattice:
    table, way = ground.table, going(ground, row)
    columns, rows = -(-table.width // CELL), -(-table.height // CELL)
    costs = []
    for at in range(columns * rows):
        x, y = at % columns * CELL + CELL // 2, at // columns * CELL + CELL // 2
        shut = any(area.holds(x, y) for area in way.off) or (row.naval and not water(ground).holds(x, y))
        slow = max([one.factor for one in way.slow for area in one.areas if area.holds(x, y)], default=1)
        costs.append(SHUT if shut else slow)
    return Lattice(columns, rows, tuple(costs))


def ways(ground: Ground, row: UnitType, goals: frozenset[tuple[int, int]]) -> tuple[float, ...]:
    """For each cell of the lattice how many centimetres of MOV it is to the nearest of these places."""
    grid = lattice(ground, row)
    return _ways(grid, frozenset([grid.at(x, y) for x, y in goals]))


@lru_cache(maxsize=256)
def _ways(grid: Lattice, goals: frozenset[int]) -> tuple[float, ...]:
    found = [float("inf")] * len(grid.costs)
    queue = [(0.0, goal) for goal in goals]
    for _, goal in queue:
        found[goal] = 0.0
    steps = [(dx, dy, hypot(dx, dy) * CELL / CM) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    while queue:
        cost, at = heappop(queue)
        if cost > found[at]:
            continue
        column, line = at % grid.columns, at // grid.columns
        for dx, dy, length in steps:
            if 0 <= column + dx < grid.columns and 0 <= line + dy < grid.rows:
                step = at + dy * grid.columns + dx
                further = cost + length * (grid.costs[at] + grid.costs[step]) / 2
                if further < found[step]:
                    found[step] = further
                    heappush(queue, (further, step))
    return tuple(found)


def downhill(
    ground: Ground, row: UnitType, goals: frozenset[tuple[int, int]], x: int, y: int, far: int
) -> list[tuple[int, int]]:
    """The middles of cells on the way from a place to the nearest goal, as far as so many centimetres reach."""
    grid, found = lattice(ground, row), ways(ground, row, goals)
    at, path = grid.at(x, y), list[tuple[int, int]]()
    start = found[at]
    while found[at] > 0 and start - found[at] < far:
        column, line = at % grid.columns, at // grid.columns
        near = [
            (line + dy) * grid.columns + column + dx
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if 0 <= column + dx < grid.columns and 0 <= line + dy < grid.rows
        ]
        at = min(near, key=lambda cell: found[cell])
        path.append((at % grid.columns * CELL + CELL // 2, at // grid.columns * CELL + CELL // 2))
    return path


def importance(setup: Setup, row: UnitType, piece: Unit) -> float:
    """How much more than its points a unit counts: support units decide an escort, the small army an encirclement."""
    if piece.side is not setup.defending:
        return 1.0
    if setup.campaign == "escort" and row.support:
        return 8.0
    return 1.5 if setup.campaign == "encircled" and not piece.relief else 1.0
