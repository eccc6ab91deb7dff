"""What guns can do to each other over some ground, standing where they are or after a drive."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple, Protocol

from hulldown.bots.panzerstrike.exchange import Shots
from hulldown.bots.panzerstrike.front import Field
from hulldown.geometry.squares import FACINGS, Arc, Lanes, Reach, squares_of
from hulldown.rulebooks.panzerstrike.firing import LEAST_RANGE, Armoured
from hulldown.rulebooks.panzerstrike.pieces import Piece

MOST_KEPT = 64  # sets of guns or targets
COMES = (3, 4, 6)  # what movement dice show: a turn is foreseen with each


class Gun(NamedTuple):
    """Who may drive before it fires: its kind and its pose."""

    kind: str
    pose: int


class Target(NamedTuple):
    """A target: the unit, its kind and its pose."""

    unit: int
    kind: str
    pose: int


class Posed(Piece, Protocol):
    """What must be known of a unit to aim at it."""

    @property
    def kind(self) -> str: ...
    @property
    def facing(self) -> int: ...


def aims_of(pieces: Sequence[Posed], own: Iterable[int]) -> tuple[Target, ...]:
    return tuple([Target(unit, (piece := pieces[unit]).kind, piece.square * 8 + piece.facing) for unit in own])


class Threats:
    """What guns can do to each other over some ground, as it lies: standing where they are, or after a drive.

    Units in the way of a drive or of the shot after it are not looked at: they may be gone by then. Wrecks stay.
    Between two positions that are compared most guns stand where they stood, and so do most targets. So what each gun
    can do is remembered for all targets as they stand, and what can be done to each target for all guns as they stand.
    """

    def __init__(
        self,
        ground: Field,
        chart: Mapping[str, Armoured],
        wrecks: int,
        reaches: Sequence[Callable[[Gun], Lanes]],
        arcs: Callable[[str], Arc],
    ) -> None:
        """`reaches` tell the poses in which a gun can fire after a drive by each die, `arcs` how far it bears then."""
        self.ground, self.chart, self.wrecks, self.reaches, self.arcs = ground, chart, wrecks, reaches, arcs
        self._zones: dict[Gun, list[tuple[Lanes, int]]] = {}
        self._of_guns: dict[tuple[Target, ...], dict[Gun, list[Shots]]] = {}
        self._at_aims: dict[tuple[Gun, ...], dict[tuple[str, int], list[Shots]]] = {}

    def coming(
        self, guns: tuple[Gun, ...], aims: tuple[Target, ...], chances: Sequence[Sequence[float]]
    ) -> list[list[Shots]]:
        """The best shots of each gun after a drive by each die."""
        of_guns = self._of_guns.get(aims)
        if of_guns is not None:
            return [
                of_guns.get(gun) or of_guns.setdefault(gun, self._row(gun, aims, hits))
                for gun, hits in zip(guns, chances, strict=True)
            ]
        at_aims = self._at_aims.get(guns)
        if at_aims is None:
            for known in (self._of_guns, self._at_aims):
                if len(known) >= MOST_KEPT:
                    known.clear()
            at_aims = self._at_aims[guns] = {}
            self._of_guns[aims] = {}
        found: list[list[Shots]] = [[[] for _ in self.reaches] for _ in guns]
        for aim in aims:
            whole = aim.kind, aim.pose
            column = at_aims.get(whole)
            if column is None:
                rows = [self._row(gun, (aim,), hits) for gun, hits in zip(guns, chances, strict=True)]
                column = at_aims[whole] = [
                    [(at, row[die][0][1]) for at, row in enumerate(rows) if row[die]]
                    for die in range(len(self.reaches))
                ]
            for die, hits in enumerate(column):
                for at, chance in hits:
                    found[at][die].append((aim.unit, chance))
        return found

    def _row(self, gun: Gun, aims: tuple[Target, ...], chances: Sequence[float]) -> list[Shots]:
        ground, zones = self.ground, self._zones.get(gun)
        in_view, found = ground.in_view, list[Shots]()
        if zones is None:
            reached = [reach(gun) for reach in self.reaches]
            zones = [(lanes, reduce(or_, map(in_view, squares_of(reduce(or_, lanes))), 0)) for lanes in reached]
            self._zones[gun] = zones
        arc, look_back = self.arcs(gun.kind), ground.grid.arc
        for lanes, zone in zones:
            shots: Shots = []
            for unit, kind, pose in aims:
                square = pose >> 3
                if zone >> square & 1:
                    places = 0  # who has a square ahead of it stands behind it, as seen from there
                    for facing, lane in enumerate(lanes):
                        places |= lane & look_back(arc, facing ^ 4, square)
                    chance = self._nearest(places & in_view(square), chances, self.chart[kind], square, pose & 7)
                    if chance:
                        shots.append((unit, chance))
            found.append(shots)
        return found

    def _nearest(self, places: int, chances: Sequence[float], kind: Armoured, square: int, facing: int) -> float:
        grid, ruler, clear, best = self.ground.grid, self.ground.ruler, self.ground.sight.clear, 0.0
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
                if chance > best and clear(place, square, self.wrecks):
                    best = chance
        return best

    def standing(self, chances: Sequence[float], here: int, view: int, aims: Iterable[Target], occupied: int) -> Shots:
        """The shots of a gun from where it is, at what it has in view and nothing is in the way of."""
        found: Shots = []
        for unit, kind, pose in aims:
            if view >> (pose >> 3) & 1:
                chance = self._stands(chances, here, self.chart[kind], pose >> 3, pose & 7, occupied)
                if chance:
                    found.append((unit, chance))
        return found

    def _stands(
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


def driven(around: Reach, back: Reach, arc: Arc) -> Lanes:
    """The poses in which a gun can fire that may drive first, ahead or back; where it was, a turret bears anywhere."""
    start, facing = 1 << (around.start >> 3), around.start & 7
    here = start if arc is Arc.A90 else 0
    lanes = enumerate(zip(around.lanes, back.lanes, strict=True))
    return tuple([ahead | behind | (start if way == facing else here) for way, (ahead, behind) in lanes])
