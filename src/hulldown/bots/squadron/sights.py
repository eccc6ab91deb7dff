"""What hexes see of each other on a mat, kept for quick battles."""

from functools import lru_cache

from hulldown.geometry.hexes import HexGrid, gun_corners, hexes_of
from hulldown.outcome.squadron.aims import Lines, seen_from
from hulldown.rulebooks.squadron.state import Ground

# For each facing of a target the lines to it, and what they bring by cards, where the gun points and how both move.
Sights = list[tuple[Lines, dict[int, float]] | None]
UNSEEN: tuple[Lines, dict[int, float]] = ((), {})


class Views:
    """What hexes see of others on a mat; filled as it is asked for.

    `seeing` are the hexes that a hex sees, or is seen from, while there are no wrecks, of those that are `known`.
    `sights` tells what is seen, by both hexes and by the wrecks between.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.seeing, self.known = [0] * ground.grid.size, [0] * ground.grid.size
        self.sights: dict[int | tuple[int, int], Sights] = {}

    def among(self, here: int, others: int) -> int:
        """Those of some hexes that a hex sees or is seen from, unless there is a wreck between."""
        if new := others & ~self.known[here]:
            for there in hexes_of(new):
                if seen_from(self.ground, 0, here, there) or seen_from(self.ground, 0, there, here):
                    self.seeing[here] |= 1 << there
            self.known[here] |= new
        return self.seeing[here] & others


@lru_cache(maxsize=16)
def views_of(ground: Ground) -> Views:
    return Views(ground)


@lru_cache(maxsize=1 << 10)
def distances(grid: HexGrid, goal: int) -> tuple[int, ...]:
    return tuple([grid.distance(place, goal) for place in range(grid.size)])


@lru_cache(maxsize=1 << 10)
def fronts_to(grid: HexGrid, goal: int) -> tuple[tuple[int, ...], ...]:
    """For each hex the facings in which another one is ahead."""
    return tuple([gun_corners(*grid.offset(place, goal)) for place in range(grid.size)])
