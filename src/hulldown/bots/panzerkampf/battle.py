"""What weapons promise and threaten, in points, and how far it is to the enemy: what the tactics count with.

A target is worth its points; half of them go with its hit points, the rest with its end. Chances are exact, but for
what a weapon would do from somewhere else: there smoke, camouflage and supplies are left out of account.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import heappop, heappush
from itertools import pairwise
from math import hypot
from typing import NamedTuple

from hulldown.bots.tactics import Weights
from hulldown.geometry.plane import Base, Field, bearing, in_arc, in_range
from hulldown.kernel.odds import Odds
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import odds, shooting
from hulldown.rulebooks.panzerkampf.engineers import span_from
from hulldown.rulebooks.panzerkampf.events import Part
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import blinds, going, water
from hulldown.rulebooks.panzerkampf.odds import Strike, Volley
from hulldown.rulebooks.panzerkampf.orders import Fire, Path
from hulldown.rulebooks.panzerkampf.setup import Setup
from hulldown.rulebooks.panzerkampf.sight import MOUNTS
from hulldown.rulebooks.panzerkampf.state import Ground, LaidBridge, Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.tables import overlaps
from hulldown.rulebooks.panzerkampf.units import UnitType, Weapon

STANDS = 0.5  # of its worth a unit loses only with its last hit point
CELL = 3 * CM  # of the lattice on which ways are found
SHUT = 12  # what a cell counts that cannot be entered, so that there is a way to every enemy
ASHORE = 3  # the same for ships, which shoot at who is on land
LEAST_SAVED = 20  # centimetres of way that a bridge has to save
MOST_BANKS = 12  # places for a bridge that are tried out
GREEDY = Weights(risk=0.6, way=1.0, goal=1.0)  # of single orders
NEXT = 0.35  # what a shot of the next turn is worth
COMES = 0.5  # how likely an enemy who has to come first shoots at a unit
SHARE = 0.45  # how much of all enemies' shots falls on one unit
WAY = 0.012  # what a centimetre towards the enemy is worth, of a unit's points
NEAR = 0.6  # of its reach, how near a unit comes to the enemy; the rest of the way
CLOSER = 0.3  # counts so much of the whole
FACE = 0.02  # of a unit's points, what it is worth to look at the nearest enemy
ENOUGH = 0.5  # a move that gains less is not made
FULLY = 8  # so many ends of ways are looked at fully

Spot = tuple[int, int]
Goals = frozenset[Spot]


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
    ground: Ground, kind: str, weapon: int, target: str, part: Part, hp: int, dug_in: bool, dived: bool
) -> float:
    """What a weapon takes on the average from a target that shows it its front, a side or its back."""
    gun = ground.types[kind].weapon[weapon]
    if gun.use != "fire" or gun.kind in ("artillery", "bomb"):
        return 0.0
    where = {Part.FRONT: (0, -CM), Part.SIDE: (CM, 0), Part.BACK: (0, CM)}[part]
    shooter = Unit(RED, kind, 1, 1, Where.TABLE, *where)
    aim = Unit(BLUE, target, 1, hp, Where.TABLE, dug_in=dug_in, dived=dived)
    state = State(ground, [shooter, aim], Phase.SHOOTING, RED, turn=1)
    if shooting.may_target(state, 0, gun, 1) is not None:
        return 0.0
    volley, strike, _, _ = shooting.facts_of(state, Fire(0, weapon, 1))
    return toll(ground.types[target], hp, volley, strike)


def swing(heading: int, to: int) -> int:
    """The shorter turn from one heading to another, to the right positive."""
    return (to - heading + 180) % 360 - 180


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


class Lattice:
    """The table in cells: for each its neighbours, and what it costs a kind of unit to go there, in centimetres."""

    def __init__(self, columns: int, rows: int, costs: list[int], most: int) -> None:
        self.columns, self.rows = columns, rows
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
    """PK-07, PK-08, PK-16: the table as a kind of unit can cross it; by the middles of cells, or with room for its base
    around them."""
    return _lattice(ground, row.type, row.swim, row.width if roomy and not row.naval else 0)


@lru_cache(maxsize=64)
def _lattice(ground: Ground, kind: str, swim: bool, size: int) -> Lattice:
    row = next(row for row in ground.setup.chart if (row.type, row.swim) == (kind, swim))
    table, way, costs = ground.table, going(ground, row), list[int]()
    columns, rows = -(-table.width // CELL), -(-table.height // CELL)
    most = ASHORE if row.naval else SHUT
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


# Bridges


class Bank(NamedTuple):
    """From where a bridge can be laid, and how much way it saves."""

    base: Base
    saved: float


def bank(ground: Ground, row: UnitType, goals: Goals, x: int, y: int) -> Bank | None:
    """PK-68: where a bridge layer that is at a place would best lay its bridge."""
    found = _banks(ground, row, goals)
    return max(found, key=lambda at: at.saved - hypot(at.base.x - x, at.base.y - y) / CM, default=None)


@lru_cache(maxsize=64)
def _banks(ground: Ground, row: UnitType, goals: Goals) -> list[Bank]:
    """Where a bridge saves most: from an open cell over shut ones to an open one beyond, tried out exactly."""
    grid, left, found = lattice(ground, row), ways(ground, row, goals), list[tuple[float, Bank]]()
    for at, open_here in enumerate(grid.open):
        for heading, step, room in (
            (0, -grid.columns, at // grid.columns),
            (90, 1, grid.columns - 1 - at % grid.columns),
            (180, grid.columns, grid.rows - 1 - at // grid.columns),
            (270, -1, at % grid.columns),
        ):
            over = next((many for many in (2, 3) if many <= room and grid.open[at + many * step]), 0)
            if open_here and over and not grid.open[at + step]:
                beyond = left[at + over * step]
                saved = left[at] - beyond - over * CELL / CM
                if saved > LEAST_SAVED:
                    base = Base(*grid.middle(at), heading, row.length, row.width)
                    found.append((beyond - saved, Bank(base, saved)))
    found.sort(key=lambda one: one[0])
    exact = [_at_the_water(ground, row, one) for _, one in found[:MOST_BANKS]]
    return [one for one in exact if one is not None]


def _at_the_water(ground: Ground, row: UnitType, at: Bank) -> Bank | None:
    """PK-68: as far forward as a vehicle gets, if from there the bridge can be crossed."""
    way = going(ground, row)
    field = Field([], way.off, way.on)
    for start in (at.base, at.base.moved(-CELL)):
        if field.blocked(start) is None:
            end = start.moved(field.drive(start, 2 * CELL).free)
            return Bank(end, at.saved) if spans(ground, row, end) else None
    return None


def spans(ground: Ground, row: UnitType, base: Base) -> bool:
    """PK-68: whether the bridge that is laid from here reaches the other side, so that such a vehicle can cross it."""
    span = span_from(ground.setup.figures, base)
    if any(overlaps(feature.area, span.shape) for feature in blinds(ground)):
        return False
    way = going(bridged(ground, base), row)
    return Field([], way.off, way.on).drive(base, span.length + base.length).blocker is None


@lru_cache(maxsize=256)
def bridged(ground: Ground, base: Base) -> Ground:
    """PK-68: the ground as it is when a vehicle has laid its bridge from here."""
    span = span_from(ground.setup.figures, base)
    return ground.with_bridge(LaidBridge(span.x, span.y, span.heading))


def importance(setup: Setup, row: UnitType, piece: Unit) -> float:
    """How much more than its points a unit counts: support units decide an escort, the small army an encirclement."""
    if piece.side is not setup.defending:
        return 1.0
    if setup.campaign == "escort" and row.support:
        return 8.0
    return 1.5 if setup.campaign == "encircled" and not piece.relief else 1.0
