"""The enemy as the bots of the family look at him: what can be fired at from a square, what would fire at it, which way
leads to him. A book says what its guns can do and what its pieces are worth; the rest is the same for all.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from math import inf
from operator import or_
from typing import NamedTuple, Protocol

from hulldown.geometry.squares import FACINGS, Drive, Grid, Reach, Sight, mask_of, squares_of
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Armoured

CAUTION = 0.55  # how much a point at risk weighs against a point that can be won
BOLDEST = 0.2  # the same, however long nothing has happened
PRIZE = 8.0  # what the SPAA that decides a basic scenario is worth beside its points,
EARLY = 1.0  # and what one before it
HALF = 0.5  # what damaging a piece is worth against destroying it
WAY = 0.04  # what a square towards the goal is worth
FACE = 0.02  # what showing the front to the nearest enemy is worth, where no shot decides
NEXT = 0.4  # what a shot in the next turn is worth against one in this
CROWD = 0.3  # what standing too near to an enemy for a shot costs
LOOKED_AT = 6  # squares whose facings are looked at, of those a piece can reach
FEW = 6  # enemies left, from which on none may be shut in by wrecks
SHUT = 0.1  # what a shot is worth that would do so
FAIR = 0.15  # what a shot must be worth to be looked for when nothing happens; less where all are worth less
PUSHES = 3  # squares that a wreck may have to be pushed to be out of the way
SAVED = 10  # the most steps that a wreck out of the way can count for one vehicle
ERRANDS = 30  # steps to where a vehicle is wanted, beyond which they are not counted
FAR = 99
ANYWHERE = -1  # an arc that holds every square


class Land(Protocol):
    """What the ground must offer to those who drive over it."""

    @property
    def grid(self) -> Grid: ...
    @property
    def open(self) -> int: ...
    @property
    def drive(self) -> Drive: ...


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


class Way:
    """The way to a goal over open ground: squares in rings around it, and each square's steps in any direction."""

    def __init__(self, grid: Grid, free: int, goal: int, least: int) -> None:
        self.rings = [goal]
        self._steps = [FAR] * grid.size
        reached, wave = goal, goal
        while wave:
            far = max(least, len(self.rings) - 1)  # nearer than the least is not better
            for square in squares_of(wave):
                self._steps[square] = far
            wave = grid.spread(wave) & free & ~reached
            reached |= wave
            self.rings.append(wave)

    def steps(self, square: int, facing: int) -> int:
        return self._steps[square]


class DrivenWay(Way):
    """The same with turns counted, as tracks have to make it: for pieces that are stuck in narrow places."""

    def __init__(self, ground: Land, free: int, goal: int) -> None:
        layers = ground.drive.retreat(free, goal, FAR)
        self.rings = [reduce(or_, layer) for layer in layers]
        self._steps = [FAR] * (8 * ground.grid.size)
        for far, layer in enumerate(layers):
            for facing, squares in enumerate(layer):
                for square in squares_of(squares):
                    self._steps[square * 8 + facing] = far

    def steps(self, square: int, facing: int) -> int:
        return self._steps[square * 8 + facing]


class PoseWay(Way):
    """The steps to poses, by the ways that lead back from each of them and cost so much more."""

    def __init__(self, backwards: Iterable[tuple[Reach, int]]) -> None:
        self._far: dict[int, int] = {}
        for back, more in backwards:
            for steps, layer in enumerate(back.layers, more):
                for facing, squares in enumerate(layer):
                    for square in squares_of(squares):
                        pose = square * 8 + facing
                        self._far[pose] = min(steps, self._far.get(pose, FAR))

    def steps(self, square: int, facing: int) -> int:
        return self._far.get(square * 8 + facing, FAR)


