"""Before play: chart, armies, zones, walls and barricades (DYN-04 … DYN-22, DYN-152, DYN-162 … DYN-178, DYN-188)."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from hulldown.geometry.squares import mask_of, squares_of
from hulldown.kernel.files import Fault
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike.dynamic import files, library
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.setup import (
    Army,
    Parabolic,
    Setup,
    UnitClass,
    blocks_of,
    check_chart,
    check_setup,
    ranks_of,
    uneven,
    value_of,
)
from hulldown.rulebooks.panzerstrike.setup import opposite
from tests.marks import rule
from tests.rulebooks.dynamic.cast import CHART, KINDS, altered, setup_of

FIELD = ["." * 12] * 6
ONE = {"light": 1}
P1 = {"heavy": 6, "medium": 5, "heavy-destroyer": 2}
P2 = {"car": 3, "light": 8, "medium": 7, "light-destroyer": 2, "hunter": 3}
HALVES = {
    "heavy": 3, "medium": 2, "light": 1, "hunter": 2, "heavy-destroyer": 3, "light-destroyer": 1.5, "car": 1, "spaa": 1,
    "heavy-howitzer": 2, "light-howitzer": 2, "gun": 0.5, "howitzer": 1, "truck": 0.5, "half-track": 0.5,
    "recovery": 0.5, "dozer": 2,
}  # fmt: skip


def wrong(setup: Setup) -> Fault:
    with pytest.raises(Fault) as caught:
        check_setup(setup)
    return caught.value


def field(**more: Any) -> Setup:
    """A game of one Light Tank a side on an open field, with these fields of the set-up."""
    return setup_of(FIELD, ONE, ONE, **more)


def basic(**more: Any) -> Setup:
    """The basic scenario on an open field of 24 × 18."""
    board = ["." * 24] * 18
    blocks = ((48, 49, 72, 73), (192, 193, 216, 217), (336, 337, 360, 361))
    usual: dict[str, Any] = {"spaa": 3, "lost_spaa": 2, "turn_limit": 30, "blocks": blocks}
    return setup_of(board, {"medium": 2}, {"medium": 2}, total=25, **(usual | more))


# Components


@rule("DYN-04", "DYN-05")
def test_dice_have_the_faces_of_the_book() -> None:
    figures = files.usual()
    assert figures.blue == (3, 4, 4, 5, 5, 6)
    assert figures.red == (1, 2, 3, 4, 5, 6)
    assert figures.half == (1, 2, 3)


@rule("DYN-07", "DYN-08")
def test_two_sides_play_on_squares() -> None:
    setup = field()
    assert [setup.army(side).units for side in Side] == [ONE, ONE]
    assert setup.board.grid.size == 72
    assert wrong(msgspec.structs.replace(setup, blue=Army({"light": 0}, 5))).rule == "DYN-Q10"
    assert "row 2 has 11 squares" in wrong(setup_of(["." * 12, "." * 11], ONE, ONE)).message


@rule("DYN-09")
def test_every_class_is_of_one_kind() -> None:
    kinds: dict[str, set[str]] = {}
    for kind in CHART:
        kinds.setdefault(kind.category, set()).add(kind.id)
        assert kind.vehicle is (kind.category != "fixed")
    assert kinds["fixed"] == {"gun", "howitzer"}
    assert kinds["auxiliary"] == {"truck", "half-track", "recovery"}
    assert kinds["combat"] == set(KINDS) - kinds["fixed"] - kinds["auxiliary"]


# The chart


@rule("DYN-13", "DYN-14", "DYN-43", "DYN-44", "DYN-82", "DYN-Q32", "DYN-Q43", "DYN-Q44", "DYN-Q47", "DYN-Q52")
def test_the_chart_is_as_the_book_and_the_house_have_it() -> None:
    """DYN-Q32, DYN-Q43, DYN-Q44, DYN-Q47, DYN-Q52: 16 classes, the same for both sides."""
    rows = {
        kind.id: (kind.speed, kind.drive[0], (kind.front, kind.side, kind.rear), kind.mount, kind.dice + kind.half / 2)
        for kind in CHART
    }
    assert rows == {
        "heavy": (-1, "t", (10, 7, 4), "turret", 4),
        "medium": (0, "t", (7, 4, 2), "turret", 3),
        "light": (1, "t", (4, 2, 1), "turret", 2),
        "hunter": (2, "t", (3, 2, 1), "turret", 3.5),
        "heavy-destroyer": (-1, "t", (11, 7, 3), "hull", 5),
        "light-destroyer": (0, "t", (6, 3, 1), "hull", 3),
        "car": (2, "w", (2, 1, 1), "turret", 2),
        "spaa": (0, "t", (2, 1, 1), "turret", 2),
        "heavy-howitzer": (-1, "t", (3, 2, 1), "hull", 3.5),
        "light-howitzer": (0, "t", (2, 1, 1), "hull", 2.5),
        "gun": (0, "n", (3, 1, 0), "fixed", 4),
        "howitzer": (0, "n", (2, 1, 0), "fixed", 2.5),
        "truck": (2, "w", (0, 0, 0), "none", 0),
        "half-track": (1, "w", (1, 1, 0), "none", 0),
        "recovery": (0, "t", (3, 2, 1), "none", 0),
        "dozer": (-1, "t", (7, 4, 2), "turret", 3),
    }
    entries = {kind.id: kind.parabolic for kind in CHART if kind.parabolic}
    light = Parabolic(4, 5, 8, 16, 14)
    assert entries == {"heavy-howitzer": Parabolic(5, 6, 11, 18, 17), "light-howitzer": light, "howitzer": light}
    assert {kind.id for kind in CHART if kind.tank} == {"heavy", "medium", "light", "dozer"}
    assert [kind.id for kind in CHART if kind.dozer] == ["dozer"]
    assert [kind.id for kind in CHART if kind.recovery] == ["recovery"]


@rule("DYN-75")
def test_trucks_half_tracks_and_recovery_vehicles_are_unarmed() -> None:
    assert {kind.id for kind in CHART if not kind.armed} == {"truck", "half-track", "recovery"}


def test_letters_are_told_apart_in_capitals() -> None:
    letters = [kind.letter for kind in CHART]
    assert len(set(letters)) == len(letters) == 16
    assert all(letter.isupper() and len(letter) <= 3 for letter in letters)


@rule("DYN-Q43")
def test_each_figure_says_where_it_comes_from() -> None:
    """What the book's text names is the book's; DYN-Q43 takes armour from France 1944; the rest is the house's."""
    sources = {row.id: row.source for row in files.generic()}
    assert set(sources["medium"].values()) == {"book", "france"}
    assert {figure for figure, of in sources["heavy"].items() if of == "france"} == {"front", "rear"}
    assert set(sources["spaa"].values()) == {"house"}
    assert (sources["heavy-howitzer"]["parabolic"], sources["heavy-howitzer"]["range"]) == ("book", "house")


