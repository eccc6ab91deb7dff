"""The text of positions, whatever the book: how it is read, written and pointed at, and what hostile ones cost."""

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import hulldown
from hulldown.kernel.files import MOST_BYTES, Fault
from hulldown.kernel.position import MOST_UNITS, Paper, Sheet, UnitRow, lines_of, written
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import BOOKS, begun_with, load, module_of, positions
from tests.rulebooks.positioned import begun, check_round_trip, fault_of

ROOT = Path(__file__).parents[2]
TEXT = """book = "france1944"
map = "north"
side = "red"
phase = "roll"
round = 1

[[unit]]
side = "red"
kind = "light"
at = "A1"
facing = "→"

[[unit]]
side = "blue"
kind = "light"
at = "W5"
facing = "←"
"""


class Words(Sheet, frozen=True, kw_only=True):
    unit: tuple[UnitRow, ...] = ()


def told(text: str) -> str:
    return fault_of(load("france1944"), positions("france1944"), text)


# Reading and writing


def test_only_what_differs_from_fresh_is_written_and_strings_are_escaped() -> None:
    sheet = Words(name='a "b"\\ \x07 ü', side="red", phase="roll", unit=(UnitRow(side="blue", kind="x", wreck=True),))
    text = written(sheet)
    assert text == (
        'name = "a \\"b\\"\\\\ \\u0007 ü"\nside = "red"\nphase = "roll"\n\n[[wreck]]\nside = "blue"\nkind = "x"\n'
    )
    assert Paper(text, "text").sheet(Words) == sheet


def test_a_text_of_several_lines_is_written_as_a_block_and_read_again() -> None:
    sheet = Words(map='name: "A" \\ B\n\n..\n##\n', side="red", phase="roll")
    assert 'map = """\nname: \\"A\\"' in written(sheet)
    assert Paper(written(sheet), "text").sheet(Words) == sheet


def test_units_and_wrecks_keep_the_order_of_the_text() -> None:
    rows = [
        f'[[{what}]]\nside = "red"\nkind = "{kind}"\n' for what, kind in (("wreck", "a"), ("unit", "b"), ("wreck", "c"))
    ]
    sheet = Paper('side = "red"\nphase = "x"\n' + "".join(rows), "text").sheet(Words)
    assert [(row.kind, row.wreck) for row in sheet.unit] == [("a", True), ("b", False), ("c", True)]
    assert Paper(written(sheet), "text").sheet(Words) == sheet


def test_lines_are_found_past_texts_that_look_like_tables() -> None:
    text = 'map = """\n[[unit]]\nkind = 1\n"""\n[active]\nunit = "x"\n\n[[unit]]\nkind = 2\n[[unit]]\nkind = 3\n'
    lines = lines_of(text)
    assert (lines["$.map"], lines["$.active.unit"], lines["$.unit[1].kind"]) == (1, 6, 11)
    assert lines_of("unit = [\n  { a = 1 },\n  { a = 2 },\n]")["$.unit[1]"] == 3


def test_what_is_missing_is_pointed_at_where_it_should_be() -> None:
    assert told(TEXT.replace('side = "blue"\n', "")).startswith("text:13: object missing required field 'side'")
    assert told(TEXT.replace("round = 1\n", "")).startswith("text:4: rounds are counted from 1")
    assert "a position names its book" in told(TEXT.replace('book = "france1944"\n', ""))
    assert "for the book 'core'" in told(TEXT.replace("france1944", "core"))


# Set-ups


def test_a_set_up_without_a_position_is_written_as_before() -> None:
    for book_id in BOOKS:
        book = load(book_id)
        setup = book.library.build(book.library.scenarios()[0].id)
        assert b'"position"' not in encode(setup)


def test_a_set_up_holds_the_table_and_not_the_head_and_is_read_again() -> None:
    setup = begun_with("france1944", TEXT, "text")
    assert "book" not in setup.position
    assert "map" not in setup.position
    assert decode(encode(setup), type(setup)) == setup
    book = load("france1944")
    state = book.start(setup)
    assert encode(state) == encode(book.start(decode(encode(setup), type(setup))))
    state.round = 9  # nobody else's state
    assert book.start(setup).round == 1


def test_a_set_ups_position_that_says_what_the_set_up_says_is_refused() -> None:
    setup = begun_with("france1944", TEXT, "text")
    forged = decode(encode(setup).replace(b'"side = ', b'"map = \\"south\\"\\nside = '), type(setup))
    with pytest.raises(Fault, match="the set-up itself says it"):
        load("france1944").start(forged)


