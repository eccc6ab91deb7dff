"""OpenSpiel's own simulation, and chance nodes whose odds are those of the book."""

import copy
import pickle
import random
from fractions import Fraction
from typing import Any

import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

import hulldown.envs.spiel  # noqa: F401  it registers itself
from hulldown.envs.chance import MOST_OUTCOMES, Due, chances, rolled
from hulldown.kernel.game import outcomes
from hulldown.kernel.wire import encode
from hulldown.rulebooks import BOOKS, load, opened
from tests.conftest import Golden

ORDERS = 8  # of a playthrough: whole ones have half a million letters
WIDTH = 300


def game_of(book: str) -> Any:
    return pyspiel.load_game(f"hulldown(book={book})")


@pytest.mark.parametrize("book", BOOKS)
def test_openspiels_own_simulation_passes(book: str) -> None:
    pyspiel.random_sim_test(game_of(book), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("book", BOOKS)
def test_playthroughs_stay_as_they_are(book: str, golden: Golden) -> None:
    lines = playthrough_lines(f"hulldown(book={book},most_orders={ORDERS})", seed=7)
    kept = [line if len(line) <= WIDTH else f"{line[:WIDTH]} …" for line in lines]
    golden(f"{book}.txt", "\n".join(kept) + "\n")


def test_a_game_of_few_orders_ends_as_a_draw_also_when_it_was_stored() -> None:
    state = pyspiel.load_game("hulldown(book=squadron,most_orders=3)").new_initial_state()
    given = 0
    while not state.is_terminal():
        given += not state.is_chance_node()
        state.apply_action(state.legal_actions()[0])
        assert pickle.loads(pickle.dumps(state.at)).given == state.at.given == given
    assert (given, state.returns()) == (3, [0.0, 0.0])


def after_every_roll(book: Any, state: Any, order: Any, chosen: tuple[int, ...] = ()) -> dict[bytes, Fraction]:
    """All states that an order leads to through its chance nodes."""
    try:
        return {encode(rolled(book, state, order, chosen)): Fraction(1)}
    except Due as due:
        found: dict[bytes, Fraction] = {}
        for at, chance in enumerate(chances(due.weights)):
            for then, part in after_every_roll(book, state, order, (*chosen, at)).items():
                found[then] = found.get(then, Fraction(0)) + chance * part
        return found


@pytest.mark.parametrize("book_id", ["france1944", "squadron"])
def test_chance_nodes_lead_where_the_book_says_as_often(book_id: str) -> None:
    book = load(book_id)
    state = book.start(opened(book_id, "first"))
    orders = [order for order in book.orders(state) if book.target_of(order) is not None]
    assert orders
    for order in orders:
        by_nodes, by_book = after_every_roll(book, state, order), dict[bytes, Fraction]()
        for ways, of, then, _ in outcomes(book, state, order):
            by_book[encode(then)] = by_book.get(encode(then), Fraction(0)) + Fraction(ways, of)
        assert by_nodes == by_book
        assert sum(by_nodes.values()) == 1


def test_a_roll_of_many_dice_is_a_node_for_each() -> None:
    """No node has more outcomes than the game says, and their chances are one together."""
    for book in BOOKS:
        state, chance = game_of(book).new_initial_state(), random.Random(2)
        for _ in range(150):
            if state.is_terminal():
                break
            if state.is_chance_node():
                found = state.chance_outcomes()
                assert len(found) <= MOST_OUTCOMES
                assert sum(chances(state.at.due)) == 1
                state.apply_action(chance.choices(*zip(*found, strict=True))[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))


def test_copies_and_stored_states_are_our_own() -> None:
    state = game_of("squadron").new_initial_state()
    clone = state.clone()
    clone.apply_action(0)
    assert encode(clone.at.state) != encode(state.at.state) or clone.at.order is not None
    assert copy.deepcopy(state.at) is state.at, "a state is never changed, so a copy is the same one"
    for one in (state.at, clone.at):
        again = pickle.loads(pickle.dumps(one))
        assert (encode(again.state), again.order, again.chosen) == (encode(one.state), one.order, one.chosen)
