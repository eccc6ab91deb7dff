"""Orders as lines of text, and drawn positions. The examples here are tested by the client's text board as well."""

import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.lines import chance_shown, parse_line
from hulldown.kernel.wire import encode
from hulldown.rulebooks import begun_with, lines, load, positions

SQUARES = """
book = "{book}"
name = "Words"
side = "red"
phase = "{phase}"
round = 1
{more}
board = \"\"\"
{board}
\"\"\"
"""
FRANCE = """
.    ,    #    .    .    .
.    L1→  .    .    .    .
.    H1→  .    .    m1←  .
.    .    .    .    l1↑  .
"""
DYNAMIC = """
LSP1→ .    #    .    =    .    m1←
.     M1→  .    .    =    .    .
.     L1→  .    .    .    .    .
.     MD1→ ×l1  .    .    .    l2↑
"""
CORE = """
.    SH1→ .    .    .    .    .
.    HC1→ .    .    .    p1←  .
.    SH2→ .    .    =    .    .
"""
HEXES = """
.    .    .    .    .
  TE1↘ .    .    .    .
.    .    .    .    .
  .    .    .    pa1↖ .
"""
TABLE = """
book = "panzerkampf"
name = "Words"
width = 60
height = 40
side = "red"
phase = "{phase}"
round = 1
feature = [{{ kind = "house", movement = "impassable", sight = "blocks", rectangle = [24, 14, 6, 6] }}]
unit = [
  {{ side = "red", kind = "medium-tank", at = [10, 28], heading = 90 }},
  {{ side = "red", kind = "howitzer", at = [5, 8], heading = 90 }},
  {{ side = "red", kind = "infantry", at = [5, 20], heading = 90 }},
  {{ side = "blue", kind = "medium-tank", at = [30, 28], heading = 270 }},
]
"""


def squares(book: str, phase: str, board: str, more: str = "") -> str:
    return SQUARES.format(book=book, phase=phase, board=board.strip("\n"), more=more)


ROLLED = "rolled = [5, 3]"
CASES: dict[tuple[str, str], tuple[str, dict[str, dict[str, Any]]]] = {
    ("france1944", "movement"): (
        squares("france1944", "movement", FRANCE, ROLLED),
        {
            "move L1 D3↘ 5": {"type": "Move", "unit": 1, "die": 5, "square": 15, "facing": 3},
            "move L1 D3 south-east 5": {"type": "Move", "unit": 1, "die": 5, "square": 15, "facing": 3},
            "move L1 D3 ↘ 5": {"type": "Move", "unit": 1, "die": 5, "square": 15, "facing": 3},
            "end": {"type": "EndMovement"},
        },
    ),
    ("france1944", "shooting"): (
        squares("france1944", "shooting", FRANCE),
        {
            "fire H1 m1": {"type": "Fire", "unit": 0, "target": 2},
            "fire H1 E3": {"type": "Fire", "unit": 0, "target": 2},
            "end": {"type": "EndTurn"},
        },
    ),
    ("france1944", "roll"): (squares("france1944", "roll", FRANCE), {"roll": {"type": "RollMovement"}}),
    ("dynamic", "movement"): (
        squares("dynamic", "movement", DYNAMIC, "rolled = [4, 3]"),
        {
            "move L1 D3→": {"type": "Move", "unit": 1, "square": 17, "facing": 2, "die": 3},
            "move M1 C2→": {"type": "Move", "unit": 0, "square": 9, "facing": 2, "die": 0},
            "push MD1": {"type": "Push", "unit": 3, "die": 3},
        },
    ),
    ("dynamic", "firing"): (
        squares("dynamic", "firing", DYNAMIC),
        {
            "fire L1 l2": {"type": "Fire", "unit": 1, "target": 6},
            "wall M1 E2": {"type": "FireAtWall", "unit": 0, "square": 11},
            "fire M1 wall E2": {"type": "FireAtWall", "unit": 0, "square": 11},
        },
    ),
    ("core", "movement"): (
        squares("core", "movement", CORE, 'chart = "types"'),
        {
            "move SH1 C1→": {
                "type": "Move", "unit": 0, "square": 2, "facing": 2, "gear": "forward", "tow": -1, "trail": -1,
            },
            "reverse SH1 A1→": {
                "type": "Move", "unit": 0, "square": 0, "facing": 2, "gear": "reverse", "tow": -1, "trail": -1,
            },
            "turret HC1 ↗": {"type": "TurnTurret", "unit": 2, "turret": 7},
            "end": {"type": "EndMovement"},
        },
    ),
    ("core", "announcing"): (
        squares("core", "announcing", CORE, 'chart = "types"'),
        {
            "announce HC1 p1": {
                "type": "Announce", "unit": 2, "target": 3, "mode": "direct", "colour": "white",
            },
            "announce SH2 wall E3": {"type": "AnnounceWall", "unit": 1, "square": 18},
            "wall SH2 E3": {"type": "AnnounceWall", "unit": 1, "square": 18},
        },
    ),
    ("squadron", "activation"): (
        squares("squadron", "activation", HEXES),
        {
            "ambush TE1": {"type": "Ambush", "unit": 0},
            "roll TE1": {"type": "RollMovement", "unit": 0},
            "fire TE1 pa1": {"type": "Fire", "unit": 0, "target": 1, "corner": 1},
        },
    ),
    ("squadron", "initiative"): (
        squares("squadron", "initiative", HEXES),
        {"initiative": {"type": "RollInitiative"}, "roll": {"type": "RollInitiative"}},
    ),
    ("squadron", "under way"): (
        squares("squadron", "movement", HEXES, 'activated = ["TE1"]')
        + '\n[active]\nunit = "red t-34-85 1"\nrolled = 4\nleft = 3\nentered = 1\ngear = "forward"\n',
        {
            "go B3": {"type": "Step", "square": 11},
            "turn ↓": {"type": "Turn", "facing": 2},
            "keep": {"type": "EndActivation", "moving": True},
            "stop": {"type": "EndActivation", "moving": False},
        },
    ),
    ("panzerkampf", "movement"): (
        TABLE.format(phase="movement"),
        {
            "go MT1 right 45 forward 4 left 45 forward 3": {
                "type": "Move", "unit": 0, "path": [[45, 4000], [-45, 3000]],
            },
            "go MT1 left 30 go 2.5": {"type": "Move", "unit": 0, "path": [[-30, 2500]]},
            "dig IN1": {"type": "DigIn", "unit": 2},
            "end": {"type": "EndMovement"},
        },
    ),
    ("panzerkampf", "shooting"): (
        TABLE.format(phase="shooting"),
        {
            "fire MT1 mt1": {"type": "Fire", "unit": 0, "weapon": 0, "target": 3},
            "fire MT1 mt1 75 mm gun": {"type": "Fire", "unit": 0, "weapon": 0, "target": 3},
            "aim SG1 30 10": {"type": "Shell", "unit": 1, "weapon": 0, "x": 30000, "y": 10000},
            "end": {"type": "EndTurn"},
        },
    ),
}  # fmt: skip
EXAMPLES = [
    (book, phase, text, line, order) for (book, phase), (text, said) in CASES.items() for line, order in said.items()
]


