"""What the games of the family compute of a board once and share: sight, driving and the ruler."""

from functools import lru_cache

from hulldown.geometry.squares import Grid, Pathfinder, Sight, direct_range, nearest_point_range

TABLED = 4_000  # squares: up to here a table of what each square sees is worth its making

# How the ruler measures: to the centre, rounded, or to the nearest point of the square.
RULERS = {"centre": lru_cache(1 << 16)(direct_range), "nearest point": lru_cache(1 << 16)(nearest_point_range)}


@lru_cache(maxsize=256)
def sight_over(grid: Grid, closed: int) -> Sight:
    return Sight(grid, closed)


@lru_cache(maxsize=256)
def drive_over(grid: Grid, closed: int) -> Pathfinder:
    return Pathfinder(grid, closed)


@lru_cache(maxsize=1 << 14)
def in_range(sight: Sight, square: int) -> int:
    """The squares that may be fired at as far as the ground goes: those in view, but for neighbours."""
    return in_view(sight, square) & ~sight.grid.neighbours(square) & ~(1 << square)


def in_view(sight: Sight, square: int) -> int:
    """The squares that can be seen over the ground; on very large boards all, as the table would take seconds."""
    return sight.seen(square) if sight.grid.size <= TABLED else sight.grid.all
