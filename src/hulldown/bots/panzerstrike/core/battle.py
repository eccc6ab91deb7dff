"""What a bot may know of a battle by the Core rules: what every gun can do from a square, what the enemy could do to
whatever stands there, who sees whom, and which way leads to him.

All chances are exact, from the rule that resolves a shot; they are looked up in tables by what a shot depends on.
"""

from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from msgspec.structs import replace

from hulldown.bots.panzerstrike.front import ANYWHERE, NEXT, Foes, prize_of
from hulldown.geometry.squares import (
    ALL_LINES,
    Arc,
    Cover,
    Grid,
    Lanes,
    Seen,
    Zone,
    angled,
    mask_of,
    section_range,
    section_reach,
    seen,
    squares_of,
    turned,
    within_135,
    zone,
)
from hulldown.rulebooks.panzerstrike.core import gunnery
from hulldown.rulebooks.panzerstrike.core.events import Outcome
from hulldown.rulebooks.panzerstrike.core.orders import Move
from hulldown.rulebooks.panzerstrike.core.setup import SPAA, Setup, UnitType
from hulldown.rulebooks.panzerstrike.core.shot import BLUE, INJURED, MOVED, TRACKS, TURNED, Facts, chances, meeting
from hulldown.rulebooks.panzerstrike.core.state import Colour, Ground, State, Tracks, Unit
from hulldown.rulebooks.panzerstrike.core.turn import lost_spaa

PRICE = 0.3  # a point of Effectiveness in the points of the family: a medium tank has 2
GUARD = 4.0  # what an enemy who sees an own SPAA is worth more as a target
COMMAND = 1.0  # what the slot of a command tank is worth beside the tank
GOOD = 0.5  # of the best chance there is: places with less are not looked for when nothing happens
LOSSES = {Tracks.WHOLE: 0.0, Tracks.SEMI: 0.15, Tracks.IMMOBILE: 0.3}
HURT = 0.25  # what an injured crew is worth of the unit
ZONES = (Zone.FRONT, Zone.SIDE, Zone.REAR)
SPOILS = (INJURED, MOVED, TURNED)
HALF_TURN = 4  # eighths, by which a turret bears all round
MOST_KEPT = 1 << 17  # shots after a drive that are remembered


class Health(NamedTuple):
    """What a shot asks for of its target beside its type."""

    injured: bool
    tracks: Tracks
    repairing: bool


def health_of(piece: Unit) -> Health:
    return Health(piece.injured, piece.tracks, piece.timer > 0)


def lost_by(injured: bool, tracks: Tracks) -> float:
    """What markers have cost a unit already, as a part of its worth."""
    return HURT * injured + LOSSES[tracks]


def harm(health: Health, outcome: Outcome) -> float:
    """What an outcome costs a unit, as a part of its worth."""
    had = lost_by(health.injured, health.tracks)
    if outcome is Outcome.DESTROYED:
        return 1.0 - had
    if outcome is Outcome.INJURED:
        return HURT
    if outcome in TRACKS:
        return max(0.0, LOSSES[TRACKS[outcome]] - LOSSES[health.tracks])
    return 0.0


