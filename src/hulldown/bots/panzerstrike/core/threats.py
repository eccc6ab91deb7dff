"""What units can do to each other after a drive, over the ground as it lies."""

from functools import lru_cache, reduce
from operator import or_

from hulldown.bots.panzerstrike.core.views import HALF_TURN, lofts, swept, view_of, view_to
from hulldown.geometry.squares import ALL_LINES, Arc, Lanes, Seen, section_range, seen, squares_of
from hulldown.outcome.core.harm import Health, guns_of
from hulldown.rulebooks.panzerstrike.core.setup import UnitType
from hulldown.rulebooks.panzerstrike.core.state import Ground, State, Unit

MOST_KEPT = 1 << 17  # shots after a drive that are remembered

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
                drive, at = ground.drive, (ground.open & ~self.wrecks, piece.square, piece.facing)
                tracks = kind.drive == "tracked"
                go, back = (drive.tracked, drive.tracked_back) if tracks else (drive.wheeled, drive.wheeled_back)
                for around in (go(*at, steps), back(*at, min(steps, max(1, kind.reverse)))):
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
                if entry.least <= far <= entry.most and lofts(ground, square, aim.square):
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
