"""The same bots play the same games: what each of them orders from fixed seeds, without a clock, is known by a hash.

A change that should leave the players alone leaves these games alone. One that is meant to change them renews them.
"""

from hashlib import blake2b
from typing import Any

import pytest

from hulldown import bots
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game, Played
from hulldown.kernel.side import Side
from hulldown.kernel.wire import encode
from hulldown.rulebooks import load
from tests.conftest import Golden

TABLES = {
    "france1944": ("first-steps", "two-flags"),
    "dynamic": ("duel", "walls-and-blades"),
    "core": ("duel", "workshop"),
    "squadron": ("duel", "village"),
    "panzerkampf": ("first-shots", "convoy"),
}
PLAYERS = {"random": 400, "greedy": 120, "planner:veteran/40": 60}  # and how many orders of theirs are looked at


def played(book_id: str, scenario: str, player: str) -> Game[Any, Any, Any]:
    """A game of a bot against itself, up to so many orders."""
    book = load(book_id)
    setup, _ = book.library.bounded(book.library.build(scenario))
    game = Game(book, setup, SeededDice(f"games {scenario}"))
    sides = [bots.make(player, book, f"{scenario} {side.label}") for side in Side]
    while (side := game.to_act()) is not None and len(game.log) < PLAYERS[player]:
        game.play(sides[side].choose(game.view(side)))
    return game


@pytest.mark.parametrize("book_id", TABLES)
def test_bots_play_the_games_that_they_played(golden: Golden, book_id: str) -> None:
    rows = []
    for scenario in TABLES[book_id]:
        for player in PLAYERS:
            game = played(book_id, scenario, player)
            given = [(entry.order, entry.rolls) for entry in game.log if isinstance(entry, Played)]
            rows.append(f"{scenario} {player} {len(given)} {blake2b(encode(given), digest_size=12).hexdigest()}\n")
    golden(f"games-{book_id}.txt", "".join(rows))
