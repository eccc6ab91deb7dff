"""What `new_game` returns for each book, as mypy sees it in `make check`; and that the types tell the truth."""

from typing import Any, assert_type, get_args

import pytest

import hulldown
from hulldown import games
from hulldown.kernel.game import Game
from hulldown.rulebooks import BOOKS, load

TYPES: dict[str, Any] = {
    "france1944": games.France1944,
    "dynamic": games.Dynamic,
    "core": games.Core,
    "squadron": games.Squadron,
    "panzerkampf": games.Panzerkampf,
}


def test_a_known_book_gives_its_own_states_and_orders_to_a_type_checker() -> None:
    assert_type(hulldown.new_game("france1944", opening="first"), games.France1944)
    assert_type(hulldown.new_game("dynamic", opening="first"), games.Dynamic)
    assert_type(hulldown.new_game("core", opening="first"), games.Core)
    assert_type(hulldown.new_game("squadron", opening="first"), games.Squadron)
    assert_type(hulldown.new_game("panzerkampf", opening="first"), games.Panzerkampf)
    book: str = "core"
    assert_type(hulldown.new_game(book, opening="first"), Game[Any, Any, Any])
    hulldown.new_game("core", opening="first", chart="", options=None)  # each choice is known by name
    with pytest.raises(TypeError):
        hulldown.new_game("core", "duel", sides=3)  # type: ignore[call-overload]


def test_every_book_has_a_type() -> None:
    assert list(TYPES) == list(BOOKS)


@pytest.mark.parametrize("book_id", BOOKS)
def test_the_types_are_those_of_the_game(book_id: str) -> None:
    game = hulldown.new_game(book_id, opening="first", seed=1)
    state, orders, events = get_args(TYPES[book_id])
    assert isinstance(game.state, state)
    assert all(isinstance(order, orders) for order, _ in zip(game.orders(), range(20), strict=False))
    assert orders == load(book_id).order_type
    assert all(isinstance(event, events) for event in game.play(next(game.orders())))
