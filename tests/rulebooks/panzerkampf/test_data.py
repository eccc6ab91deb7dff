"""The data of Panzerkampf hold what the book prints and what we decided: rules, rulings, dice, units, tables."""

from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from hulldown.geometry.plane import FINE, in_gap
from hulldown.geometry.plane.shapes import where
from hulldown.kernel.files import read_toml
from hulldown.rulebooks.panzerkampf import files
from hulldown.rulebooks.panzerkampf.figures import CM, COMMANDS, Figures
from hulldown.rulebooks.panzerkampf.rules import HERE, RULES
from hulldown.rulebooks.panzerkampf.tables import BRIDGE, KINDS, WATER, Feature, Table, overlaps
from hulldown.rulebooks.panzerkampf.units import UnitType, Weapon
from tests.marks import rule

DRAWINGS = Path(__file__).parents[3] / "web" / "src" / "look"
DICE: dict[str, Any] = read_toml(HERE / "dice.toml")[1]
TABLES = files.tables()
TABLE_ROWS = [pytest.param(table, id=name) for name, table in TABLES.items()]


# The catalogue


def test_there_are_125_rules_in_the_order_of_the_book() -> None:
    assert [row.id for row in RULES.printed] == [f"PK-{number:02}" for number in range(1, 126)]
    assert len({row.title for row in RULES.values()}) == len(RULES)
    assert all(row.summary.endswith(".") for row in RULES.values())


def test_kinds_are_as_the_book_has_them() -> None:
    numbers = {"advice": [1, 10, 35, 104], "scenario": range(82, 104), "optional": range(105, 126)}
    special = {f"PK-{number:02}": kind for kind, found in numbers.items() for number in found}
    assert {row.id: row.kind for row in RULES.printed} == {row.id: special.get(row.id, "base") for row in RULES.printed}


# Dice and figures


def test_each_figure_says_whether_it_is_the_books_or_the_houses() -> None:
    source = DICE["source"]
    assert set(source) == set(DICE) - {"source"} == set(Figures.__struct_fields__)
    for name, told in source.items():
        if isinstance(DICE[name], dict):
            assert set(told) == set(DICE[name]), name
        assert set(told.values() if isinstance(told, dict) else [told]) <= {"book", "house"}, name


@rule("PK-108")
def test_the_command_table_has_the_twelve_commands_in_the_books_order() -> None:
    assert files.usual().command == COMMANDS
    assert len(COMMANDS) == files.usual().die == 12


@rule("PK-65")
def test_a_mine_field_is_four_by_four_centimetres() -> None:
    assert files.usual().mine.size == 4 * CM


def test_the_printed_figures() -> None:
    """PK-08, PK-17, PK-22, PK-24, PK-66, PK-68, PK-109 … PK-125."""
    figures = files.usual()
    assert (figures.slow, figures.swimming, figures.least_flight, figures.trench) == (2, 2, (1, 2), 1)
    assert (figures.mine.hits, figures.mine.penetration, figures.bridge.length) == (6, 6, 6 * CM)
    assert (figures.advance, figures.camouflage, figures.smoke, figures.smoke_reach) == (2, 2, 1, 2)
    assert (figures.entrench, figures.dummy, figures.mended, figures.aim) == (1, 7, 1, 2)
    assert (figures.extra_rounds, figures.extra_penetration, figures.mark) == (1, 2, 1)
    crate, barrage = figures.crate, figures.barrage
    assert (crate.size, crate.accuracy, crate.reach, crate.armour, crate.hp) == (2 * CM, 5, 2, 2, 1)
    assert (barrage.counters, barrage.attacks, barrage.accuracy) == (3, 3, 1)
    assert (barrage.penetration, barrage.damage) == (1, 1)


# Units

