"""The enemy as the players of the family look at him: where he stands, and which ways lead to him."""

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import reduce
from math import inf
from operator import or_

from hulldown.bots.panzerstrike.pointing import fronts
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.panzerstrike.ways import DrivenWay, Land, PoseWay, Way
from hulldown.geometry.squares import mask_of, squares_of
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE


class Foes:
    """Where the enemy stands in this turn, and which ways lead to him: remembered while he does not change.

    `seen` are the squares from which somebody may be fired at; `fair` is what a shot must be worth to be looked for.
    """

    def __init__(self, land: Land, places: Sequence[int], worths: Iterable[float], wrecks: int, seen: int) -> None:
        self._land, self._places, self.wrecks, self.seen = land, [*map(land.grid.xy, places)], wrecks, seen
        self.squares = mask_of(places)
        self.open = land.open & ~wrecks
        self.blockers = wrecks | self.squares
        self.fair = SHARED.fair * min(1, max(worths, default=1))
        self.too_near = reduce(or_, map(land.grid.neighbours, places), 0)
        self._ways: dict[tuple[int, int, int], Way] = {}
        self._driven: dict[Hashable, Way] = {}
        self._nearest: dict[int, tuple[int, int]] = {}
        self._facing: dict[int, int] = {}

    def way(self, goal: int, least: int = LEAST_RANGE, free: int = 0) -> Way:
        """How far each square is from a goal, over open ground if nothing else is said to be free."""
        key = goal, least, free
        found = self._ways.get(key)
        if found is None:
            found = self._ways[key] = Way(self._land.grid, free or self.open, goal, least)
        return found

    def way_to_gain(self, gun: Hashable, gain: Callable[[int], float], through: int = 0) -> Way:
        """How far each pose is from a fair shot of a gun: round the corner, out of a crowd, to a weak side.

        `through` are squares that can be driven into though they are not open.
        """
        found = self._driven.get(gun)
        if found is None:
            looked = squares_of(self.seen & self.open)
            goal = mask_of(square for square in looked if gain(square) >= self.fair) or self.squares
            found = self._driven[gun] = DrivenWay(self._land, self.open | through, goal)
        return found

    def way_to_poses(self, poses: tuple[int, ...], wheeled: bool, free: int) -> Way:
        """How far each pose is from the nearest of some: driving ahead, at the end maybe backing by a step."""
        key = poses, wheeled, free
        found = self._driven.get(key)
        if found is None:
            drive = self._land.drive
            back, ahead = (drive.wheeled_back, drive.wheeled) if wheeled else (drive.tracked_back, drive.tracked)
            ends = [(pose, 0) for pose in poses]
            ends += [(before, 1) for pose in poses for before in ahead(free, pose >> 3, pose & 7, 1).poses(1)]
            ways = [(back(free, pose >> 3, pose & 7, SHARED.errands), more) for pose, more in ends]
            found = self._driven[key] = PoseWay(ways)
        return found

    def nearest(self, square: int) -> tuple[int, int]:
        """The offset to the nearest enemy."""
        found = self._nearest.get(square)
        if found is None:
            (x, y), found, least = self._land.grid.xy(square), (0, 0), inf
            for px, py in self._places:
                dx, dy = px - x, py - y
                if (far := dx * dx + dy * dy) < least:
                    found, least = (dx, dy), far
            self._nearest[square] = found
        return found

    def facing(self, square: int) -> int:
        """The facings, as bits, that show the front to the nearest enemy."""
        found = self._facing.get(square)
        if found is None:
            found = self._facing[square] = fronts(*self.nearest(square))
        return found

    def plugs(self, goal: int, own: int, through: int) -> int:
        """The squares from which somebody could push a wreck that closes a friendly vehicle's way."""
        found, grid = 0, self._land.grid
        for wreck in squares_of(self.wrecks):
            for facing in range(8):
                place = grid.ahead(wreck, (facing + 4) % 8)
                if place >= 0 and self.open >> place & 1 and self.saved(wreck, facing, goal, own, through):
                    found |= 1 << place
        return found

    def cleared(self, square: int, facing: int, goal: int, own: int, through: int) -> float:
        """How many steps friendly vehicles would save by a push of the wreck ahead of a pose, if there is one."""
        wreck = self._land.grid.ahead(square, facing)
        if wreck < 0 or not self.wrecks >> wreck & 1:
            return 0.0
        return self.saved(wreck, facing, goal, own, through)

    def saved(self, wreck: int, facing: int, goal: int, own: int, through: int) -> float:
        """How many steps friendly vehicles would save for each push, if the wreck on a square were pushed away."""
        free = self.open | through
        gone = free | 1 << wreck
        now = self.way(goal, LEAST_RANGE, free)
        if not _shorter(now, self.way(goal, LEAST_RANGE, gone), own):
            return 0.0
        best, beyond = 0.0, wreck
        for pushes in range(1, SHARED.pushes + 1):
            beyond = self._land.grid.ahead(beyond, facing)
            if beyond < 0 or not self.open >> beyond & 1:
                break
            best = max(best, _shorter(now, self.way(goal, LEAST_RANGE, gone & ~(1 << beyond)), own) / pushes)
        return best


def _shorter(now: Way, then: Way, squares: int) -> int:
    steps = [now.steps(square, 0) - then.steps(square, 0) for square in squares_of(squares)]
    return sum(min(SHARED.saved, far) for far in steps if far > 0)
