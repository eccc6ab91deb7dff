"""What follows from the table and the laid bridges: where a unit may be, what slows it, what blocks sight."""

from functools import lru_cache

import msgspec

from hulldown.geometry import plane
from hulldown.geometry.plane import Shape
from hulldown.kernel.rule import Rule
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.state import Ground
from hulldown.rulebooks.panzerkampf.tables import BRIDGE, WATER, Feature
from hulldown.rulebooks.panzerkampf.units import FLYING, NAVAL, Type, UnitType

PK_07, PK_08, PK_14 = RULES["PK-07"], RULES["PK-08"], RULES["PK-14"]
PK_16, PK_17, PK_R3 = RULES["PK-16"], RULES["PK-17"], RULES["PK-R3"]
PK_R5, PK_R32 = RULES["PK-R5"], RULES["PK-R32"]
Reason = tuple[Rule, str]


class Slow(msgspec.Struct, frozen=True, gc=False):
    """Areas in which a centimetre costs so many, and the rule that says so; what bridges lie over is cut out."""

    factor: int
    rule: Rule
    areas: tuple[Shape, ...]


class Going(msgspec.Struct, frozen=True):
    """The ground for one kind of unit: what to keep off and on, each part with its reason, and what slows."""

    off: tuple[plane.Ground, ...] = ()
    on: tuple[plane.Ground, ...] = ()
    off_reasons: tuple[tuple[Reason, ...], ...] = ()
    on_reasons: tuple[Reason, ...] = ()
    slow: tuple[Slow, ...] = ()
    bridges: tuple[Shape, ...] = ()

    def reason(self, blocker: plane.Blocker) -> Reason:
        """Which rule closes the ground there, and what to say."""
        if blocker.kind == "on":
            return self.on_reasons[blocker.number]
        reasons = self.off_reasons[blocker.number]
        # the sides of what is cut out are counted on from the others
        return reasons[blocker.part] if blocker.part < len(reasons) else (PK_R32, "the bridge ends there")


def going(ground: Ground, row: UnitType) -> Going:
    return _going(ground, row.type, row.swim)


@lru_cache(maxsize=1024)
def _going(ground: Ground, kind: Type, swim: bool) -> Going:
    """PK-07, PK-08, PK-11 … PK-18, PK-R3, PK-R5, PK-R6, PK-R32, PK-R52: who is stopped and slowed by what.

    Every piece of terrain at a place counts.
    """
    if kind in FLYING:
        return Going()
    afloat, spans = kind in NAVAL, bridges(ground)
    wet = not swim and kind != "hover" and not afloat
    walls, spanned = list[Feature](), list[Feature]()
    for feature in ground.table.features:
        if feature.movement == "impassable":
            (walls if feature.sight == "blocks" else spanned).append(feature)
        elif feature.movement == WATER and wet:
            spanned.append(feature)
    off = [(features, over) for features, over in ((walls, ()), (spanned, spans)) if features]
    on = [(plane.Ground([ground.table.whole]), (PK_R3, "the table ends there"))]
    if afloat:
        on.append((water(ground), (PK_R5, f"there is no water there, and a {kind} stays on it")))
    return Going(
        off=tuple([plane.Ground([feature.area for feature in features], over) for features, over in off]),
        on=tuple([area for area, _ in on]),
        off_reasons=tuple([tuple([_reason(feature, kind) for feature in features]) for features, _ in off]),
        on_reasons=tuple([reason for _, reason in on]),
        slow=tuple([slow for slow in _slow(ground, kind, swim) if slow.areas and slow.factor > 1]),
        bridges=spans,
    )


def _reason(feature: Feature, kind: Type) -> Reason:
    if feature.movement == WATER:
        return PK_16, f"the {feature.called} is water, and only units that swim enter it"
    return PK_14 if kind == "hover" else PK_07, f"the {feature.called} is impassable"


def _slow(ground: Ground, kind: Type, swim: bool) -> list[Slow]:
    """PK-08, PK-11, PK-12, PK-17, PK-18, PK-R5: walkers, infantry and hover units are not slowed, not even swimming.

    Ships are not slowed by water, but by slow terrain that lies on it (PK-R52).
    """
    if kind != "ground" and kind not in NAVAL:
        return []
    figures, features = ground.setup.figures, ground.table.features
    found = [Slow(figures.slow, PK_08, tuple([row.area for row in features if row.movement == "slow"]))]
    if swim:
        found.append(Slow(figures.swimming, PK_17, tuple([row.area for row in features if row.movement == WATER])))
    return found


@lru_cache(maxsize=256)
def bridges(ground: Ground) -> tuple[Shape, ...]:
    """PK-68, PK-R52: the bridges of the table and those laid on it; they do the same."""
    return *[feature.area for feature in ground.table.features if feature.kind == BRIDGE], *ground.spans


@lru_cache(maxsize=256)
def water(ground: Ground) -> plane.Ground:
    """PK-16, PK-18, PK-R5: the water; bridges make land of it."""
    return plane.Ground([row.area for row in ground.table.features if row.movement == WATER], bridges(ground))


def afloat(ground: Ground, x: int, y: int) -> bool:
    """PK-16, PK-R33: whether a place is on water: whatever stands there floats."""
    return water(ground).holds(x, y)


@lru_cache(maxsize=256)
def blinds(ground: Ground) -> tuple[Feature, ...]:
    """PK-09: the features that block sight."""
    return tuple([feature for feature in ground.table.features if feature.sight == "blocks"])


@lru_cache(maxsize=256)
def blind_areas(ground: Ground) -> tuple[Shape, ...]:
    """PK-09: their areas, in the same order."""
    return tuple([feature.area for feature in blinds(ground)])
