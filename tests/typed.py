"""Typed dice in tests: a table whose dice somebody types, and a forger who changes what it wrote."""

from typing import Any

from hulldown.kernel.dice import SeededDice, TypedDice, Undecided
from hulldown.kernel.game import Act, Game, Played, Ruled, encoded
from hulldown.kernel.record import TYPED, ActLine, Line, Record, RuledLine, SealedEnd, SealedOrder, SealedSetup, chain
from tests.sealed import DEPOSIT, NEW, Cheat, act, edited, keys, lines_of, resealed, rolls_of
from tests.toy import RULES, Setup, toy

ANY = RULES["TOY-8"]


def recorded(game: Game[Any, Any, Any]) -> Record:
    """A game with typed dice as a host writes it."""
    book = game.rulebook.rules.book
    lines: list[Line] = [SealedSetup(book.id, book.version, encoded(game.setup), TYPED)]
    for at, entry in enumerate(game.log):
        if isinstance(entry, Played):
            lines.append(SealedOrder(at, entry.side, encoded(entry.order), entry.rolls, encoded(entry.events)))
        elif isinstance(entry, Ruled):
            lines.append(RuledLine(at, entry.side, entry.table, entry.why))
        elif isinstance(entry, Act):
            lines.append(ActLine(at, entry.kind, entry.side, entry.to))
    if (result := game.result()) is not None:
        lines.append(SealedEnd(result))
    return Record(chain(lines))


def typed_game(book: Any, setup: Any, orders: int, seed: str = "a table") -> Game[Any, Any, Any]:
    """A game whose dice somebody typed, but for the first of each order, which is rolled here."""
    game: Game[Any, Any, Any] = Game(book, setup, TypedDice())
    play_on(game, orders, seed)
    return game


def play_on(game: Game[Any, Any, Any], orders: int, seed: str = "goes on") -> None:
    """Random orders, and random faces for the dice that they want."""
    rolls, chooser, until = SeededDice(seed), SeededDice(f"chooser of {seed}"), len(game.log) + orders
    while game.to_act() is not None and len(game.log) < until:
        order = game.rulebook.sample(game.view(game.to_act()), chooser)
        given: list[int | None] = []
        while True:
            game.dice = TypedDice(given, here=lambda place, sides: place % sides)
            try:
                game.play(order)
                break
            except Undecided as undecided:
                given += [face for count, die in undecided.wanted.handfuls for face in rolls.throw(ANY, die, count)]
                given[0] = None


def typed_cheats() -> list[Cheat]:
    """What a host cannot write of typed dice, and what it can."""
    lines = lines_of(recorded(typed_game(toy, Setup(), 10_000)).text())
    at = next(at for at, line in enumerate(lines) if line.get("rolls"))
    rolls = rolls_of(lines, at)
    ruled = {"line": "ruled", "position": 0, "side": 0, "table": 'side = "red"', "why": "So it was."}
    found: list[Cheat] = []

    def add(name: str, changed: Any, wrong: int) -> None:
        found.append(Cheat(name, resealed(changed), wrong))

    def with_roll(name: str, **changes: Any) -> None:
        add(name, edited(lines, at, rolls=[rolls[0] | changes, *rolls[1:]]), 0)

    add("an honest record", lines, 0)
    add("a ruling", [*lines[:at], ruled, *lines[at:]], 0)
    with_roll("another face", faces=[1 + (face % 6) for face in rolls[0]["faces"]])
    with_roll("a face that is on no such die", faces=[7 for _ in rolls[0]["faces"]])
    bare = {name: value for name, value in rolls[0].items() if name != "typed"}
    add("a roll that does not say typed", edited(lines, at, rolls=[bare, *rolls[1:]]), at + 1)
    add("a roll that is none", edited(lines, at, rolls=["typed", *rolls[1:]]), at + 1)
    add("typed dice with links", edited(lines, at, links=[NEW[0], NEW[1], NEW[2]]), at + 1)
    add("typed dice in a hidden line", edited(lines, at, salt="00" * 16), at + 1)
    add("a key", [*lines[:1], {"line": "key", "position": 0, "side": 0, "anchor": NEW[0], "by": "seat"}, *lines[1:]], 2)
    add("a deposit", [*lines[:1], DEPOSIT, *lines[1:]], 2)
    add("new keys", [*lines[:1], keys("agreed", *NEW), *lines[1:]], 2)
    call = {"line": "call", "position": 0, "side": lines[at]["side"], "order": lines[at]["order"], "roll": 1}
    add("a call", [*lines[:at], call, *lines[at:]], at + 1)
    add("dice of another word", edited(lines, 0, dice="rolled"), 1)
    add("a ruling by nobody", [*lines[:at], ruled | {"side": None}, *lines[at:]], at + 1)
    add("all of it played elsewhere", edited(lines, 0, forked=len(lines) - 1), 0)
    add("a resignation", [*lines[:at], act("resign")], 0)
    return found