@rule("DYN-13")
@pytest.mark.parametrize(
    ("kind", "changed", "rule_id", "told"),
    [
        ("heavy", {"id": "medium"}, "DYN-13", "two classes have the id 'medium'"),
        ("heavy", {"letter": "M"}, "DYN-13", "two classes have the letter 'M'"),
        ("gun", {"drive": "tracked"}, "DYN-13", "Fixed Gun must be a fixed weapon in all of"),
        ("heavy", {"mount": "fixed"}, "DYN-13", "Heavy Tank must be a fixed weapon in all of"),
        ("truck", {"dice": 2}, "DYN-13", "Truck has dice and no mount"),
        ("light", {"dice": 0}, "DYN-13", "a mount and no dice"),
        ("car", {"dozer": True}, "DYN-13", "it must be tracked"),
        ("truck", {"parabolic": Parabolic(4, 5, 8, 16, 14)}, "DYN-133", "only armed units fire"),
        ("howitzer", {"parabolic": Parabolic(6, 5, 8, 16, 14)}, "DYN-133", "chooses 6 of 5 dice"),
        ("howitzer", {"parabolic": Parabolic(4, 5, 17, 16, 14)}, "DYN-121", "least range of 17 and a greatest of 16"),
    ],
)
def test_a_chart_that_contradicts_itself_is_refused(
    kind: str, changed: dict[str, Any], rule_id: str, told: str
) -> None:
    with pytest.raises(Fault) as caught:
        check_chart(altered(kind, **changed), "chart")
    assert caught.value.rule == rule_id
    assert told in caught.value.message


def test_a_chart_has_a_class_at_least() -> None:
    assert "the chart has 0 classes" in wrong(setup_of(FIELD, {}, {}, chart=())).message


