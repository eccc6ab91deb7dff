"""Set-ups that can be played, and those that cannot: tables, charts, armies, zones, room."""

from typing import Any

import pytest

from hulldown.kernel.files import Fault, merged
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import decode, encode, plain
from hulldown.rulebooks.panzerkampf import files
from hulldown.rulebooks.panzerkampf.figures import CM, Figures
from hulldown.rulebooks.panzerkampf.setup import (
    EDGES,
    Army,
    Box,
    Edge,
    Setup,
    allowance,
    around_pocket,
    battle_zone,
    check_setup,
    command_dice,
    destination,
    escort_zone,
    long_edges,
    pocket,
    reinforcement,
    strip,
    unplaced,
    value_of,
)
from hulldown.rulebooks.panzerkampf.tables import Feature, Table, check_table, overlaps, sketch
from hulldown.rulebooks.panzerkampf.units import UnitType, check_chart
from tests.marks import rule

TYPES = files.types()
Corners = tuple[tuple[int, int], ...]


def cm(*corners: tuple[float, float]) -> Corners:
    return tuple((round(x * CM), round(y * CM)) for x, y in corners)


def rectangle(left: float, top: float, width: float, height: float) -> Corners:
    right, bottom = left + width, top + height
    return cm((left, top), (right, top), (right, bottom), (left, bottom))


def house(*sides: float) -> Feature:
    return Feature("house", "impassable", "blocks", rectangle(*sides))


def wood(*sides: float) -> Feature:
    return Feature("wood", "slow", "blocks", rectangle(*sides))


def lake(*sides: float) -> Feature:
    return Feature("water", "water", "open", rectangle(*sides), "lake")


def bridge(*sides: float) -> Feature:
    return Feature("bridge", "free", "open", rectangle(*sides))


def setup_of(*features: Feature, size: tuple[int, int] = (120, 80), **more: Any) -> Setup:
    figures = merged(plain(files.usual()), more.pop("figures", {}))
    armies = {side: Army(more.pop(side, {"medium-tank": 1})) for side in ("red", "blue")}
    fields: dict[str, Any] = {"campaign": "standard", "limit": 1000, **armies, **more}
    table = Table("Test", size[0] * CM, size[1] * CM, features)
    return Setup("test", table=table, chart=TYPES, figures=decode(encode(figures), Figures), **fields)


def refused(setup: Setup, told: str) -> None:
    with pytest.raises(Fault, match=told):
        check_setup(setup)


ESCORT: dict[str, Any] = {"campaign": "escort", "red": {"supply-truck": 1, "medium-tank": 2}, "blue": {"light-tank": 1}}
POCKET: dict[str, Any] = {
    "campaign": "encircled",
    "size": (120, 120),
    "limit": 2000,
    "red": {"infantry": 3},
    "relief": Army({"medium-tank": 4}),
}


@pytest.mark.parametrize("more", [{}, ESCORT, POCKET])
def test_a_plain_set_up_of_each_campaign_can_be_played(more: dict[str, Any]) -> None:
    setup = setup_of(**more)
    check_setup(setup)
    assert decode(encode(setup), Setup) == setup


# Points


@rule("PK-82", "PK-88")
def test_x5_an_escorts_attacker_has_half_and_a_tenth_each_turn() -> None:
    """Half of what the escorter fields, not of the limit."""
    setup = setup_of(campaign="escort", limit=2000, red={"supply-truck": 2, "medium-tank": 5, "recon-car": 1})
    assert value_of(TYPES, setup.red) == 1440
    assert [allowance(setup, side) for side in (RED, BLUE)] == [2000, 720]
    assert reinforcement(setup) == 200


@rule("PK-97")
def test_x6_the_encircled_have_half_and_the_whole() -> None:
    setup = setup_of(**POCKET)
    assert [allowance(setup, side) for side in (RED, BLUE)] == [1000, 2000]
    other = setup_of(**(POCKET | {"defender": "blue", "red": {"heavy-tank": 4}, "blue": {"infantry": 8}}))
    assert [allowance(other, side) for side in (RED, BLUE)] == [2000, 1000]
    check_setup(other)


def test_x7_a_command_die_for_each_thousand_points() -> None:
    assert command_dice(setup_of(limit=2500, command=True)) == 2
    assert command_dice(setup_of(limit=999, command=True)) == 0
    assert command_dice(setup_of(limit=2500)) == 0