# The house's chart (PK-H1): letters, type and notes, base in mm, MOV, TRN, armour, hit points, points; then weapons.
CHART = """
LT ground fast1 25x15 24 165 10/9/8/8/11 3 180 | normal 30/180 2x6 P3 D1 | normal 20/180 3x7 P0 D1
MT ground battle 30x20 18 120 12/10/9/8/12 4 250 | heavy 45/180 1x5 P5 D2 | normal 20/45 3x7 P0 D1
HT ground battle 35x20 12 90 14/12/11/9/13 6 480 | heavy 55/180 1x5 P7 D3 | normal 20/45 3x7 P0 D1
TD ground - 30x20 16 120 13/10/8/8/12 4 330 | heavy 65/15 1x4 P8 D3
SH ground - 40x25 8 60 15/13/12/9/14 8 850 | heavy 60/180 1x5 P9 D4 | normal left 20/60 3x7 P1 D1 | normal right 20/60 3x7 P1 D1
SG ground - 30x20 14 90 9/8/8/7/11 3 270 | artillery 90/30 1x5 P4 D3 reload
RA ground - 30x15 20 120 8/8/8/7/10 2 220 | artillery 80/20 8x3 P2 D2 reload
AA ground - 25x15 20 150 9/8/8/7/10 3 180 | normal 40/180 4x6 P2 D1 counter_attack fast_mount2
RC ground fast2 20x15 32 240 9/8/8/7/10 2 110 | normal 25/180 2x6 P2 D1
AP ground swim 25x15 24 180 9/8/8/7/10 3 110 | normal 22/180 3x7 P1 D1
IN infantry - 20x20 8 360 8/8/8/7/10 3 120 | normal 15/180 4x6 P0 D1 | heavy 10/90 1x6 P5 D2 reload
AT infantry - 20x20 4 180 9/7/7/7/10 2 130 | heavy 50/30 1x5 P6 D2 reload counter_attack
WK walker - 20x20 14 180 12/11/9/9/14 4 290 | normal 35/60 3x6 P3 D1 | heavy 30/60 1x6 P6 D2
HV hover fast1 25x20 26 240 10/9/8/8/10 3 180 | heavy 35/180 1x5 P5 D2
RV ground support 30x20 18 120 10/9/8/8/11 3 110 | repair 6/180 2x6 P0 D0
ML ground - 30x20 18 120 9/8/8/8/12 3 110 | mines 6/180 2x6 P0 D0
BL ground - 35x20 16 90 11/9/8/8/12 3 80 | bridge 0/0 0x0 P0 D0
ST ground support 25x15 20 150 7/7/7/7/9 2 40
FI plane fast3 30x30 70 120 8/8/8/8/8 2 250 | normal 30/20 4x6 P3 D1 fast_mount2
BO plane fast1 40x40 50 60 9/9/9/9/9 4 380 | bomb 0/0 8x4 P4 D3 | normal back 15/45 2x7 P1 D1 counter_attack fast_mount1
DB plane fast1 30x30 55 150 8/8/8/8/8 2 230 | bomb 0/0 1x2 P6 D4 | normal 20/15 2x7 P1 D1
HE helicopter fast2 30x20 40 360 9/9/8/8/9 3 320 | normal 30/90 3x6 P3 D1 | heavy 45/30 1x5 P7 D2 reload
PS ship fast1 40x15 24 90 9/8/8/8/9 4 210 | normal 35/150 2x6 P3 D1 counter_attack | heavy 40/10 1x6 P8 D4 reload ships_only
DD ship - 70x20 20 60 12/11/10/9/10 8 550 | heavy 60/150 2x5 P6 D2 | normal left 25/80 2x6 P2 D1 fast_mount1 \
| normal right 25/80 2x6 P2 D1 fast_mount1 | normal back 12/90 3x6 P6 D2 anti_submarine
SU submarine - 50x15 14 60 10/9/9/8/9 4 300 | heavy 50/15 2x5 P8 D4 ships_only | normal 30/120 1x6 P4 D2
"""  # noqa: E501


