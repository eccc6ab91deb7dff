"""The rulings: each is written down with its rules, and each has a test that names it; some have theirs here."""

import re
from pathlib import Path

import pytest

from hulldown.kernel.rule import Ruling
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerstrike.dynamic import files, library
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.driving import dice_for
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.pieces import Condition
from tests.marks import rule
from tests.rulebooks.dynamic.cast import CHART, field, table

TESTS = "\n".join(path.read_text() for path in sorted(Path(__file__).parent.glob("test_*.py")))
MARKED = set(re.findall(r"DYN-[A-Z]?\d+", " ".join(re.findall(r"rule\(([^()]+)\)", TESTS))))
NUMBERED = [
    *(f"DYN-G{number}" for number in range(1, 14)),
    *(f"DYN-H{number}" for number in range(1, 9)),
    *(f"DYN-Q{number:02}" for number in range(1, 62)),
]


def test_all_rulings_are_written_down_once() -> None:
    assert sorted(ruling.id for ruling in RULES.rulings) == sorted(NUMBERED)


def test_each_ruling_asks_decides_and_says_why_in_whole_sentences() -> None:
    for ruling in RULES.rulings:
        assert ruling.title.endswith("?"), ruling.id
        assert ruling.summary.endswith("."), ruling.id
        assert ruling.why.endswith("."), ruling.id
        assert not ruling.why[0].islower(), ruling.id


def test_only_unseen_deployment_is_the_house_s_own_and_it_is_an_option() -> None:
    house = {ruling.id: ruling.options for ruling in RULES.rulings if ruling.ground == "house"}
    assert house == {"DYN-H8": ("hidden",)}
    assert [option.name for option in library.OPTIONS if option.house] == ["hidden"]
    assert not book.library.build("open-battle").hidden


@rule("DYN-Q43", "DYN-Q44", "DYN-Q47", "DYN-Q60", "DYN-Q61")
def test_more_than_half_of_the_chart_is_the_house_s_and_rulings_say_that_it_is_lost() -> None:
    sources = [source for row in files.generic() for source in row.source.values()]
    assert (sources.count("house"), sources.count("france"), len(sources)) == (72, 7, 134)
    for ruling in ("DYN-Q32", "DYN-Q39", "DYN-Q43", "DYN-Q44", "DYN-Q47", "DYN-Q52", "DYN-Q60", "DYN-Q61"):
        found = RULES[ruling]
        assert isinstance(found, Ruling)
        assert found.ground == "lost"


@pytest.mark.parametrize(
    "ids", [[entry.id for entry in RULES.printed if entry.binds], NUMBERED], ids=["rules", "rulings"]
)
def test_each_rule_and_each_ruling_is_marked_on_a_test(ids: list[str]) -> None:
    assert [name for name in ids if name not in MARKED] == []


def test_there_are_188_rules_in_the_order_of_the_book() -> None:
    assert [entry.id for entry in RULES.printed] == [f"DYN-{number:02}" for number in range(1, 189)]
    assert len({entry.title for entry in RULES.printed}) == 188
    for entry in RULES.printed:
        assert entry.summary.endswith("."), entry.id


@rule("DYN-Q31", "DYN-Q32", "DYN-Q38", "DYN-Q58")
def test_figures_in_the_rulings_are_those_of_the_data() -> None:
    """The two must not drift apart: ranks, rounds, ranges, the standard army."""
    setup = book.library.build("open-battle")
    assert (setup.figures.ranks, setup.figures.quiet_rounds, setup.figures.wall) == (5, 20, 3)
    assert f"After {setup.figures.quiet_rounds} rounds" in RULES["DYN-Q38"].summary
    entries = {f"{e.choose}/{e.roll}": e for kind in setup.chart if (e := kind.parabolic)}
    for name, e in entries.items():
        assert f"the entry {name} reach from {e.least} to {e.most} squares" in RULES["DYN-Q32"].summary
    assert "Up to 14 squares for the entry 4/5 and up to 17 for 5/6" in RULES["DYN-Q31"].summary
    assert {name: e.half_up_to for name, e in entries.items()} == {"4/5": 14, "5/6": 17}
    assert (
        "2 Heavy, 4 Medium and 3 Light Tanks, 1 Tank Hunter, 2 Light Tank Destroyers, 1 Armoured Car and 1 Light"
        in RULES["DYN-Q58"].summary
    )