@rule("PK-82", "PK-88", "PK-97")
@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"red": {"tram": 1}}, "red army: there is no unit 'tram'; there is light-tank, .* — PK-82"),
        ({"red": {"medium-tank": 0}}, "red army: the army has no units; it needs 1 to 200 — PK-82"),
        ({"blue": {"heavy-tank": 3}}, "blue army: the army costs 1440 points; 1000 are allowed — PK-82"),
        (
            {"limit": 900, "red": {"helicopter": 1}, "third_flying": True},
            "flying units cost 320 points; .* 300 .* — PK-R53",
        ),
        (ESCORT | {"blue": {"medium-tank": 2}}, "blue army: the army costs 500 points; 270 are allowed — PK-88"),
        (ESCORT | {"red": {"medium-tank": 4, "supply-truck": 0}}, "Red escorts no support unit; .* — PK-R43"),
        (POCKET | {"red": {"heavy-tank": 3}}, "red army: the army costs 1440 points; 1000 are allowed — PK-97"),
        (POCKET | {"relief": Army({"heavy-tank": 5})}, "relief: the army costs 2400 points; 2000 are .* — PK-97"),
        (POCKET | {"relief": None}, "the encircled need a large army too; name it as relief — PK-97"),
        ({"relief": Army({"infantry": 1})}, "only the encircled are relieved; leave the relief out — PK-97"),
    ],
)
def test_an_army_that_is_not_allowed_is_told(more: dict[str, Any], told: str) -> None:
    refused(setup_of(**more), told)


# Zones


def boxed(*sides: float) -> Box:
    left, top, right, bottom = (round(side * CM) for side in sides)
    return left, top, right, bottom


@rule("PK-84", "PK-R42")
def test_forty_centimetres_lie_between_the_zones() -> None:
    """PK-R42: 20 cm deep on 120 x 80, along the long edges; at least 10 cm."""
    setup = setup_of()
    assert long_edges(setup.table) == ("north", "south")
    assert [battle_zone(setup, edge) for edge in ("north", "south")] == [boxed(0, 0, 120, 20), boxed(0, 60, 120, 80)]
    tall = setup_of(size=(80, 120))
    assert [battle_zone(tall, edge) for edge in long_edges(tall.table)] == [boxed(0, 0, 20, 120), boxed(60, 0, 80, 120)]
    square = setup_of(size=(120, 120))
    assert battle_zone(square, long_edges(square.table)[0]) == boxed(0, 0, 120, 40)
    assert battle_zone(setup_of(size=(80, 60)), "north") == boxed(0, 0, 80, 10)


@rule("PK-90", "PK-91")
@pytest.mark.parametrize(
    ("edge", "zone", "goal"),
    [
        ("west", (0, 0, 20, 80), (60, 40)),
        ("east", (100, 0, 120, 80), (60, 40)),
        ("north", (0, 0, 120, 20), (60, 60)),
        ("south", (0, 60, 120, 80), (60, 20)),
    ],
)
def test_x5_the_destination_is_forty_centimetres_beyond_the_zone(
    edge: Edge, zone: tuple[int, int, int, int], goal: tuple[int, int]
) -> None:
    setup = setup_of(**ESCORT)
    assert escort_zone(setup, edge) == boxed(*zone)
    assert destination(setup, edge) == (goal[0] * CM, goal[1] * CM)


def test_the_pocket_is_twenty_centimetres_wide_in_the_middle() -> None:
    assert pocket(setup_of(**POCKET)) == boxed(50, 50, 70, 70)


def test_a_strip_is_never_deeper_than_the_table() -> None:
    table = setup_of().table
    assert {strip(table, edge, 500 * CM) for edge in EDGES} == {boxed(0, 0, 120, 80)}


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"size": (90, 59)}, "need 60 cm each way; a table of 90 × 59 cm lacks 1 cm — PK-R42"),
        (ESCORT | {"size": (90, 59)}, "need 60 cm each way; a table of 90 × 59 cm lacks 1 cm — PK-91"),
        (POCKET | {"size": (150, 19)}, "need 20 cm each way; a table of 150 × 19 cm lacks 1 cm — PK-98"),
        (POCKET | {"size": (76, 76)}, "40 cm away; the corners of a table of 76 × 76 cm lack 0.4 cm — PK-99"),
        (POCKET | {"size": (98, 20)}, "40 cm away; the corners of a table of 98 × 20 cm lack 1 cm — PK-99"),
        (POCKET | {"size": (60, 90)}, "the ring around the middle lacks open ground for Blue's .* — PK-99"),
        ({"figures": {"standard": {"depth": 41}}}, "two zones of 41 cm and the 40 cm between them need 122 cm .*"),
        (ESCORT | {"figures": {"escort": {"beyond": 61}}}, "a zone of 20 cm and the 61 cm to .* need 81 cm .* — PK-91"),
    ],
)
def test_a_table_that_is_too_small_is_told(more: dict[str, Any], told: str) -> None:
    refused(setup_of(**more), told)


