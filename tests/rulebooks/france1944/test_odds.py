"""Exact odds, against two libraries that know nothing of this one."""

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product

import dyce
import icepool
import pytest

from hulldown.geometry.squares import Zone
from hulldown.kernel.question import odds_between
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944 import library
from hulldown.rulebooks.panzerstrike.france1944.setup import TankClass
from hulldown.rulebooks.panzerstrike.france1944.shooting import Facts, odds_of
from tests.marks import rule
from tests.rulebooks.france1944.cast import CHART, figures

KINDS = {kind.id: kind for kind in CHART}
Sums = dict[int, Fraction]


@cache
def sums_by_icepool(dice: int) -> Sums:
    total = dice @ icepool.d6
    return {outcome: Fraction(ways, total.denominator()) for outcome, ways in total.items()}


@cache
def sums_by_dyce(dice: int) -> Sums:
    total = dice @ dyce.H(6)
    return {int(outcome): Fraction(int(ways), int(total.total)) for outcome, ways in total.items()}


def expected(sums: Sums, needed: int, damage: bool, damaged: bool) -> dict[Verdict, Fraction]:
    """What the book says of a sum, in three lines."""
    more = sum((chance for total, chance in sums.items() if total > needed), Fraction(0))
    equal = sums.get(needed, Fraction(0))
    spared = equal if damage and not damaged else Fraction(0)
    return {
        Verdict.NOTHING: 1 - more - equal,
        Verdict.DAMAGED: spared,
        Verdict.DESTROYED: more + equal - spared,
    }


def armour(kind: TankClass, zone: Zone) -> int:
    return {Zone.FRONT: kind.front, Zone.SIDE: kind.side, Zone.REAR: kind.rear}[zone]


@rule("FR-28", "FR-38", "FR-39", "FR-40", "FR-41", "FR-59")
@pytest.mark.parametrize("sums_of", [sums_by_icepool, sums_by_dyce], ids=["icepool", "dyce"])
def test_the_chances_of_every_shot_are_exactly_those_of_another_library(sums_of: Callable[[int], Sums]) -> None:
    """Every attacker, target, zone and range from 2 to 24; without damage, with it, and at a damaged tank."""
    for gun, hull, zone, distance in product(CHART, CHART, Zone, range(2, 25)):
        sums = sums_of(gun.gun)
        needed = distance + armour(hull, zone)
        for damage, damaged in ((False, False), (True, False), (True, True)):
            chances = expected(sums, needed, damage, damaged)
            shot = Facts(figures().small, gun.gun, distance, armour(hull, zone), damage, damaged)
            assert {verdict: odds_of(shot).get(verdict, 0) for verdict in Verdict} == chances
            options = {"damage": "on" if damage else "off", "damaged": "on" if damaged else "off"}
            assert odds_between(library, gun.id, hull.id, distance, zone, options) == chances


@rule("FR-40")
def test_a_heavy_gun_on_a_medium_front_at_nine_squares() -> None:
    """The shot of FT-08: every throw of four dice counted, and the figure itself."""
    ways = sum(sum(faces) >= 16 for faces in product(range(1, 7), repeat=4))
    assert odds_between(library, "heavy", "medium", 9, "front", {})[Verdict.DESTROYED] == Fraction(ways, 6**4)
    assert Fraction(ways, 6**4) == Fraction(435, 1296)