# Rulings that decide between several rules


@rule("DYN-83", "DYN-84", "DYN-Q02")
def test_dq_02_a_turret_is_bound_by_the_movement_phase_not_by_the_firing_phase() -> None:
    """DYN-Q02: firing does not bind a turret, driving does."""
    drawing = field(9, 3, E2="M1→", A2="m1→", I2="m2←")
    assert table(drawing, phase=Phase.FIRING).targets("M1") == {"m1", "m2"}
    assert table(drawing, phase=Phase.FIRING, moved=["M1"]).targets("M1") == {"m2"}


@rule("DYN-27", "DYN-Q03")
@pytest.mark.parametrize(("vehicles", "dice"), [(15, 4), (16, 5), (17, 5), (18, 5)])
def test_dq_03_five_dice_are_for_sixteen_vehicles_already(vehicles: int, dice: int) -> None:
    """DYN-Q03: the table, not the example's "more than 17"."""
    words = {f"{'ABC'[at // 8]}{at % 8 + 1}": f"L{at + 1}→" for at in range(vehicles)}
    assert dice_for(table(field(6, 8, F8="m1←", **words), phase=Phase.ROLL).state) == dice


@rule("DYN-27", "DYN-38", "DYN-Q48")
def test_dq_48_vehicles_are_counted_when_the_dice_are_rolled() -> None:
    """DYN-Q48: of six vehicles one is lost in the other's turn; its dice lie in the tray as they were rolled."""
    words = {f"A{at}": f"L{at}→" for at in range(1, 7)}
    t = table(field(8, 6, H1="h1←", **words), phase=Phase.ROLL)
    t.roll(3, 4, 5)
    t.end_movement()
    t.end_turn()
    t.roll(3, 4)
    t.end_movement()
    assert t.shoot("h1", "L1", 6, 6, 6, 6) is Verdict.DESTROYED
    t.end_turn()
    assert dice_for(t.state) == 2


@rule("DYN-96", "DYN-98", "DYN-Q13")
def test_dq_13_a_turret_may_turn_a_quarter_against_a_hull_that_turned_too() -> None:
    """DYN-Q13: the hull turns by 180°, and the turret by 90° on it."""
    t = table(field(9, 5, E3="M1→", A1="m1→"), rolled=(5, 5), turrets=True)
    t.play(t.move("M1", "E3←"))
    assert t.piece("M1").turret == 0
    assert t.allows(t.lay("M1", "↑"))
    t.refused(t.lay("M1", "→"), "DYN-98", "180°")


@rule("DYN-76", "DYN-103", "DYN-Q17", "DYN-Q51")
def test_dq_17_and_51_a_target_beside_an_obstacle_is_as_easy_to_hit_and_the_square_between_need_not_be_empty() -> None:
    """DYN-Q17, DYN-Q51: on the way from A1 to D3 the line runs through a part of B1, but not near its middle."""
    clear = table(field(8, 3, A1="M1→", D3="m1←"), phase=Phase.FIRING)
    crowded = table(field(8, 3, A1="M1→", B1="T1→", D3="m1←"), phase=Phase.FIRING)
    ours, theirs = (book.preview(t.state, t.fire("M1", "m1")) for t in (clear, crowded))
    assert ours.refusal is theirs.refusal is None
    assert (ours.modifiers, ours.odds) == (theirs.modifiers, theirs.odds)


@rule("DYN-76", "DYN-G3")
@pytest.mark.parametrize(("house", "clear"), [("B2", False), ("C2", False), ("B1", False), ("C3", False), ("D2", True)])
def test_dq_g3_the_line_runs_from_centre_to_centre_and_is_the_same_from_both_ends(house: str, clear: bool) -> None:
    words = {"A1": "M1→", "D3": "m1←", house: "#"}
    ours, theirs = (table(field(5, 4, **words), side=side, phase=Phase.FIRING) for side in (RED, BLUE))
    assert ours.targets("M1") == ({"m1"} if clear else set())
    assert theirs.targets("m1") == ({"M1"} if clear else set())


@rule("DYN-156", "DYN-160", "DYN-Q25")
def test_dq_25_there_is_dust_where_a_vehicle_broke_a_wall() -> None:
    """DYN-Q25: it lies until the turn ends."""
    t = table(field(8, 1, A1="M1→", B1="=", H1="m1←"), rolled=(3, 4))
    t.play(t.move("M1", "B1→"))
    assert (t.walls(), t.dust()) == (set(), {"B1"})
    t.end_movement()
    t.end_turn()
    assert t.dust() == set()