def start(book: str, text: str) -> Any:
    return load(book).start(begun_with(book, text, "drawn"))


@pytest.mark.parametrize(("book", "phase", "text", "line", "order"), EXAMPLES, ids=lambda one: str(one)[:24].strip())
def test_a_line_is_the_order_that_it_says(book: str, phase: str, text: str, line: str, order: dict[str, Any]) -> None:
    found, refusal = lines(book).first(start(book, text), parse_line(line, "line"), "line")
    assert (json.loads(encode(found)), refusal) == (order, None)


def test_the_examples_for_the_text_board_of_the_client(golden: Callable[[str, str], None]) -> None:
    rows = list[str]()
    for (book, phase), (text, said) in CASES.items():
        rulebook, state = load(book), start(book, text)
        units = rulebook.units(state)
        own = [unit for unit, one in units.items() if one.side is rulebook.to_act(state)]
        row = {
            "book": book,
            "phase": phase,
            "said": [[line, order] for line, order in said.items()],
            "terrain": rulebook.terrain(state),
            "picture": rulebook.picture(state),
            "surveys": [rulebook.survey(state, unit) for unit in own],
        }
        rows.append(encode(row).decode())
    golden("lines.jsonl", "\n".join(rows) + "\n")
    assert all(json.loads(row)["said"] for row in rows)


def test_what_is_left_open_makes_several_orders() -> None:
    text = CASES["france1944", "movement"][0]
    found = lines("france1944").orders(start("france1944", text), parse_line("move L1 D2 5", "line"), "line")
    assert len({order.facing for order in found}) > 3
    assert {(order.unit, order.die, order.square) for order in found} == {(1, 5, 9)}


def test_a_line_has_a_chance_and_dice() -> None:
    line = parse_line("resolve SH2 (28.7 % immobilised) | 3 2, 5, -1", "line")
    assert (line.said, line.chance, line.outcome) == ("resolve SH2", Decimal("28.7"), "immobilised")
    assert line.rolls == ((3, 2), (5,), (-1,))


def test_a_chance_is_the_one_that_is_shown() -> None:
    state = start("france1944", CASES["france1944", "shooting"][0])
    order, _ = lines("france1944").first(state, parse_line("fire H1 m1", "line"), "line")
    preview = load("france1944").preview(state, order)
    assert chance_shown(preview, "") == Decimal("90.3")
    assert chance_shown(preview, "any") == Decimal("90.3")
    assert chance_shown(preview, "nothing") == Decimal("9.7")
    assert chance_shown(preview, "on fire") is None


