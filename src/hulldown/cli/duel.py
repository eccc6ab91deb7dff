"""`hulldown duel`."""

import re
import sys
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from hulldown.cli.arguments import Book, BookId, Options, find_book, read_options
from hulldown.cli.board import board_lines
from hulldown.cli.misuse import Misuse, misused
from hulldown.cli.page import clean, show, show_drawing
from hulldown.cli.simulate import Army, Opening, Position, build_setup, positioned

if TYPE_CHECKING:
    from hulldown.bots.bot import Bot, Why
    from hulldown.kernel.game import Game
    from hulldown.kernel.lines import Lines
    from hulldown.kernel.picture import Piece
    from hulldown.kernel.rule import Refusal
    from hulldown.kernel.side import Side

MOST_LISTED = 12
WORDS = (
    ("an order", "such as 'move L1 G6↘ 5' or 'fire L1 m1'; Red's units in capitals, Blue's in small letters"),
    ("a number", "one of the choices that stand below the question"),
    ("odds ORDER", "what an order would meet: the chance, or the rule that refuses it"),
    ("look UNIT", "how far a unit goes, whom it can hit, what else it can do"),
    ("orders [UNIT]", "orders that are allowed now, as lines to type"),
    ("board · units", "the table as it lies; all units, where they stand and in what state"),
    ("signs", "what is what on the board"),
    ("auto [all]", "a bot gives one order for you; all until it is somebody else's turn or another phase"),
    ("why", "why the bot ordered what it did last"),
    ("log [N]", "what happened last"),
    ("undo", "takes your last order back, as long as no die has fallen"),
    ("save FILE", "the game as a record, to replay, verify or go on from in the browser"),
    ("resign · quit", "gives the battle up · leaves the table"),
)


class Left(Exception):
    """The player has left the table."""