def told(row: UnitType) -> str:
    notes = [f"fast{row.fast}"] * bool(row.fast) + ["swim"] * row.swim
    notes += ["battle"] * row.battle_tank + ["support"] * row.support
    armour = f"{row.front}/{row.side}/{row.back}/{row.top}/{row.bottom}"
    head = (
        f"{row.letter} {row.type} {' '.join(notes) or '-'} {row.length // 100}x{row.width // 100} {row.move} {row.turn}"
    )
    return " | ".join([f"{head} {armour} {row.hp} {row.points}", *map(told_weapon, row.weapon)])


def told_weapon(weapon: Weapon) -> str:
    words: list[str] = [weapon.kind if weapon.use == "fire" else weapon.use]
    words += [weapon.mount] * (weapon.mount != "front")
    words += [f"{weapon.range}/{weapon.angle}", f"{weapon.attacks}x{weapon.accuracy}"]
    words += [f"P{weapon.penetration}", f"D{weapon.damage}"]
    words += [name for name in ("reload", "counter_attack", "ships_only", "anti_submarine") if getattr(weapon, name)]
    return " ".join(words + [f"fast_mount{weapon.fast_mount}"] * bool(weapon.fast_mount))


def test_the_chart_is_the_houses() -> None:
    assert [told(row) for row in files.chart()] == CHART.strip().split("\n")
    assert len(files.chart()) == 25


@rule("PK-27")
def test_there_are_weapons_of_all_four_classes_and_units_of_all_types() -> None:
    weapons = [weapon for row in files.chart() for weapon in row.weapon]
    assert {weapon.kind for weapon in weapons} == {"normal", "heavy", "artillery", "bomb"}
    assert {weapon.use for weapon in weapons} == {"fire", "repair", "mines", "bridge"}
    assert {weapon.mount for weapon in weapons} == {"front", "right", "back", "left"}
    types = {"ground", "infantry", "walker", "hover", "plane", "helicopter", "ship", "submarine"}
    assert {row.type for row in files.chart()} == types


@rule("PK-H1")
def test_mines_are_dangerous_and_not_certain_and_a_barrage_can_wound() -> None:
    """PK-H1: mines with PEN 6 need 3 to 8 of what drives over them, a barrage with PEN 1 needs 6 to 8."""
    for row in files.chart():
        if row.type in ("ground", "infantry", "walker"):
            assert 3 <= row.bottom - 6 <= 8, row.name
            assert 6 <= row.top - 1 <= 8, row.name


def test_every_figure_of_a_unit_is_the_houses() -> None:
    for row in files.chart():
        assert set(row.source.values()) == {"house"}, row.name


@pytest.mark.parametrize("row", [pytest.param(row, id=row.id) for row in files.chart()])
def test_a_unit_has_a_drawing(row: UnitType) -> None:
    drawn = [sheet.read_text(encoding="utf-8") for sheet in DRAWINGS.glob("*.svg")]
    assert sum(f'<symbol id="hd-{row.silhouette}"' in text for text in drawn) == 1


# Tables


