"""Set-ups as people wish them, by ids and never by files of this machine: what they come to, and what is wrong."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import msgspec

from hulldown.bots import parsed
from hulldown.kernel.files import Fault
from hulldown.kernel.library import Flaw, Force, flaws_of
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import begun_with, load, opened
from hulldown.rulebooks.fills import Fill, fills, refusals
from hulldown.rulebooks.sentence import SentencePart, game_told, scenario_row, seats_told
from hulldown.server.log import Book
from hulldown.server.protocol import FillsBody, NewMatch, SetupAnswer, SetupFault, SetupProblem, Wrong
from hulldown.server.repairs import draft, repair_of

_FILE = re.compile(r"[/\\\0]|\.(?:toml|txt|map)\s*$", re.IGNORECASE)
KEPT = 256  # answers


def find_book(book_id: str) -> Book:
    try:
        return load(book_id)
    except Fault as fault:
        raise Wrong("setup/bad", f"{fault.message[:1].upper()}{fault.message[1:]}.", 404) from None


def _only_ids(wish: NewMatch) -> None:
    for where in ("scenario", "board", "red", "blue"):
        if _FILE.search(getattr(wish, where)):
            raise Fault(where, "files are not read here; give an id, or an army such as heavy=2,medium=5")


def _setup(book: Book, wish: NewMatch) -> Any:
    if wish.opening or wish.position:
        return _positioned(wish)
    _only_ids(wish)
    setup = book.library.build(wish.scenario, wish.red, wish.blue, wish.board, wish.options)
    book.start(setup)
    return setup


def _positioned(wish: NewMatch) -> Any:
    for given in ("scenario", "red", "blue", "board", "options"):
        if getattr(wish, given):
            raise Fault(given, "a position says its scenario, armies, map and options itself; leave them out")
    if wish.opening and wish.position:
        raise Fault("opening", "an opening is a position of the book's own; leave one of the two out")
    if wish.opening:
        return opened(wish.rulebook, wish.opening)
    return begun_with(wish.rulebook, wish.position, "position")


def build(wish: NewMatch) -> tuple[Book, Any]:
    """The book and the set-up of a match; raises `Wrong` with the first thing that is wrong."""
    book = find_book(wish.rulebook)
    try:
        return book, _setup(book, wish)
    except Fault as fault:
        raise Wrong("setup/bad", f"{fault}.") from None


# Answers


def check(wish: NewMatch) -> SetupAnswer:
    """What a wish comes to, without making a match of it."""
    return _answer(encode(msgspec.structs.replace(wish, name="Red", keys=None)))


@lru_cache(KEPT)
def _answer(text: bytes) -> SetupAnswer:
    wish = decode(text, NewMatch)
    try:
        book = load(wish.rulebook)
        if wish.opening or wish.position:
            return _sound(book, _positioned(wish), wish)
        _only_ids(wish)
    except Fault as fault:
        return SetupAnswer(False, SetupProblem(fault.where, fault.rule, fault.message), faults=(_unmendable(fault),))
    return _judged(book, wish)


def _unmendable(fault: Fault) -> SetupFault:
    return SetupFault("book" if fault.where == "rulebook" else "battle", fault.message, fault.rule)


def _sound(book: Book, setup: Any, wish: NewMatch) -> SetupAnswer:
    """The answer to what can be played."""
    return SetupAnswer(
        ok=True,
        red=_force(book, setup, RED),
        blue=_force(book, setup, BLUE),
        terrain=book.terrain(book.start(setup)),
        remark=book.library.remark(setup),
        sentence=game_told(book, setup, *_players(wish)),
    )


def _judged(book: Book, wish: NewMatch) -> SetupAnswer:
    drafted = draft(book, wish)
    if drafted.setup is None:
        flaw = drafted.flaws[0]
        fault = SetupFault(flaw.part, flaw.message, flaw.rule)
        return SetupAnswer(False, SetupProblem(flaw.where, flaw.rule, flaw.message), faults=(fault,))
    boards = unsuited(book, wish)
    if not drafted.flaws:
        return msgspec.structs.replace(_sound(book, drafted.setup, wish), boards=boards)
    first, setup = drafted.flaws[0], drafted.setup
    return SetupAnswer(
        ok=False,
        problem=SetupProblem(first.where, first.rule, first.message),
        red=_force(book, setup, RED),
        blue=_force(book, setup, BLUE),
        sentence=game_told(book, setup, *_players(wish)),
        faults=tuple(_fault(book, wish, flaw, drafted.flaws) for flaw in drafted.flaws),
        boards=boards,
    )


def _fault(book: Book, wish: NewMatch, flaw: Flaw, flaws: list[Flaw]) -> SetupFault:
    option = next(iter(flaw.options), "")
    return SetupFault(flaw.part, flaw.message, flaw.rule, repair_of(book, wish, flaw, flaws), flaw.side, option)


def _force(book: Book, setup: Any, side: Side) -> Force:
    refused = refusals(book.library, setup, side)
    return msgspec.structs.replace(book.library.force(setup, side), refused=refused)


def _players(wish: NewMatch) -> tuple[SentencePart, ...]:
    """Who plays, as whoever wishes the match is told."""
    if wish.opponent == "hotseat":
        return (SentencePart("two at this screen", "opponent"),)
    return seats_told(wish.side, "a friend, by link" if wish.opponent == "friend" else bot_told(wish.bot))


def bot_told(bot: str) -> str:
    """ "Planner, veteran, cautious"."""
    try:
        kind, level, _, personality = parsed(bot)
    except Fault:
        return bot
    return ", ".join(filter(None, (kind.capitalize(), level, personality)))


# Boards


def unsuited(book: Book, wish: NewMatch) -> Mapping[str, str]:
    """The book's boards on which this battle cannot be fought, and why not."""
    options = tuple(sorted(wish.options.items()))
    return _unsuited(book.id, wish.scenario, wish.red, wish.blue, options)


@lru_cache(KEPT)
def _unsuited(
    book_id: str, scenario: str, red: str, blue: str, options: tuple[tuple[str, str], ...]
) -> Mapping[str, str]:
    library = load(book_id).library

    def wrong(board: str) -> Iterator[Flaw]:
        try:
            setup = library.draft(scenario, red, blue, board, dict(options))
        except Fault as fault:
            return iter([Flaw("board", fault.message, fault.rule, fault.where)])
        return flaws_of(check for check in library.checks(setup) if check.part == "board")

    known = {flaw.rule for flaw in wrong("")}
    found = {row.id: next((flaw for flaw in wrong(row.id) if flaw.rule not in known), None) for row in library.maps()}
    return {board: flaw.message for board, flaw in found.items() if flaw is not None}


# Quick fills


def quick_fills(wish: FillsBody) -> list[Fill]:
    """Armies for a side of a wish; none where the battle prescribes them."""
    book = find_book(wish.rulebook)
    row = scenario_row(book.library, wish.scenario)
    if row is None or row.fixed:
        return []
    try:
        _only_ids(wish)
    except Fault as fault:
        raise Wrong("setup/bad", f"{fault}.") from None
    setup = draft(book, wish).setup
    return [] if setup is None else list(fills(book.library, setup, wish.of, wish.number))