@rule("DYN-15", "DYN-Q39")
def test_another_chart_can_be_played(tmp_path: Path) -> None:
    """DYN-Q39: the chart of historical types is lost; a scenario may bring one."""
    figures = {
        "points": 2.5,
        "drive": "tracked",
        "speed": 1,
        "front": 9,
        "side": 5,
        "rear": 3,
        "mount": "turret",
        "dice": 4,
    }
    row = 'id = "type-a"\nname = "Type A"\nletter = "A"\nsilhouette = "heavy-tank"\ncategory = "combat"\n'
    row += "".join(f"{name} = {figure!r}\n".replace("'", '"') for name, figure in figures.items())
    source = ", ".join(f'{name} = "house"' for name in figures)
    (tmp_path / "types.toml").write_text(f"[[unit]]\n{row}source = {{ {source} }}\n")
    head = 'name = "Trial"\nsummary = "Types."\nminutes = 5\nmap = "mill"\ntotal = 5\nchart = "types.toml"\n'
    (tmp_path / "trial.toml").write_text(head + "red = { type-a = 2 }\nblue = { type-a = 1 }\n")
    setup = library.build(str(tmp_path / "trial.toml"))
    assert [kind.id for kind in setup.chart] == ["type-a"]
    assert len(book.start(setup).units.units) == 3
    (tmp_path / "types.toml").write_text(f"[[unit]]\n{row}source = {{}}\n")
    with pytest.raises(Fault, match="Type A does not say whether its points"):
        library.build(str(tmp_path / "trial.toml"))


# Armies


@rule("DYN-19", "DYN-Q60")
def test_each_class_has_its_price_in_halves() -> None:
    """DYN-Q60: printed, by the house's index, or corrected by the laboratory."""
    assert {kind.id: kind.points for kind in CHART} == HALVES
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(msgspec.to_builtins(KINDS["truck"]) | {"points": 0.7}, UnitClass)


@rule("DYN-19", "DYN-22")
def test_dt_02_six_heavies_five_mediums_and_two_destroyers_cost_34() -> None:
    army = Army(P1, 34)
    assert (value_of(CHART, army), sum(P1.values())) == (34, 13)


@rule("DYN-20", "DYN-22")
def test_dt_03_twenty_three_light_vehicles_cost_as_much() -> None:
    assert (value_of(CHART, Army(P2, 34)), sum(P2.values())) == (34, 23)
    board = ["." * 24] * 18
    setup = setup_of(board, P1, P2, total=34)
    check_setup(setup)
    assert uneven(setup) == ""


@rule("DYN-20", "DYN-Q10")
def test_an_army_may_cost_the_total_or_less_but_not_more() -> None:
    """DYN-Q10: the total is a limit."""
    for army in ("heavy=8,light=1", "light-destroyer=16", "truck=1"):
        library.build("open-battle", red=army)
    with pytest.raises(Fault) as caught:
        library.build("open-battle", red="heavy=8,light-destroyer=1")
    assert caught.value.rule == "DYN-Q10"
    assert "the army costs 25.5 points; 25 were agreed" in caught.value.message


@rule("DYN-20", "DYN-Q10")
def test_armies_that_differ_by_more_than_a_point_are_spoken_of_and_played() -> None:
    """DYN-Q10: a kind word, no refusal."""
    assert uneven(library.build("open-battle", red="heavy=8", blue="light=23")) == ""
    told = uneven(library.build("open-battle", red="heavy=8", blue="light=22,truck=1"))
    assert told == "Red has 24 points and Blue 22.5; the book wants them equal"


@rule("DYN-13")
def test_a_class_must_be_in_the_chart() -> None:
    with pytest.raises(Fault) as caught:
        library.build("open-battle", red="zeppelin=1")
    assert caught.value.rule == "DYN-13"
    assert "no class 'zeppelin'; the chart has heavy, medium" in caught.value.message


@rule("DYN-22")
def test_an_army_has_a_unit_at_least() -> None:
    with pytest.raises(Fault, match="the army has no units"):
        library.build("open-battle", red="heavy=0")


# Sides and zones


@rule("DYN-18", "DYN-Q08")
@pytest.mark.parametrize("edges", ["ends", "long sides"])
def test_the_sides_start_at_opposite_edges_five_ranks_deep(edges: str) -> None:
    """DYN-Q08: the ends of the board, or by a switch its long sides."""
    setup = setup_of(["." * 12] * 10, ONE, ONE, edges=edges)
    check_setup(setup)
    at = 0 if edges == "ends" else 1
    for side, ranks in ((RED, range(5)), (BLUE, range(7, 12) if edges == "ends" else range(5, 10))):
        places = [setup.board.grid.xy(square)[at] for square in squares_of(ranks_of(setup, side))]
        assert sorted(set(places)) == list(ranks)
        assert len(places) == 5 * (10 if edges == "ends" else 12)


