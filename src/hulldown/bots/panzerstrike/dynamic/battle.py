"""What a bot may know of a battle by the Dynamic rules: the front of the family, with howitzers on both sides, guns
that bear only ahead, walls that hide and wrecks that can be pushed away.
"""

from functools import lru_cache, reduce
from operator import or_
from typing import NamedTuple

from hulldown.bots.panzerstrike.front import ANYWHERE, HALF, NEXT, Enemy, Front, Kind, enemy_of, prize_of
from hulldown.geometry.squares import Arc, mask_of, parabolic_range, squares_of
from hulldown.rulebooks.panzerstrike import ground as family
from hulldown.rulebooks.panzerstrike.dynamic import parabolic, shooting, turn, turrets
from hulldown.rulebooks.panzerstrike.dynamic.setup import SPAA, Figures, Parabolic, UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, State, Unit
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.pieces import Condition

GUARD = 4.0  # what an enemy who sees an own SPAA is worth more as a target
COMMAND = 1.0  # what the die of a command tank is worth beside the tank
PROSPECT = 0.3  # what a target in the range of a howitzer is worth while nobody sees it
GOOD = 0.5  # of the best chance there is: places with less are not looked for when nothing happens


@lru_cache(maxsize=256)
def hit_chances(ground: Ground, kind: str) -> list[float]:
    """The exact chance of a class to destroy, by the dice needed; a chance to damage counts half."""
    gun, figures = ground.chart[kind], ground.setup.figures
    most = gun.dice * max(figures.red) + gun.half * max(figures.half)
    found = [0.0] * (most + 600)  # any range and armour
    for needed in range(most + 1 if gun.armed else 0):
        odds = shooting.odds_of(shooting.aimed(ground, gun, needed, 0, False))
        found[needed] = float(odds.get(Verdict.DESTROYED, 0)) + HALF * float(odds.get(Verdict.DAMAGED, 0))
    return found


@lru_cache(maxsize=64)
def lob_chances(figures: Figures, entry: Parabolic) -> list[float]:
    """The exact chance of a howitzer to hit in a high arc, by range, with the better choice of dice."""
    found = [0.0] * (entry.most + 1)
    for far in range(entry.least, entry.most + 1):
        found[far] = float(parabolic.chance_of_lob(figures, entry, far)[1].get(Verdict.DESTROYED, 0))
    return found


@lru_cache(maxsize=1 << 16)
def lofts(ground: Ground, here: int, there: int) -> bool:
    """Whether no building stops a shell in a high arc."""
    return parabolic.path_clear(ground, here, there)


def points_of(ground: Ground, piece: Unit) -> float:
    """What a unit is worth by its points and the die that it commands."""
    return ground.chart[piece.kind].points + COMMAND * piece.command


def value_of(ground: Ground, piece: Unit, lost: int) -> float:
    """What a unit is worth: the same, and an SPAA by how near its loss is to defeat."""
    worth = points_of(ground, piece)
    if ground.setup.spaa and piece.kind == SPAA:
        worth += prize_of(ground.setup.lost_spaa, lost)
    return worth


def bearing(ground: Ground, mount: str, square: int, facing: int, turret: int, moved: bool) -> int:
    """The squares on which a gun can be laid from a pose; miniatures can still turn their turrets."""
    arc = ground.grid.arc
    if mount == "none":
        return 0
    if mount != "turret":
        return arc(Arc.A27, facing, square)
    if ground.setup.turrets:
        turns = range(-turrets.TURRET, turrets.TURRET + 1)
        return reduce(or_, [arc(Arc.A27, (facing + turret + turn) % 8, square) for turn in turns])
    return arc(Arc.A90, facing, square) if moved else ANYWHERE


def _may_bear(ground: Ground, piece: Unit) -> int:
    """The squares that an enemy may fire at in his turn: a hull that can move turns by 45° first."""
    mount = ground.chart[piece.kind].mount
    if mount == "hull" and piece.condition is Condition.SOUND:
        return reduce(or_, [ground.grid.arc(Arc.A27, (piece.facing + turn) % 8, piece.square) for turn in (-1, 0, 1)])
    return bearing(ground, mount, piece.square, piece.facing, piece.turret, moved=False)


class Plan(NamedTuple):
    """The best a vehicle can do with its free step and with a die: worth and pose of each; no pose is −1."""

    step: float
    step_pose: int
    drive: float
    drive_pose: int