@rule("DYN-144", "DYN-145", "DYN-Q27")
def test_dq_27_a_recovery_vehicle_in_position_at_the_hit_mends_it_in_the_next_turn() -> None:
    """DYN-Q27: nothing had to be driven."""
    t = table(field(10, 2, A1="RV1→", B1="M1→", H1="h1←"), side=BLUE, phase=Phase.FIRING)
    assert t.shoot("h1", "M1", 6, 5, 1, 1) is Verdict.DAMAGED
    t.end_turn()
    t.roll(3, 4)
    t.end_movement()
    t.end_turn()
    assert t.piece("M1").condition is Condition.SOUND


@rule("DYN-37", "DYN-73", "DYN-Q42")
@pytest.mark.parametrize("letter", [kind.letter for kind in CHART if kind.armed])
def test_dq_42_every_armed_class_fires(letter: str) -> None:
    """DYN-Q42: not tanks alone."""
    t = table(field(8, 1, A1=f"{letter}1→", F1="m9←"), phase=Phase.FIRING)
    assert t.allows(t.fire(f"{letter}1", "m9"))


@rule("DYN-108", "DYN-Q45")
def test_dq_45_the_displaced_example_is_a_medium_that_misses_a_car() -> None:
    """DYN-Q45: DT-30, three dice of 6 in all against armour 1 and range 6."""
    t = table(field(8, 1, A1="M1→", G1="ac1↑"), phase=Phase.FIRING, moved=["M1"])
    assert t.shoot("M1", "ac1", 3, 2, 1) is Verdict.NOTHING


@rule("DYN-68", "DYN-74", "DYN-Q50")
def test_dq_50_what_a_unit_did_in_the_round_before_does_not_bind_it() -> None:
    """DYN-Q50: a gun turned in its last turn fires in this one."""
    t = table(field(8, 1, A1="G1→", F1="m1←"), rolled=(), round=3)
    t.play(t.move("G1", "A1↘"))
    t.end_movement()
    t.refused(t.fire("G1", "m1"), "DYN-68")
    t.end_turn()
    t.pass_turn()
    t.roll()
    t.play(t.move("G1", "A1→"))
    t.end_movement()
    t.end_turn()
    t.pass_turn()
    t.roll()
    t.end_movement()
    assert t.allows(t.fire("G1", "m1"))


@rule("DYN-60", "DYN-Q54")
def test_dq_54_wheels_back_and_then_stand() -> None:
    """DYN-Q54: one step is the whole move."""
    t = table(field(8, 3, C2="T1→", H1="m1←"), rolled=(6, 6))
    t.play(t.move("T1", "B2→"))
    assert t.moves("T1") == set()


def test_the_chart_on_the_page_for_players_is_that_of_the_data() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rulebooks" / "dynamic.md").read_text()
    shown = {cells[1].strip(): cells for line in page.splitlines() if len(cells := line.split("|")) == 10}
    marks = {"book": "", "france": "†", "house": "*"}
    for row in (unit.flat() for unit in book.library.units()):
        _, _, points, speed, _, armour, mount, dice, parabolic, _ = (cell.strip() for cell in shown[row["name"]])
        source = {figure: marks[of] for figure, of in row["source"].items()}
        assert points == f"{row['points']:g}{source['points']}"
        assert armour == " / ".join(f"{row[part]}{source[part]}" for part in ("front", "side", "rear"))
        assert mount == row["mount"] + source["mount"]
        assert dice == (f"{row['dice']}{'½' * row['half']}{source['dice']}" if row["dice"] else "–")
        if row["category"] != "fixed":
            assert speed == f"{row['speed']:+}{source['speed']}".replace("-", "−").replace("+0", "0")
        if entry := row["parabolic"]:
            limits = f"{entry['least']}–{entry['most']}{source['range']}"
            assert parabolic == f"{entry['choose']}/{entry['roll']}{source['parabolic']}, {limits}"


def test_the_page_for_players_names_every_scenario_and_option() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rulebooks" / "dynamic.md").read_text()
    for row in book.library.scenarios():
        assert f"`{row.id}`" in page
    for option in library.OPTIONS:
        assert f"`{option.name}`" in page
