"""An exchange of fire as a bot foresees it: who would fire at whom, and what that costs on average.

No die is rolled. Each shooter in turn takes the target that costs the enemy most, by its exact chance and by what the
shots before have left of it; whoever may be gone by then fires for less. So two positions can be compared without luck.
"""

from collections.abc import Hashable, Sequence
from functools import reduce
from operator import or_
from typing import Any

from hulldown.geometry.squares import FACINGS, Reach, squares_of
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Armoured
from hulldown.rulebooks.panzerstrike.front import Field

Shots = list[tuple[int, float]]  # targets and chances of one shooter
MOST_KEPT = 1 << 18


def trade(shots: Sequence[tuple[int, Shots]], worth: Sequence[float], alive: list[float]) -> float:
    """What a side's shots win: (shooter, its targets with their chances). What they leave is written into `alive`."""
    total = 0.0
    rows = [
        (max([chance * worth[target] * alive[target] for target, chance in found]), shooter, found)
        for shooter, found in shots
        if found
    ]
    rows.sort(key=lambda row: -row[0])
    for _, shooter, found in rows:
        most, best, hit = 0.0, -1, 0.0
        for target, chance in found:
            if (gain := chance * worth[target] * alive[target]) > most:
                most, best, hit = gain, target, chance
        if best >= 0:
            fires = alive[shooter]
            total += fires * most
            alive[best] *= 1 - fires * hit
    return total


def turn_of(
    standing: Sequence[tuple[int, Shots]], coming: Sequence[tuple[int, Shots]], movers: int, worth: Sequence[float]
) -> list[tuple[int, Shots]]:
    """The shots of a turn in which so many may drive before they fire: those who win most by it."""
    gains = []
    for at, ((_, still), (_, moved)) in enumerate(zip(standing, coming, strict=True)):
        now = max([chance * worth[target] for target, chance in still], default=0.0)
        then = max([chance * worth[target] for target, chance in moved], default=0.0)
        if then > now:
            gains.append((then - now, at))
    found = list(standing)
    for _, at in sorted(gains, reverse=True)[:movers]:
        found[at] = coming[at]
    return found


class Threats:
    """What guns can do to each other over some ground, as it lies: standing where they are, or after a drive.

    Units in the way of a drive are not looked at: they may be gone by then. All is remembered by the poses.
    """

    def __init__(self, ground: Field, wrecks: int) -> None:
        self.ground, self.wrecks = ground, wrecks
        self._reach: dict[Hashable, int] = {}
        self._zones: dict[Hashable, int] = {}
        self._comes: dict[Hashable, float] = {}

    def __contains__(self, key: Hashable) -> bool:
        return key in self._reach

    def enter(self, key: Hashable, squares: int) -> None:
        """Remembers the squares that a unit can drive to, by a key."""
        self._reach[key] = squares
        self._zones[key] = reduce(or_, map(self.ground.in_view, squares_of(squares)), 0)

    def zone(self, key: Hashable) -> int:
        """The squares that it could fire at from there."""
        return self._zones[key]

    def comes(self, key: Hashable, chances: Sequence[float], kind: Any, square: int, facing: int) -> float:
        """The best chance of a unit that may drive first, against one of a kind in a pose."""
        whole = key, kind.id, square * 8 + facing
        found = self._comes.get(whole)
        if found is None:
            if len(self._comes) > MOST_KEPT:
                self._comes.clear()
            places = self._reach[key] & self.ground.in_view(square)
            found = self._comes[whole] = self._nearest(places, chances, kind, square, facing)
        return found

    def _nearest(self, places: int, chances: Sequence[float], kind: Armoured, square: int, facing: int) -> float:
        grid, ruler, best = self.ground.grid, self.ground.ruler, 0.0
        columns = grid.columns
        y, x = divmod(square, columns)
        fx, fy = FACINGS[facing]
        for place in squares_of(places):
            py, px = divmod(place, columns)
            dx, dy = px - x, py - y
            far = ruler(dx, dy)
            if far >= LEAST_RANGE:
                dot, cross = fx * dx + fy * dy, abs(fx * dy - fy * dx)
                chance = chances[far + (kind.front if dot > cross else kind.rear if -dot > cross else kind.side)]
                if chance > best:
                    best = chance
        return best

    def stands(
        self, chances: Sequence[float], here: int, kind: Armoured, square: int, facing: int, occupied: int
    ) -> float:
        """The chance of a gun from where it is, if nothing is in the way."""
        ground = self.ground
        if not ground.sight.clear(here, square, occupied):
            return 0.0
        dx, dy = ground.grid.offset(square, here)
        far = ground.ruler(dx, dy)
        if far < LEAST_RANGE:
            return 0.0
        fx, fy = FACINGS[facing]
        dot, cross = fx * dx + fy * dy, abs(fx * dy - fy * dx)
        return chances[far + (kind.front if dot > cross else kind.rear if -dot > cross else kind.side)]


def squares_within(around: Reach) -> int:
    """All squares of a reach, where it starts included."""
    return reduce(or_, [reduce(or_, layer) for layer in around.layers])
