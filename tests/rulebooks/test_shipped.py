"""A set-up beside what is shipped under its names: what differs is told, so that no two differences read alike."""

import json
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hulldown.kernel.shipped import PARTS, compare, quoted
from hulldown.kernel.wire import encode
from hulldown.kernel.work import Origins
from hulldown.rulebooks import BOOKS, load

SCENARIOS = [(book, row.id) for book in BOOKS for row in load(book).library.scenarios()]


def told(book: str, setup: Any) -> dict[str, str]:
    """What is said of each part of a set-up, or of its JSON."""
    text = setup if isinstance(setup, bytes) else encode(setup)
    return {one.part: one.sentence for one in compare(msgspec.Raw(text), load(book).library)}


def changed(book: str, setup: Any) -> dict[str, str]:
    return {part: sentence for part, sentence in told(book, setup).items() if not sentence.startswith("as shipped")}


def edited(book: str, scenario: str, *path: str | int, to: Any) -> bytes:
    """A ready scenario in which one value was changed."""
    setup = json.loads(encode(load(book).library.build(scenario)))
    place = setup
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return json.dumps(setup, ensure_ascii=False).encode()


@pytest.mark.parametrize(("book", "scenario"), SCENARIOS)
def test_a_ready_scenario_is_as_shipped(book: str, scenario: str) -> None:
    found = told(book, load(book).library.build(scenario))
    assert tuple(found) == PARTS
    assert {sentence.partition(" (")[0] for sentence in found.values()} == {"as shipped"}
    assert found["scenario"] == f'as shipped ("{scenario}")'


@pytest.mark.parametrize("book", BOOKS)
def test_the_parts_that_a_book_names_are_fields_of_its_set_up(book: str) -> None:
    made = load(book).library.build(load(book).library.scenarios()[0].id)
    setup = json.loads(encode(msgspec.structs.replace(made, works=Origins())))
    for path, part in load(book).library.PARTS.items():
        field, _, inner = path.partition(".")
        assert field in setup, path
        assert not inner or inner in setup[field], path
        assert part in PARTS


def test_other_options_and_armies_are_told_with_what_is_shipped() -> None:
    setup = load("france1944").library.build("first-steps", red="heavy=2", options={"damage": "on"})
    assert changed("france1944", setup) == {
        "options": "changed: damage on instead of off",
        "armies": "changed: red.tanks.heavy 2 instead of 1; no red.tanks.medium instead of 1; "
        "no red.tanks.light instead of 1",
    }


def test_another_board_that_is_shipped_is_named() -> None:
    library = load("france1944").library
    south = next(row for row in library.maps() if row.name == "The southern end")
    found = changed("france1944", library.build("first-steps", board=south.id))
    assert list(found) == ["board"]
    assert re.fullmatch(
        r'changed \("The southern end"\): as shipped with "[a-z-]+", not as with "first-steps"', found["board"]
    )


def test_a_changed_square_of_a_board_is_told_by_its_place() -> None:
    row = load("france1944").library.build("first-steps").board.rows[4]
    assert row[3] == ","
    setup = edited("france1944", "first-steps", "board", "rows", 4, to=f"{row[:3]}#{row[4:]}")
    assert changed("france1944", setup) == {
        "board": f'changed ("The northern end"): board.rows[4] "{row[:3]}#{row[4:]}" instead of "{row}"'
    }


def test_a_changed_square_of_a_large_board_is_told_by_its_place() -> None:
    row = load("france1944").library.build("whole-front").board.rows[4]
    assert len(row) > 30
    setup = edited("france1944", "whole-front", "board", "rows", 4, to=f"{row[:3]}?{row[4:]}")
    assert changed("france1944", setup)["board"].endswith(f': board.rows[4][3] "?" instead of "{row[3]}"')


def test_a_changed_chart_and_changed_dice_are_told_apart() -> None:
    assert changed("france1944", edited("france1944", "first-steps", "chart", 1, "gun", to=4)) == {
        "figures": "changed: chart[medium].gun 4 instead of 3"
    }
    assert changed("france1944", edited("france1944", "first-steps", "figures", "small", 0, to=6)) == {
        "dice": "changed: figures.small [6, 2, 3, 4, 5, 6] instead of [1, 2, 3, 4, 5, 6]"
    }


