"""Games between equals, from which the outcome models are fitted: greedy against greedy, from openings of all kinds.

    python -m hulldown.lab.equals BOOK GAMES FILE [SCENARIO] [held-out]

Scenarios take turns; half of the games are of armies drawn by lot, and half begin with some orders given at random. A
game depends on its book and number alone, and is one line: the set-up, the orders and the seed of the dice, from which
every position of it is found again. Games that a file has already are not played again; with `held-out` only those are
played that no model is fitted on.
"""

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from hulldown.bots import make
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import encoded
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import Side
from hulldown.kernel.wire import decode, encode
from hulldown.lab.armies import Market
from hulldown.rulebooks import load
from hulldown.rulebooks.fills import written

BOT = "greedy"
SEED = "equals"
MOST_ORDERS = 4_000
HELD_OUT = 5  # one of so many games is
LOOSE = 60  # orders of an opening that are given at random, at most
GROUNDS = {
    "france1944": ("ten-tanks", "first-steps", "crossroads", "two-flags", "one-flag", "barricades"),
    "dynamic": ("basic-northern", "duel", "quick-start", "open-battle", "walls-and-blades"),
    "core": ("basic-northern", "duel", "basic-central"),
    "squadron": ("village", "duel", "hunters", "platoons", "first-tiles"),
    "panzerkampf": ("ridge", "first-shots", "bocage", "river-crossing", "breakthrough"),
}
"""The scenarios that a model is fitted on; all others of a book are strange to it."""


class PlayedGame(msgspec.Struct, frozen=True):
    """A game as it can be played again: Red's score is 1, a half or 0."""

    book: str
    scenario: str
    number: int
    by_lot: bool
    setup: msgspec.Raw
    seed: str
    orders: tuple[msgspec.Raw, ...]
    score: float

    @property
    def held_out(self) -> bool:
        return held_out(self.book, self.scenario, self.seed)

    def positions(self) -> Iterator[tuple[Any, Any]]:
        """Each position with the order that was given in it; the last one without."""
        book = load(self.book)
        state = book.start(decode(bytes(self.setup), book.setup_type, "set-up"))
        dice = SeededDice(self.seed)
        for raw in self.orders:
            order = decode(bytes(raw), book.order_type, "order")
            yield state, order
            state = state.copy()
            dice.rolls.clear()
            for event in book.decide(state, order, dice):
                book.evolve(state, event)
        yield state, None


def held_out(book_id: str, scenario: str, seed: str) -> bool:
    """Whether no model is fitted on a game, so that it can tell how good one is."""
    return scenario not in GROUNDS[book_id] or not SeededDice(f"{seed} held out").pick(HELD_OUT)


def _ground(book_id: str, number: int, scenario: str) -> tuple[str, bool, str]:
    """Where a game is fought, whether armies are drawn for it, and its seed."""
    grounds = (scenario,) if scenario else GROUNDS[book_id]
    ground = grounds[number % len(grounds)]
    return ground, bool(number // len(grounds) % 2), f"{SEED}/{ground}/{number}"


def played_game(book_id: str, number: int, scenario: str = "") -> PlayedGame | None:
    """One game, or nothing if no armies were found for it or it came to no end."""
    book = load(book_id)
    ground, by_lot, seed = _ground(book_id, number, scenario)
    try:
        setup = _setup(book, ground, number if by_lot else 0)
    except Fault:
        return None
    lots, dice = SeededDice(f"{seed} opening"), SeededDice(seed)
    loose = lots.pick(LOOSE + 1) if lots.pick(2) else 0
    bots = [make(BOT, book, f"{seed} {side.label}") for side in Side]
    state, given = book.start(setup), list[msgspec.Raw]()
    while (side := book.to_act(state)) is not None:
        if len(given) == MOST_ORDERS:
            return None
        known = book.view(state, side)
        order = book.sample(known, lots) if len(given) < loose else bots[side].choose(known)
        given.append(encoded(order))
        dice.rolls.clear()
        for event in book.decide(state, order, dice):
            book.evolve(state, event)
    result = book.result(state)
    assert result is not None
    score = 0.5 if result.winner is None else float(result.winner is Side.RED)
    return PlayedGame(book_id, ground, number, by_lot, msgspec.Raw(encode(setup)), seed, tuple(given), score)


def _setup(book: Rulebook[Any, Any, Any], ground: str, number: int) -> Any:
    if not number:
        setup = book.library.build(ground)
    else:
        red, blue = _market(book.id, ground).armies(number)
        setup = book.library.build(ground, red=written(red), blue=written(blue))
    return book.library.bounded(setup)[0]


@cache
def _market(book_id: str, ground: str) -> Market:
    return Market(load(book_id), ground, BOT, SEED)


def read(path: Path) -> Iterator[PlayedGame]:
    with path.open("rb") as lines:
        for line in lines:
            yield msgspec.json.decode(line, type=PlayedGame)


def write(book_id: str, games: int, path: Path, scenario: str = "", held: bool = False) -> None:
    """Games 0, 1, 2 … that the file does not have, one a line; with `held` those alone that are held out."""
    known = {game.number for game in read(path)} if path.exists() else set()
    with path.open("ab") as file:
        for number in range(games):
            ground, _, seed = _ground(book_id, number, scenario)
            if number in known or (held and not held_out(book_id, ground, seed)):
                continue
            if (game := played_game(book_id, number, scenario)) is not None:
                file.write(msgspec.json.encode(game) + b"\n")
                file.flush()


def main(words: list[str]) -> int:
    held = words[-1:] == ["held-out"]
    words = words[:-1] if held else words
    if len(words) not in (3, 4) or words[0] not in GROUNDS or not words[1].isdecimal():
        sys.stderr.write(
            "equals takes a book, a number of games, a file, a scenario if it is to be one alone, and held-out\n"
        )
        return 2
    write(words[0], int(words[1]), Path(words[2]), "".join(words[3:]), held)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