class Duel:
    """A game in the terminal: what is said is an order, or one of the words of the table."""

    def __init__(
        self,
        book: Book,
        game: "Game[Any, Any, Any]",
        side: "Side",
        bot: "Bot",
        second: "Bot",
        words: bool = False,
    ) -> None:
        from hulldown.rulebooks import lines

        self.words = words
        self.book, self.game, self.side, self.bot, self.second = book, game, side, bot, second
        self.lines: Lines[Any] = lines(book.id)
        self.told: list[str] = []
        self.asked = -1  # where the log stood when the question was last put
        self.hinted = False
        self.reason: Why | None = None  # of the bot, for the last order that it had a choice in

    @property
    def view(self) -> Any:
        return self.game.view(self.side)

    # The loop

    def run(self) -> None:
        self.board()
        try:
            while self.game.to_act() is not None:
                if self.game.to_act() is self.side:
                    self.ask()
                else:
                    self.play(self.answer(self.game.view(self.game.to_act())))
        except Left:
            return
        result = self.game.result()
        assert result is not None
        self.board()
        rule = f" [{result.rule}]" if result.rule else ""
        show(f"{_outcome(result.winner, self.side)} {result.sentence}{rule}")

    def answer(self, view: Any) -> Any:
        """The opponent's order. One from elsewhere may fail; then Greedy gives this one, and it is asked again."""
        from hulldown.bots.plugged import Misplayed

        try:
            order = self.bot.choose(view)
            self.reason = self.bot.explain() or self.reason
            return order
        except Misplayed as failed:
            show(f"{sentenced(str(failed))} Greedy gives this order in its place.")
            return self.second.choose(view)

    def ask(self) -> None:
        """One line of the player's, answered. The question is put again when something has happened."""
        if self.asked != len(self.game.log):
            self.asked = len(self.game.log)
            tray = self.book.picture(self.view).tray
            show("", tray.prompt)
            for at, button in enumerate(tray.buttons, start=1):
                show(f"  {at}  {button.label}{f' · {button.then}' if button.then else ''}")
            if not tray.buttons and not self.hinted:
                self.hinted = True
                show("  orders tells what can be said, auto lets a bot choose.")
        try:
            said = input("> ").strip()
        except EOFError:
            show("")
            raise Left from None
        self.obey(said)

    def obey(self, said: str) -> None:
        verb, _, rest = said.partition(" ")
        words = {
            "?": self.help,
            "help": self.help,
            "board": self.board,
            "units": self.units,
            "signs": self.signs,
            "why": self.why,
            "undo": self.undo,
            "resign": self.resign,
            "quit": self.quit,
            "exit": self.quit,
            "q": self.quit,
        }
        more = {
            "odds": self.odds,
            "look": self.look,
            "orders": self.orders,
            "auto": self.auto,
            "log": self.log,
            "save": self.save,
        }
        if not said:
            self.help()
        elif said.lower() in words:
            words[said.lower()]()
        elif verb.lower() in more:
            more[verb.lower()](rest.strip())
        elif said.isdecimal():
            self.press(int(said))
        else:
            self.order(said)

    # What is played

    def order(self, said: str) -> None:
        found = self.meant(said)
        if found is None:
            return
        order, refusal = found
        if refusal is not None:
            show(_refused(refusal))
        else:
            self.play(order)

    def meant(self, said: str) -> "tuple[Any, Refusal | None] | None":
        """The order that a line means, with its refusal; nothing where it means none, which is told."""
        from hulldown.kernel.files import Fault
        from hulldown.kernel.lines import parse_line

        try:
            return self.lines.first(self.view, parse_line(said, "order"), "order")
        except Fault as fault:
            show(f"{sentenced(fault.message)} ? tells what can be said.")
            return None

    def press(self, number: int) -> None:
        from hulldown.kernel.wire import decode, encode

        buttons = self.book.picture(self.view).tray.buttons
        if not 1 <= number <= len(buttons):
            told = f"There is no choice {number}; there {'is one' if len(buttons) == 1 else f'are {len(buttons)}'}."
            show(told if buttons else "There is nothing with a number now; orders tells what can be said.")
            return
        self.play(decode(encode(buttons[number - 1].order), self.book.order_type, "order"))

    def play(self, order: Any) -> None:
        """Plays an order of either side and tells what this player hears of it."""
        before = self.game.state
        state = before.copy()
        for event in self.game.play(order):
            heard = self.book.hear(state, event, self.side)
            if heard is not None:
                told = self.book.tell(self.book.view(state, self.side), heard)
                self.told.append(f"{told.sentence}{f' [{told.rules[0]}]' if told.rules else ''}")
                show(self.told[-1])
            self.book.evolve(state, event)
        if self.book.turn(before).round != self.book.turn(state).round and self.game.to_act() is not None:
            self.board()

    def auto(self, how: str) -> None:
        if how not in ("", "all"):
            show("auto alone gives one order for you, auto all as many as the phase has.")
            return
        phase = self.phase
        while True:
            self.play(self.second.choose(self.view))
            if not how or self.game.to_act() is not self.side or self.phase != phase:
                return

    @property
    def phase(self) -> tuple[int, str]:
        tray = self.book.picture(self.view).tray
        return tray.round, tray.phase

    def undo(self) -> None:
        from hulldown.kernel.game import Declined

        try:
            self.game.undo(self.side)
        except Declined as declined:
            show(sentenced(str(declined).partition(";")[0]))  # of a bot nobody asks a takeback
        else:
            show("Your last order is taken back.")

    def resign(self) -> None:
        self.game.resign(self.side)

    def quit(self) -> None:
        raise Left

    # What is asked

    def help(self) -> None:
        from rich.table import Table

        grid = Table.grid(padding=(0, 2))
        for word, says in WORDS:
            grid.add_row(word, says)
        show(grid)

    def board(self) -> None:
        tray = self.book.picture(self.view).tray
        if self.words:
            show("")
            self.units()
        else:
            show_drawing(["", *board_lines(self.book, self.view)])
        if not self.book.turn(self.view).setting_up:
            show(f"Round {tray.round}. Red has {tray.goals[0]}; Blue has {tray.goals[1]}.")

    def signs(self) -> None:
        show(*(f"{sign:2} {told}" for sign, told in self.book.library.SIGNS.items()))
        show("Units have letters and a number: Red's in capitals, Blue's in small letters. An arrow is their front.")

    def units(self) -> None:
        from hulldown.kernel.lines import hull_of

        drawn = self.book.draw(self.view)
        for piece in self.book.picture(self.view).pieces:
            hull = hull_of(piece)
            state = ", ".join(["wreck"] if piece.wreck else [badge.name for badge in piece.badges])
            show(f"{hull:5} {piece.name}, {self.where(piece, hull, drawn)}{f', {state}' if state else ''}")

    def where(self, piece: "Piece", hull: str, drawn: str) -> str:
        """Where a unit stands, and how it looks as the board has it."""
        from hulldown.kernel.camera import cell_name

        if piece.pose is None:
            return "off the table"
        if self.book.terrain(self.view).table == "free":
            return f"{piece.pose.x / 1000:g}, {piece.pose.y / 1000:g} cm, {piece.pose.bearing}°"
        arrow = re.search(rf"(?<![A-Za-z]){hull}\W?([←↑→↓↖↗↘↙])", drawn)
        return f"{cell_name(piece.pose.x, piece.pose.y)}{arrow[1] if arrow else ''}"

    def look(self, hull: str) -> None:
        from hulldown.kernel.files import Fault
        from hulldown.kernel.lines import Table

        try:
            unit = Table(self.book, self.view, "look").unit(hull)
        except Fault as fault:
            show(sentenced(fault.message))
            return
        survey = self.book.survey(self.view, unit)
        if survey.refusal is not None:
            show(_refused(survey.refusal))
        elif survey.done:
            show(survey.done)
        for band in survey.bands:
            cells = {pose >> 3 for pose in band.poses}
            show(f"{band.name}: {len(cells)} places [{band.rule}]" if cells else f"{band.name} [{band.rule}]")
        for aim in survey.aims:
            self.tell_preview(aim.preview, aim.order, aim.mode)
        for deed in survey.deeds:
            show(f"{deed.label} [{deed.rule}]")

    def odds(self, said: str) -> None:
        found = self.meant(said)
        if found is not None:
            self.tell_preview(self.book.preview(self.view, found[0]), found[0])

    def tell_preview(self, preview: Any, order: Any, mode: str = "") -> None:
        from hulldown.kernel.lines import NO_EFFECT

        said = f"{self.said(order) or mode}: "
        if preview.refusal is not None:
            show(f"{said}{_refused(preview.refusal)}")
            return
        odds = sorted((preview.odds or {}).items(), key=lambda one: str(one[0]) in NO_EFFECT)
        chances = ", ".join(f"{float(chance) * 100:.1f} % {outcome}" for outcome, chance in odds)
        sums = ", ".join(f"{_signed(part.amount)} {part.reason} [{part.rule}]" for part in preview.modifiers)
        show(f"{said}{chances or 'allowed'}{f' ({sums})' if sums else ''}")
        if preview.forecast is not None:
            for sentence in preview.forecast.said:
                show(f"  {sentence.text}")

    def said(self, order: Any) -> str:
        from hulldown.kernel.files import Fault
        from hulldown.kernel.wire import decode, encode

        try:
            return self.lines.said(self.view, decode(encode(order), self.book.order_type, "order"))
        except (Fault, StopIteration):
            return ""

    def orders(self, hull: str) -> None:
        from hulldown.kernel.files import Fault
        from hulldown.kernel.lines import Table

        try:
            unit = Table(self.book, self.view, "orders").unit(hull) if hull else None
        except Fault as fault:
            show(sentenced(fault.message))
            return
        found: dict[str, None] = {}
        for order in self.book.orders(self.view, unit):
            if (line := self.said(order)) and line not in found:
                if len(found) == MOST_LISTED:
                    show("… and more; name a unit for its own, or say where it should go.")
                    break
                found[line] = None
                show(line)
        if not found:
            show("There is none that is said in a line; take one of the numbers, or auto.")

    def why(self) -> None:
        why = self.reason
        show(*(why.sentences or (why.chosen.order,)) if why else ("It has had no choice yet, or gives no reason.",))

    def log(self, many: str) -> None:
        if many and not many.isdecimal():
            show("log takes how many sentences: log 20.")
            return
        show(*(self.told[-int(many or 10) :] or ["Nothing has happened yet."]))

    def save(self, file: str) -> None:
        if not file:
            show("save takes a file: save battle.jsonl.")
            return
        try:
            self.game.record().write(file)
        except OSError as error:
            show(f"{clean(file, 200)} cannot be written: {(error.strerror or str(error)).lower()}.")
        else:
            show(f"Saved as {clean(file, 200)}.")


