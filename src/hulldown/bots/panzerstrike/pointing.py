"""Which way a piece points: its front to the enemy, its gun to what it will hit."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.geometry.squares import FACINGS, mask_of


def faces(facing: int, dx: int, dy: int) -> bool:
    """Whether the front armour looks that way."""
    fx, fy = FACINGS[facing]
    return fx * dx + fy * dy > abs(fx * dy - fy * dx)


@lru_cache(maxsize=8192)
def fronts(dx: int, dy: int) -> int:
    """The facings, as bits, in which the front armour does."""
    return mask_of(facing for facing in range(8) if faces(facing, dx, dy))


def direction(dx: int, dy: int) -> int:
    """The facing that points best along an offset."""
    along = [fx * dx + fy * dy for fx, fy in FACINGS]
    return max(range(8), key=lambda facing: along[facing] / (2**0.5 if facing % 2 else 1))


def aside(facing: int, wanted: int) -> float:
    """What it costs to point away from where a gun should."""
    off = (facing - wanted) % 8
    return SHARED.face * min(off, 8 - off)


def turns(bears: Callable[[int], float], wanted: int, now: int, facings: Iterable[int]) -> Iterator[tuple[float, int]]:
    """What a fixed weapon wins by turning from one facing to others: it turns towards what it will hit in its next
    turn; if something bears now, that must be worth it."""
    here = (1 + SHARED.next) * bears(now) - aside(now, wanted)
    for facing in facings:
        yield SHARED.next * bears(facing) - aside(facing, wanted) - here, facing
