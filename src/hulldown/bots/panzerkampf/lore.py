"""What quick battles find out about one ground, kept: lines between poses, ways and walks."""

from functools import lru_cache
from typing import NamedTuple

from hulldown.bots.panzerkampf import routes
from hulldown.bots.panzerkampf.blows import PARTS, Blow, direct, shelled
from hulldown.bots.panzerkampf.points import bears
from hulldown.bots.panzerkampf.routes import Spot
from hulldown.bots.panzerkampf.views import views_of
from hulldown.geometry.plane import in_range
from hulldown.rulebooks.panzerkampf import damage
from hulldown.rulebooks.panzerkampf.events import Part
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import Path
from hulldown.rulebooks.panzerkampf.state import Ground
from hulldown.rulebooks.panzerkampf.units import UnitType, Weapon

KNOWN = 1 << 16  # lines, and ways, that are kept
PLAIN = (False,) * 5  # a target that is not dug in, and so on
Pose = tuple[str, int, int, int]  # a kind of unit, where it is and where it looks
End = tuple[int, int, int, int]  # of a way: where it is, the heading, and how far it can be turned there
Able = tuple[int, Weapon, int, dict[Part, Blow | None]]  # a weapon, from how far it threatens, and what it does


class Walked(NamedTuple):
    """Where a path ends, if it leads anywhere, and its straight pieces."""

    end: End | None
    legs: tuple[tuple[Spot, Spot], ...]


class Line:
    """What a unit in one pose does to one in another: points by what it has in its sights, and by what comes."""

    __slots__ = ("above", "aims", "clear", "counters", "moved", "near", "stays")

    def __init__(self) -> None:
        self.stays = self.moved = self.above = self.near = self.counters = 0.0
        self.aims = list[tuple[int, Blow]]()
        self.clear: bool | None = None  # not known yet


class Lore:
    """What battles found out about one ground."""

    def __init__(self, ground: Ground) -> None:
        self.ground, self.views = ground, views_of(ground)
        self.lines: dict[tuple[Pose, Pose], Line] = {}
        self.ways: dict[tuple[Pose, Spot], list[Path]] = {}
        self.walks: dict[tuple[Pose, Path, tuple[Pose, ...]], Walked] = {}
        self._fields: dict[tuple[str, Spot], list[float]] = {}
        self._guns: dict[tuple[str, str], list[Able]] = {}

    def tidy(self) -> None:
        for known in (self.lines, self.ways, self.walks):
            if len(known) > KNOWN:
                known.clear()

    def field(self, row: UnitType, goal: Spot) -> list[float]:
        """How far it is from each cell of the lattice to a place."""
        found = self._fields.get((row.id, goal))
        if found is None:
            found = self._fields[row.id, goal] = routes.ways(self.ground, row, frozenset([goal]))
        return found

    def _able(self, kind: str, target: str) -> list[Able]:
        """The weapons of one kind that do anything to another one."""
        found = self._guns.get((kind, target))
        if found is None:
            found, row = list[Able](), self.ground.types[kind]
            for number, gun in enumerate(row.weapon):
                if gun.use != "fire" or gun.kind == "bomb":
                    continue
                blows: dict[Part, Blow | None] = {}
                for part in PARTS:
                    if gun.kind == "artillery":
                        blows[part] = shelled(self.ground, kind, number, target, False)
                    else:
                        blows[part] = direct(self.ground, kind, number, target, part, PLAIN)
                reach = gun.range + (0 if gun.reload else row.move * 3 // 4)
                found.append((number, gun, reach * CM, blows))
            self._guns[kind, target] = found
        return found

    def line(self, pose: Pose, other: Pose) -> Line:
        """From one pose to another; asked for when it is not among those that are kept."""
        (kind, x, y, heading), (target, to_x, to_y, towards) = pose, other
        dx, dy, found = to_x - x, to_y - y, Line()
        part = damage.shown(self.ground.setup.figures, -dx, -dy, towards)
        for number, gun, reach, blows in self._able(kind, target):
            blow = blows[part]
            if blow is None or not in_range(dx, dy, reach):
                continue
            gain = blow.gains[-1]
            found.near += gain
            if not bears(gun, dx, dy, heading):
                continue
            found.aims.append((number, blow))
            if gun.kind == "artillery":
                found.above += gain
            else:
                found.stays += gain
                found.moved += gain * (not gun.reload)
                found.counters += gain * gun.counter_attack
        if not found.stays:
            found.clear = False
        self.lines[pose, other] = found
        return found

    def clear(self, line: Line, pose: Pose, other: Pose) -> bool:
        """Whether no terrain closes a line; none does to whoever flies."""
        types = self.ground.types
        flies = types[pose[0]].flying or types[other[0]].flying
        line.clear = flies or self.views.clear(pose[1], pose[2], other[1], other[2])
        return line.clear


@lru_cache(maxsize=4)
def lore_of(ground: Ground) -> Lore:
    return Lore(ground)
