"""What a bot may know of a battle by the Dynamic rules: the front of the family, with howitzers on both sides, guns
that bear only ahead, walls that hide and wrecks that can be pushed away.
"""

from functools import lru_cache, partial

from hulldown.bots.panzerstrike.driver import StepOrDrive
from hulldown.bots.panzerstrike.dynamic.chances import bearing, hit_chances, lob_chances, lofts, may_bear
from hulldown.bots.panzerstrike.dynamic.tuning import TUNING
from hulldown.bots.panzerstrike.front import Enemy, Front, Kind, enemy_of
from hulldown.bots.panzerstrike.howitzers import Worths, best_lob, lobbing_places
from hulldown.bots.panzerstrike.spaa import enemies_of, with_prize
from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.geometry.squares import Arc, mask_of, parabolic_range
from hulldown.rulebooks.panzerstrike import ground as family
from hulldown.rulebooks.panzerstrike.dynamic import turn
from hulldown.rulebooks.panzerstrike.dynamic.setup import Parabolic, UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, State, Unit


def points_of(ground: Ground, piece: Unit) -> float:
    """What a unit is worth by its points and the die that it commands."""
    return ground.chart[piece.kind].points + TUNING.command * piece.command


def value_of(ground: Ground, piece: Unit, lost: int) -> float:
    """What a unit is worth: the same, and an SPAA by how near its loss is to defeat."""
    return with_prize(ground.setup, piece.kind, points_of(ground, piece), lost)


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
            worth = value_of(ground, piece, lost) + TUNING.guard * guarded
            bears = may_bear(ground, piece)
            chances = hit_chances(ground, piece.kind)
            enemies.append(enemy_of(ground.grid, piece.square, piece.facing, kind, worth, chances, bears))
            if kind.parabolic and not ground.setup.quick:
                self.howitzers.append((piece, kind.parabolic))
            if kind.vehicle:
                self.watched |= family.in_view(ground.contact, piece.square)
        super().__init__(ground, enemies, wrecks)
        self.board, self.figures = ground, figures
        self.worth_at = {enemy.square: enemy.worth for enemy in enemies}
        self.chosen: dict[object, StepOrDrive] = {}
        self._lobbed: dict[int, float] = {}
        self._lobs: dict[tuple[str, int], Worths] = {}
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

    def lobs(self, kind: UnitClass, square: int) -> Worths:
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

    def lob(self, kind: UnitClass, square: int, facing: int, eyes: int, prospect: float) -> float:
        """The best of them ahead; those whom nobody sees yet count for less."""
        found = self.lobs(kind, square)
        if not found:
            return 0.0
        eyes |= family.in_view(self.board.contact, square)
        return best_lob(found, self.board.grid.arc(Arc.A27, facing, square), eyes, prospect)

    def lobbing_places(self, kind: UnitClass, targets: int) -> int:
        """The squares from which a howitzer hits one of these targets in a high arc nearly as well as anywhere."""
        return lobbing_places(self.open, partial(self.lobs, kind), targets, TUNING.good)

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
            found = self._opened[key] = SHARED.next * ours - caution * theirs
        return found


@lru_cache(maxsize=16)
def _battle(ground: Ground, pieces: tuple[Unit, ...], wrecks: int, own_spaa: tuple[int, ...], lost: int) -> Battle:
    return Battle(ground, pieces, wrecks, own_spaa, lost)


def battle_of(state: State) -> Battle:
    lost = turn.lost_spaa(state, state.side.other) if state.ground.setup.spaa else 0
    return _battle(state.ground, *enemies_of(state), lost)