@rule("PK-R42", "PK-R44", "PK-99")
@pytest.mark.parametrize(
    "more",
    [
        {"size": (60, 60)},
        {"size": (200, 60)},
        ESCORT | {"size": (60, 60)},
        *[POCKET | {"size": size} for size in ((120, 80), (90, 90), (88, 100), (70, 100), (102, 80))],
    ],
)
def test_a_table_is_as_small_as_zones_and_distances_allow(more: dict[str, Any]) -> None:
    check_setup(setup_of(**more))


@rule("PK-99", "PK-R42")
@pytest.mark.parametrize("size", [(90, 90), (70, 100), (102, 80)])
def test_on_a_small_table_the_encircler_has_its_corners_forty_centimetres_away(size: tuple[int, int]) -> None:
    """On 102 × 80 cm a strip of 1 cm at both ends is far enough away too, but no base stands in it."""
    setup = setup_of(**(POCKET | {"size": size}))
    left, top, right, bottom = pocket(setup)
    boxes = around_pocket(setup)
    assert len(boxes) == 4
    for west, north, east, south in boxes:
        across, down = max(left - east, west - right), max(top - south, north - bottom)
        assert across**2 + down**2 >= (40 * CM) ** 2
        assert across**2 + down**2 < (40.01 * CM) ** 2


# Room


@rule("PK-84")
def test_a_zone_without_room_is_told() -> None:
    """The sides of the table are chosen in play, so both zones must do for both."""
    refused(setup_of(house(0, 0, 120, 20)), "the north zone lacks open ground for Red's Medium tank — PK-84")
    check_setup(setup_of(house(0, 0, 117, 20)))  # a column of three centimetres is left
    refused(
        setup_of(house(0, 0, 117, 20), red={"medium-tank": 1, "infantry": 9}, limit=2000),
        "for Red's Infantry platoon — PK-84",
    )
    check_setup(setup_of(wood(0, 0, 120, 20)))  # slow ground is ground


@rule("PK-90")
def test_the_other_campaigns_need_room_too() -> None:
    refused(setup_of(house(0, 0, 20, 80), **ESCORT), "the west zone lacks open ground for Red's Medium tank — PK-90")
    check_setup(setup_of(house(50, 35, 20, 10), **ESCORT))  # the attacker has the rest of the table
    refused(setup_of(house(50, 50, 20, 20), **POCKET), "the middle lacks open ground for Red's Infantry .* — PK-98")
    ring = [house(0, 0, 120, 10), house(0, 110, 120, 10), house(0, 10, 10, 100), house(110, 10, 10, 100)]
    refused(setup_of(*ring, **POCKET), "the ring around the middle lacks open ground for Blue's Medium tank — PK-99")
    check_setup(setup_of(*ring[:3], **POCKET))  # the relief chooses the edge that is left
    many = POCKET | {"blue": {"infantry": 1}, "relief": Army({"supply-truck": 50})}
    big = [house(0, 0, 116, 10), *ring[1:3], house(112, 10, 8, 100)]
    refused(setup_of(*big, **many), "every edge lacks open ground for the relief's Supply truck — PK-101")


@rule("PK-R48")
def test_ships_need_water_in_every_zone_that_may_be_theirs() -> None:
    fleet: dict[str, Any] = {"red": {"destroyer": 1}}
    refused(setup_of(lake(0, 0, 30, 20), **fleet), "the south zone lacks water for Red's Destroyer — PK-R48")
    both = [lake(0, 0, 30, 20), lake(0, 60, 30, 20)]
    check_setup(setup_of(*both, **fleet))
    narrow = [lake(0, 0, 1.9, 20), lake(0, 60, 30, 20)]
    refused(setup_of(*narrow, **fleet), "the north zone lacks water for Red's Destroyer — PK-R48")
    barred = [*both, bridge(0, 6, 30, 3), bridge(0, 13, 30, 3)]
    refused(setup_of(*barred, **fleet), "the north zone lacks water for Red's Destroyer — PK-R48")
    reefs = [*both, house(0, 6, 30, 3), house(0, 13, 30, 3)]
    refused(setup_of(*reefs, **fleet), "the north zone lacks water for Red's Destroyer — PK-R48")


