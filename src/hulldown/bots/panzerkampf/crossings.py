"""Where a bridge would save way, and the ground as it is when it is laid."""

from functools import lru_cache
from math import hypot
from typing import NamedTuple

from hulldown.bots.panzerkampf.routes import CELL, Goals, lattice, ways
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.geometry.plane import Base, Field
from hulldown.rulebooks.panzerkampf.engineers import span_from
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import blinds, going
from hulldown.rulebooks.panzerkampf.state import Ground, LaidBridge
from hulldown.rulebooks.panzerkampf.tables import overlaps
from hulldown.rulebooks.panzerkampf.units import UnitType


class Bank(NamedTuple):
    """From where a bridge can be laid, and how much way it saves."""

    base: Base
    saved: float


def bank(ground: Ground, row: UnitType, goals: Goals, x: int, y: int) -> Bank | None:
    """Where a bridge layer that is at a place would best lay its bridge (PK-68)."""
    found = _banks(ground, row, goals)
    return max(found, key=lambda at: at.saved - hypot(at.base.x - x, at.base.y - y) / CM, default=None)


@lru_cache(maxsize=64)
def _banks(ground: Ground, row: UnitType, goals: Goals) -> list[Bank]:
    """Where a bridge saves most: from an open cell over shut ones to an open one beyond, tried out exactly."""
    grid, left, found = lattice(ground, row), ways(ground, row, goals), list[tuple[float, Bank]]()
    for at, open_here in enumerate(grid.open):
        for heading, step, room in (
            (0, -grid.columns, at // grid.columns),
            (90, 1, grid.columns - 1 - at % grid.columns),
            (180, grid.columns, grid.rows - 1 - at // grid.columns),
            (270, -1, at % grid.columns),
        ):
            over = next((many for many in (2, 3) if many <= room and grid.open[at + many * step]), 0)
            if open_here and over and not grid.open[at + step]:
                beyond = left[at + over * step]
                saved = left[at] - beyond - over * CELL / CM
                if saved > TUNING.least_saved_cm:
                    base = Base(*grid.middle(at), heading, row.length, row.width)
                    found.append((beyond - saved, Bank(base, saved)))
    found.sort(key=lambda one: one[0])
    exact = [_at_the_water(ground, row, one) for _, one in found[: TUNING.most_banks]]
    return [one for one in exact if one is not None]


def _at_the_water(ground: Ground, row: UnitType, at: Bank) -> Bank | None:
    """As far forward as a vehicle gets, if from there the bridge can be crossed (PK-68)."""
    way = going(ground, row)
    field = Field([], way.off, way.on)
    for start in (at.base, at.base.moved(-CELL)):
        if field.blocked(start) is None:
            end = start.moved(field.drive(start, 2 * CELL).free)
            return Bank(end, at.saved) if spans(ground, row, end) else None
    return None


def spans(ground: Ground, row: UnitType, base: Base) -> bool:
    """Whether the bridge that is laid from here reaches the other side, so that such a vehicle can cross it (PK-68)."""
    span = span_from(ground.setup.figures, base)
    if any(overlaps(feature.area, span.shape) for feature in blinds(ground)):
        return False
    way = going(bridged(ground, base), row)
    return Field([], way.off, way.on).drive(base, span.length + base.length).blocker is None


@lru_cache(maxsize=256)
def bridged(ground: Ground, base: Base) -> Ground:
    """The ground as it is when a vehicle has laid its bridge from here (PK-68)."""
    span = span_from(ground.setup.figures, base)
    return ground.with_bridge(LaidBridge(span.x, span.y, span.heading))
