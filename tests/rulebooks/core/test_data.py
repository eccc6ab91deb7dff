"""The data of the Core rules hold what the book prints and what we decided: rules, rulings, dice, charts, boards."""

import re
from collections import Counter
from fractions import Fraction
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import pytest

from hulldown.geometry.squares import mask_of, squares_of
from hulldown.kernel.files import read_text, read_toml
from hulldown.rulebooks.panzerstrike.board import Map, draw_map, parse_map
from hulldown.rulebooks.panzerstrike.core.rules import HERE, RULES
from hulldown.rulebooks.panzerstrike.movement_dice import dice_for
from tests.marks import rule

Row = dict[str, Any]
FIGURES = read_toml(HERE / "dice.toml")[1]
TYPES: dict[str, Row] = {row["id"]: row for row in read_toml(HERE / "units" / "types.toml")[1]["unit"]}
GENERIC: dict[str, Row] = {row["id"]: row for row in read_toml(HERE / "units" / "generic.toml")[1]["unit"]}
BOTH = [*TYPES.values(), *GENERIC.values()]
ROWS = [pytest.param(row, id=row["id"]) for row in BOTH]
COMBAT = [pytest.param(row, id=row["id"]) for row in BOTH if row["category"] == "combat"]
MAPS = {path.stem: parse_map(read_text(path), path.name) for path in sorted((HERE / "maps").glob("*.txt"))}
DRAWINGS = Path(__file__).parents[3] / "web" / "src" / "look" / "pieces.svg"


# The catalogue


def test_there_are_181_rules_in_the_order_of_the_book() -> None:
    assert [printed.id for printed in RULES.printed] == [f"CORE-{number:02}" for number in range(1, 182)]
    assert len({printed.title for printed in RULES.printed}) == 181
    for printed in RULES.printed:
        assert printed.summary.endswith("."), printed.id


# The numbers of the rules that are not simply base rules; an option's rules by its number.
OPTIONS = {
    1: [19],
    2: [27],
    3: [53],
    4: [64, 71, 72, 73],
    5: [74, 75],
    6: [79, 80, 81, 82, 83],
    7: [102, 103, 104, 149, 155],
    8: [124],
    9: [125, 126, 127],
}
KIND = {
    "advice": [3, 10, 14, 20, 41, 57, 105, 128, 157, 180, 181],
    "announced": [59, 68, 85, 88, 123, 178, 179],
    "scenario": [172, 173, 174, 175, 176, 177],
    "optional": sorted(number for numbers in OPTIONS.values() for number in numbers),
}


def test_kinds_are_as_the_book_has_them() -> None:
    special = {f"CORE-{number:02}": kind for kind, numbers in KIND.items() for number in numbers}
    kinds = {printed.id: printed.kind for printed in RULES.printed}
    assert kinds == {name: special.get(name, "base") for name in kinds}


def test_each_optional_rule_names_its_option() -> None:
    """CORE-02: the section ends with the option's number."""
    for option, numbers in OPTIONS.items():
        for number in numbers:
            assert RULES[f"CORE-{number:02}"].section.endswith(f": option {option}")


# The rulings

QUESTIONS = [f"CORE-Q{number:02}" for number in range(1, 53)] + ["CORE-Q45a"]
HOUSE = [f"CORE-H{number}" for number in range(1, 8)]


def test_all_rulings_are_written_down_once() -> None:
    named = [ruling.id for ruling in RULES.rulings]
    assert sorted(named) == sorted(QUESTIONS + HOUSE)


def test_each_ruling_asks_decides_and_says_why_in_sentences() -> None:
    for ruling in RULES.rulings:
        assert ruling.title.endswith(("?", ".")), ruling.id
        for told in (ruling.summary, ruling.why):
            assert told.endswith("."), ruling.id
            assert told[0].isupper() or not told[0].isalpha(), ruling.id


def test_what_was_lost_is_charts_dice_pictures_and_boards() -> None:
    lost = {ruling.id.removeprefix("CORE-") for ruling in RULES.rulings if ruling.ground == "lost"}
    assert lost == {"Q09", "Q13", "Q16", "Q17", "Q19", "Q36", "Q43", "H1", "H2", "H4"}


@rule("CORE-H6")
def test_the_only_thing_that_the_house_adds_is_hidden_deployment() -> None:
    assert [(ruling.id, ruling.options) for ruling in RULES.rulings if ruling.ground == "house"] == [
        ("CORE-H6", ("hidden",))
    ]