def test_water_is_no_ground_for_others_and_planes_need_none() -> None:
    zone = (boxed(0, 0, 120, 20),)
    setup = setup_of(lake(0, 0, 120, 20))
    assert unplaced(setup, Army({"fighter": 3, "destroyer": 2}), zone) is None
    left = unplaced(setup, Army({"fighter": 3, "infantry": 1}), zone)
    assert left is not None
    assert left.id == "infantry"


# Tables


LINE = cm((0, 0), (5, 5), (5, 0), (0, 5))


@rule("PK-07", "PK-09")
@pytest.mark.parametrize(
    ("features", "told"),
    [
        ([Feature("swamp", "slow", "open", rectangle(0, 0, 5, 5))], "there is no kind 'swamp'; there is .* — PK-07"),
        ([Feature("water", "slow", "open", rectangle(0, 0, 5, 5))], "the kind water and the movement slow; .* — PK-16"),
        ([Feature("field", "water", "open", rectangle(0, 0, 5, 5))], "the kind field and the movement water.* — PK-16"),
        ([Feature("bridge", "slow", "open", rectangle(0, 0, 5, 5))], "the bridge must be free and open.* — PK-R52"),
        (
            [house(118, 0, 3, 3)],
            "the house has a corner 121 × 0 cm from the top left; the table is 120 × 80 cm — PK-07",
        ),
        ([Feature("wood", "slow", "blocks", LINE)], "the wood cannot be drawn: the sides .* — PK-07"),
        ([Feature("wood", "slow", "blocks", cm((0, 0), (5, 0), (9, 0)))], "the wood cannot be drawn: .* — PK-07"),
        ([house(0, 0, 9, 9), bridge(8, 2, 6, 3)], "the bridge and the house overlap; a bridge goes over .* — PK-R52"),
    ],
)
def test_a_table_that_cannot_be_is_told(features: list[Feature], told: str) -> None:
    refused(setup_of(*features), told)


@rule("PK-R52")
@pytest.mark.parametrize(
    "features", [(lake(0, 0, 9, 9), house(8, 8, 3, 3)), (wood(0, 0, 9, 9), house(2, 2, 3, 3)), (wood(0, 0, 9, 9),) * 2]
)
def test_terrain_may_overlap(features: tuple[Feature, ...]) -> None:
    check_setup(setup_of(*features))


@rule("PK-07", "PK-09")
@pytest.mark.parametrize(
    "features",
    [
        [lake(0, 0, 9, 9), house(9, 0, 3, 3)],  # they touch
        [wood(0, 0, 9, 9), Feature("hedge", "slow", "blocks", rectangle(5, 5, 9, 1))],  # the same classes
        [Feature("field", "free", "open", rectangle(0, 0, 40, 30)), house(5, 5, 5, 5), lake(20, 5, 5, 5)],
        [lake(0, 0, 9, 9), bridge(-0.0, 3, 12, 3)],
    ],
)
def test_features_that_agree_may_meet(features: list[Feature]) -> None:
    check_setup(setup_of(*features))


NOTCHED = cm((0, 0), (12, 0), (12, 12), (6, 6), (0, 12))


@pytest.mark.parametrize(
    ("corners", "met"),
    [
        (cm((2, 12), (6, 8), (10, 12)), False),  # in the notch
        (cm((0, 12), (6, 6), (12, 12)), False),  # filling it
        (cm((2, 12), (6, 5.9), (10, 12)), True),  # a hair into it
        (cm((2, 1), (3, 1), (3, 2)), True),  # wholly inside
        (cm((12, 0), (12, 12), (20, 6)), False),  # along a side
        (NOTCHED, True),
        (NOTCHED[2:] + NOTCHED[:2], True),
        (NOTCHED[::-1], True),
    ],
)
def test_areas_overlap_where_they_have_more_than_edges_in_common(corners: Corners, met: bool) -> None:
    one, other = (Feature("wood", "slow", "blocks", found).area for found in (NOTCHED, corners))
    assert overlaps(one, other) is overlaps(other, one) is met


