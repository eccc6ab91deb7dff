"""What the games of the family share when guns fire: verdicts, armour zones, and the word on a target."""

from enum import StrEnum
from typing import Protocol

from hulldown.geometry.squares import Grid, Zone, zone
from hulldown.kernel.rulebook import Preview

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


def percentage(preview: Preview) -> str:
    """The chance to destroy, as it is written on a target."""
    chance = float((preview.odds or {}).get(Verdict.DESTROYED, 0))
    return f"{100 * chance:.1f} %" if 0 < chance < 1 else f"{100 * chance:.0f} %"