def _refused(refusal: "Refusal") -> str:
    return f"{sentenced(refusal.sentence)} [{refusal.rule}]"


def _signed(amount: int) -> str:
    return f"{'−' if amount < 0 else '+'}{abs(amount)}"


def sentenced(text: str) -> str:
    """A fact as a sentence by itself."""
    told = clean(text)
    return f"{told[:1].upper()}{told[1:]}{'' if told.endswith(('.', '!', '?')) else '.'}"


def _outcome(winner: "Side | None", side: "Side") -> str:
    return "A draw." if winner is None else "You win." if winner is side else "You lose."


def duel(
    book: BookId,
    /,
    *,
    bot: Annotated[str, Parameter(help="Whom you play: greedy, planner:ace, mybot.py:Charge …")] = "greedy",
    side: Annotated[Literal["red", "blue"], Parameter(help="Your side.")] = "red",
    scenario: Annotated[str, Parameter(help="A scenario's id, or a .toml file; without one the ready opening.")] = "",
    position: Position = "",
    opening: Opening = "",
    option: Options = None,
    red: Army = "",
    blue: Army = "",
    map: Annotated[str, Parameter(help="Another map's id, or a .txt file.")] = "",  # noqa: A002
    chart: Annotated[str, Parameter(help="A chart's .toml file: figures of your own instead of the book's.")] = "",
    seed: Annotated[str, Parameter(help="A number or a word, for dice that fall again; without one by chance.")] = "",
    record: Annotated[str, Parameter(help="A file to write the game into, also when you leave it.")] = "",
    words: Annotated[bool, Parameter(help="Units in sentences instead of a drawn board: for screen readers.")] = False,
) -> None:
    """A battle in the terminal against a bot: orders and board are text, and every answer names its rule."""
    from hulldown.bots import make
    from hulldown.kernel.dice import SeededDice
    from hulldown.kernel.files import Fault
    from hulldown.kernel.game import Game
    from hulldown.kernel.side import Side
    from hulldown.rulebooks import openings

    rules = find_book(book)
    try:
        opponent, second = make(bot, rules, seed or None), make("greedy", rules, seed or None)
    except Fault as fault:
        raise Misuse(f"--bot: {fault.message}") from None
    chosen = (scenario, red, blue, map, *(option or ()))
    if not position and not opening and not any(chosen) and openings(book):
        opening = "first"
    if not position and not opening and not scenario:
        raise Misuse("--scenario is missing; armies, a map and options are those of a scenario")
    with misused():
        if position or opening:
            setup = positioned(book, position, opening, chosen, chart)
        else:
            setup = build_setup(rules, scenario, red, blue, map, read_options(option), chart)
    game = Game(rules, setup, SeededDice(seed or None))
    show(rules.title, "? tells what can be said.")
    table = Duel(rules, game, Side.RED if side == "red" else Side.BLUE, opponent, second, words)
    try:
        table.run()
    except KeyboardInterrupt:
        print(file=sys.stderr)
    if record:
        table.save(record)