@pytest.mark.parametrize("path", [path for path in sorted(HERE.rglob("*")) if path.suffix in {".toml", ".txt"}])
def test_every_rule_and_ruling_that_the_data_cite_is_there(path: Path) -> None:
    assert set(re.findall(r"CORE-[A-Z]?\d+[a-z]?", read_text(path))) <= set(RULES)


# Dice and figures

# How many of the 36 throws of each accuracy reach the ranges 1 to 8 (T-02), and the chart as it is printed.
REACH = {
    1: [32, 28, 23, 17, 10, 6, 3, 1],
    2: [34, 31, 27, 22, 16, 10, 6, 3],
    3: [35, 33, 30, 26, 21, 15, 10, 6],
    4: [36, 35, 33, 30, 26, 20, 14, 9],
}
PRINTED = {
    1: [89, 78, 64, 47, 28, 17, 8, 3],
    2: [94, 86, 75, 61, 44, 28, 17, 8],
    3: [97, 92, 83, 72, 58, 42, 28, 17],
    4: [100, 97, 92, 83, 72, 56, 39, 25],
}
# What the penetration die shows in the examples.
ROLLED = {-2, -1, 1, 2}


def reach(one: tuple[int, ...], two: tuple[int, ...]) -> list[int]:
    """How many throws of two dice come to at least 1, 2 … 8."""
    sums = Counter(a + b for a in one for b in two)
    return [sum(count for value, count in sums.items() if value >= least) for least in range(1, 9)]


def percent(count: int) -> int:
    return (200 * count + 36) // 72


@pytest.mark.parametrize("accuracy", REACH)
def test_the_accuracy_dice_give_the_printed_chart(accuracy: int) -> None:
    """CORE-54, CORE-58, T-02: all 32 cells."""
    counts = reach(*FIGURES["accuracy"][accuracy - 1])
    assert counts == REACH[accuracy]
    assert [percent(count) for count in counts] == PRINTED[accuracy]


@rule("CORE-Q16")
def test_no_other_accuracy_dice_would_do_but_for_one_pair() -> None:
    """CORE-Q16: of all pairs with faces from 0 to 5 one fits for each accuracy, and a second one for ③."""
    dice = list(combinations_with_replacement(range(6), 6))
    shares = [
        [tuple(sum(face >= least - other for face in die) for least in range(1, 9)) for other in range(6)]
        for die in dice
    ]
    found: dict[int, list[Any]] = {accuracy: [] for accuracy in REACH}
    for (at, one), (_, two) in product(enumerate(dice), enumerate(dice)):
        if one <= two:
            rows = [shares[at][other] for other in two]
            for accuracy, wanted in REACH.items():
                if sum(row[0] for row in rows) == wanted[0] and [sum(c) for c in zip(*rows, strict=True)] == wanted:
                    found[accuracy].append([list(one), list(two)])
    assert found[3] == [[[0, 1, 2, 3, 4, 4], [0, 1, 2, 3, 5, 5]], FIGURES["accuracy"][2]]
    assert {a: pairs for a, pairs in found.items() if a != 3} == {a: [FIGURES["accuracy"][a - 1]] for a in (1, 2, 4)}


def test_there_are_eighteen_dice_of_six_faces() -> None:
    """CORE-04: a black one, four accuracy pairs, four hit dice, two penetration dice, a radio die, two miss dice."""
    dice = [FIGURES["speed"], FIGURES["radio"], *(die for pair in FIGURES["accuracy"] for die in pair)]
    dice += [die for group in ("hit", "penetration", "miss") for die in FIGURES[group].values()]
    assert len(dice) == 18
    assert {len(die) for die in dice} == {6}


@rule("CORE-H4")
@pytest.mark.parametrize(
    ("colour", "areas", "symbols"),
    [
        ("white", {"body": 4, "track": 2}, {"side": 2, "moved": 2, "turned": 1, "injured": 2}),
        ("orange", {"body": 2, "track": 4}, {"side": 1, "moved": 2, "turned": 1, "injured": 2}),
        ("green", {"body": 6}, {"side": 3, "moved": 2, "turned": 1, "injured": 2}),
        ("blue", {"top": 3, "body": 2, "track": 1}, {"side": 1, "injured": 2}),
    ],
)
def test_a_hit_die_has_its_areas_and_symbols(colour: str, areas: dict[str, int], symbols: dict[str, int]) -> None:
    """CORE-66, CORE-67, CORE-71, CORE-72, CORE-111: only white, orange and green may say that the firer moved."""
    faces = [face.split() for face in FIGURES["hit"][colour]]
    assert Counter(face[0] for face in faces) == areas
    assert Counter(symbol for face in faces for symbol in face[1:]) == symbols


