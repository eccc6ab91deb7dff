"""Exact odds, against two libraries that know nothing of this one, and against the table of the rulings."""

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import dyce
import icepool
import pytest

from hulldown.geometry.squares import Zone
from hulldown.rulebooks.panzerstrike.dynamic.parabolic import (
    best_range,
    chance_of_lob,
    lofted,
    odds_of_lob,
    spread_of_lob,
)
from hulldown.rulebooks.panzerstrike.dynamic.setup import Parabolic, UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.shooting import Facts, odds_of, spread_of_shot
from hulldown.rulebooks.panzerstrike.firing import Verdict, armour_of
from tests.marks import rule
from tests.rulebooks.dynamic.cast import CHART, KINDS, figures

Sums = dict[int, Fraction]
NOTHING, DAMAGED, DESTROYED = Verdict.NOTHING, Verdict.DAMAGED, Verdict.DESTROYED
FIGURES = figures()
ARMED = [kind for kind in CHART if kind.armed]


# Direct fire


@cache
def sums_by_icepool(dice: int, half: bool) -> Sums:
    total = dice @ icepool.d6 + (icepool.d3 if half else 0)
    return {outcome: Fraction(ways, total.denominator()) for outcome, ways in total.items()}


@cache
def sums_by_dyce(dice: int, half: bool) -> Sums:
    total = dice @ dyce.H(6) + dyce.H(dict.fromkeys((1, 2, 3) if half else (0,), 1))
    return {int(outcome): Fraction(int(ways), int(total.total)) for outcome, ways in total.items()}


def expected(sums: Sums, needed: int, damages: bool, damaged: bool) -> dict[Verdict, Fraction]:
    """What the book says of a sum, in three lines."""
    more = sum((chance for total, chance in sums.items() if total > needed), Fraction(0))
    equal = sums.get(needed, Fraction(0))
    spared = equal if damages and not damaged else Fraction(0)
    return {NOTHING: 1 - more - equal, DAMAGED: spared, DESTROYED: more + equal - spared}


def shot_of(dice: int, half: bool, far: int, armour: int, damages: bool, damaged: bool) -> Facts:
    return Facts(FIGURES.red, dice, FIGURES.half if half else (), far, armour, damages, damaged)


@rule("DYN-05", "DYN-69", "DYN-105", "DYN-106", "DYN-107", "DYN-108", "DYN-109", "DYN-116", "DYN-117", "DYN-185")
@pytest.mark.parametrize("sums_of", [sums_by_icepool, sums_by_dyce], ids=["icepool", "dyce"])
def test_the_chances_of_every_shot_are_exactly_those_of_another_library(sums_of: Callable[[int, bool], Sums]) -> None:
    """Every gun, target, zone and range from 2 to 24; at a sound unit, at a damaged one, and in the Quick Start."""
    guns = {(kind.dice, kind.half) for kind in ARMED}
    plates = {armour_of(kind, zone) for kind in CHART for zone in Zone}
    for (dice, half), armour, far in product(guns, plates, range(2, 25)):
        for damages, damaged in ((True, False), (True, True), (False, False)):
            chances = expected(sums_of(dice, half), far + armour, damages, damaged)
            found = odds_of(shot_of(dice, half, far, armour, damages, damaged))
            assert {verdict: found.get(verdict, 0) for verdict in Verdict} == chances


@rule("DYN-107", "DYN-108", "DYN-109", "DYN-185", "DYN-Q01")
def test_dt_25_a_heavy_gun_on_a_medium_front_at_nine_squares() -> None:
    """33.6 % for 16 or more of four dice, 23.9 % for more; by the full rules exactly 16 only damages (DYN-Q01)."""
    assert (KINDS["heavy"].dice, KINDS["medium"].front) == (4, 7)
    full = odds_of(shot_of(4, False, 9, 7, True, False))
    quick = odds_of(shot_of(4, False, 9, 7, False, False))
    assert [f"{float(full[verdict]):.3f}" for verdict in (DESTROYED, DAMAGED)] == ["0.239", "0.096"]
    assert full[DESTROYED] + full[DAMAGED] == quick[DESTROYED] == Fraction(435, 1296)
    assert DAMAGED not in quick


@rule("DYN-105", "DYN-106")
@pytest.mark.parametrize("kind", [kind for kind in ARMED if kind.half], ids=lambda kind: kind.id)
def test_the_spread_of_a_gun_with_the_half_die_is_one_sum(kind: UnitClass) -> None:
    spread = spread_of_shot(shot_of(kind.dice, True, 4, 3, True, False))
    counted = Counter(sum(faces) for faces in product(*[FIGURES.red] * kind.dice, FIGURES.half))
    assert spread.ways == tuple(counted[total] for total in range(kind.dice + 1, 6 * kind.dice + 4))
    assert (spread.first, spread.of, spread.needed) == (kind.dice + 1, 6**kind.dice * 3, 7)
    assert spread.dice == f"{kind.dice} dice and the half-die"
    assert [(part.outcome, part.first, part.last) for part in spread.stretches] == [
        ("nothing", kind.dice + 1, 6),
        ("damaged", 7, 7),
        ("destroyed", 8, 6 * kind.dice + 3),
    ]


# Parabolic fire: per cent at each range, as the rulings have it