def test_there_are_six_tables_of_both_sizes() -> None:
    sizes = {name: (table.width // CM, table.height // CM) for name, table in TABLES.items()}
    assert sizes == {
        "village": (120, 80),
        "river": (120, 80),
        "hedgerows": (120, 80),
        "ridge": (120, 80),
        "harbour": (120, 120),
        "airfield": (120, 120),
    }


@rule("PK-07", "PK-09")
def test_every_kind_and_every_class_is_on_some_table_and_the_two_classes_are_independent() -> None:
    features = [feature for table in TABLES.values() for feature in table.features]
    assert {feature.kind for feature in features} == set(KINDS)
    classes = {(feature.movement, feature.sight) for feature in features}
    assert classes == {
        *((movement, "open") for movement in ("free", "slow", "impassable", "water")),
        *((movement, "blocks") for movement in ("slow", "impassable")),
    }


@rule("PK-07", "PK-09", "PK-R52")
@pytest.mark.parametrize("table", TABLE_ROWS)
def test_no_place_is_two_things(table: Table) -> None:
    """PK-R52: looked at every 2 mm, two features that do different things have no place in common."""
    for one, other in combinations([feature for feature in table.features if not feature.idle], 2):
        if (one.movement, one.sight) != (other.movement, other.sight):
            for x in range(max(low(one, 0), low(other, 0)) + 100, min(high(one, 0), high(other, 0)), 200):
                for y in range(max(low(one, 1), low(other, 1)) + 100, min(high(one, 1), high(other, 1)), 200):
                    assert not (inside(one, x, y) and inside(other, x, y)), f"{one.called} and {other.called}"


def inside(feature: Feature, x: int, y: int) -> bool:
    return where(feature.area, x * FINE, y * FINE) > 0


def low(feature: Feature, axis: int) -> int:
    return min(corner[axis] for corner in feature.corners)


def high(feature: Feature, axis: int) -> int:
    return max(corner[axis] for corner in feature.corners)


@pytest.mark.parametrize("table", TABLE_ROWS)
def test_a_table_looks_like_a_place(table: Table) -> None:
    """No house on a road, no hedge across it, no field with a house or a road in it; and there is enough to see."""
    solid = [feature for feature in table.features if not feature.idle and feature.kind != "ford"]
    for one in solid:
        for other in table.features:
            if other.kind in ("road", "field", "runway", "beach") and other is not one and one.kind != WATER:
                assert not overlaps(one.area, other.area), f"{one.called} on {other.called}"
    fields = [feature for feature in table.features if feature.kind == "field"]
    for road in [feature for feature in table.features if feature.kind in ("road", "runway")]:
        assert not any(overlaps(road.area, field.area) for field in fields), f"{road.called} through a field"
    kinds = {feature.kind for feature in table.features}
    assert len(kinds) >= 7
    assert kinds >= {"field", "road", "wood", "hedge", "house"}
    assert all(feature.name for feature in table.features if feature.kind in (WATER, "road", "hill", BRIDGE))


@pytest.mark.parametrize("table", TABLE_ROWS)
def test_no_two_houses_lean_on_each_other(table: Table) -> None:
    """A centimetre at least lies between them, so that each can be told apart on a table."""
    for one, other in combinations([feature for feature in table.features if feature.kind == "house"], 2):
        assert not in_gap(one.area, other.area, CM - 1), f"{one.called} and {other.called}"


@rule("PK-R32")
def test_the_gap_is_narrower_than_a_laid_bridge_reaches() -> None:
    """PK-68, PK-R32: at the blown bridge the water is 4 to 5.5 cm wide, and everywhere else too wide to be bridged."""
    table, bridge = TABLES["river"], files.usual().bridge
    widths = {}
    for x in range(0, table.width, CM):
        wet = [y for y in range(0, table.height, CM // 10) if table.water.holds(x, y)]
        widths[x // CM] = (max(wet) - min(wet)) if wet else 0
    assert 4 * CM <= widths[63] <= bridge.length - bridge.lap
    assert min(widths[x] for x in (*range(15), *range(30, 50), *range(76, 101), *range(106, 120))) > bridge.length
    road = next(f for f in table.features if f.kind == "road" and f.name == "bridge road")
    assert low(road, 0) < 63 * CM < high(road, 0)


@rule("PK-R48")
def test_the_sea_touches_both_zones_of_the_harbour() -> None:
    """PK-R48: a ship may be placed whichever side it gets."""
    water = TABLES["harbour"].water
    assert water.holds(20 * CM, 5 * CM)
    assert water.holds(20 * CM, 115 * CM)
    assert not water.holds(40 * CM, 52 * CM)  # on the northern pier
