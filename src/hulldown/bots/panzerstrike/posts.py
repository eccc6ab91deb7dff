"""Where pieces are posted before the battle: how far from their own edge, and how openly."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Protocol

from hulldown.bots.panzerstrike.tuning import GunPosts, Posts
from hulldown.geometry.squares import Arc, Grid
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.setup import Edges, depth_of


class Edged(Protocol):
    @property
    def edges(self) -> Edges: ...


class Zoned(Protocol):
    """A ground with a zone for each side, at edges that a set-up chooses."""

    @property
    def setup(self) -> Edged: ...
    @property
    def grid(self) -> Grid: ...
    @property
    def zones(self) -> Sequence[int]: ...
    def in_view(self, square: int) -> int: ...


def depth(ground: Zoned, side: Side, square: int) -> int:
    """How many ranks a square lies from the side's own edge."""
    return depth_of(ground.grid, ground.setup.edges, side, square)


@lru_cache(maxsize=8192)
def exposure(ground: Zoned, side: Side, square: int) -> int:
    """How many squares of the enemy's zone can fire at a square."""
    return (ground.in_view(square) & ground.zones[side.other]).bit_count()


def scattered(grid: Grid, square: int, own: Sequence[int], tuned: Posts) -> float:
    """What it costs to stand apart from the middle of those of the side who fight and stand already."""
    if not own:
        return 0.0
    columns, rows = zip(*[grid.xy(at) for at in own], strict=True)
    x, y = grid.xy(square)
    far = max(abs(x - sum(columns) / len(own)), abs(y - sum(rows) / len(own)))
    return float(tuned.apart * max(0.0, far - tuned.near))


def gun_posts(
    grid: Grid, square: int, ahead: int, arc: Arc, field: int, occupied: int, deep: int, tuned: GunPosts
) -> Iterator[tuple[float, int]]:
    """What a square is worth to a fixed gun, each with a facing: forward, with much of the field in its arc, nobody
    before its muzzle, and not crowded."""
    crowd, near = (grid.neighbours(square) & occupied).bit_count(), grid.around(square, tuned.muzzle) & occupied
    for facing in (ahead, (ahead + 1) % 8, (ahead - 1) % 8):
        lane = grid.arc(arc, facing, square)
        seen, before = (field & lane).bit_count(), (lane & near).bit_count()
        yield deep + tuned.field * seen - tuned.gun_crowd * crowd - tuned.before * before, facing
