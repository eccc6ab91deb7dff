"""Before play: armies by points, sides, goals (FR-02 … FR-09, FR-47 … FR-49)."""

from pathlib import Path

import msgspec
import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.france1944 import files, library
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.setup import Army, check_setup, defender, value_of
from tests.marks import rule
from tests.rulebooks.france1944.cast import CHART, setup_of

FIELD = ["." * 12] * 6


@rule("FR-02")
def test_each_class_has_its_price() -> None:
    assert {kind.id: kind.points for kind in CHART} == {"heavy": 3, "medium": 2, "light": 1}
    for kind in CHART:
        assert value_of(CHART, Army({kind.id: 4}, 99)) == 4 * kind.points


@rule("FR-03")
def test_the_agreed_total_can_be_another_one_for_each_team() -> None:
    army = {"red": "heavy=8", "blue": "medium=8"}
    setup = library.build("crossroads", **army, options={"total": "24:16"})
    assert (setup.red.total, setup.blue.total) == (24, 16)
    with pytest.raises(Fault, match="the army costs 24 points; 23 were agreed"):
        library.build("crossroads", **army, options={"total": "23:16"})
    with pytest.raises(Fault, match="blue army: the army costs 16 points; 15 were agreed"):
        library.build("crossroads", **army, options={"total": "24:15"})


@rule("FR-04", "FR-Q05")
def test_an_army_may_cost_the_total_or_less_but_not_more() -> None:
    """FR-Q05: one limit for both, and it need not be spent."""
    for army, value in (("heavy=6,medium=1", 20), ("heavy=6,light=1", 19), ("light=1", 1)):
        assert value_of(CHART, library.build("crossroads", red=army).red) == value
    with pytest.raises(Fault) as caught:
        library.build("crossroads", red="heavy=7")
    assert caught.value.rule == "FR-04"
    assert "costs 21 points; 20 were agreed" in caught.value.message


@rule("FR-04")
def test_an_army_has_a_tank_at_least() -> None:
    with pytest.raises(Fault) as caught:
        library.build("crossroads", red="heavy=0")
    assert caught.value.rule == "FR-04"
    assert "no tanks" in caught.value.message


@rule("FR-09")
def test_there_are_three_classes_and_no_other() -> None:
    assert [kind.id for kind in CHART] == ["heavy", "medium", "light"]
    with pytest.raises(Fault) as caught:
        library.build("crossroads", red="howitzer=1")
    assert caught.value.rule == "FR-09"
    assert "'howitzer'" in caught.value.message


@rule("FR-22", "FR-28", "FR-38", "FR-Q02", "FR-Q03", "FR-Q04")
def test_table_a_is_as_printed() -> None:
    """FR-Q02, FR-Q03, FR-Q04: guns of 4, 3 and 2 dice; Medium drives the number itself, Heavy two less."""
    rows = [(kind.id, kind.speed, kind.front, kind.side, kind.rear, kind.gun, kind.points) for kind in CHART]
    assert rows == [("heavy", -2, 10, 7, 4, 4, 3), ("medium", 0, 7, 4, 2, 3, 2), ("light", 1, 4, 2, 1, 2, 1)]


@rule("FR-Q02", "FR-Q03")
def test_what_the_print_has_lost_is_marked_as_the_house_s() -> None:
    """FR-Q02, FR-Q03: the guns and Medium's speed are read from the layout of lost pictures."""
    house = {(row.id, figure) for row in files.table_a() for figure, of in row.source.items() if of == "house"}
    assert house == {("heavy", "gun"), ("medium", "gun"), ("light", "gun"), ("medium", "speed")}