class Foes:
    """Where the enemy stands in this turn, and which ways lead to him: remembered while he does not change.

    `seen` are the squares from which somebody may be fired at; `fair` is what a shot must be worth to be looked for.
    """

    def __init__(self, land: Land, places: Sequence[int], worths: Iterable[float], wrecks: int, seen: int) -> None:
        self._land, self._places, self.wrecks, self.seen = land, [*map(land.grid.xy, places)], wrecks, seen
        self.squares = mask_of(places)
        self.open = land.open & ~wrecks
        self.blockers = wrecks | self.squares
        self.fair = FAIR * min(1, max(worths, default=1))
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
            ways = [(back(free, pose >> 3, pose & 7, ERRANDS), more) for pose, more in ends]
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
            found = self._facing[square] = _fronts(*self.nearest(square))
        return found

    def plugs(self, goal: int, own: int, through: int) -> int:
        """The squares from which somebody could push a wreck that closes the own vehicles' way."""
        found, grid = 0, self._land.grid
        for wreck in squares_of(self.wrecks):
            for facing in range(8):
                place = grid.ahead(wreck, (facing + 4) % 8)
                if place >= 0 and self.open >> place & 1 and self.saved(wreck, facing, goal, own, through):
                    found |= 1 << place
        return found

    def saved(self, wreck: int, facing: int, goal: int, own: int, through: int) -> float:
        """How many steps the own vehicles would save for each push, if the wreck on a square were pushed away."""
        free = self.open | through
        gone = free | 1 << wreck
        now = self.way(goal, LEAST_RANGE, free)
        if not _shorter(now, self.way(goal, LEAST_RANGE, gone), own):
            return 0.0
        best, beyond = 0.0, wreck
        for pushes in range(1, PUSHES + 1):
            beyond = self._land.grid.ahead(beyond, facing)
            if beyond < 0 or not self.open >> beyond & 1:
                break
            best = max(best, _shorter(now, self.way(goal, LEAST_RANGE, gone & ~(1 << beyond)), own) / pushes)
        return best


def _shorter(now: Way, then: Way, squares: int) -> int:
    steps = [now.steps(square, 0) - then.steps(square, 0) for square in squares_of(squares)]
    return sum(min(SAVED, far) for far in steps if far > 0)


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
        )[:LOOKED_AT]
        for region in (squares, squares & ~self.seen):
            for ring in way.rings:
                if near := ring & region:
                    looked += [near.bit_length() - 1, (near & -near).bit_length() - 1]
                    break
        looked += squares_of(squares & also)
        for square in dict.fromkeys(looked):
            yield square, [facing for facing in range(8) if lanes[facing] >> square & 1]


def prize_of(needed: int, lost: int) -> float:
    """What the next SPAA is worth beside its points, if so many decide a game and some are lost."""
    return PRIZE if needed - lost <= 1 else EARLY


def toll_of(needed: int, lost: int) -> float:
    """What those that are lost were worth."""
    return sum([prize_of(needed, at) for at in range(lost)])


def mood_of(ahead: bool, quiet: int) -> tuple[float, float]:
    """What danger and the way weigh: whoever is ahead, or sees nothing happen for some rounds, plays more boldly."""
    bold = ahead or quiet > 2
    caution = max(BOLDEST, CAUTION - (0.25 if bold else 0) - 0.05 * max(0, quiet - 2))
    return caution, WAY * (2 if bold else 1) * (1 + max(0, quiet - 1))


def faces(facing: int, dx: int, dy: int) -> bool:
    """Whether the front armour looks that way."""
    fx, fy = FACINGS[facing]
    return fx * dx + fy * dy > abs(fx * dy - fy * dx)


@lru_cache(maxsize=8192)
def _fronts(dx: int, dy: int) -> int:
    return mask_of(facing for facing in range(8) if faces(facing, dx, dy))


def shuts_in(drive: Drive, free: int, own: int, enemies: int, square: int) -> bool:
    """Whether a wreck on an enemy's square would cut the own pieces off from another whom they can reach now."""
    others = enemies & ~(1 << square)
    if not others:
        return False
    lost = others & ~drive.flood(free & ~(1 << square), own)
    return bool(lost & drive.flood(free, own))
