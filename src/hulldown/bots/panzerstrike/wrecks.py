"""What wrecks shut: late in a game, an enemy behind one may be out of reach for good."""

from typing import Protocol

from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.geometry.squares import Pathfinder
from hulldown.kernel.side import Side


class Masks(Protocol):
    """Where the active pieces of a side stand."""

    def active(self, side: Side, /) -> int: ...


class ShutIn:
    """What is left of a shot's worth if its wreck would cut friendly pieces off from another enemy: asked for each
    target once, and only while `few` enemies are left."""

    def __init__(self, drive: Pathfinder, free: int, pieces: Masks, side: Side, matters: bool) -> None:
        self._drive, self._free = drive, free
        self._own, self._enemies = pieces.active(side), pieces.active(side.other)
        self._few = matters and self._enemies.bit_count() <= SHARED.few
        self._left: dict[int, float] = {}

    def left(self, square: int) -> float:
        """The part of a shot's worth that is left if its target stands on a square."""
        if not self._few:
            return 1
        found = self._left.get(square)
        if found is None:
            found = self._left[square] = SHARED.shut if self._shuts_in(square) else 1
        return found

    def _shuts_in(self, square: int) -> bool:
        """Whether a wreck on an enemy's square would cut friendly pieces off from another whom they can reach now."""
        others = self._enemies & ~(1 << square)
        if not others:
            return False
        lost = others & ~self._drive.flood(self._free & ~(1 << square), self._own)
        return bool(lost & self._drive.flood(self._free, self._own))
