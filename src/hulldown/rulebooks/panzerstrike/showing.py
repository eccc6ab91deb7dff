"""A board of the family as a picture's ground, places and poses."""

from functools import lru_cache
from hashlib import blake2b

import msgspec

from hulldown.geometry.squares import Grid
from hulldown.kernel.picture import Place, Pose, Terrain
from hulldown.rulebooks.panzerstrike.board import LEGEND, NORTH, Board


@lru_cache(maxsize=64)
def terrain_of(board: Board) -> Terrain:
    """The ground of a board, named by a hash of all that is in it."""
    grid = board.grid
    bare = Terrain("", board.name, "squares", grid.columns, grid.rows, 45 * NORTH[board.north], LEGEND, board.rows)
    return msgspec.structs.replace(bare, id=blake2b(msgspec.json.encode(bare), digest_size=12).hexdigest())


def place_of(grid: Grid, square: int) -> Place:
    return Place(*grid.xy(square))


def pose_of(grid: Grid, pose: int) -> Pose:
    """A pose of the grid as the drawing has it."""
    return Pose(*grid.xy(pose >> 3), 45 * (pose & 7))
