"""What is seen from a square, and on which squares a weapon can be laid."""

from functools import lru_cache, reduce
from operator import or_

from hulldown.bots.panzerstrike.front import ANYWHERE
from hulldown.geometry.squares import Arc, Cover, Grid, mask_of, squares_of, turned, within_135
from hulldown.rulebooks.panzerstrike.core import gunnery
from hulldown.rulebooks.panzerstrike.core.setup import UnitType
from hulldown.rulebooks.panzerstrike.core.state import Ground, Tracks, Unit

HALF_TURN = 4  # eighths, by which a turret bears all round


@lru_cache(maxsize=64)
def _houses(grid: Grid, buildings: int) -> Cover:
    return Cover(grid, buildings, 0)


@lru_cache(maxsize=8192)
def _view_of(houses: Cover, square: int) -> int:
    """The squares that can be seen from one, past the buildings."""
    contact = houses.contact
    return mask_of(other for other in squares_of(houses.grid.all & ~houses.buildings) if contact(square, other))


@lru_cache(maxsize=8192)
def _view_to(houses: Cover, square: int) -> int:
    """The squares from which one can be seen, past the buildings."""
    contact = houses.contact
    return mask_of(other for other in squares_of(houses.grid.all & ~houses.buildings) if contact(other, square))


def view_of(ground: Ground, square: int) -> int:
    return _view_of(_houses(ground.grid, ground.buildings), square)


def view_to(ground: Ground, square: int) -> int:
    return _view_to(_houses(ground.grid, ground.buildings), square)


@lru_cache(maxsize=1 << 16)
def lofts(ground: Ground, here: int, there: int) -> bool:
    """Whether no building stops a shell in a high arc."""
    return gunnery.path_clear(ground, here, there)


@lru_cache(maxsize=1 << 14)
def swept(grid: Grid, square: int, direction: int, turns: int) -> int:
    """The squares on which a weapon bears that can be turned by so many eighths to either side."""
    return reduce(or_, [grid.arc(Arc.A45, (direction + turn) % 8, square) for turn in range(-turns, turns + 1)])


def may_bear(ground: Ground, piece: Unit, kind: UnitType) -> int:
    """The squares that an enemy may fire at in his turn: a hull that can move turns by 45° first."""
    if kind.weapon is None or piece.timer:
        return 0
    turns = 0 if piece.tracks is Tracks.IMMOBILE or piece.injured or not kind.vehicle else 1
    if kind.mount == "turret":
        if ground.setup.moulded:
            return ANYWHERE
        turns += ground.setup.figures.free_traverse if ground.setup.free_turrets else ground.setup.figures.traverse
        return swept(ground.grid, piece.square, (piece.facing + piece.turret) % 8, min(HALF_TURN, turns))
    return swept(ground.grid, piece.square, piece.facing, turns)


def lays(ground: Ground, piece: Unit, kind: UnitType, square: int, facing: int, at: int) -> bool:
    """Whether a unit can lay its weapon on a square from a pose in this turn."""
    setup, grid = ground.setup, ground.grid
    if kind.mount != "turret":
        return bool(grid.arc(Arc.A45, facing, square) >> at & 1)
    if setup.moulded:
        return True
    if not setup.free_turrets:
        return bool(swept(grid, square, (facing + piece.rested) % 8, setup.figures.traverse) >> at & 1)
    right, ahead = piece.aim
    return within_135(*turned(right, -ahead, facing), *grid.offset(square, at))
