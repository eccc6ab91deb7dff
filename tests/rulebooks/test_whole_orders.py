"""What a table offers to a hand is a whole order: filled in, it has every field, so that a player has chosen all of it.

Whoever keeps a dice key compares an order in the log with the one that was sent, field by field.
"""

from collections.abc import Container, Iterator
from typing import Any, get_args

import msgspec
import pytest

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.wire import plain
from hulldown.rulebooks import BOOKS, load
from tests.marks import soak_times

SOME = 60  # positions of each game


def offered(data: Any, kinds: Container[str]) -> Iterator[dict[str, Any]]:
    """Every order, or order with blanks, in a picture or a survey."""
    if isinstance(data, dict):
        if data.get("type") in kinds:
            yield data
        data = [*data.values()]
    if isinstance(data, list | tuple):
        for value in data:
            yield from offered(value, kinds)


def fields_of(book: Any) -> dict[str, set[str]]:
    """The fields of each kind of order, as they stand on the wire."""
    return {
        str(kind.__struct_config__.tag): {"type", *(field.encode_name for field in msgspec.structs.fields(kind))}
        for kind in get_args(book.order_type)
    }


def positions(book: Any, scenario: str, seed: str, many: int = SOME) -> Iterator[Any]:
    chooser, dice = SeededDice(f"chooser {seed}"), SeededDice(seed)
    state = book.start(book.library.build(scenario))
    for _ in range(many):
        if (side := book.to_act(state)) is None:
            return
        yield book.view(state, side)
        for event in book.decide(state, book.sample(state, chooser), dice):
            book.evolve(state, event)


@pytest.mark.parametrize("name", [*BOOKS])
def test_every_order_that_is_offered_has_all_its_fields(name: str) -> None:
    book: Any = load(name)
    fields, kinds = fields_of(book), set[str]()
    for scenario in book.library.scenarios()[: soak_times(3)]:
        for view in positions(book, scenario.id, f"{name} {scenario.id}"):
            own = [number for number, unit in book.units(view).items() if unit.side is book.to_act(view)]
            shown = [book.picture(view), *(book.survey(view, unit) for unit in own[:6])]
            for order in offered(plain(shown), fields):
                assert set(order) == fields[order["type"]], order
                kinds.add(order["type"])
    assert len(kinds) > 5


@pytest.mark.parametrize("name", ["squadron", "panzerkampf"])
def test_the_first_button_of_a_window_is_the_order_that_declines_it(name: str) -> None:
    """By it a browser knows what its player's standing orders would have given."""
    book: Any = load(name)
    windows = 0
    for scenario in book.library.scenarios()[:6]:
        for view in positions(book, scenario.id, f"windows {name} {scenario.id}", 250):
            if (window := book.window(view)) is not None:
                tray = book.picture(view).tray
                assert tray.window
                assert plain(tray.buttons[0].order) == plain(window.decline)
                windows += 1
    assert windows > 3
