"""A hidden deployment stays hidden: whatever the other side asks, the answer does not hang on where units stand."""

import msgspec
import pytest

from hulldown.kernel.conformance import Nonconformity, play_hidden
from hulldown.kernel.files import Fault
from hulldown.rulebooks import load
from tests.kernel.table import Blunt
from tests.marks import rule

replace = msgspec.structs.replace
ZONE_FIRST = [("france1944", "ambush"), ("dynamic", "duel"), ("dynamic", "basic-central"), ("dynamic", "fifty")]
SQUARE_FIRST = [("core", "duel"), ("core", "basic-northern"), ("core", "whole-front")]


def hidden(book: str, scenario: str, seed: str = "hidden") -> int:
    return play_hidden(load(book), load(book).library.build(scenario, options={"hidden": "on"}), f"{seed} {scenario}")


@rule("FR-06", "DYN-18", "CORE-12")
@pytest.mark.parametrize(("book", "scenario"), ZONE_FIRST + SQUARE_FIRST)
def test_nothing_that_the_other_side_asks_tells_where_units_stand(book: str, scenario: str) -> None:
    assert hidden(book, scenario) > 500


@pytest.mark.parametrize(("book", "scenario"), SQUARE_FIRST)
def test_a_referee_that_judged_on_the_whole_table_would_tell(
    book: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hulldown.kernel.conformance.Game", Blunt)
    with pytest.raises(Nonconformity, match=r"learns what is hidden by Deploy\(.* stands on "):
        hidden(book, scenario)


@pytest.mark.parametrize(("book", "scenario"), ZONE_FIRST)
def test_where_the_zone_is_judged_first_even_that_referee_would_not_tell(
    book: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The zones do not overlap."""
    monkeypatch.setattr("hulldown.kernel.conformance.Game", Blunt)
    assert hidden(book, scenario) > 500


@rule("FR-05", "DYN-18", "CORE-12")
@pytest.mark.parametrize("book", ["france1944", "dynamic", "core"])
def test_zones_that_overlap_are_refused(book: str) -> None:
    """Else what a side may know would allow what the table does not."""
    scenario = {"france1944": "ambush", "dynamic": "duel", "core": "duel"}[book]
    setup = load(book).library.build(scenario)
    depth = setup.board.grid.rows if book == "core" else setup.board.grid.columns
    with pytest.raises(Fault, match="do not fit"):
        load(book).start(replace(setup, figures=replace(setup.figures, ranks=depth // 2 + 1)))
    load(book).start(replace(setup, figures=replace(setup.figures, ranks=depth // 2)))
