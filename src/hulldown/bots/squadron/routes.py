"""Where a tank gets to, what its movement dice bring, and how far it is to an enemy."""

from functools import lru_cache
from heapq import heappop, heappush
from itertools import product

from msgspec.structs import replace

from hulldown.bots.squadron.tuning import TUNING
from hulldown.geometry.hexes import HexGrid, gun_corners, hexes_of
from hulldown.kernel.side import RED
from hulldown.outcome.squadron.aims import bare
from hulldown.rulebooks.squadron import driving
from hulldown.rulebooks.squadron.state import Activation, Gear, Ground, State, Unit


@lru_cache(maxsize=64)
def spread(faces: int, dice: int, less: int) -> tuple[tuple[int, float], ...]:
    """The points that movement dice bring, each with its chance."""
    found: dict[int, float] = {}
    for roll in product(range(1, faces + 1), repeat=dice):
        points = max(0, sum(roll) - less)
        found[points] = found.get(points, 0.0) + faces**-dice
    return tuple(sorted(found.items()))


@lru_cache(maxsize=1 << 14)
def around(grid: HexGrid, place: int, radius: int) -> int:
    return grid.around(place, radius)


def reach(state: State, gear: Gear) -> dict[driving.Pose, tuple[int, driving.Pose]]:
    """Every pose that the tank under way can reach in a gear, as `driving.reach` finds them; not to be changed."""
    active, ground = state.active, state.ground
    assert active is not None
    piece = state.units.units[active.unit]
    taken = state.units.occupied & around(ground.grid, piece.hex, active.left)
    return reached(ground, taken, piece.hex, piece.facing, replace(active, unit=0), gear)


@lru_cache(maxsize=1 << 12)
def reached(
    ground: Ground, taken: int, place: int, facing: int, active: Activation, gear: Gear
) -> dict[driving.Pose, tuple[int, driving.Pose]]:
    state = bare(ground, 0, Unit(RED, "", 1, place, facing))
    state.units.occupied, state.active = taken, active
    return driving.reach(state, gear)


@lru_cache(maxsize=256)
def ways(ground: Ground, wrecks: int, goals: int) -> tuple[int, ...]:
    """For each hex what it costs to drive from there to the nearest of these hexes, whoever stands in the way."""
    grid, state = ground.grid, bare(ground, wrecks)
    shut = ground.craters | ground.large | wrecks
    found = [TUNING.shut_cost * grid.size] * grid.size
    queue = [(0, goal) for goal in hexes_of(goals)]
    for _, goal in queue:
        found[goal] = 0
    while queue:
        cost, place = heappop(queue)
        if cost > found[place]:
            continue
        further = cost + (TUNING.shut_cost if shut >> place & 1 else driving.entry_cost(state, place))
        for step in hexes_of(grid.neighbours(place)):
            if further < found[step]:
                found[step] = further
                heappush(queue, (further, step))
    return tuple(found)


@lru_cache(maxsize=1 << 10)
def advances(ground: Ground, wrecks: int, enemies: tuple[int, ...]) -> dict[tuple[int, int], tuple[int, int]]:
    return {}


def advance(ground: Ground, wrecks: int, enemies: tuple[int, ...], place: int, facing: int) -> tuple[int, int]:
    """The way from a pose to the nearest enemy, and by how many corners the front is off."""
    table = advances(ground, wrecks, enemies)
    found = table.get((place, facing))
    if found is None:
        grid = ground.grid
        nearest = min(enemies, key=lambda goal: grid.distance(place, goal))
        towards = gun_corners(*grid.offset(place, nearest)) or (facing,)
        off = min(driving.corners_between(facing, corner) for corner in towards)
        goals = sum(1 << enemy for enemy in enemies)
        found = table[place, facing] = ways(ground, wrecks, goals)[place], off
    return found
