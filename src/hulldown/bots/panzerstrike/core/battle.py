"""What a bot may know of a battle by the Core rules: what every gun can do from a square, what the enemy could do to
whatever stands there, and which way leads to him.
"""

from collections.abc import Iterator
from functools import lru_cache, partial, reduce
from operator import or_
from typing import NamedTuple

from hulldown.bots.panzerstrike.core.tuning import TUNING
from hulldown.bots.panzerstrike.core.views import lays, lofts, may_bear, view_of, view_to
from hulldown.bots.panzerstrike.driver import StepOrDrive
from hulldown.bots.panzerstrike.foes import Foes
from hulldown.bots.panzerstrike.front import ANYWHERE
from hulldown.bots.panzerstrike.howitzers import Worths, best_lob, lobbing_places
from hulldown.bots.panzerstrike.spaa import enemies_of, with_prize
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.geometry.squares import ALL_LINES, Arc, Seen, mask_of, section_range, section_reach, seen, squares_of
from hulldown.outcome.core.harm import Health, guns_of, health_of
from hulldown.rulebooks.panzerstrike.core import gunnery
from hulldown.rulebooks.panzerstrike.core.setup import UnitType, Weapon
from hulldown.rulebooks.panzerstrike.core.state import Ground, State, Unit
from hulldown.rulebooks.panzerstrike.core.turn import lost_spaa


def points_of(ground: Ground, piece: Unit) -> float:
    """What a unit is worth by its price and the slot that it commands."""
    return TUNING.price * ground.chart[piece.kind].effectiveness + TUNING.command * piece.command


def value_of(ground: Ground, piece: Unit, lost: int) -> float:
    """What a unit is worth: the same, and an SPAA by how near its loss is to defeat."""
    return with_prize(ground.setup, piece.kind, points_of(ground, piece), lost)


class Foe(NamedTuple):
    """An enemy unit: what it is worth, and the squares that it may fire at in its turn, wherever its hull turns to."""

    piece: Unit
    kind: UnitType
    square: int
    x: int
    y: int
    worth: float
    health: Health
    fires: int
    views: int
    seen: int


Threat = tuple[Foe, int, int, int, bool]  # an enemy who could fire: dx, dy, range, whether in cover


def foe_of(ground: Ground, piece: Unit, own_spaa: tuple[int, ...], lost: int) -> Foe:
    """A unit as its enemy looks at it: the more worth if it sees one of his SPAA."""
    kind, square = ground.chart[piece.kind], piece.square
    views = view_of(ground, square)
    guards = kind.weapon is not None and any(views >> spaa & 1 for spaa in own_spaa)
    worth = value_of(ground, piece, lost) + TUNING.guard * guards
    fires = may_bear(ground, piece, kind)
    if fires and kind.weapon:
        reach = section_reach(ground.setup.figures.section, kind.weapon.range)
        fires &= views & gunnery.disc(ground.grid, square, reach)
        if not kind.weapon.point_blank:
            fires &= ~ground.grid.neighbours(square)
    x, y = ground.grid.xy(square)
    return Foe(piece, kind, square, x, y, worth, health_of(piece), fires, views, view_to(ground, square))