@rule("DYN-18", "DYN-178")
def test_the_board_has_room_for_two_times_five_ranks() -> None:
    check_setup(setup_of(["." * 10] * 6, ONE, ONE))
    for quick, cited in ((False, "DYN-18"), (True, "DYN-178")):
        fault = wrong(setup_of(["." * 9] * 6, ONE, ONE, quick=quick))
        assert fault.rule == cited
        assert "9 squares from side to side; two zones of 5 ranks" in fault.message


@rule("DYN-12", "DYN-18")
def test_the_ranks_have_a_square_for_each_unit() -> None:
    rows = ["." + "#" * 4 + ".." + "." * 5] * 2
    check_setup(setup_of(rows, {"light": 2}, ONE))
    fault = wrong(setup_of(rows, {"light": 3}, ONE))
    assert (fault.rule, fault.message) == ("DYN-18", "Red has 3 units and 2 open squares in its ranks")
    assert "3 units and 1 open squares" in wrong(setup_of(rows, {"light": 3}, ONE, low=(0,))).message


# Walls and barricades


@rule("DYN-152", "DYN-162")
@pytest.mark.parametrize(
    ("pieces", "cited", "told"),
    [
        ({"walls": (72,)}, "DYN-152", "a wall is on square 72; the board has 72 squares"),
        ({"low": (99,)}, "DYN-162", "a low barricade is on square 99"),
        ({"high": (6, 6)}, "DYN-162", "G1 has a high barricade and a high barricade"),
        ({"walls": (6,), "low": (6,)}, "DYN-162", "G1 has a low barricade and a wall"),
    ],
)
def test_each_wall_and_barricade_has_a_square_of_its_own(
    pieces: dict[str, tuple[int, ...]], cited: str, told: str
) -> None:
    fault = wrong(field(**pieces))
    assert fault.rule == cited
    assert told in fault.message


@rule("DYN-152", "DYN-162")
def test_walls_and_barricades_stand_anywhere_but_in_buildings() -> None:
    rows = ["......C....."] * 6
    check_setup(setup_of(rows, ONE, ONE, walls=(0, 5, 70), low=(1,), high=(11,)))
    fault = wrong(setup_of(rows, ONE, ONE, high=(18,)))
    assert (fault.rule, fault.message) == ("DYN-162", "the high barricade on G2 is in a church; it needs open ground")


@rule("DYN-130")
@pytest.mark.parametrize("heights", [((5, 2),), ((6, 0),), ((6, 10),), ((99, 1),), ((-1, 2),)])
def test_only_buildings_are_high(heights: tuple[tuple[int, int], ...]) -> None:
    rows = ["......C....."] * 6
    check_setup(setup_of(rows, ONE, ONE, heights=((6, 3),)))
    assert wrong(setup_of(rows, ONE, ONE, heights=heights)).rule == "DYN-G10"


# The basic scenario


@rule("DYN-168", "DYN-170", "DYN-Q36")
def test_zone_b_is_in_the_ranks_and_zone_a_is_the_rest() -> None:
    """DYN-Q36: 2 × 2 blocks, Blue's opposite Red's."""
    setup = basic()
    check_setup(setup)
    ours, theirs = blocks_of(setup, RED), blocks_of(setup, BLUE)
    assert len(ours) == len(theirs) == 3
    assert theirs[0] == mask_of(opposite(setup.board.grid, square) for square in setup.blocks[0])
    assert {setup.board.grid.names[square] for square in squares_of(theirs[0])} == {"W15", "X15", "W16", "X16"}
    zones = book.start(setup).ground.zones
    for side, parts in ((RED, ours), (BLUE, theirs)):
        assert zones[side] == ranks_of(setup, side) & ~sum(parts)


@rule("DYN-168")
def test_zone_a_has_room_without_zone_b() -> None:
    rows = ["..#####....."] + ["#" * 12] * 5
    setup = setup_of(rows, {"light": 2}, ONE)
    check_setup(setup)
    fault = wrong(msgspec.structs.replace(setup, spaa=1, lost_spaa=1, turn_limit=9, blocks=((0,),)))
    assert (fault.rule, fault.message) == ("DYN-168", "Red has 2 units and 1 open squares in its ranks")


