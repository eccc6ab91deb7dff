"""The enemy as players look at him where a gun's chance goes by range and armour alone: what can be fired at from a
square, and what would fire at it. A book says what its guns can do and what its pieces are worth.
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import reduce
from operator import or_
from typing import NamedTuple, Protocol

from hulldown.bots.panzerstrike.foes import Foes
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.bots.panzerstrike.ways import Land, Way
from hulldown.geometry.squares import FACINGS, Grid, Sight, squares_of
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Armoured, Verdict

ANYWHERE = -1  # an arc that holds every square


class Field(Land, Protocol):
    """What it must offer to gunners."""

    @property
    def sight(self) -> Sight: ...
    def in_view(self, square: int) -> int: ...
    def ruler(self, dx: int, dy: int) -> int: ...


class Kind(Armoured, Protocol):
    """What must be known of a class to say how endangered its pieces are."""

    @property
    def id(self) -> str: ...


class Enemy(NamedTuple):
    """An enemy piece as a gunner looks at it; `bears` are the squares that its own gun may be laid on."""

    square: int
    x: int
    y: int
    fx: int
    fy: int
    front: int
    side: int
    rear: int
    worth: float
    chances: Sequence[float]
    bears: int = ANYWHERE


def enemy_of(
    grid: Grid, square: int, facing: int, kind: Armoured, worth: float, chances: Sequence[float], bears: int = ANYWHERE
) -> Enemy:
    place = (square, *grid.xy(square), *FACINGS[facing])
    return Enemy(*place, kind.front, kind.side, kind.rear, worth, chances, bears)


class Front(Foes):
    """The same with what can be fired at from each square, and what would fire at it."""

    def __init__(self, ground: Field, enemies: Iterable[Enemy], wrecks: int) -> None:
        self.ground, self.enemies = ground, list(enemies)
        places = [enemy.square for enemy in self.enemies]
        seen = reduce(or_, map(ground.in_view, places), 0)
        super().__init__(ground, places, [enemy.worth for enemy in self.enemies], wrecks, seen)
        self._sights: dict[int, list[tuple[Enemy, int, int, int]]] = {}
        self._targets: dict[int, list[tuple[int, float, int]]] = {}
        self._dangers: dict[tuple[str, int, int], float] = {}

    def way_to_a_shot(self, gun: Hashable, chances: Sequence[float], through: int = 0) -> Way:
        """How far each pose is from a fair shot of a gun with these chances."""
        return self.way_to_gain(gun, lambda square: self.gain(chances, square), through)

    def in_sight(self, square: int) -> list[tuple[Enemy, int, int, int]]:
        """(enemy, dx, dy, range) for each enemy with a clear line to a square and not too near for a shot."""
        found = self._sights.get(square)
        if found is None:
            found = self._sights[square] = []
            x, y = self.ground.grid.xy(square)
            ruler, visible = self.ground.ruler, self.ground.sight.visible(square, self.squares, self.blockers)
            for enemy in self.enemies if visible else ():
                if enemy.square in visible:
                    dx, dy = enemy.x - x, enemy.y - y
                    if (far := ruler(dx, dy)) >= LEAST_RANGE:
                        found.append((enemy, dx, dy, far))
        return found

    def targets(self, square: int) -> list[tuple[int, float, int]]:
        """(firepower needed, the target's worth, its square) for each enemy that could be fired at from a square."""
        found = self._targets.get(square)
        if found is None:
            found = self._targets[square] = []
            for enemy, dx, dy, far in self.in_sight(square):
                dot, cross = -enemy.fx * dx - enemy.fy * dy, abs(enemy.fx * dy - enemy.fy * dx)
                armour = enemy.front if dot > cross else enemy.rear if -dot > cross else enemy.side
                found.append((far + armour, enemy.worth, enemy.square))
        return found

    def gain(self, chances: Sequence[float], square: int, arc: int = ANYWHERE) -> float:
        """The best shot from a square at what lies in the arc."""
        best = 0.0
        for needed, worth, at in self.targets(square):
            if arc >> at & 1 and (value := chances[needed] * worth) > best:
                best = value
        return best

    def danger(self, kind: Kind, square: int, facing: int) -> float:
        """The chances of the enemy's shots at a piece there, as he stands now: together, and no more than certain."""
        key = (kind.id, square, facing)
        total = self._dangers.get(key)
        if total is None:
            total = 0.0
            fx, fy = FACINGS[facing]
            for enemy, dx, dy, far in self.in_sight(square):
                if enemy.bears >> square & 1:
                    dot, cross = fx * dx + fy * dy, abs(fx * dy - fy * dx)
                    armour = kind.front if dot > cross else kind.rear if -dot > cross else kind.side
                    total += enemy.chances[far + armour]
            total = self._dangers[key] = min(1.0, total)
        return total

    def worth_a_look(
        self, way: Way, lanes: Sequence[int], chances: Sequence[float], weight: float, facing: int, also: int
    ) -> Iterator[tuple[int, list[int]]]:
        """A few squares of those in reach, with the facings possible there: the best for a shot, where a step of the
        way weighs so much, the nearest to the goal, the nearest of those unseen, and those that are good otherwise."""
        squares = reduce(or_, lanes)
        looked = sorted(
            squares_of(squares & self.seen),
            key=lambda square: self.gain(chances, square) - weight * way.steps(square, facing),
            reverse=True,
        )[: SHARED.looked_at]
        for region in (squares, squares & ~self.seen):
            for ring in way.rings:
                if near := ring & region:
                    looked += [near.bit_length() - 1, (near & -near).bit_length() - 1]
                    break
        looked += squares_of(squares & also)
        for square in dict.fromkeys(looked):
            yield square, [facing for facing in range(8) if lanes[facing] >> square & 1]


def chance_of(odds: Mapping[Verdict, Fraction]) -> float:
    """The exact chance to destroy; one to damage counts half."""
    return float(odds.get(Verdict.DESTROYED, 0)) + SHARED.half * float(odds.get(Verdict.DAMAGED, 0))