@rule("CORE-H4")
def test_the_dice_that_add_have_a_mean_of_nothing() -> None:
    """CORE-27, CORE-84, CORE-H4: and die II has every face that the examples roll."""
    for die in (FIGURES["speed"], *FIGURES["penetration"].values()):
        assert sum(die) == 0
    assert set(FIGURES["speed"]) == {-1, 0, 1}
    assert set(FIGURES["penetration"]["II"]) >= ROLLED


def test_the_means_of_the_accuracy_pairs_rise() -> None:
    means = [Fraction(sum(one) + sum(two), 6) for one, two in FIGURES["accuracy"]]
    assert means == [Fraction(10, 3), Fraction(25, 6), 5, Fraction(35, 6)]


@rule("CORE-H4")
def test_the_radio_fails_once_in_six_and_late_reports_every_other_time() -> None:
    """CORE-121, CORE-122, CORE-H4."""
    assert Counter(FIGURES["radio"]) == {"failed": 1, "late": 2, "": 3}


@rule("CORE-H4")
def test_a_miss_lands_on_each_square_around_and_on_none_equally_often() -> None:
    """CORE-125, CORE-H4."""
    landed = Counter(product(FIGURES["miss"]["north_south"], FIGURES["miss"]["east_west"]))
    assert landed == {(a, b): 4 for a in ("N", "S", "") for b in ("E", "W", "")}


def test_each_figure_says_where_it_is_from() -> None:
    assert set(FIGURES["source"]) == set(FIGURES) - {"source"}
    assert set(FIGURES["source"].values()) == {"book", "derived", "house"}


# By armour value from 1 on, as the table is printed.
ANGLED = [
    1,
    3,
    4,
    5,
    7,
    8,
    9,
    11,
    12,
    13,
    15,
    16,
    17,
    19,
    20,
    21,
    23,
    24,
    25,
    27,
    28,
    29,
    31,
    32,
    33,
    35,
    36,
    37,
    39,
    40,
]