RANGES = {"4/5": range(8, 21), "5/6": range(11, 25)}
TABLE = {
    ("4/5", False): "10.0 15.8 22.2 28.7 34.2 38.2 39.7 38.2 34.2 28.7 22.2 15.8 10.0",
    ("4/5", True): "15.8 23.3 30.8 37.2 40.8 41.9 39.7 34.5 27.6 20.2 13.7 8.3 4.3",
    ("5/6", False): "10.9 16.0 21.7 27.6 33.0 37.0 39.2 39.2 37.0 33.0 27.6 21.7 16.0 10.9",
    ("5/6", True): "16.6 23.1 29.6 35.4 39.7 41.5 40.8 37.6 32.5 26.3 19.8 13.9 8.9 5.3",
}
ENTRIES = {f"{entry.choose}/{entry.roll}": entry for kind in CHART if (entry := kind.parabolic)}
Makes = Callable[[int, bool], list[tuple[tuple[int, ...], int]]]


@cache
def throws_by_icepool(roll: int, half: bool) -> list[tuple[tuple[int, ...], int]]:
    return list(icepool.Pool([icepool.d6] * (roll - half) + [icepool.d3] * half).expand().items())


@cache
def throws_by_dyce(roll: int, half: bool) -> list[tuple[tuple[int, ...], int]]:
    pool = dyce.P(*[6] * (roll - half) + [3] * half)
    return [(tuple(map(int, faces)), int(ways)) for faces, ways in pool.rolls_with_counts()]


@rule("DYN-133", "DYN-134", "DYN-135", "DYN-136", "DYN-141", "DYN-142")
@pytest.mark.parametrize(("name", "half"), TABLE, ids=lambda part: str(part))
def test_the_chances_of_parabolic_fire_are_those_of_the_table(name: str, half: bool) -> None:
    entry = ENTRIES[name]
    found = [odds_of_lob(FIGURES, entry, far, half)[DESTROYED] for far in RANGES[name]]
    assert " ".join(f"{100 * float(chance):.1f}" for chance in found) == TABLE[name, half]


@rule("DYN-133", "DYN-134", "DYN-135", "DYN-136")
@pytest.mark.parametrize("throws_of", [throws_by_icepool, throws_by_dyce], ids=["icepool", "dyce"])
@pytest.mark.parametrize(("name", "half"), TABLE, ids=lambda part: str(part))
def test_they_are_exactly_those_of_another_library_at_every_sum(name: str, half: bool, throws_of: Makes) -> None:
    entry = ENTRIES[name]
    throws = throws_of(entry.roll, half)
    total = sum(ways for _, ways in throws)
    for far in range(6 * entry.roll + 1):
        hits = sum(ways for faces, ways in throws if far in {sum(c) for c in combinations(faces, entry.choose)})
        assert odds_of_lob(FIGURES, entry, far, half).get(DESTROYED, 0) == Fraction(hits, total)


@rule("DYN-133", "DYN-134")
def test_more_than_one_die_may_be_left_out() -> None:
    """An entry of two of four: every throw counted."""
    entry = Parabolic(2, 4, 1, 12, 0)
    for far in range(1, 13):
        hits = sum(any(sum(pair) == far for pair in combinations(faces, 2)) for faces in product(FIGURES.red, repeat=4))
        assert odds_of_lob(FIGURES, entry, far, False).get(DESTROYED, 0) == Fraction(hits, 6**4)


@rule("DYN-135", "DYN-Q31")
@pytest.mark.parametrize("name", ENTRIES)
def test_low_range_is_where_the_half_die_does_not_lower_the_chance(name: str) -> None:
    """DYN-Q31: up to 14 for 4/5 and 17 for 5/6; the better choice is the bold one of the table."""
    entry = ENTRIES[name]
    better = [far for far in RANGES[name] if _chance(entry, far, True) >= _chance(entry, far, False)]
    assert better == list(range(RANGES[name][0], entry.half_up_to + 1))
    for far in RANGES[name]:
        half, odds = chance_of_lob(FIGURES, entry, far)
        assert odds[DESTROYED] == max(_chance(entry, far, False), _chance(entry, far, True))
        assert half is (_chance(entry, far, True) > _chance(entry, far, False))


def _chance(entry: Parabolic, far: int, half: bool) -> Fraction:
    return odds_of_lob(FIGURES, entry, far, half)[DESTROYED]


@rule("DYN-121", "DYN-122")
def test_the_best_range_lies_within_the_limits() -> None:
    """13 for 4/5 and 16 for 5/6; where the limits leave it out, the nearest to it."""
    assert {name: best_range(FIGURES, entry) for name, entry in ENTRIES.items()} == {"4/5": 13, "5/6": 16}
    assert best_range(FIGURES, Parabolic(4, 5, 15, 20, 14)) == 15


@rule("DYN-122", "DYN-134")
@pytest.mark.parametrize(("name", "half"), TABLE, ids=lambda part: str(part))
def test_the_spread_of_a_parabolic_shot_has_the_chance_at_every_range(name: str, half: bool) -> None:
    entry = ENTRIES[name]
    for far in RANGES[name]:
        spread = spread_of_lob(lofted(FIGURES, entry, far, half))
        assert spread.needed == far
        assert spread.of == 6 ** (entry.roll - half) * 3**half
        for total, ways in enumerate(spread.ways, spread.first):
            assert Fraction(ways, spread.of) == odds_of_lob(FIGURES, entry, total, half)[DESTROYED]
        assert [(part.outcome, part.first, part.last) for part in spread.stretches] == [("destroyed", far, far)]
    assert spread_of_lob(lofted(FIGURES, entry, 90, half)).stretches == (), "no throw makes 90"
