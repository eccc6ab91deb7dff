"""Who can be shot at from where: range and angle (PK-28 … PK-32), and lines of sight (PK-38, PK-39)."""

from math import isqrt

from msgspec.structs import replace

from hulldown.geometry.plane import Shape, TableTrace, bearing, clear, in_arc, in_range, trace
from hulldown.kernel.rule import Refusal
from hulldown.rulebooks.panzerkampf import ground
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.paths import bodies
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.state import State
from hulldown.rulebooks.panzerkampf.units import Weapon

PK_29, PK_30, PK_32, PK_38 = RULES["PK-29"], RULES["PK-30"], RULES["PK-32"], RULES["PK-38"]
MOUNTS = {"front": 0, "right": 90, "back": 180, "left": 270}
Spot = tuple[int, int]


def centimetres(length: int) -> str:
    """A length in 1/100 mm as people read it, rounded up to a tenth of a millimetre."""
    return f"{-(-length // 10) / 100:g} cm"


# Range and angle


def way(state: State, unit: int, x: int, y: int) -> Spot:
    piece = state.units[unit]
    return x - piece.x, y - piece.y


def distance(state: State, unit: int, x: int, y: int) -> int:
    """PK-29, PK-R11: how far it is from a unit's centre, in 1/100 mm, rounded up."""
    dx, dy = way(state, unit, x, y)
    return isqrt(dx * dx + dy * dy - 1) + 1 if dx or dy else 0


def may_reach(state: State, unit: int, weapon: Weapon, x: int, y: int, what: str) -> Refusal | None:
    """PK-29, PK-30, PK-31, PK-32, PK-R11, PK-R12: a place within RNG, and within ANG of where the mount points."""
    dx, dy = way(state, unit, x, y)
    if not in_range(dx, dy, weapon.range * CM):
        far = centimetres(distance(state, unit, x, y))
        return PK_29.refuse(f"{what} is {far} away; the {weapon.name} can reach {weapon.range} cm")
    points = pointing(state, unit, weapon)
    if not in_arc(dx, dy, points, weapon.angle):
        off = abs((bearing(dx, dy) - points + 180) % 360 - 180)
        rule = PK_30 if weapon.mount == "front" else PK_32
        told = f"{what} lies {max(off, weapon.angle + 1)}° off the {weapon.mount}"
        return rule.refuse(f"{told}; the {weapon.name} can bear {weapon.angle}° to either side")
    return None


def pointing(state: State, unit: int, weapon: Weapon) -> int:
    """PK-32: the bearing from which a weapon's angle is measured."""
    return (state.units[unit].heading + MOUNTS[weapon.mount]) % 360


def nearest_in_range(state: State, unit: int, weapon: Weapon, x: int, y: int) -> Spot:
    """PK-29: the place towards another at which a range ends."""
    piece, (dx, dy) = state.units[unit], way(state, unit, x, y)
    far, reach = distance(state, unit, x, y), weapon.range * CM
    cut = [abs(part) * reach // far * (1 if part > 0 else -1) for part in (dx, dy)]
    return piece.x + cut[0], piece.y + cut[1]


# Lines of sight


def may_see(state: State, unit: int, end: Spot, target: int = -1, what: str = "") -> Refusal | None:
    """PK-38, PK-39, PK-R13, PK-R14: nothing stands on the line from a unit to a place, or to a target there."""
    if sees(state, unit, end, target):
        return None
    closed = line(state, unit, end, target).closed[0]
    if closed.kind == "body":
        name = state.body(closed.number, state.acting)
    else:
        name = f"the {state.table.features[closed.number].called}"
    return PK_38.refuse(f"the line to {what} is closed by {name}")


def sees(state: State, unit: int, end: Spot, target: int = -1) -> bool:
    """PK-38, PK-39: whether nothing stands on that line."""
    others, screens = _between(state, unit, target)
    piece = state.units[unit]
    return clear((piece.x, piece.y), end, [shape for _, shape in others], screens)


def line(state: State, unit: int, end: Spot, target: int = -1) -> TableTrace:
    """PK-38: the line of sight, and what closes it: units and features by their own numbers."""
    others, screens = _between(state, unit, target)
    piece = state.units[unit]
    found = trace((piece.x, piece.y), end, [shape for _, shape in others], screens)
    features, blinds = state.table.features, ground.blinds(state.ground)
    closed = [
        replace(one, number=others[one.number][0] if one.kind == "body" else features.index(blinds[one.number]))
        for one in found.closed
    ]
    return TableTrace(found.start, found.end, tuple(closed))


def _between(state: State, unit: int, target: int) -> tuple[list[tuple[int, Shape]], tuple[Shape, ...]]:
    """PK-38, PK-39, PK-R13, PK-R14: the bases and the areas that may close a line; none if one of its ends flies."""
    if state.type(unit).flying or (target >= 0 and state.type(target).flying):
        return [], ()
    others = [(body, shape) for body, shape in bodies(state, flying=False, but=unit) if body != target]
    return others, ground.blind_areas(state.ground)
