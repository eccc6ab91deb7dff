"""What every book lets its players agree on: one row an option, from which it is read, written, listed and shown."""

from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.files import Fault
from hulldown.kernel.library import Library
from hulldown.kernel.option import (
    SWITCH,
    ChoiceKind,
    Group,
    NumberKind,
    Option,
    SquaresKind,
    SwitchKind,
    declare,
    read_options,
    write_options,
)
from hulldown.rulebooks import BOOKS, load

DOCS = Path(__file__).parents[2] / "docs" / "rulebooks"
SCENARIOS = [(book, row.id) for book in BOOKS for row in load(book).library.scenarios()]
OPTIONS = [
    pytest.param(book, option, id=f"{book} {option.name}") for book in BOOKS for option in load(book).library.OPTIONS
]


def others(option: Option) -> list[str]:
    """Values of an option at its bounds, and of each of its choices."""
    match option.kind:
        case SwitchKind():
            return ["on", "off"]
        case NumberKind(least, most):
            return [f"{least:g}", f"{most:g}"]
        case ChoiceKind(choices):
            return [choice.value for choice in choices]
    return ["none", "B2,C3"]


def wrong(option: Option) -> list[str]:
    match option.kind:
        case SwitchKind():
            return ["yes", "ON", ""]
        case NumberKind(least, most, step, each_side):
            outside = [f"{most + 1:g}", f"{least - 1:g}", f"{least + step / 2:g}", "1e3", "²", "many", ""]
            return outside if each_side else [*outside, "1:1"]
        case ChoiceKind():
            return ["everything", ""]
    return []


@pytest.mark.parametrize(("book", "scenario"), SCENARIOS)
def test_what_a_scenario_agrees_on_can_be_written_and_read_again(book: str, scenario: str) -> None:
    library: Library = load(book).library
    setup = library.build(scenario)
    assert library.build(scenario, options=library.agreed(setup)) == setup


@pytest.mark.parametrize(("book", "option"), OPTIONS)
def test_an_option_reads_what_it_says_is_possible_and_nothing_else(book: str, option: Option) -> None:
    for text in others(option):
        value = option.read(text)
        both = tuple(value.values()) if isinstance(value, dict) else value
        assert option.kind.write(both) == text
    for text in wrong(option):
        with pytest.raises(Fault) as caught:
            load(book).library.build(load(book).library.scenarios()[0].id, options={option.name: text})
        assert (caught.value.where, option.kind.possible in caught.value.message) == (f"option {option.name}", True)


@pytest.mark.parametrize(("book", "option"), OPTIONS)
def test_an_option_has_a_name_a_sentence_and_the_rules_behind_it(book: str, option: Option) -> None:
    rules = load(book).rules
    assert option.rules
    assert all(rule in rules for rule in option.rules)
    assert option.label
    assert option.words
    assert not option.words.endswith(".")
    assert option.default == "" or option.kind.write(_given(option)) == option.default


def _given(option: Option) -> Any:
    value = option.read(option.default)
    return tuple(value.values()) if isinstance(value, dict) else value


@pytest.mark.parametrize("book", BOOKS)
def test_an_option_is_what_it_says_unless_a_scenario_says_otherwise(book: str) -> None:
    library: Library = load(book).library
    found = [library.agreed(library.build(row.id)) for row in library.scenarios()]
    for option in library.OPTIONS:
        assert option.default in ("", *[one.get(option.name) for one in found]), option.name


@pytest.mark.parametrize(("book", "option"), [one for one in OPTIONS if one.values[1].excludes])  # type: ignore[union-attr]
def test_options_that_exclude_each_other_are_refused_together(book: str, option: Option) -> None:
    library: Library = load(book).library
    scenario = "quick-start"
    on = {"walls": "A1", "low": "A1", "high": "A1", "spaa": "1"}
    for other in option.excludes:
        with pytest.raises(Fault, match="switch one of the two off"):
            library.build(scenario, options={option.name: "on", other: on.get(other, "on")})


@pytest.mark.parametrize(("book", "option"), [one for one in OPTIONS if one.values[1].needs])  # type: ignore[union-attr]
def test_an_option_that_needs_another_is_refused_without_it(book: str, option: Option) -> None:
    library: Library = load(book).library
    scenario = "crossroads" if book == "france1944" else "duel"
    assert all(library.agreed(library.build(scenario))[other] == "0" for other in option.needs)
    with pytest.raises(Fault):
        library.build(scenario, options={option.name: "1"})


def test_tiles_of_a_squadron_can_be_none() -> None:
    library: Library = load("squadron").library
    tiles = next(option for option in library.OPTIONS if option.name == "tiles")
    assert isinstance(tiles.kind, ChoiceKind)
    assert [choice.value for choice in tiles.kind.choices] == ["hand", "none"]
    assert library.agreed(library.build("battle", options={"tiles": "none"}))["tiles"] == "none"


@pytest.mark.parametrize(("book", "option"), OPTIONS)
def test_the_page_of_a_book_tells_the_option(book: str, option: Option) -> None:
    page = (DOCS / f"{book}.md").read_text(encoding="utf-8")
    (row,) = [line for line in page.splitlines() if line.startswith("| `") and f"`{option.name}`" in line.split("|")[1]]
    if isinstance(option.kind, ChoiceKind):
        assert all(f"`{choice.value}`" in row for choice in option.kind.choices)


# The kinds


def test_a_number_for_each_side_is_written_once_where_both_have_the_same() -> None:
    kind = NumberKind(0, 100, 0.5, each_side=True)
    assert kind.read("12.5:9") == {"red": 12.5, "blue": 9}
    assert kind.read("12") == {"red": 12, "blue": 12}
    assert (kind.write((12.5, 9)), kind.write((12.0, 12))) == ("12.5:9", "12")


def test_squares_are_a_list_or_none() -> None:
    kind = SquaresKind()
    assert (kind.read("K7,A3:B4"), kind.read("none")) == (["K7", "A3:B4"], [])
    assert (kind.write(["K7", "K8"]), kind.write([])) == ("K7,K8", "none")


def test_bounds_are_those_of_a_type_and_a_type_without_bounds_is_none() -> None:
    with pytest.raises(TypeError, match="has no bounds"):
        NumberKind.within(int)
    with pytest.raises(TypeError, match="is no number"):
        NumberKind.within(str)


def test_options_are_declared_with_rules_and_options_that_there_are() -> None:
    from hulldown.rulebooks.squadron.files import Scenario
    from hulldown.rulebooks.squadron.rules import RULES

    with pytest.raises(KeyError, match="SQ-999"):
        declare(RULES, Scenario, Option("wind", "it blows", SWITCH, Group.TABLE, ("SQ-999",)))
    with pytest.raises(KeyError, match="wind speaks of rain, which is no option"):
        declare(RULES, Scenario, Option("wind", "it blows", SWITCH, Group.TABLE, ("SQ-01",), needs=("rain",)))
    (narrow,) = declare(RULES, Scenario, Option("narrow", "narrower", SWITCH, Group.SHOTS, ("SQ-01",)))
    assert (narrow.default, narrow.label) == ("off", "narrow")


def test_an_unknown_option_is_answered_with_those_that_there_are() -> None:
    options = (Option("wind", "it blows", SWITCH, Group.TABLE, ()), Option("rain", "it rains", SWITCH, Group.TABLE, ()))
    with pytest.raises(Fault, match="option snow: there is no such option; there is wind, rain"):
        read_options({"snow": "on"}, options)
    assert write_options({"wind": True, "rain": None}, options) == {"wind": "on"}