@pytest.mark.parametrize(
    ("book", "phase", "line", "told"),
    [
        ("france1944", "movement", "fly L1 A1", "no order of Panzer Strike: France 1944; there is roll, end"),
        ("france1944", "movement", "move X9 A1", "there is no unit 'X9'; there is H1, L1, m1, l1"),
        ("france1944", "movement", "move L1 Z99", "'Z99' is no place on this board"),
        ("france1944", "movement", "move L1 D3?", "'?' is no facing"),
        ("france1944", "movement", "move L1", "is not all of an order"),
        ("france1944", "movement", "move L1 D3 five", "'five' is no facing"),
        ("france1944", "movement", "| 5", "is no order"),
        ("france1944", "movement", "end | five", "are not figures"),
        ("panzerkampf", "movement", "go MT1 up 5", "'up' is no part of a path"),
        ("panzerkampf", "movement", "go MT1 left 2.5", "turns are whole degrees"),
        ("panzerkampf", "shooting", "fire MT1 mt1 laser", "there is no weapon 'laser'; it has 75 mm gun, MG"),
    ],
)
def test_what_is_no_order_is_told_in_a_sentence(book: str, phase: str, line: str, told: str) -> None:
    with pytest.raises(Fault) as fault:
        lines(book).first(start(book, CASES[book, phase][0]), parse_line(line, "line 3"), "line 3")
    assert told in str(fault.value)


# Drawn positions


def test_a_drawn_position_is_written_back_as_a_list() -> None:
    text = CASES["dynamic", "movement"][0]
    again = positions("dynamic").write(start("dynamic", text), "Words")
    assert "board" not in again
    assert positions("dynamic").write(start("dynamic", again), "Words") == again
    assert '[[wreck]]\nside = "blue"\nkind = "light"\nat = "C4"' in again


def test_marks_turrets_flags_and_lists_of_names_are_said_of_units() -> None:
    board = "H1!→ M1→ ,:m1←\n.  .  .\n.  .  ."
    text = squares("dynamic", "firing", board, 'fired = ["H1"]\nmoved = ["M1"]')
    tank, other = start("dynamic", text).units.units[:2]
    assert (tank.condition.name, tank.fired, other.moved) == ("DAMAGED", 1, 1)
    laid = start("core", squares("core", "movement", "HC1→↗ . .\n. p1!← .", 'chart = "types"')).units.units
    assert (laid[0].turret, laid[1].tracks.name) == (7, "IMMOBILE")
    flagged = start("france1944", squares("france1944", "shooting", "H1→ R¶ b¶\n+ . m1←"))
    assert [flag.square for flag in flagged.flags] == [1, 2]
    assert (flagged.ground.setup.flags, flagged.ground.barricades) == ((1, 1), (3,))
    hexes = start("squadron", squares("squadron", "activation", "TE1~↗ . %\n O . r:pa1*↓", 'activated = ["pa1"]'))
    assert [(unit.moving, unit.ambush) for unit in hexes.units.units] == [(True, 0), (False, 1)]
    assert hexes.ground.cells == "..%O.r"


@pytest.mark.parametrize(
    ("board", "more", "told"),
    [
        ("H1→ . m1←\n. .", "", "drawn:9: the rows of the drawing have 3, 2 cells"),
        ("H1→ ? m1←", "", "drawn:9: '?' on B1 cannot be read"),
        ("H1→ Q1→ m1←", "", "'Q1→' on B1 cannot be read; the chart's letters are H, M, L"),
        ("H1 . m1←", "", "a unit has one arrow"),
        ("H1→ m1§← .", "", "there is no mark '§'; the marks are !"),
        ("H1→ . m1←", 'moved = ["M7"]', "moved names 'M7'"),
        ("H1→ . m1←", 'map = "north"', "the board is said twice"),
        ("H1→ # m3←", "", "drawn:9: blue has 1 medium, so their numbers are 1 to 1"),
        ("H1→ #:l1← m1←", "", "where a house stands"),
    ],
)
def test_a_wrong_drawing_is_pointed_at(board: str, more: str, told: str) -> None:
    with pytest.raises(Fault) as fault:
        start("france1944", squares("france1944", "shooting", board, more))
    assert told in str(fault.value)


def test_a_free_table_is_said_in_place_of_a_map() -> None:
    state = start("panzerkampf", CASES["panzerkampf", "movement"][0])
    assert (state.table.width, state.table.features[0].kind) == (60_000, "house")
    again = positions("panzerkampf").write(state, "Words")
    assert positions("panzerkampf").write(start("panzerkampf", again), "Words") == again
    with pytest.raises(Fault, match="the table is said twice"):
        start("panzerkampf", 'map = "village"\n' + CASES["panzerkampf", "movement"][0])