class Battle(Front):
    """The front with what the Dynamic rules add to it: howitzers on both sides, and wrecks that can be pushed away."""

    def __init__(
        self, ground: Ground, pieces: tuple[Unit, ...], wrecks: int, own_spaa: tuple[int, ...], lost: int
    ) -> None:
        clear, figures = ground.sight.clear, ground.setup.figures
        occupied = wrecks | mask_of(piece.square for piece in pieces)
        enemies: list[Enemy] = []
        self.howitzers: list[tuple[Unit, Parabolic]] = []
        self.watched = 0
        for piece in pieces:
            kind = ground.chart[piece.kind]
            guarded = kind.armed and any(clear(piece.square, square, occupied) for square in own_spaa)
            worth = value_of(ground, piece, lost) + GUARD * guarded
            bears = _may_bear(ground, piece)
            chances = hit_chances(ground, piece.kind)
            enemies.append(enemy_of(ground.grid, piece.square, piece.facing, kind, worth, chances, bears))
            if kind.parabolic and not ground.setup.quick:
                self.howitzers.append((piece, kind.parabolic))
            if kind.vehicle:
                self.watched |= family.in_view(ground.contact, piece.square)
        super().__init__(ground, enemies, wrecks)
        self.board, self.figures = ground, figures
        self.worth_at = {enemy.square: enemy.worth for enemy in enemies}
        self.plans: dict[object, Plan] = {}
        self._lobbed: dict[int, float] = {}
        self._lobs: dict[tuple[str, int], list[tuple[int, float]]] = {}
        self._opened: dict[tuple[int, int, float], float] = {}

    def danger(self, kind: Kind, square: int, facing: int) -> float:
        """The same with the enemy's howitzers, which fire as they stand at what somebody of theirs sees."""
        direct = super().danger(kind, square, facing)
        return min(1.0, direct + self._falling(square)) if self.howitzers else direct

    def _falling(self, square: int) -> float:
        found = self._lobbed.get(square)
        if found is None:
            found = 0.0
            grid = self.board.grid
            for piece, entry in self.howitzers:
                seen = self.watched >> square & 1 or self.board.contact.clear(piece.square, square, 0)
                far = parabolic_range(*grid.offset(piece.square, square))
                if (
                    seen
                    and entry.least <= far <= entry.most
                    and grid.arc(Arc.A27, piece.facing, piece.square) >> square & 1
                    and lofts(self.board, piece.square, square)
                ):
                    found += lob_chances(self.figures, entry)[far]
            self._lobbed[square] = found
        return found

    def lobs(self, kind: UnitClass, square: int) -> list[tuple[int, float]]:
        """(square, chance times worth) of each enemy whom a howitzer there could hit in a high arc, were he seen."""
        found = self._lobs.get((kind.id, square))
        if found is None:
            found = self._lobs[kind.id, square] = []
            entry = kind.parabolic
            if entry is not None and not self.board.setup.quick:
                chances = lob_chances(self.figures, entry)
                for enemy in self.enemies:
                    far = parabolic_range(*self.board.grid.offset(square, enemy.square))
                    if entry.least <= far <= entry.most and lofts(self.board, square, enemy.square):
                        found.append((enemy.square, chances[far] * enemy.worth))
        return found

    def lob(self, kind: UnitClass, square: int, facing: int, eyes: int, prospect: float = PROSPECT) -> float:
        """The best of them ahead; those whom nobody sees yet count for less."""
        best = 0.0
        if found := self.lobs(kind, square):
            arc = self.board.grid.arc(Arc.A27, facing, square)
            eyes |= family.in_view(self.board.contact, square)
            for at, value in found:
                if arc >> at & 1:
                    best = max(best, value if eyes >> at & 1 else prospect * value)
        return best

    def lobbing_places(self, kind: UnitClass, seen: int) -> int:
        """The squares from which a howitzer hits somebody on these squares in a high arc nearly as well as anywhere."""
        places = {
            place: max([value for at, value in self.lobs(kind, place) if seen >> at & 1], default=0.0)
            for place in squares_of(self.open)
        }
        good = GOOD * max(places.values(), default=0.0)
        return mask_of(place for place, value in places.items() if value >= good) if good else 0

    def opened(self, wall: int, own: tuple[Unit, ...], caution: float) -> float:
        """What the shots are worth that a wall hides: the best own one, less the best of the enemy, who fires first."""
        key = wall, mask_of(piece.square for piece in own), caution
        found = self._opened.get(key)
        if found is None:
            ground = self.board
            without = Ground.of(ground.setup, tuple([square for square in ground.walls if square != wall]))
            there = Front(without, self.enemies, self.wrecks)
            occupied, now, then = self.blockers | key[1], ground.sight.clear, without.sight.clear
            ours = theirs = 0.0
            for piece in own:
                kind, here = ground.chart[piece.kind], piece.square
                hidden = [enemy.square for enemy in self.enemies if not now(here, enemy.square, occupied)]
                if new := mask_of(square for square in hidden if then(here, square, occupied)):
                    arc = new & bearing(ground, kind.mount, here, piece.facing, piece.turret, moved=False)
                    ours = max(ours, there.gain(hit_chances(ground, kind.id), here, arc))
                    risk = there.danger(kind, here, piece.facing) - super().danger(kind, here, piece.facing)
                    theirs = max(theirs, risk * value_of(ground, piece, 0))
            found = self._opened[key] = NEXT * ours - caution * theirs
        return found


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
    return _battle(ground, pieces, wrecks, own, turn.lost_spaa(state, side.other))