@rule("DYN-169", "DYN-170", "DYN-172", "DYN-173", "DYN-H3", "DYN-Q36", "DYN-Q55")
@pytest.mark.parametrize(
    ("changed", "cited", "told"),
    [
        ({"blocks": ((0,), (1,))}, "DYN-H3", "zone B has 2 parts for 3 SPAA"),
        ({"blocks": ((0,), (1,), (5,))}, "DYN-Q36", "F1 of zone B must lie in Red's ranks"),
        ({"blocks": ((0,), (1,), (1,))}, "DYN-Q36", "B1 of zone B must lie in Red's ranks, and in one part only"),
        ({"blocks": ((0,), (1,), (432,))}, "DYN-Q36", "square 432 of zone B"),
        ({"walls": (48, 49, 72, 73)}, "DYN-170", "a part of Red's zone B has no open square"),
        ({"walls": (383, 382, 359, 358)}, "DYN-170", "a part of Blue's zone B has no open square"),
        ({"lost_spaa": 4}, "DYN-H3", "4 of 3 SPAA would win; it must be 1 to 3"),
        ({"lost_spaa": 0}, "DYN-H3", "0 of 3 SPAA would win"),
        ({"turn_limit": 0}, "DYN-H3", "needs a turn limit"),
        ({"blue": Army({"spaa": 1}, 25)}, "DYN-Q55", "Blue has bought SPAA; each side has 3 free"),
        ({"chart": tuple(kind for kind in CHART if kind.id != "spaa")}, "DYN-169", "the chart has no class 'spaa'"),
    ],
)
def test_a_basic_scenario_that_cannot_be_played_is_refused(changed: dict[str, Any], cited: str, told: str) -> None:
    """DYN-Q55: SPAA are not for sale in it."""
    fault = wrong(msgspec.structs.replace(basic(), **changed))
    assert fault.rule == cited
    assert told in fault.message


@rule("DYN-170", "DYN-172", "DYN-173", "DYN-H3")
@pytest.mark.parametrize("given", [{"blocks": ((0,),)}, {"lost_spaa": 1}, {"turn_limit": 9}])
def test_without_spaa_there_is_nothing_of_the_basic_scenario(given: dict[str, Any]) -> None:
    """DYN-H3: half a scenario is none."""
    fault = wrong(field(**given))
    assert fault.rule == "DYN-H3"
    assert "belongs to the basic scenario" in fault.message


@rule("DYN-167", "DYN-169", "DYN-Q40")
def test_the_spaa_are_free_and_on_top() -> None:
    """DYN-Q40: 25 points at most."""
    setup = basic()
    assert value_of(setup.chart, setup.red) == 4
    units = book.start(setup).units.units
    assert sum(unit.kind == "spaa" for unit in units) == 6
    assert len(units) == 10


# The Quick Start


@rule("DYN-177")
@pytest.mark.parametrize("kind", ["gun", "howitzer", "truck", "half-track", "recovery"])
def test_the_quick_start_is_for_combat_vehicles(kind: str) -> None:
    check_setup(field(quick=True))
    fault = wrong(setup_of(FIELD, {kind: 1, "light": 1}, ONE, quick=True))
    assert fault.rule == "DYN-177"
    assert f"Red has a {KINDS[kind].name}" in fault.message
    check_setup(setup_of(FIELD, {kind: 0, "light": 1, "light-howitzer": 1}, ONE, quick=True))


@rule("DYN-183", "DYN-188")
@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"walls": (6,)}, "walls"),
        ({"low": (6,)}, "barricades"),
        ({"high": (6,)}, "barricades"),
        ({"command": True}, "the command tank"),
        ({"extra": True}, "the extra vehicle"),
        ({"turrets": True}, "turrets"),
        ({"solid": True}, "3D buildings"),
        ({"spaa": 1, "lost_spaa": 1, "turn_limit": 9, "blocks": ((0,),)}, "the basic scenario"),
    ],
)
def test_the_quick_start_leaves_out_what_it_leaves_out(given: dict[str, Any], told: str) -> None:
    check_setup(field(**given))
    fault = wrong(field(quick=True, **given))
    assert fault.rule == ("DYN-183" if told == "turrets" else "DYN-188")
    assert f"leaves out {told}" in fault.message