class Battle(Foes):
    """The enemy as he stands in this turn, and what follows for each square: remembered while he does not change."""

    def __init__(
        self, ground: Ground, pieces: tuple[Unit, ...], wrecks: int, own_spaa: tuple[int, ...], lost: int
    ) -> None:
        self.board, self.guns = ground, guns_of(ground.setup)
        self.foes = foes = [foe_of(ground, piece, own_spaa, lost) for piece in pieces]
        ready = [foe for foe in foes if not foe.piece.timer]
        self.howitzers = [foe for foe in ready if foe.kind.parabolic]
        tells = [foe for foe in ready if foe.kind.vehicle and (foe.kind.radio or not ground.setup.radios)]
        self.watched = reduce(or_, [foe.views for foe in tells], 0)
        seen_from = reduce(or_, [foe.seen for foe in foes], 0)
        super().__init__(ground, [foe.square for foe in foes], [foe.worth for foe in foes], wrecks, seen_from)
        self.fired_at = reduce(or_, [foe.fires for foe in foes], 0)
        self.beside_wrecks = reduce(or_, map(ground.grid.neighbours, squares_of(wrecks)), 0)
        self.by_square = {foe.square: foe for foe in foes}
        self.chosen: dict[object, StepOrDrive] = {}
        self._shots: dict[tuple[str, int, int], Worths] = {}
        self._lobs: dict[tuple[str, bool, int], Worths] = {}
        self._dangers: dict[tuple[str, Health, int, int], float] = {}
        self._threats: dict[int, list[Threat]] = {}
        self._falling: dict[tuple[str, Health, int], float] = {}
        self._opened: dict[tuple[int, int, float], float] = {}
        self._without: dict[int, Battle] = {}  # the same with a wall gone

    def shots(self, gun: UnitType, spoils: int, square: int) -> Worths:
        """(square, worth) of each enemy whom a gun there could fire at directly, the best first."""
        key = gun.id, spoils, square
        found = self._shots.get(key)
        if found is None:
            found = self._shots[key] = []
            if gun.weapon is not None and self.seen >> square & 1:
                found += self._aimed(gun, gun.weapon, spoils, square)
                found.sort(key=lambda shot: -shot[1])
        return found

    def _aimed(self, gun: UnitType, weapon: Weapon, spoils: int, square: int) -> Iterator[tuple[int, float]]:
        ground, direct = self.board, self.guns.direct
        section, x, y = ground.setup.figures.section, *ground.grid.xy(square)
        masked, near = ground.cover.masked, 0 if weapon.point_blank else ground.grid.neighbours(square)
        for foe in self.foes:
            if not foe.seen >> square & 1 or near >> foe.square & 1:
                continue
            dx, dy = foe.x - x, foe.y - y
            far = section_range(section, dx, dy)
            if far > weapon.range or not (dx or dy):
                continue
            lines = masked(square, foe.square, self.blockers)
            if lines == ALL_LINES:
                continue
            part = self.guns.facing_zone(foe.piece.facing, -dx, -dy)
            covered = seen(lines) is Seen.COVERED
            value = direct(gun.id, spoils, foe.kind.id, foe.health, far, part, covered)
            if value:
                yield foe.square, value * foe.worth

    def gain(self, gun: UnitType, spoils: int, square: int, arc: int = ANYWHERE) -> float:
        """The best direct shot from a square at what lies in the arc."""
        for at, value in self.shots(gun, spoils, square):
            if arc >> at & 1:
                return value
        return 0.0

    def laid(self, piece: Unit, spoils: int, square: int, facing: int) -> float:
        """The best direct shot of a unit from a pose, at what it can lay its weapon on in this turn."""
        kind = self.board.chart[piece.kind]
        for at, value in self.shots(kind, spoils, square):
            if lays(self.board, piece, kind, square, facing, at):
                return value
        return 0.0

    def lobs(self, gun: UnitType, injured: bool, square: int) -> Worths:
        """(square, worth) of each enemy whom a howitzer there could hit in a high arc, were he reported."""
        key = gun.id, injured, square
        found = self._lobs.get(key)
        if found is None:
            found = self._lobs[key] = []
            if gun.parabolic is not None:
                grid, section = self.board.grid, self.board.setup.figures.section
                for foe in self.foes:
                    dx, dy = grid.offset(square, foe.square)
                    far = section_range(section, dx, dy, True)
                    if gun.parabolic.least <= far <= gun.parabolic.most and lofts(self.board, square, foe.square):
                        part = self.guns.facing_zone(foe.piece.facing, -dx, -dy)
                        report = 0 if view_of(self.board, square) >> foe.square & 1 else 1
                        value = self.guns.lofted(gun.id, injured, foe.kind.id, foe.health, far, part, report)
                        if value:
                            found.append((foe.square, value * foe.worth))
                found.sort(key=lambda shot: -shot[1])
        return found

    def lob(self, gun: UnitType, injured: bool, square: int, facing: int, eyes: int, prospect: float) -> float:
        """The best of them ahead; those whom nobody sees yet count for less."""
        found = self.lobs(gun, injured, square)
        if not found:
            return 0.0
        ahead = self.board.grid.arc(Arc.A45, facing, square)
        return best_lob(found, ahead, eyes | view_of(self.board, square), prospect)

    def lobbing_places(self, gun: UnitType, targets: int) -> int:
        """The squares from which a howitzer hits one of these targets in a high arc nearly as well as anywhere."""
        return lobbing_places(self.open, partial(self.lobs, gun, False), targets, TUNING.good)

    def threats(self, square: int) -> list[Threat]:
        """(enemy, dx, dy, range, whether in cover) for each enemy who could fire at a square directly."""
        found = self._threats.get(square)
        if found is None:
            found = self._threats[square] = []
            if self.fired_at >> square & 1:
                section, x, y = self.board.setup.figures.section, *self.board.grid.xy(square)
                masked = self.board.cover.masked
                for foe in self.foes:
                    if foe.fires >> square & 1:
                        lines = masked(foe.square, square, self.blockers)
                        if lines != ALL_LINES:
                            dx, dy = foe.x - x, foe.y - y
                            far = section_range(section, dx, dy)
                            found.append((foe, dx, dy, far, seen(lines) is Seen.COVERED))
        return found

    def danger(self, kind: UnitType, health: Health, square: int, facing: int) -> float:
        """What the enemy's shots would cost a unit there, as he stands now: together, and no more than all of it."""
        if not (self.howitzers or self.fired_at >> square & 1):
            return 0.0
        key = kind.id, health, square, facing
        total = self._dangers.get(key)
        if total is None:
            total = self._shelled(kind, health, square) if self.howitzers else 0.0
            for foe, dx, dy, far, covered in self.threats(square):
                part = self.guns.facing_zone(facing, dx, dy)
                total += self.guns.direct(foe.kind.id, foe.piece.injured, kind.id, health, far, part, covered)
            total = self._dangers[key] = min(1.0, total)
        return total

    def _shelled(self, kind: UnitType, health: Health, square: int) -> float:
        """The same of his howitzers, which fire as they stand at what somebody of theirs sees."""
        key = kind.id, health, square
        found = self._falling.get(key)
        if found is None:
            found, grid = 0.0, self.board.grid
            for foe in self.howitzers:
                limits, own = foe.kind.parabolic, foe.views >> square & 1
                assert limits is not None
                far = section_range(self.board.setup.figures.section, *grid.offset(foe.square, square), True)
                if (
                    (own or self.watched >> square & 1)
                    and limits.least <= far <= limits.most
                    and grid.arc(Arc.A45, foe.piece.facing, foe.square) >> square & 1
                    and lofts(self.board, foe.square, square)
                ):
                    found += self.guns.lofted(foe.kind.id, foe.piece.injured, kind.id, health, far, 1, 0 if own else 1)
            self._falling[key] = found
        return found

    def opened(self, wall: int, own: tuple[Unit, ...], caution: float) -> float:
        """What the shots are worth that a wall hides: the best own one, less the best of the enemy, who fires first."""
        key = wall, mask_of(piece.square for piece in own), caution
        found = self._opened.get(key)
        if found is None:
            ours, theirs = self._exchanged(self._with_gone(wall), own)
            found = self._opened[key] = SHARED.next * ours - caution * theirs
        return found

    def _with_gone(self, wall: int) -> "Battle":
        """The same battle without a wall."""
        there = self._without.get(wall)
        if there is None:
            ground = self.board
            without = Ground.of(ground.setup, tuple([square for square in ground.walls if square != wall]))
            there = self._without[wall] = Battle(without, tuple([foe.piece for foe in self.foes]), self.wrecks, (), 0)
        return there

    def _exchanged(self, there: "Battle", own: tuple[Unit, ...]) -> tuple[float, float]:
        """The most that one of our shots wins in another battle over this one, and the most that an enemy's does."""
        ground = self.board
        ours = theirs = 0.0
        for piece in own:
            kind, here = ground.chart[piece.kind], piece.square
            spoils, health = int(piece.injured), health_of(piece)
            now, then = (battle.laid(piece, spoils, here, piece.facing) for battle in (self, there))
            ours = max(ours, then - now)
            risk = there.danger(kind, health, here, piece.facing) - self.danger(kind, health, here, piece.facing)
            theirs = max(theirs, risk * value_of(ground, piece, 0))
        return ours, theirs


@lru_cache(maxsize=16)
def _battle(ground: Ground, pieces: tuple[Unit, ...], wrecks: int, own_spaa: tuple[int, ...], lost: int) -> Battle:
    return Battle(ground, pieces, wrecks, own_spaa, lost)


def battle_of(state: State) -> Battle:
    lost = lost_spaa(state, state.side.other) if state.ground.setup.spaa else 0
    return _battle(state.ground, *enemies_of(state), lost)