class Guns:
    """What shots are worth, as a part of their target, by all that they depend on. One for all games of a set-up."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.figures = setup, setup.figures
        self.chart = {kind.id: kind for kind in setup.chart}
        self._direct: dict[tuple[str, int, str, Health, int, int, bool], float] = {}
        self._lofted: dict[tuple[str, str, Health, int, int, int], float] = {}

    def facing_zone(self, facing: int, dx: int, dy: int) -> int:
        """Which armour looks that way: front, side, rear, or angled front and rear."""
        if self.setup.angled and (between := angled(facing, dx, dy)):
            return 3 if between is Zone.FRONT else 4
        return ZONES.index(zone(facing, dx, dy))

    def direct(self, gun: str, spoils: int, target: str, health: Health, far: int, part: int, covered: bool) -> float:
        """A direct shot with the best hit die that may be chosen."""
        key = gun, spoils, target, health, far, part, covered
        found = self._direct.get(key)
        if found is None:
            weapon = self.chart[gun].weapon
            assert weapon is not None
            near = self.setup.aimed and far <= self.figures.aimed[weapon.accuracy - 1]
            colours = tuple(Colour) if near else (Colour.WHITE,)
            words = tuple([word for at, word in enumerate(SPOILS) if spoils >> at & 1])
            cover = self.figures.cover if covered else 0
            found = self._direct[key] = max(
                self._worth(gun, target, health, far, part, colour, cover, words, 0) for colour in colours
            )
        return found

    def lofted(self, gun: str, injured: bool, target: str, health: Health, far: int, part: int, report: int) -> float:
        """A shot in a high arc; the target is seen by the howitzer (0), by another (1), or only since now (2)."""
        key = gun, target, health, far, part, report * 2 + injured
        found = self._lofted.get(key)
        if found is None:
            words = (INJURED,) if injured else ()
            found = self._lofted[key] = self._worth(gun, target, health, far, part, BLUE, 0, words, report)
        return found

    def _worth(
        self,
        gun: str,
        target: str,
        health: Health,
        far: int,
        part: int,
        colour: str,
        cover: int,
        spoils: tuple[str, ...],
        report: int,
    ) -> float:
        figures, weapon, kind = self.figures, self.chart[gun].weapon, self.chart[target]
        assert weapon is not None
        where = (*ZONES, Zone.FRONT, Zone.REAR)[part]
        met = meeting(figures, weapon, far, kind, where, part > 2)
        semi = self.setup.semi and health.tracks is Tracks.WHOLE
        facts = Facts(
            far,
            figures.accuracy[weapon.accuracy - 1],
            colour,
            getattr(figures.hit, colour),
            figures.penetration.I if weapon.die == "I" else figures.penetration.II,
            (replace(met, semi=semi, injured=health.injured, repairing=health.repairing),),
            cover,
            spoils,
            figures.radio if report else (),
            report == 2,
        )
        found = chances(facts).items()
        return sum(float(chance) * harm(health, outcome) for (at, outcome), chance in found if at == 0)


@lru_cache(maxsize=8)
def guns_of(setup: Setup) -> Guns:
    return Guns(setup)


@lru_cache(maxsize=64)
def _houses(grid: Grid, buildings: int) -> Cover:
    return Cover(grid, buildings, 0)


@lru_cache(maxsize=8192)
def _view_of(houses: Cover, square: int) -> int:
    """The squares that can be seen from one, past the buildings."""
    contact = houses.contact
    return mask_of(other for other in squares_of(houses.grid.all & ~houses.buildings) if contact(square, other))


@lru_cache(maxsize=8192)
def _view_to(houses: Cover, square: int) -> int:
    """The squares from which one can be seen, past the buildings."""
    contact = houses.contact
    return mask_of(other for other in squares_of(houses.grid.all & ~houses.buildings) if contact(other, square))


def view_of(ground: Ground, square: int) -> int:
    return _view_of(_houses(ground.grid, ground.buildings), square)


def view_to(ground: Ground, square: int) -> int:
    return _view_to(_houses(ground.grid, ground.buildings), square)


@lru_cache(maxsize=1 << 16)
def _lofts(ground: Ground, here: int, there: int) -> bool:
    """Whether no building stops a shell in a high arc."""
    return gunnery.path_clear(ground, here, there)


def points_of(ground: Ground, piece: Unit) -> float:
    """What a unit is worth by its price and the slot that it commands."""
    return PRICE * ground.chart[piece.kind].effectiveness + COMMAND * piece.command


def value_of(ground: Ground, piece: Unit, lost: int) -> float:
    """What a unit is worth: the same, and an SPAA by how near its loss is to defeat."""
    worth = points_of(ground, piece)
    if ground.setup.spaa and piece.kind == SPAA:
        worth += prize_of(ground.setup.lost_spaa, lost)
    return worth


@lru_cache(maxsize=1 << 14)
def swept(grid: Grid, square: int, direction: int, turns: int) -> int:
    """The squares on which a weapon bears that can be turned by so many eighths to either side."""
    return reduce(or_, [grid.arc(Arc.A45, (direction + turn) % 8, square) for turn in range(-turns, turns + 1)])


class Plan(NamedTuple):
    """The best a vehicle can do with its free step and with a slot: the worth and the order of each."""

    step: float
    step_order: Move | None
    drive: float
    drive_order: Move | None


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


def _may_bear(ground: Ground, piece: Unit, kind: UnitType) -> int:
    """The squares that an enemy may fire at in his turn: a hull that can move turns by 45° first."""
    if kind.weapon is None or piece.timer:
        return 0
    turns = 0 if piece.tracks is Tracks.IMMOBILE or piece.injured or not kind.vehicle else 1
    if kind.mount == "turret":
        if ground.setup.moulded:
            return ANYWHERE
        turns += ground.setup.figures.free_traverse if ground.setup.free_turrets else ground.setup.figures.traverse
        return swept(ground.grid, piece.square, (piece.facing + piece.turret) % 8, min(4, turns))
    return swept(ground.grid, piece.square, piece.facing, turns)


class Battle(Foes):
    """The enemy as he stands in this turn, and what follows for each square: remembered while he does not change."""

    def __init__(
        self, ground: Ground, pieces: tuple[Unit, ...], wrecks: int, own_spaa: tuple[int, ...], lost: int
    ) -> None:
        self.board = ground
        self.guns = guns_of(ground.setup)
        section = ground.setup.figures.section
        self.foes: list[Foe] = []
        self.howitzers: list[Foe] = []
        self.watched = 0
        for piece in pieces:
            kind, square = ground.chart[piece.kind], piece.square
            views = view_of(ground, square)
            guards = kind.weapon is not None and any(views >> spaa & 1 for spaa in own_spaa)
            fires = _may_bear(ground, piece, kind)
            if fires and kind.weapon:
                fires &= views & gunnery.disc(ground.grid, square, section_reach(section, kind.weapon.range))
                if not kind.weapon.point_blank:
                    fires &= ~ground.grid.neighbours(square)
            x, y = ground.grid.xy(square)
            worth = value_of(ground, piece, lost) + GUARD * guards
            foe = Foe(piece, kind, square, x, y, worth, health_of(piece), fires, views, view_to(ground, square))
            self.foes.append(foe)
            if kind.parabolic and not piece.timer:
                self.howitzers.append(foe)
            if kind.vehicle and not piece.timer and (kind.radio or not ground.setup.radios):
                self.watched |= views
        seen_from = reduce(or_, [foe.seen for foe in self.foes], 0)
        worths = [foe.worth for foe in self.foes]
        super().__init__(ground, [piece.square for piece in pieces], worths, wrecks, seen_from)
        self.fired_at = reduce(or_, [foe.fires for foe in self.foes], 0)
        self.beside_wrecks = reduce(or_, map(ground.grid.neighbours, squares_of(wrecks)), 0)
        self.by_square = {foe.square: foe for foe in self.foes}
        self.plans: dict[object, Plan] = {}
        self._shots: dict[tuple[str, int, int], list[tuple[int, float]]] = {}
        self._lobs: dict[tuple[str, bool, int], list[tuple[int, float]]] = {}
        self._dangers: dict[tuple[str, Health, int, int], float] = {}
        self._threats: dict[int, list[tuple[Foe, int, int, int, bool]]] = {}
        self._falling: dict[tuple[str, Health, int], float] = {}
        self._opened: dict[tuple[int, int, float], float] = {}
        self._without: dict[int, Battle] = {}  # the same with a wall gone

    def shots(self, gun: UnitType, spoils: int, square: int) -> list[tuple[int, float]]:
        """(square, worth) of each enemy whom a gun there could fire at directly, the best first."""
        key = gun.id, spoils, square
        found = self._shots.get(key)
        if found is None:
            found = self._shots[key] = []
            weapon, ground, direct = gun.weapon, self.board, self.guns.direct
            if weapon is not None and self.seen >> square & 1:
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
                        found.append((foe.square, value * foe.worth))
                found.sort(key=lambda shot: -shot[1])
        return found

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

    def lobs(self, gun: UnitType, injured: bool, square: int) -> list[tuple[int, float]]:
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
                    if gun.parabolic.least <= far <= gun.parabolic.most and _lofts(self.board, square, foe.square):
                        part = self.guns.facing_zone(foe.piece.facing, -dx, -dy)
                        report = 0 if view_of(self.board, square) >> foe.square & 1 else 1
                        value = self.guns.lofted(gun.id, injured, foe.kind.id, foe.health, far, part, report)
                        if value:
                            found.append((foe.square, value * foe.worth))
                found.sort(key=lambda shot: -shot[1])
        return found

    def lob(self, gun: UnitType, injured: bool, square: int, facing: int, eyes: int, prospect: float) -> float:
        """The best of them ahead; those whom nobody sees yet count for less."""
        best = 0.0
        if found := self.lobs(gun, injured, square):
            arc = self.board.grid.arc(Arc.A45, facing, square)
            eyes |= view_of(self.board, square)
            for at, value in found:
                if arc >> at & 1:
                    best = max(best, value if eyes >> at & 1 else prospect * value)
        return best

    def lobbing_places(self, gun: UnitType, targets: int) -> int:
        """The squares from which a howitzer hits one of these targets in a high arc nearly as well as anywhere."""
        places = {
            place: max([value for at, value in self.lobs(gun, False, place) if targets >> at & 1], default=0.0)
            for place in squares_of(self.open)
        }
        good = GOOD * max(places.values(), default=0.0)
        return mask_of(place for place, value in places.items() if value >= good) if good else 0

    def threats(self, square: int) -> list[tuple[Foe, int, int, int, bool]]:
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
                    and _lofts(self.board, foe.square, square)
                ):
                    found += self.guns.lofted(foe.kind.id, foe.piece.injured, kind.id, health, far, 1, 0 if own else 1)
            self._falling[key] = found
        return found

    def opened(self, wall: int, own: tuple[Unit, ...], caution: float) -> float:
        """What the shots are worth that a wall hides: the best own one, less the best of the enemy, who fires first."""
        key = wall, mask_of(piece.square for piece in own), caution
        found = self._opened.get(key)
        if found is None:
            ground = self.board
            there = self._without.get(wall)
            if there is None:
                without = Ground.of(ground.setup, tuple([square for square in ground.walls if square != wall]))
                there = Battle(without, tuple([foe.piece for foe in self.foes]), self.wrecks, (), 0)
                self._without[wall] = there
            ours = theirs = 0.0
            for piece in own:
                kind, here = ground.chart[piece.kind], piece.square
                spoils, health = int(piece.injured), health_of(piece)
                now, then = (battle.laid(piece, spoils, here, piece.facing) for battle in (self, there))
                ours = max(ours, then - now)
                risk = there.danger(kind, health, here, piece.facing) - self.danger(kind, health, here, piece.facing)
                theirs = max(theirs, risk * value_of(ground, piece, 0))
            found = self._opened[key] = NEXT * ours - caution * theirs
        return found


def lays(ground: Ground, piece: Unit, kind: UnitType, square: int, facing: int, at: int) -> bool:
    """Whether a unit can lay its weapon on a square from a pose in this turn."""
    setup, grid = ground.setup, ground.grid
    if kind.mount != "turret":
        return bool(grid.arc(Arc.A45, facing, square) >> at & 1)
    if setup.moulded:
        return True
    if not setup.free_turrets:
        return bool(swept(grid, square, (facing + piece.rested) % 8, setup.figures.traverse) >> at & 1)
    right, ahead = piece.aim
    return within_135(*turned(right, -ahead, facing), *grid.offset(square, at))


@lru_cache(maxsize=16)
def _battle(ground: Ground, pieces: tuple[Unit, ...], wrecks: int, own_spaa: tuple[int, ...], lost: int) -> Battle:
    return Battle(ground, pieces, wrecks, own_spaa, lost)


def battle_of(state: State) -> Battle:
    ground, side, units = state.ground, state.side, state.units
    pieces = tuple([piece for piece in units.units if piece.side is not side and piece.active])
    wrecks = units.wrecks
    if not ground.setup.spaa:
        return _battle(ground, pieces, wrecks, (), 0)
    own = tuple([p.square for p in units.units if p.side is side and p.kind == SPAA and p.active])
    return _battle(ground, pieces, wrecks, own, lost_spaa(state, side.other))


Key = tuple[str, int, int, int, int]  # kind, pose, steps, where its turret points, and by how much it turns


class Threats:
    """What units can do to each other over the ground as it lies, after a drive of so many steps; by the poses.

    Units in the way are not looked at: they may be gone by then. Turrets laid freely are taken to bear anywhere.
    """

    def __init__(self, ground: Ground, wrecks: int) -> None:
        self.ground, self.wrecks, self.guns = ground, wrecks, guns_of(ground.setup)
        self.anywhere = ground.setup.moulded or ground.setup.free_turrets
        self._reach: dict[Key, tuple[Lanes, int]] = {}
        self._comes: dict[tuple[Key, bool, str, Health, int], float] = {}

    def reach(self, piece: Unit, kind: UnitType, steps: int, turns: int) -> tuple[Key, int]:
        """A key for what follows, and all that a unit may see after a drive; its turret turns by so many eighths."""
        turret = piece.turret
        if kind.mount != "turret":
            turret, turns = 0, 0
        elif self.anywhere or turns >= HALF_TURN:
            turret, turns = 0, HALF_TURN
        key = piece.kind, piece.square * 8 + piece.facing, steps, turret, turns
        found = self._reach.get(key)
        if found is None:
            ground, here = self.ground, 1 << piece.square
            lanes: Lanes = tuple([here if facing == piece.facing else 0 for facing in range(8)])
            if steps:
                go = ground.drive.tracked if kind.drive == "tracked" else ground.drive.wheeled
                around = go(ground.open & ~self.wrecks, piece.square, piece.facing, steps)
                lanes = tuple(map(or_, lanes, around.lanes))
            views = reduce(or_, [view_of(ground, square) for square in squares_of(reduce(or_, lanes))])
            found = self._reach[key] = lanes, views
        return key, found[1]

    def comes(self, key: Key, piece: Unit, kind: UnitType, aim: Unit, health: Health) -> float:
        """The most that a unit can do to another, as a part of its worth, if it may drive first."""
        whole = key, piece.injured, aim.kind, health, aim.square * 8 + aim.facing
        found = self._comes.get(whole)
        if found is None:
            if len(self._comes) > MOST_KEPT:
                self._comes.clear()
            found = self._comes[whole] = self._best(key, piece, kind, aim, health)
        return found

    def _best(self, key: Key, piece: Unit, kind: UnitType, aim: Unit, health: Health) -> float:
        ground, guns, weapon, square = self.ground, self.guns, kind.weapon, aim.square
        assert weapon is not None
        section, masked, best = ground.setup.figures.section, ground.cover.masked, 0.0
        *_, turret, turns = key
        squares = 0  # who has a square ahead of it stands behind it, as seen from there
        for facing, lane in enumerate(self._reach[key][0]):
            if lane:
                squares |= lane & swept(ground.grid, square, (facing + turret) % 8 ^ 4, turns)
        squares &= view_to(ground, square)
        if not weapon.point_blank:
            squares &= ~ground.grid.neighbours(square)
        x, y = ground.grid.xy(square)
        ranges: dict[tuple[int, int], list[int]] = {}
        for place in squares_of(squares):
            px, py = ground.grid.xy(place)
            far = section_range(section, px - x, py - y)
            if far <= weapon.range and place != square:
                ranges.setdefault((far, guns.facing_zone(aim.facing, px - x, py - y)), []).append(place)
        for (far, part), places in ranges.items():
            clear = guns.direct(kind.id, int(piece.injured), aim.kind, health, far, part, False)
            if clear > best:
                for place in places:
                    lines = masked(place, square, self.wrecks)
                    if lines == ALL_LINES:
                        continue
                    if seen(lines) is not Seen.COVERED:
                        best = clear
                        break
                    best = max(best, guns.direct(kind.id, int(piece.injured), aim.kind, health, far, part, True))
        return best

    def lobs(
        self, piece: Unit, kind: UnitType, targets: list[tuple[int, Unit, Health]], eyes: int
    ) -> list[tuple[int, float]]:
        """The shots of a howitzer in a high arc, as it stands, at what somebody sees."""
        ground, entry, square = self.ground, kind.parabolic, piece.square
        assert entry is not None
        own, found = view_of(ground, square), list[tuple[int, float]]()
        ahead = ground.grid.arc(Arc.A45, piece.facing, square) & (eyes | own)
        for target, aim, health in targets:
            if ahead >> aim.square & 1:
                dx, dy = ground.grid.offset(square, aim.square)
                far = section_range(ground.setup.figures.section, dx, dy, True)
                if entry.least <= far <= entry.most and _lofts(ground, square, aim.square):
                    part, report = self.guns.facing_zone(aim.facing, -dx, -dy), 0 if own >> aim.square & 1 else 1
                    worth = self.guns.lofted(kind.id, piece.injured, aim.kind, health, far, part, report)
                    if worth:
                        found.append((target, worth))
        return found


@lru_cache(maxsize=8)
def _threats(ground: Ground, wrecks: int) -> Threats:
    return Threats(ground, wrecks)


def threats_of(state: State) -> Threats:
    units = state.units
    return _threats(state.ground, units.wrecks)
