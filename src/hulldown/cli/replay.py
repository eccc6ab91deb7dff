"""`hulldown replay`."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from hulldown.cli.arguments import Book, Whole
from hulldown.cli.misuse import Misuse
from hulldown.cli.page import clean, console, room
from hulldown.cli.verify import RecordFile, place_in, read_record

if TYPE_CHECKING:
    from rich.text import Text

    from hulldown.bots.bot import Bot
    from hulldown.kernel.record import Record

NUMBER, SENTENCE, RULES = 5, 58, 15  # columns where the terminal has them, with two before the rules


class Passage(msgspec.Struct, frozen=True):
    """One sentence of the log: its line in the record, the states around it, and whether a turn begins with it."""

    line: int
    side: int | None
    sentence: str
    rules: tuple[str, ...]
    before: Any
    after: Any
    event: Any = None
    order: Any = None  # with its first event
    opens_turn: bool = False


def turn_of(book: Book, state: Any) -> tuple[int, int]:
    """The round and the side that has the table; before the first round all is set-up."""
    turn = book.turn(state)
    return (0, 0) if turn.setting_up else (turn.round, turn.side)


def story(record: "Record", book: Book) -> Iterator[Passage]:
    """A record told from its start, by its own rolls; raises `Fault` where it breaks."""
    from hulldown.kernel.dice import ScriptedDice
    from hulldown.kernel.game import Act, Played, Ruled
    from hulldown.kernel.record import ActLine, EndLine, KeyNote, OrderLine, RuledLine, SealedOrder
    from hulldown.kernel.replay import begin, steps

    state = begin(record, book, ScriptedDice()).state
    for number, game in steps(record, book):
        line = record.lines[number - 1]
        if isinstance(line, OrderLine | SealedOrder):
            played = game.log[-1]
            assert isinstance(played, Played)
            for event in played.events:
                told = book.tell(state, event)
                after = state.copy()
                book.evolve(after, event)
                order = played.order if event is played.events[0] else None
                opens = turn_of(book, after) != turn_of(book, state)
                yield Passage(number, line.side, told.sentence, told.rules, state, after, event, order, opens)
                state = after
        elif isinstance(line, ActLine):
            sentence = Act(line.act, line.side, line.to).sentence
            yield Passage(number, line.side, sentence, (), state, game.state)
        elif isinstance(line, RuledLine):
            sentence = Ruled(line.side, line.table, line.why).sentence
            yield Passage(number, line.side, sentence, (), state, game.state)
        elif isinstance(line, KeyNote):
            yield Passage(number, line.side, line.sentence, (), state, state)
        elif isinstance(line, EndLine) and line.seed:
            yield Passage(number, None, f"The record tells the seed of its dice: {line.seed}", (), state, state)
        state = game.state


def replay(
    file: RecordFile,
    /,
    *,
    board: Annotated[bool, Parameter(help="Draw the board after each turn.")] = False,
    events: Annotated[bool, Parameter(help="Print each event under its sentence, as in the record.")] = False,
    from_: Annotated[Whole, Parameter(name="--from", help="The first line to show, by the number in front.")] = 1,
    to: Annotated[Whole | None, Parameter(help="The last line to show.")] = None,
    explain: Annotated[str, Parameter(help="A bot that says what it would order, such as greedy or planner:ace.")] = "",
) -> None:
    """A recorded game in sentences, with the rules that decided; the numbers are the lines of the record."""
    from hulldown.kernel.files import Fault

    if from_ < 1:
        raise Misuse(f"--from is {from_}; the lines of a record count from 1")
    if to is not None and to < from_:
        raise Misuse(f"--to is {to}; expected {from_} or more, where the showing begins")
    record, book = read_record(file)
    counsel = _counsel(explain, book) if explain else None
    if from_ > len(record.lines):
        raise Misuse(f"--from is {from_}; the record has {len(record.lines)} lines")
    try:
        _show(record, book, board, events, from_, len(record.lines) if to is None else to, counsel)
    except Fault as fault:
        made, here = record.head.version, book.rules.book.version
        other = f" (it was made under version {made} of the book; this is version {here})" if made != here else ""
        raise Fault(place_in(file, fault.where), fault.message + other, fault.rule) from None


def _counsel(name: str, book: Book) -> "Bot":
    from hulldown.bots import make
    from hulldown.kernel.files import Fault

    try:
        return make(name, book, "replay")
    except Fault as fault:
        raise Misuse(f"--explain: {fault.message}") from None


def advice(bot: "Bot", book: Book, passage: Passage) -> tuple[str, ...]:
    """What a bot would have ordered in place of an order, and why; nothing where there was no choice."""
    side = book.to_act(passage.before)
    if passage.order is None or side is None:
        return ()
    order = bot.choose(book.view(passage.before, side))
    if (why := bot.explain()) is None:
        return ()
    if order == passage.order:
        return ("The bot agrees.", *why.sentences)
    return (f"The bot would rather: {why.chosen.order}.", *why.sentences)


def _show(
    record: "Record", book: Book, board: bool, events: bool, first: int, last: int, counsel: "Bot | None" = None
) -> None:
    from rich.text import Text

    from hulldown.cli.board import board_lines
    from hulldown.kernel.wire import encode

    page = console()
    state: Any = None
    if first == 1:
        page.print(Text(book.title, style="bold"))
    for passage in story(record, book):
        if passage.line > last:
            break
        if passage.line >= first:
            if board and (passage.opens_turn or (state is None and first > 1)):
                page.print("", *board_lines(book, passage.before), sep="\n", soft_wrap=True)
            page.print(passage_text(passage), soft_wrap=True)
            for sentence in advice(counsel, book, passage) if counsel is not None else ():
                page.print(_indented(sentence), soft_wrap=True)
            if events and passage.event is not None:
                page.print(Text(f"{'':{NUMBER}}{encode(passage.event).decode()}", style="dim"), soft_wrap=True)
            state = passage.after
    if state is None:
        return
    if board:
        page.print("", *board_lines(book, state), sep="\n", soft_wrap=True)
    if last >= len(record.lines) and (side := book.to_act(state)) is not None and not _ended(record):
        page.print(f"\nThe game is not over: {side.label} is to act.")


def _indented(sentence: str) -> "Text":
    from textwrap import wrap

    from rich.text import Text

    rows = wrap(clean(sentence), room(SENTENCE, NUMBER + 2), break_on_hyphens=False)
    return Text("\n".join(f"{'':{NUMBER + 2}}{row}" for row in rows), style="dim")


def _ended(record: "Record") -> bool:
    from hulldown.kernel.record import EndLine, SealedEnd

    return isinstance(record.lines[-1], EndLine | SealedEnd)


def passage_text(passage: Passage) -> "Text":
    """The line's number, in its side's colour; the sentence and, at the right, the rules, both wrapped."""
    from itertools import zip_longest
    from textwrap import wrap

    from rich.text import Text

    sentence = room(SENTENCE, NUMBER + 2 + RULES)
    rows = wrap(clean(passage.sentence), sentence, break_on_hyphens=False)
    rules = wrap(" ".join(passage.rules), RULES, break_on_hyphens=False)
    style = "bold" if passage.opens_turn else ""
    text = Text("\n" if passage.opens_turn else "")
    colour = "dim" if passage.side is None else ("red", "blue")[passage.side]
    text.append(f"{passage.line:>{NUMBER - 1}} ", style=colour)
    for at, (row, cited) in enumerate(zip_longest(rows, rules, fillvalue="")):
        text.append(f"\n{'':{NUMBER}}" if at else "")
        text.append(f"{row:<{sentence}}" if cited else row, style=style)
        if cited:
            text.append(f"  {cited}", style="dim")
    return text