def test_a_game_begins_with_a_text_or_a_file(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(TEXT, encoding="utf-8")
    games = [hulldown.new_game("france1944", seed=1, position=position) for position in (TEXT, path, str(path))]
    assert {encode(game.state) for game in games} == {encode(games[0].state)}
    games[0].play(next(games[0].orders()))
    assert games[0].record().head.setup


def test_a_position_names_files_beside_it_only_where_files_are_read(tmp_path: Path) -> None:
    (tmp_path / "own.txt").write_text("name: Own\nnorth: up\n\n" + "......\n" * 6, encoding="utf-8")
    text = TEXT.replace('"north"', '"own.txt"').replace("W5", "F5")
    setup = begun_with("france1944", text, "text", tmp_path)
    assert setup.board.name == "Own"
    assert "files are not read here" in told(text)
    check_round_trip(positions("france1944"), load("france1944").start(setup))


@pytest.mark.parametrize(
    ("book_id", "field", "file"),
    [
        ("france1944", "chart", "units/table-a.toml"),
        ("dynamic", "chart", "units/generic.toml"),
        ("core", "chart", "units/types.toml"),
        ("squadron", "cards", "cards.toml"),
        ("panzerkampf", "chart", "units.toml"),
    ],
)
def test_a_chart_of_ones_own_is_read_from_its_file_and_carried_by_the_text(
    book_id: str, field: str, file: str, tmp_path: Path
) -> None:
    """The points of a unit are changed in a copy of the book's own file."""
    book, own = load(book_id), positions(book_id)
    home = Path(str(import_module(module_of(book_id)).__file__)).parent
    text = (home / file).read_text(encoding="utf-8")
    figure = "effectiveness" if book_id == "core" else "points"
    changed = re.sub(rf"^{figure} = \d+", f"{figure} = 17", text, count=1, flags=re.MULTILINE)
    (tmp_path / "mine.toml").write_text(changed, encoding="utf-8")
    scenario = "gun-line" if book_id == "dynamic" else book.library.scenarios()[0].id
    if book_id == "core":  # the one that is played with historical types
        scenario = next(row.id for row in book.library.scenarios() if "sherman" in row.red.units)
    plain_text = own.write(book.start(book.library.build(scenario)))
    head, _, rest = plain_text.partition("side = ")
    setup = own.check(book, f'{head}chart = "mine.toml"\nside = {rest}', "text", tmp_path)
    assert getattr(getattr(setup, field)[0], figure) == 17
    again = own.check(book, own.write(book.start(setup)), "text")
    assert getattr(again, field) == getattr(setup, field)


def test_options_change_a_set_up_and_point_at_what_is_wrong() -> None:
    options = TEXT + "\n[options]\ndamage = true\nflags = { red = 0, blue = 0 }\n[options.figures]\nquiet_rounds = 9\n"
    setup = begun_with("france1944", options, "text")
    assert (setup.damage, setup.figures.quiet_rounds, setup.figures.most_dice) == (True, 9, 5)
    check_round_trip(positions("france1944"), load("france1944").start(setup))
    assert told(options.replace("damage = true", "damge = true")).startswith(
        "text:20: there is no option 'damge'; did you"
    )
    assert told(options.replace("damage = true", "turn_limit = 9999")).startswith(
        "text:20: expected `int` <= 500".replace("`", "'")
    )


# Hostile texts


HOSTILE = {
    "deep keys": "a" + ".a" * 200 + " = 1",
    "deep lists": "unit = " + "[" * 500,
    "a huge number": TEXT.replace("round = 1", "round = " + "9" * 5000),
    "a large number": TEXT.replace("round = 1", "round = 99999999999999999999"),
    "a million units": '[[unit]]\nside="red"\n' * 40_000,
    "many units": TEXT + '\n[[unit]]\nside = "red"\nkind = "light"\n' * (MOST_UNITS + 1),
    "a key twice": TEXT + "\nkind = 'x'\nkind = 'y'",
    "a table twice": TEXT + "\n[unit]\n",
    "a long key": TEXT + "\n" + "x" * 100_000 + " = 1\n",
    "a long name": TEXT.replace('at = "A1"', f'at = "{"A" * 100_000}"'),
    "a long kind": TEXT.replace('"light"', f'"{"l" * 100_000}"'),
    "a unit that is none": TEXT.partition("[[unit]]")[0] + "unit = [1, 2]",
    "units that are none": TEXT.partition("[[unit]]")[0] + "unit = 7\nwreck = 8",
    "a date": TEXT.replace('"A1"', "1979-05-27"),
    "a huge board": TEXT.replace('"north"', '"""name: x\n\n' + ("." * 300 + "\n") * 300 + '"""'),
    "too long a text": "#" * (MOST_BYTES + 1),
    "nothing": "",
    "half a character": TEXT.replace("light", "li\ud800ght"),
    "a null byte in a path": TEXT.replace('"north"', '"\\u0000.txt"'),
    "a path": TEXT.replace('map = "north"', 'scenario = "../../../etc/passwd.toml"'),
    "a chart": TEXT + '\nchart = "x"',
    "options without sense": TEXT + "\n[options]\nchart = 3\nfigures = [1]\nboard = {}\nposition = 'x'\n",
    "an empty chart": TEXT + "\n[options]\nchart = []\n",
    "figures without end": TEXT + "\n[options.figures]\ndice_table = [[1, 1]]\nlarge = [1]\n",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_is_one_sentence(name: str) -> None:
    sentence = told(HOSTILE[name])
    assert sentence
    assert "\n" not in sentence
    assert len(sentence) < 700


# The page


def examples() -> list[str]:
    page = (ROOT / "docs" / "files.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```toml\n(.*?)```", page.partition("## Positions")[2], re.DOTALL)
    return [block for block in blocks if block.startswith("book =")]


@pytest.mark.parametrize("text", examples(), ids=lambda text: text.split('"')[1])
def test_the_examples_of_the_page_are_positions_to_play_from(text: str) -> None:
    book_id = text.split('"')[1]
    state: Any = begun(load(book_id), positions(book_id), text)
    check_round_trip(positions(book_id), state)


def test_the_page_has_an_example_for_each_kind_of_table() -> None:
    assert {"france1944", "squadron", "panzerkampf"} <= {text.split('"')[1] for text in examples()}


def test_every_book_reads_positions() -> None:
    for book_id in BOOKS:
        assert positions(book_id).book == book_id
    with pytest.raises(Fault, match="no rulebook"):
        positions("chess")
