"""Set-ups as people wish them, by ids and never by files of this machine: what they come to, and what is wrong."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.bots import check_offered, parsed
from hulldown.kernel.files import Fault, read_text
from hulldown.kernel.library import Flaw, Force, flaws_of
from hulldown.kernel.picture import Terrain
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import begun_with, load, opened
from hulldown.rulebooks.fills import Fill, fills, refusals
from hulldown.rulebooks.sentence import SentencePart, game_told, scenario_row, seats_told
from hulldown.server.log import Book
from hulldown.server.protocol import FillsBody, NewMatch, Repair, SetupAnswer, SetupFault, SetupProblem, Wrong
from hulldown.server.repairs import draft, repair_of

_FILE = re.compile(r"[/\\\0]|\.(?:toml|txt|map)\s*$", re.IGNORECASE)
KEPT = 256  # answers


def find_book(book_id: str) -> Book:
    try:
        return load(book_id)
    except Fault as fault:
        raise Wrong("setup/bad", f"{fault.message[:1].upper()}{fault.message[1:]}.", 404) from None


def only_ids(wish: NewMatch) -> None:
    """What comes from outside names what is shipped, and works; never a file of this machine."""
    for where in ("scenario", "board", "red", "blue"):
        if _FILE.search(getattr(wish, where)):
            raise Fault(where, "files are not read here; give an id or a work, or an army such as heavy=2,medium=5")
    if wish.chart:
        raise Fault("chart", f"there is no work {wish.chart[:40]!r} here; bring it with the wish")
    if "\n" not in wish.position and _FILE.search(wish.position):
        raise Fault("position", "files are not read here; give the text of a position, or a work")


def _setup(book: Book, wish: NewMatch) -> Any:
    if wish.opening or wish.position:
        return _positioned(wish)
    setup = book.library.build(wish.scenario, wish.red, wish.blue, wish.board, wish.options, wish.chart)
    book.start(setup)
    return setup


def _positioned(wish: NewMatch) -> Any:
    for given in ("scenario", "red", "blue", "board", "chart", "options"):
        if getattr(wish, given) and not (given == "chart" and wish.opening):
            raise Fault(given, "a position says its scenario, armies, map and options itself; leave them out")
    if wish.opening and wish.position:
        raise Fault("opening", "an opening is a position of the book's own; leave one of the two out")
    if wish.opening:
        return opened(wish.rulebook, wish.opening, wish.chart)
    if wish.position.endswith(".toml") and "\n" not in wish.position:  # a work that is laid out as a file
        path = Path(wish.position)
        return begun_with(wish.rulebook, read_text(path), path.name, path.parent)
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
    try:
        only_ids(wish)
    except Fault as fault:
        return refused(fault)
    return _answer(encode(msgspec.structs.replace(wish, name="Red", keys=None)))


@lru_cache(KEPT)
def _answer(text: bytes) -> SetupAnswer:
    return judged(decode(text, NewMatch))


def judged(wish: NewMatch) -> SetupAnswer:
    """The answer to a wish, whose works lie as files here."""
    try:
        book = load(wish.rulebook)
        if wish.opening or wish.position:
            return _sound(book, _positioned(wish), wish)
    except Fault as fault:
        return refused(fault)
    return _judged(book, wish)


def refused(fault: Fault) -> SetupAnswer:
    return SetupAnswer(False, SetupProblem(fault.where, fault.rule, fault.message), faults=(_unmendable(fault),))


def _unmendable(fault: Fault) -> SetupFault:
    return _fault(Flaw("book" if fault.where == "rulebook" else "battle", fault.message, fault.rule, fault.where), None)


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
    answer = _judged_of(book, wish)
    return msgspec.structs.replace(answer, units=_own_units(book, wish)) if wish.chart else answer


def _own_units(book: Book, wish: NewMatch) -> list[dict[str, Any]] | UnsetType:
    try:
        return [row.flat() for row in book.library.units(wish.chart)]
    except Fault:
        return UNSET


def _judged_of(book: Book, wish: NewMatch) -> SetupAnswer:
    drafted = draft(book, wish)
    flaws = [*drafted.flaws, *_unknown_bot(wish)]
    if drafted.setup is None:
        return _faulty(flaws, SetupAnswer(False, faults=tuple(_fault(flaw, None) for flaw in flaws)))
    boards = _unsuited(book.id, wish.scenario, wish.red, wish.blue, wish.chart, tuple(sorted(wish.options.items())))
    if not flaws:
        return msgspec.structs.replace(_sound(book, drafted.setup, wish), boards=boards)
    answer = SetupAnswer(
        ok=False,
        red=_force(book, drafted.setup, RED),
        blue=_force(book, drafted.setup, BLUE),
        terrain=_ground(book.id, wish.scenario, wish.board),
        sentence=game_told(book, drafted.setup, *_players(wish)),
        faults=tuple(_fault(flaw, repair_of(book, wish, flaw, drafted)) for flaw in flaws),
        boards=boards,
    )
    return _faulty(flaws, answer)


def _faulty(flaws: list[Flaw], answer: SetupAnswer) -> SetupAnswer:
    first = flaws[0]
    return msgspec.structs.replace(answer, problem=SetupProblem(first.where, first.rule, first.message))


def _unknown_bot(wish: NewMatch) -> Iterator[Flaw]:
    try:
        check_offered(wish.bot if wish.opponent == "bot" else "greedy")
    except Fault as fault:
        yield Flaw("opponent", fault.message, fault.rule, fault.where)


def _fault(flaw: Flaw, repair: Repair | None) -> SetupFault:
    """A flaw as people are told it: a sentence that says whose army it is."""
    whose = f"{flaw.side.label}: " if flaw.side is not None and flaw.side.label not in flaw.message else ""
    message = _sentence(f"{whose}{flaw.message}")
    return SetupFault(flaw.part, message, flaw.rule, repair, flaw.side, next(iter(flaw.options), ""))


def _sentence(told: str) -> str:
    return f"{told[:1].upper()}{told[1:]}."


@lru_cache(KEPT)
def _ground(book_id: str, scenario: str, board: str) -> Terrain | None:
    """The ground of a battle on a board, whatever else is wrong."""
    book = load(book_id)
    try:
        return book.terrain(book.start(book.library.build(scenario, board=board)))
    except Fault:
        return None


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
    return ", ".join(filter(None, (f"{kind[:1].upper()}{kind[1:]}", level, personality)))


# Boards


@lru_cache(KEPT)
def _unsuited(
    book_id: str, scenario: str, red: str, blue: str, chart: str, options: tuple[tuple[str, str], ...]
) -> Mapping[str, str]:
    """The book's boards on which a battle cannot be fought, and why not."""
    library = load(book_id).library

    def wrong(board: str) -> Iterator[Flaw]:
        try:
            setup = library.draft(scenario, red, blue, board, dict(options), chart)
        except Fault as fault:
            return iter([Flaw("board", fault.message, fault.rule, fault.where)])
        return flaws_of(check for check in library.checks(setup) if check.part == "board")

    known = {flaw.rule for flaw in wrong("")}
    found = {row.id: next((flaw for flaw in wrong(row.id) if flaw.rule not in known), None) for row in library.maps()}
    return {board: _sentence(flaw.message) for board, flaw in found.items() if flaw is not None}


# Quick fills


def quick_fills(wish: FillsBody) -> list[Fill]:
    """Armies for a side of a wish; none where the battle prescribes them."""
    book = find_book(wish.rulebook)
    row = scenario_row(book.library, wish.scenario)
    if row is not None and row.fixed:
        return []
    setup = draft(book, wish).setup
    return [] if setup is None else list(fills(book.library, setup, wish.of, wish.number))
