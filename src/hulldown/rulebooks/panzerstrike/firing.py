"""What the games of the family share when guns fire: verdicts, armour zones, and the word on a target."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction
from math import atan2, ceil, degrees
from typing import Protocol

from hulldown.geometry.squares import Grid, Zone, zone
from hulldown.kernel.forecast import BestShot
from hulldown.kernel.odds import per_cent
from hulldown.kernel.rulebook import Preview
from hulldown.rulebooks.panzerstrike.states import Table

LEAST_RANGE = 2  # nobody fires at a neighbour


class Verdict(StrEnum):
    """What a shot did."""

    NOTHING = "nothing"
    DAMAGED = "damaged"
    DESTROYED = "destroyed"


class Armoured(Protocol):
    @property
    def front(self) -> int: ...
    @property
    def side(self) -> int: ...
    @property
    def rear(self) -> int: ...


def verdict_of(firepower: int, needed: int, equal_damages: bool, damaged: bool) -> Verdict:
    """Dice against range and armour: less does nothing, more destroys; an equal sum only damages where that is played,
    and destroys what is damaged already."""
    if firepower < needed:
        return Verdict.NOTHING
    if firepower == needed and equal_damages and not damaged:
        return Verdict.DAMAGED
    return Verdict.DESTROYED


def zone_hit(grid: Grid, shooter: int, target: int, facing: int) -> Zone:
    """The part of the target's armour that faces the shooter's square."""
    return zone(facing, *grid.offset(target, shooter))


def armour_of(kind: Armoured, part: Zone) -> int:
    return kind.front if part is Zone.FRONT else kind.side if part is Zone.SIDE else kind.rear


def degrees_off(pointing: tuple[int, int], dx: int, dy: int) -> int:
    """For the eye: rounded up, so that what is outside an arc never reads like its limit."""
    fx, fy = pointing
    return ceil(degrees(atan2(abs(fx * dy - fy * dx), fx * dx + fy * dy)) - 1e-9)


def percentage(preview: Preview) -> str:
    """The chance to destroy, as it is written on a target."""
    return per_cent((preview.odds or {}).get(Verdict.DESTROYED, Fraction(0)))


def best_of(state: Table, chances: Mapping[int, Fraction]) -> tuple[str, BestShot | None]:
    """The target with the best chance by its name, the first of equals; no name where there is none."""
    if not chances:
        return "", None
    best = max(chances, key=lambda target: (chances[target], -target))
    return state.name(best, state.units.units[best].side), BestShot(best, chances[best])