def test_a_table_has_limits() -> None:
    """Ten jagged bands side by side, aslant: every two of them have to be compared, and that ends."""

    def band(number: int) -> Feature:
        one = [(3 * CM * number + 500 * at, 500 * at + 100 * (at % 2)) for at in range(100)]
        corners = (*one, *((x + 2 * CM, y) for x, y in reversed(one)))
        return Feature(("marsh", "wood")[number % 2], "slow", "blocks" if number % 2 else "open", corners)

    bands = tuple(map(band, range(11)))
    with pytest.raises(Fault, match="the features have 2200 corners; at most 2000 are allowed"):
        check_table(Table("T", 120 * CM, 80 * CM, bands), "t")
    check_table(Table("T", 120 * CM, 80 * CM, bands[:10]), "t")
    with pytest.raises(Fault, match="its sides need 1 cm at least"):
        check_table(Table("T", 999, 80 * CM), "t")


def test_a_sketch_shows_what_is_where() -> None:
    table = Table("T", 8 * CM, 6 * CM, (lake(0, 0, 8, 2), bridge(2, 0, 2, 2), house(4, 4, 2, 2), wood(0, 5.2, 2, 0.8)))
    assert sketch(table) == ["~I~~", "....", "T.#."]


# Charts and figures


def altered(kind: str, **changes: Any) -> tuple[UnitType, ...]:
    """The chart with another row, whose first weapon is changed by a `weapon` dict."""
    row = plain(next(row for row in TYPES if row.id == kind))
    first, *others = row["weapon"]
    row["weapon"] = [first | changes.pop("weapon", {}), *others]
    return tuple(decode(encode(row | changes), UnitType) if other.id == kind else other for other in TYPES)


@rule("PK-28")
@pytest.mark.parametrize(
    ("kind", "changes", "told"),
    [
        ("light-tank", {"letter": "MT"}, "two units have the letter 'MT'; each needs its own — PK-82"),
        ("destroyer", {"swim": True}, "the Destroyer is a ship unit; only units on land .* — PK-16"),
        ("walker", {"battle_tank": True}, "the Walker is a walker unit; standard battle tanks .* — PK-113"),
        ("fighter", {"move": 1}, "the Fighter is a plane with MOV 1; .* — PK-22"),
        ("light-tank", {"weapon": {"range": 0}}, "the Light tank's Gun needs a range and an angle .* — PK-28"),
        ("light-tank", {"weapon": {"attacks": 0}}, "Gun needs attacks and an accuracy of 1 or more — PK-33"),
        ("light-tank", {"weapon": {"damage": 0}}, "Gun needs a damage of 1 or more — PK-70"),
        (
            "light-tank",
            {"weapon": {"kind": "bomb", "range": 0, "angle": 0}},
            "Gun is an aircraft bomb; only .* — PK-45",
        ),
        ("bomber", {"weapon": {"range": 9}}, "Bombs is an aircraft bomb; it has no range, angle or mount — PK-28"),
        ("howitzer", {"weapon": {"anti_submarine": True}}, "howitzer aims at a point; anti_submarine .* — PK-54"),
        ("howitzer", {"weapon": {"ships_only": True}}, "howitzer aims at a point; ships_only .* — PK-62"),
        ("howitzer", {"weapon": {"fast_mount": 1}}, "howitzer aims at a point; fast_mount .* — PK-56"),
        ("repair-vehicle", {"weapon": {"kind": "heavy"}}, "Repair crew is a tool; its kind is normal .* — PK-63"),
        ("minelayer", {"weapon": {"damage": 1}}, "Mines is a tool; it has no penetration and no damage — PK-63"),
        ("bridge-layer", {"weapon": {"range": 5}}, "Bridge is a bridge; it has no figures — PK-68"),
    ],
)
def test_a_unit_that_makes_no_sense_is_told(kind: str, changes: dict[str, Any], told: str) -> None:
    check_chart(TYPES, "chart")
    with pytest.raises(Fault, match=told):
        check_chart(altered(kind, **changes), "chart")


@rule("PK-108")
@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"command": ["advance"] * 11}, "the command table needs 12 entries, each of them one of advance, .* — PK-108"),
        ({"command": ["retreat"] * 12}, "the command table needs 12 entries.* — PK-108"),
        ({"front_angle": 140}, "the front ends at 140° and the side at 135°; turn them round — PK-71"),
        ({"least_flight": [3, 2]}, "least_flight is 3/2; it must be a part of 1 — PK-22"),
        ({"flying": [2, 1]}, "flying is 2/1; it must be a part of 1 — PK-R53"),
        ({"escort": {"share": [2, 1]}}, "escort.share is 2/1; .* — PK-88"),
        ({"encircled": {"share": [2, 1]}}, "encircled.share is 2/1; .* — PK-97"),
    ],
)
def test_figures_that_make_no_sense_are_told(changes: dict[str, Any], told: str) -> None:
    refused(setup_of(figures=changes), told)