@rule("FR-Q32")
def test_another_table_of_classes_can_be_played(tmp_path: Path) -> None:
    """FR-Q32: only Table A is left of the book's tables; a scenario may bring another."""
    figures = {"points": 4, "speed": 2, "front": 9, "side": 8, "rear": 7, "gun": 5}
    row = 'id = "prototype"\nname = "Prototype"\nletter = "P"\n'
    row += "".join(f"{name} = {figure}\n" for name, figure in figures.items())
    source = ", ".join(f'{name} = "house"' for name in figures)
    (tmp_path / "other.toml").write_text(f"[[unit]]\n{row}source = {{ {source} }}\n")
    head = 'name = "Test drive"\nsummary = "Prototypes."\nminutes = 5\nmap = "north"\ntotal = 8\nchart = "other.toml"\n'
    armies = "red = { prototype = 2 }\nblue = { prototype = 1 }\n"
    (tmp_path / "drive.toml").write_text(head + armies)
    setup = library.build(str(tmp_path / "drive.toml"))
    assert [kind.id for kind in setup.chart] == ["prototype"]
    assert len(book.start(setup).tanks.units) == 3
    (tmp_path / "drive.toml").write_text(head + "red = { heavy = 2 }\nblue = { prototype = 1 }\n")
    with pytest.raises(Fault, match="no class 'heavy'"):
        library.build(str(tmp_path / "drive.toml"))


@rule("FR-05", "FR-Q06")
def test_the_two_sides_need_a_board_with_room_for_their_ranks() -> None:
    check_setup(setup_of(["." * 10] * 6, {"light": 1}, {"light": 1}))
    with pytest.raises(Fault) as caught:
        check_setup(setup_of(["." * 9] * 6, {"light": 1}, {"light": 1}))
    assert caught.value.rule == "FR-Q06"
    assert "9 squares from side to side" in caught.value.message
    assert "two zones of 5 ranks" in caught.value.message
    with pytest.raises(Fault, match="6 squares from side to side"):
        check_setup(setup_of(["." * 12] * 6, {"light": 1}, {"light": 1}, edges="long sides"))


@rule("FR-05", "FR-Q30")
@pytest.mark.parametrize(("edges", "red", "blue"), [("ends", "ABCDE", "HIJKL"), ("long sides", "", "")])
def test_the_sides_start_at_opposite_edges(edges: str, red: str, blue: str) -> None:
    """FR-Q30: the ends of the board, or by a switch its long sides."""
    setup = setup_of(["." * 12] * 10, {"light": 1}, {"light": 1}, edges=edges)
    ground = book.start(setup).ground
    names = ground.grid.names
    ours, theirs = ({name for at, name in enumerate(names) if zone >> at & 1} for zone in ground.zones)
    if edges == "ends":
        assert ours == {name for name in names if name[0] in red}
        assert theirs == {name for name in names if name[0] in blue}
    else:
        assert ours == {name for name in names if int(name[1:]) <= 5}
        assert theirs == {name for name in names if int(name[1:]) >= 6}


@rule("FR-48")
def test_with_flags_on_both_sides_each_has_one_or_each_has_two() -> None:
    for flags in ((0, 0), (1, 1), (2, 2)):
        check_setup(setup_of(FIELD, {"light": 1}, {"light": 1}, flags=flags))
    for flags in ((1, 2), (2, 1), (3, 3), (4, 4), (4, 1)):
        with pytest.raises(Fault) as caught:
            check_setup(setup_of(FIELD, {"light": 1}, {"light": 1}, flags=flags))
        assert caught.value.rule == "FR-48"
        assert f"Red has {flags[0]} flags and Blue {flags[1]}" in caught.value.message


@rule("FR-49")
@pytest.mark.parametrize("many", [1, 2, 3, 4])
def test_a_lone_defender_has_one_to_four_flags(many: int) -> None:
    attacked = setup_of(FIELD, {"light": 1}, {"light": 1}, flags=(0, many), turn_limit=9)
    check_setup(attacked)
    assert defender(attacked) is BLUE
    assert defender(msgspec.structs.replace(attacked, flags=(many, 0))) is RED


@rule("FR-49")
def test_a_fifth_flag_is_refused() -> None:
    assert library.build("crossroads", options={"flags": "0:4"}).flags == (0, 4)
    with pytest.raises(Fault, match="from 0 to 4"):
        library.build("crossroads", options={"flags": "0:5"})


@rule("FR-49", "FR-58")
@pytest.mark.parametrize("flags", [(0, 0), (1, 1), (2, 2)])
def test_a_turn_limit_needs_an_attacker_and_a_defender(flags: tuple[int, int]) -> None:
    with pytest.raises(Fault) as caught:
        check_setup(setup_of(FIELD, {"light": 1}, {"light": 1}, flags=flags, turn_limit=25))
    assert caught.value.rule == "FR-49"
    assert defender(setup_of(FIELD, {"light": 1}, {"light": 1}, flags=flags)) is None