def test_angled_armour_is_the_printed_table() -> None:
    """CORE-82, T-12: four thirds, rounded to the nearest; no half ever has to be rounded."""
    times, parts = FIGURES["angled"]
    assert [(2 * times * armour + parts) // (2 * parts) for armour in range(31)] == [0, *ANGLED]


def coordinated(vehicles: int) -> int:
    return dice_for(FIGURES["coordinated"], FIGURES["most_coordinated"], vehicles)


@rule("CORE-Q05")
def test_coordinated_movements_are_the_printed_table() -> None:
    """CORE-16, CORE-Q05, T-32: and one for a single vehicle."""
    counts = {0: 0, 1: 1, 2: 2, 5: 2, 6: 3, 10: 3, 11: 4, 15: 4, 16: 5, 20: 5, 21: 6, 40: 6}
    assert {vehicles: coordinated(vehicles) for vehicles in counts} == counts
    assert FIGURES["command"] == 1


@pytest.mark.parametrize(
    ("wreck", "plain", "blade"), [(10, 1, 1), (15, 2, 1), (25, 3, 2), (30, 3, 2), (35, None, None)]
)
def test_a_push_costs_by_mass(wreck: int, plain: int | None, blade: int | None) -> None:
    """CORE-161 … CORE-163, T-27: by a vehicle of 30 t."""
    costs = [
        next((cost for times, cost in FIGURES[key] if times * wreck <= 30), None) for key in ("push", "blade_push")
    ]
    assert costs == [plain, blade]


@rule("CORE-Q09")
def test_the_greatest_distances_of_each_range_follow_from_the_section() -> None:
    """CORE-56, CORE-109, CORE-Q09: squares of distances, for direct and parabolic fire."""
    section, ranges = FIGURES["section"], range(1, FIGURES["sections"] + 1)
    assert [(2 * section * n + 1) ** 2 // 4 for n in ranges] == [6, 20, 42, 72, 110, 156, 210, 272]
    assert [(section * n) ** 2 for n in ranges] == [4, 16, 36, 64, 100, 144, 196, 256]


@rule("CORE-Q10")
def test_more_than_half_of_the_lines_is_no_tie() -> None:
    """CORE-60, CORE-Q10: of 25 lines 13 are more than half, and all points lie on the target's own body."""
    lines = len(FIGURES["samples"]) ** 2
    assert FIGURES["cover_lines"] == lines // 2 + 1 == 13
    assert lines % 2
    assert max(FIGURES["samples"]) == -min(FIGURES["samples"]) <= FIGURES["unit_half"] < FIGURES["block_half"] == 5


def test_the_figures_of_the_book_are_those_that_it_prints() -> None:
    """CORE-12, CORE-42, CORE-49, CORE-53, CORE-73, CORE-130, CORE-136, CORE-140, CORE-166, CORE-172 … CORE-177."""
    assert (FIGURES["sections"], FIGURES["cover"], FIGURES["aimed"], FIGURES["ap_loss"]) == (8, 1, [1, 2, 3, 4], 1)
    assert [45 * FIGURES[turn] for turn in ("traverse", "free_traverse", "fixed_turn", "light_turn")] == [
        90,
        135,
        45,
        90,
    ]
    assert (FIGURES["light_mass"], FIGURES["tow_ratio"], FIGURES["wall_mass"]) == (5, 4, 15)
    assert (FIGURES["ranks"], FIGURES["timer"]) == (5, 5)
    assert FIGURES["basic"] == {"total": 100, "spaa": 3, "lost_spaa": 2, "rounds": 30}


def test_figures_in_the_rulings_are_those_of_the_data() -> None:
    assert FIGURES["section"] == 2
    assert RULES["CORE-Q09"].summary.startswith("A section of the ruler is two squares long.")
    assert f"after round {FIGURES['rounds']} it is drawn" in RULES["CORE-Q44"].summary
    assert f"if {FIGURES['cover_lines']} or more are, the target is in cover" in RULES["CORE-Q10"].summary
    assert "first four rows, columns 9 to 16" in RULES["CORE-Q36"].summary
    assert FIGURES["zone_b"] == ["I1:P4"]


# The charts

# What the book's examples tell of its chart of types.
REVEALED: dict[str, Row] = {
    "sherman": {"effectiveness": 7, "penetration": 9, "ammunition": "AP"},
    "jumbo": {"effectiveness": 8, "front": 14},
    "hellcat": {"effectiveness": 8, "penetration": 12, "ammunition": "AP"},
    "stuart": {"effectiveness": 5},
    "tiger": {"effectiveness": 11, "front": 10},
    "tiger-ii": {"effectiveness": 22},
    "pz-iv": {"effectiveness": 7, "penetration": 11, "ammunition": "AP"},
    "nashorn": {"effectiveness": 7, "front": 2},
    "panther": {"penetration": 15, "ammunition": "AP"},
    "churchill": {"tracks": 4},
    "pz-38t": {"radio": True},
}
WEAPON = ("range", "accuracy", "penetration", "die", "ammunition", "point_blank")
FIXED = {"drive": "none", "mount": "fixed"}
# What its text tells of kinds of units: fixed weapons, half-tracks (CORE-38), cranes (CORE-151), a howitzer that lobs.
KINDS: dict[str, Row] = {
    "gun-fixed": FIXED,
    "howitzer-fixed": FIXED,
    "half-track": {"drive": "wheeled"},
    "recovery": {"mount": "crane"},
}


def figure(row: Row, name: str) -> Any:
    return row["weapon"][name] if name in WEAPON else row[name]


def test_there_are_31_types_and_16_classes() -> None:
    assert (len(TYPES), len(GENERIC)) == (31, 16)
    assert Counter(row["nation"] for row in TYPES.values()) == {"american": 14, "british": 1, "german": 16}
    assert not any("nation" in row for row in GENERIC.values())


@pytest.mark.parametrize("chart", [TYPES, GENERIC], ids=["types", "generic"])
def test_names_and_letters_tell_the_units_of_a_chart_apart(chart: dict[str, Row]) -> None:
    for field in ("name", "letter"):
        assert len({row[field] for row in chart.values()}) == len(chart)
    assert all(re.fullmatch(r"[A-Z]{1,3}", row["letter"]) for row in chart.values())


@pytest.mark.parametrize("unit", REVEALED)
def test_what_the_examples_tell_is_in_the_chart(unit: str) -> None:
    row = TYPES[unit]
    assert {name: figure(row, name) for name in REVEALED[unit]} == REVEALED[unit]


@pytest.mark.parametrize("row", ROWS)
def test_a_figure_is_the_books_if_and_only_if_the_book_tells_it(row: Row) -> None:
    told = {**KINDS.get(row["silhouette"], {}), **(REVEALED.get(row["id"], {}) if "nation" in row else {})}
    lobs = {"parabolic"} if row["id"] == "hummel" else set()
    assert {name for name, source in row["source"].items() if source == "book"} == set(told) | lobs
    assert all(figure(row, name) == value for name, value in told.items())


@pytest.mark.parametrize("row", ROWS)
def test_each_figure_of_a_unit_says_where_it_is_from(row: Row) -> None:
    labels = {"id", "name", "letter", "silhouette", "category", "nation", "tank", "recovery", "weapon", "source"}
    figures = set(row) - labels | set(row.get("weapon", {})) | ({"limits"} if "parabolic" in row else set())
    assert set(row["source"]) == figures
    assert set(row["source"].values()) <= {"book", "house"}


@rule("CORE-Q19")
@pytest.mark.parametrize("row", ROWS)
def test_a_row_of_the_chart_is_a_possible_unit(row: Row) -> None:
    """CORE-42, CORE-87, CORE-107, CORE-132, CORE-Q19: the invariants of the charts."""
    assert row["mass"] == 2 or (row["mass"] > 0 and row["mass"] % 5 == 0)
    assert row["effectiveness"] >= 1
    assert all(0 <= row[zone] <= 30 for zone in ("front", "side", "rear", "top"))
    assert row["front"] >= row["side"] >= row["rear"] >= 0
    howitzer = row["silhouette"].startswith("howitzer")
    if weapon := row.get("weapon"):
        assert tuple(weapon) == WEAPON
        assert 1 <= weapon["range"] <= FIGURES["sections"]
        assert 1 <= weapon["accuracy"] <= 4
        assert weapon["die"] == ("I" if weapon["penetration"] <= 8 else "II")
        assert weapon["ammunition"] == ("HE" if howitzer else "AP")
    assert ("parabolic" in row) == howitzer
    if howitzer:
        assert 2 <= row["parabolic"]["least"] <= row["parabolic"]["most"] <= FIGURES["sections"]


@rule("CORE-Q43")
@pytest.mark.parametrize("row", ROWS)
def test_mounts_drives_and_categories_fit_together(row: Row) -> None:
    """CORE-46, CORE-69, CORE-151, CORE-Q43: fixed weapons have no tracks, cranes and trucks no weapon."""
    fixed = row["category"] == "fixed"
    assert fixed == (row["mount"] == "fixed") == (row["drive"] == "none") == ("tracks" not in row) == ("max" not in row)
    assert ("weapon" in row) == (row["mount"] in ("turret", "hull", "fixed"))
    assert (row["mount"] == "crane") == row.get("recovery", False) == (row["silhouette"] == "recovery")
    assert (row["mount"] == "none") == (row["silhouette"] == "truck")
    assert row.get("dozer", False) == (row["silhouette"] == "dozer")
    assert row["category"] == "combat" or not row.get("tank")
    if not fixed:
        assert row["drive"] in ("tracked", "wheeled")
        assert 1 <= row["reverse"] <= row["max"]


@pytest.mark.parametrize("row", ROWS)
def test_a_unit_has_a_drawing(row: Row) -> None:
    assert f'<symbol id="hd-{row["silhouette"]}"' in DRAWINGS.read_text(encoding="utf-8")


@rule("CORE-H3")
def test_generic_classes_are_there_for_every_category() -> None:
    """CORE-174, CORE-H3: the SPAA of the basic scenario among them."""
    assert Counter(row["category"] for row in GENERIC.values()) == {"combat": 11, "auxiliary": 3, "fixed": 2}
    assert GENERIC["spaa"]["name"] == "SPAA"


@rule("CORE-Q01")
@pytest.mark.parametrize(
    ("army", "total", "vehicles", "moves"),
    [
        ({"sherman": 8, "jumbo": 2, "hellcat": 4, "stuart": 5}, 129, 19, 5),
        ({"tiger": 4, "tiger-ii": 2, "pz-iv": 4, "nashorn": 2}, 130, 12, 4),
    ],
    ids=["T-01a", "T-01b"],
)
def test_the_armies_of_the_first_example(army: dict[str, int], total: int, vehicles: int, moves: int) -> None:
    """CORE-13, CORE-16, CORE-Q01: both stay within 130."""
    assert sum(TYPES[unit]["effectiveness"] * count for unit, count in army.items()) == total
    assert sum(army.values()) == vehicles
    assert coordinated(vehicles) == moves


@pytest.mark.parametrize(
    ("firer", "die", "distance", "target", "zone", "value", "armour"),
    [
        ("hellcat", -2, 2, "tiger", "front", 9, 10),
        ("sherman", -1, 4, "nashorn", "front", 5, 2),
        ("panther", 1, 3, "jumbo", "front", 14, 14),
        ("pz-iv", 2, 4, "churchill", "tracks", 10, 4),
    ],
    ids=["T-04", "T-05", "T-06", "T-07"],
)
def test_the_books_sums_come_out(
    firer: str, die: int, distance: int, target: str, zone: str, value: int, armour: int
) -> None:
    """CORE-84, CORE-86, CORE-89: examples 7 to 10."""
    weapon = TYPES[firer]["weapon"]
    assert distance <= weapon["range"]
    assert die in FIGURES["penetration"][weapon["die"]]
    assert weapon["penetration"] + die - FIGURES["ap_loss"] * (distance - 1) == value
    assert TYPES[target][zone] == armour


def worth(row: Row) -> Fraction:
    """CORE-H1: the guide to Effectiveness, of a vehicle that is armed."""
    hits = row["weapon"]["penetration"]
    thousandths = 38 * hits * row["front"] + 147 * hits + 125 * row["side"] + 530 * row["max"]
    return Fraction(thousandths, 1000) + (3 if "parabolic" in row else 0) - (1 if row["mount"] == "hull" else 0)


@rule("CORE-H1")
@pytest.mark.parametrize("row", COMBAT)
def test_effectiveness_follows_the_guide(row: Row) -> None:
    """CORE-H1: to a point and a half."""
    assert abs(worth(row) - row["effectiveness"]) <= Fraction(3, 2)


# The boards

ALL = sorted(MAPS)
COLUMNS, DEPTH = 24, 32


def zone_b(ground: Map, lower: bool) -> set[int]:
    """CORE-Q36: a side's own first four rows, columns 9 to 16."""
    return {ground.board.grid.square(x, DEPTH - 1 - y if lower else y) for x in range(8, 16) for y in range(4)}


def zone_a(ground: Map, lower: bool) -> set[int]:
    """CORE-Q36: the rest of the first five rows."""
    ranks = range(FIGURES["ranks"])
    rows = {ground.board.grid.square(x, DEPTH - 1 - y if lower else y) for x in range(COLUMNS) for y in ranks}
    return rows - zone_b(ground, lower)


def reached(ground: Map, closed: int) -> int:
    """The squares that can be come to from the first open one by steps along rows and columns."""
    grid = ground.board.grid
    frontier = found = 1 << squares_of(grid.all & ~closed)[0]
    while frontier:
        near = 0
        for facing in (0, 2, 4, 6):
            near |= grid.moved(frontier, facing)
        frontier = near & ~closed & ~found
        found |= frontier
    return found


def parts_of(ground: Map) -> list[list[tuple[int, int]]]:
    """The buildings that hang together, diagonally too, as lists of places."""
    grid, left, found = ground.board.grid, ground.board.buildings, []
    while left:
        part = left & -left
        while (
            wider := (part | mask_of(s for b in squares_of(part) for s in squares_of(grid.neighbours(b)))) & left
        ) != part:
            part = wider
        left &= ~part
        found.append([grid.xy(square) for square in squares_of(part)])
    return found


@rule("CORE-Q36", "CORE-H2")
def test_there_are_northern_and_central_and_two_more() -> None:
    """CORE-173, CORE-Q36, CORE-H2."""
    assert ALL == ["central", "northern", "suburb", "works"]
    assert len({ground.board.name for ground in MAPS.values()}) == 4
    for ground in MAPS.values():
        assert (ground.board.grid.columns, ground.board.grid.rows) == (COLUMNS, DEPTH)


@rule("CORE-H2")
@pytest.mark.parametrize("map_id", ALL)
def test_a_map_is_the_same_from_both_ends(map_id: str) -> None:
    """CORE-172, CORE-H2: turned by half a turn it is the same map, signs, pieces and heights."""
    rows = draw_map(MAPS[map_id])
    assert tuple(row[::-1] for row in rows[::-1]) == rows
    tall = dict(MAPS[map_id].heights)
    assert {COLUMNS * DEPTH - 1 - square: height for square, height in tall.items()} == tall


@rule("CORE-H2")
@pytest.mark.parametrize("map_id", ALL)
def test_a_map_is_a_town_of_blocks(map_id: str) -> None:
    """CORE-H2: 15 to 25 % built over, in full rectangles of four squares at least and up to 4 × 4."""
    ground = MAPS[map_id]
    assert 15 <= 100 * ground.board.buildings.bit_count() / (COLUMNS * DEPTH) <= 25
    for part in parts_of(ground):
        across, down = (max(axis) - min(axis) + 1 for axis in zip(*part, strict=True))
        assert 4 <= len(part) == across * down
        assert 2 <= min(across, down) <= max(across, down) <= 4


@rule("CORE-H2")
@pytest.mark.parametrize("map_id", ALL)
def test_streets_are_at_least_two_squares_wide(map_id: str) -> None:
    """CORE-H2: no open square lies between two buildings, or between a building and the edge."""
    grid, built = MAPS[map_id].board.grid, MAPS[map_id].board.buildings

    def shut(x: int, y: int) -> bool:
        return not (0 <= x < COLUMNS and 0 <= y < DEPTH) or bool(built >> grid.square(x, y) & 1)

    for x, y in product(range(COLUMNS), range(DEPTH)):
        if not shut(x, y):
            assert not (shut(x - 1, y) and shut(x + 1, y)), (x, y)
            assert not (shut(x, y - 1) and shut(x, y + 1)), (x, y)


@rule("CORE-H2")
@pytest.mark.parametrize("map_id", ALL)
def test_every_open_square_can_be_reached_on_wheels(map_id: str) -> None:
    """CORE-H2: even with all walls and barricades standing."""
    ground = MAPS[map_id]
    pieces = mask_of((*ground.walls, *ground.low, *ground.high))
    for closed in (ground.board.buildings, ground.board.buildings | pieces):
        assert reached(ground, closed) == ground.board.grid.all & ~closed


@rule("CORE-H2")
@pytest.mark.parametrize("map_id", ALL)
def test_walls_and_barricades_stand_outside_the_zones(map_id: str) -> None:
    """CORE-164, CORE-170, CORE-H2: walls on drawn remains; some remains without one, and barricades of both heights."""
    ground = MAPS[map_id]
    zones = {square for lower in (False, True) for square in zone_a(ground, lower) | zone_b(ground, lower)}
    assert not zones & {*ground.walls, *ground.low, *ground.high}
    assert 8 <= len(ground.walls) <= 16
    assert 2 <= len(ground.low) <= 4
    assert 2 <= len(ground.high) <= 4
    assert {ground.board.terrain(square) for square in ground.walls} == {"wall remains"}
    assert any("=" in row for row in draw_map(ground))


@rule("CORE-Q36")
@pytest.mark.parametrize("map_id", ALL)
def test_there_is_room_in_both_zones(map_id: str) -> None:
    """CORE-173, CORE-174, CORE-Q36: for three SPAA and for an army of the scenario's points, even of Light Tanks."""
    ground = MAPS[map_id]
    for lower in (False, True):
        spaa, army = (
            [square for square in zone(ground, lower) if not ground.board.buildings >> square & 1]
            for zone in (zone_b, zone_a)
        )
        assert len(spaa) >= 8 * FIGURES["basic"]["spaa"]
        assert len(army) >= 2 * FIGURES["basic"]["total"] // GENERIC["light"]["effectiveness"]


@rule("CORE-Q09", "CORE-Q36")
def test_the_zones_are_out_of_each_others_range() -> None:
    """CORE-Q09, CORE-Q36: nobody can fire before anybody has moved."""
    between = DEPTH - 1 - 2 * (FIGURES["ranks"] - 1)
    assert between == 23 > FIGURES["section"] * FIGURES["sections"]
