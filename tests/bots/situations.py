"""What greedy does on a drawn table, and how it sets up a scenario."""

from typing import Any

from hulldown.bots import make
from hulldown.kernel.conformance import Book
from hulldown.kernel.dice import SeededDice
from tests.rulebooks.drawn import DrawnTable

Drawn = DrawnTable[Any, Any, Any]


def choice(drawn: Drawn, seed: int = 1) -> Any:
    """What greedy orders here."""
    return make("greedy", drawn.book, seed).choose(drawn.book.view(drawn.state, drawn.state.side))


def orders_of_phase(drawn: Drawn, most: int = 60) -> list[Any]:
    """All that greedy orders until the phase is over."""
    state, given = drawn.state, list[Any]()
    now: Any = state.phase
    while drawn.state.phase is now:
        assert len(given) < most, "the phase does not end"
        given.append(choice(drawn))
        drawn.play_with(given[-1], SeededDice(len(given)))
    return given


def moved(drawn: Drawn, name: str) -> bool:
    piece: Any = drawn.state.units.units[drawn.unit(name)]
    return bool(piece.moved == drawn.state.round)


def deployed(book: Book, scenario: str, **options: str) -> Any:
    """The table when greedy has set up both sides."""
    state = book.start(book.library.build(scenario, options=options))
    players = [make("greedy", book, side) for side in range(2)]
    while book.picture(state).tray.round == 0:
        order = players[state.side].choose(book.view(state, state.side))
        assert book.refuse(state, order) is None
        for event in book.decide(state, order, SeededDice(1)):
            book.evolve(state, event)
    return state