def test_many_changes_are_told_by_the_first_and_a_digest_of_all() -> None:
    cards = [msgspec.to_builtins(card) for card in load("squadron").library.build("duel").cards]
    dear = [card | {"points": card["points"] + 1} for card in cards]
    dearest = [*dear[:-1], dear[-1] | {"points": 999}]
    first, second = (changed("squadron", edited("squadron", "duel", "cards", to=one)) for one in (dear, dearest))
    assert first["figures"].startswith("changed: cards[panzer-iv-h].points 101 instead of 100; ")
    assert len(first["figures"]) < 500
    assert " more, digest " in first["figures"]
    assert first["figures"] != second["figures"]


def test_the_order_of_units_and_rows_is_told() -> None:
    army = edited("france1944", "first-steps", "red", "tanks", to={"light": 1, "medium": 1, "heavy": 1})
    assert changed("france1944", army) == {"armies": 'changed: red.tanks in the order ["light", "medium", "heavy"]'}
    chart = msgspec.to_builtins(load("france1944").library.build("first-steps").chart)
    assert changed("france1944", edited("france1944", "first-steps", "chart", to=chart[::-1])) == {
        "figures": 'changed: chart in the order ["light", "medium", "heavy"]'
    }


@pytest.mark.parametrize(("value", "told_as"), [(3, "3"), (3.0, "3.0"), ("3", '"3"'), (True, "on"), (None, "none")])
def test_values_that_some_readers_take_for_the_same_are_told_apart(value: Any, told_as: str) -> None:
    setup = edited("france1944", "first-steps", "turn_limit", to=value)
    assert changed("france1944", setup) == {"options": f"changed: turn_limit {told_as} instead of 0"}


def test_a_scenario_of_ones_own_is_compared_as_far_as_its_names_are_shipped() -> None:
    library = load("france1944").library
    setup = msgspec.structs.replace(library.build("first-steps"), scenario="my-hill")
    found = {part: re.sub(', with "[a-z-]+"', "", sentence) for part, sentence in told("france1944", setup).items()}
    assert found == {
        "figures": "as shipped",
        "dice": "as shipped",
        "board": 'as shipped ("The northern end")',
        "scenario": 'changed: this version ships no such scenario: scenario "my-hill"',
        "options": "changed: nothing is shipped to compare with: flags [0, 0]; barricades 0; turn_limit 0; damage off; "
        'hidden off; edges "ends"',
        "armies": "changed: nothing is shipped to compare with: red.tanks.heavy 1; red.tanks.medium 1; "
        "red.tanks.light 1; red.total 6; blue.tanks.heavy 1; blue.tanks.medium 1; blue.tanks.light 1; blue.total 6",
    }


def test_a_changed_board_of_a_scenario_of_ones_own_is_compared_with_the_board_of_its_name() -> None:
    found = json.loads(edited("france1944", "first-steps", "scenario", to="my-hill"))
    found["board"]["north"] = "up"
    assert re.fullmatch(
        r'changed \("The northern end"\), from that shipped with "[a-z-]+": board.north "up" instead of "left"',
        changed("france1944", json.dumps(found).encode())["board"],
    )
    found["board"]["name"] = "My hill"
    assert changed("france1944", json.dumps(found).encode())["board"].startswith(
        'changed: nothing is shipped to compare with: board.name "My hill"; '
    )


def test_a_scenario_that_is_named_as_a_file_is_never_opened(tmp_path: Path) -> None:
    (tmp_path / "secret.toml").write_text('name = "secret"')
    setup = edited("france1944", "first-steps", "scenario", to=str(tmp_path / "secret.toml"))
    assert changed("france1944", setup)["scenario"].startswith("changed: this version ships no such scenario")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Müller", '"Müller"'),
        ('a "b" c', r'"a \"b\" c"'),
        ("P\u0430nther", r'"P\u{430}nther"'),
        ("e\u0301", r'"e\u{301}"'),
        ("a  b\n", r'"a \u{20}b\u{a}"'),
    ],
)
def test_signs_that_look_alike_or_cannot_be_seen_are_told_by_their_numbers(text: str, shown: str) -> None:
    assert quoted(text) == shown
