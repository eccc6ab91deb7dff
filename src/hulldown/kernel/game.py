"""A game: one state, one writer, a log. What is refused leaves no trace; what was handed out is never changed.

An order is judged on what its side may know, so no answer tells what is hidden from it.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Generic, Protocol

import msgspec

from hulldown.kernel.dice import Dice, HeldDice, Roll, SeededDice, Undecided
from hulldown.kernel.odds import EveryRoll
from hulldown.kernel.record import ActLine, EndLine, KeyNote, OrderLine, Record, SetupLine, chain
from hulldown.kernel.rule import Refusal, Refused
from hulldown.kernel.rulebook import E, O, Preview, Result, Rulebook, S, Survey
from hulldown.kernel.side import Side
from hulldown.kernel.takeover import Takeover
from hulldown.kernel.turn import Window
from hulldown.kernel.wire import encode


class Declined(Exception):
    """The table, not a rule, says no: an undo after the dice fell, an act in a game that is over."""


class Played(msgspec.Struct, frozen=True, gc=False):
    """An order as it was played."""

    side: Side
    order: Any
    rolls: tuple[Roll, ...]
    events: tuple[Any, ...]


class Act(msgspec.Struct, frozen=True, gc=False):
    """What was done beside the rules: undo, takeback, draw, resign, takeover, abandon. `to` is where it led back to."""

    kind: str
    side: Side | None
    to: int | None = None

    @property
    def takeover(self) -> Takeover | None:
        return Takeover.read(self.kind)

    @property
    def sentence(self) -> str:
        """The act in the house voice."""
        who = self.side.label if self.side is not None else "Nobody"
        if (takeover := self.takeover) is not None:
            return takeover.told(who)
        return {
            "undo": f"{who} took back its last order.",
            "step": "The lesson went back to the beginning of a step.",
            "takeback": f"The last order was taken back at {who}'s request.",
            "resign": f"{who} resigned: {self.side.other.label if self.side is not None else 'nobody'} wins.",
            "draw": "Both sides agreed on a draw.",
            "abandon": f"{who} was away for long: the game was ended without a winner.",
        }.get(self.kind, f"{who}: {self.kind}.")


class Noted(msgspec.Struct, frozen=True, gc=False):
    """A line about sealed dice: a key, a deposit, a call, new keys. No table changes by it."""

    line: KeyNote

    @property
    def side(self) -> Side | None:
        return self.line.side

    @property
    def sentence(self) -> str:
        return self.line.sentence


class Ruled(msgspec.Struct, frozen=True, gc=False):
    """The players ruled otherwise than the referee: the table from here on, as a position tells it, and why."""

    side: Side
    table: str
    why: str

    @property
    def sentence(self) -> str:
        return f"The players ruled otherwise: {self.why}"


Entry = Played | Act | Noted | Ruled


class Game(Generic[S, O, E]):
    """A game under one rulebook, from its set-up on. Positions count the lines of its log."""

    def __init__(self, rulebook: Rulebook[S, O, E], setup: Any, dice: Dice | None = None) -> None:
        self.rulebook = rulebook
        self.setup = setup
        self.dice: Dice = SeededDice() if dice is None else dice
        self.state: S = rulebook.start(setup)
        self.log: list[Entry] = []
        self._past: list[tuple[S, int]] = []  # the states before each order that stands, and its place in the log
        self._shown = -1  # the place of the last order that showed its own side what was hidden
        self._ended: Result | None = None
        self._ahead = False

    def to_act(self) -> Side | None:
        return None if self._ended else self.rulebook.to_act(self.state)

    def result(self) -> Result | None:
        return self._ended or self.rulebook.result(self.state)

    def orders(self, unit: int | None = None) -> Iterator[O]:
        return iter(()) if self._ended else self.rulebook.orders(self._known(), unit)

    def preview(self, order: O) -> Preview:
        return self.rulebook.preview(self._known(), order)

    def survey(self, unit: int) -> Survey:
        return self.rulebook.survey(self._known(), unit)

    def _known(self) -> S:
        """The table as far as the side to act may know it."""
        return self.rulebook.view(self.state, self.rulebook.to_act(self.state))

    def view(self, side: Side | None) -> S:
        return self.rulebook.view(self.state, side)

    def play(self, order: O) -> tuple[E, ...]:
        """Plays an order and returns what happened; raises `Refused`, or what a rule raised, with nothing changed."""
        rulebook, before, dice = self.rulebook, self.state, self.dice
        side = self.to_act()
        if side is None:
            raise Declined("the game is over; a record of it can be written, or a new one begun")
        known = rulebook.view(before, side)
        if (refusal := rulebook.refuse(known, order)) is not None:
            raise Refused(refusal)
        state = before.copy()
        mark = dice.mark()
        dice.rolls = []
        events: list[E] = []
        evolve = rulebook.evolve
        try:
            for event in rulebook.decide(state, order, dice):
                evolve(state, event)
                events.append(event)
        except BaseException:
            dice.back_to(mark)
            raise
        self.state = state
        if known is not before and not hides(rulebook, state, side):
            self._shown = len(self.log)
        self._past.append((before, len(self.log)))
        happened = tuple(events)
        self.log.append(Played(side, order, tuple(dice.rolls), happened))
        return happened

    def may_undo(self, side: Side | None = None) -> str:
        """Why this side may not take its last order back by itself; nothing if it may."""
        if self.result() is not None:
            return "the game is over"
        if not self._past:
            return "there is nothing to take back"
        # Orders that were taken back count as well: what they showed is known.
        since = [entry for entry in self.log[self._past[-1][1] :] if isinstance(entry, Played)]
        if any(isinstance(entry, Ruled) for entry in self.log[self._past[-1][1] :]):
            return "the table was ruled otherwise; ask for a takeback"
        player = since[0].side if side is None else side
        if any(entry.side != player for entry in since):
            return f"{player.other.label} has decided something since; ask for a takeback"
        if any(entry.rolls for entry in since):
            return "dice have fallen; ask for a takeback"
        if self._shown >= self._past[-1][1]:
            return "what was hidden has been shown; ask for a takeback"
        return ""

    def undo(self, side: Side | None = None) -> None:
        """Takes the last order back: the same player's, with no die fallen. The dice never go back."""
        if why := self.may_undo(side):
            raise Declined(f"the order cannot be taken back: {why}")
        last = self.log[self._past[-1][1]]
        assert isinstance(last, Played)
        self._back("undo", last.side)

    def take_back(self, side: Side) -> None:
        """Takes the last order back by the opponent's consent, whatever fell. The dice never go back.

        After the end nothing is taken back: the seed may be told by then.
        """
        if self.result() is not None:
            raise Declined("the game is over; nothing can be taken back")
        if not self._past:
            raise Declined("there is nothing to take back")
        self._back("takeback", side)

    def go_back(self, side: Side, place: int) -> None:
        """Goes back to before the order at a place of the log: in lessons alone, whose dice are set and come again."""
        if all(before != place for _, before in self._past):
            raise Declined(f"there is no order at position {place} to go back to")
        while self._past[-1][1] > place:
            self._past.pop()
        self._back("step", side)

    def _back(self, kind: str, side: Side) -> None:
        self.state, place = self._past.pop()
        self.log.append(Act(kind, side, place))

    def replace_bot(self, side: Side, takeover: str) -> None:
        """Notes that another bot plays on for a side, as a `Takeover` is written. The table does not change by it."""
        if not takeover.startswith("takeover/") or self.result() is not None:
            raise Declined("a bot is replaced by `takeover/OLD/NEW/WHY`, while the game goes on")
        self.log.append(Act(takeover, side))

    def rule_otherwise(self, side: Side, table: str, why: str) -> None:
        """Goes on from another table, which the players put right by hand: a position of this set-up, without a head.

        Raises `Fault` where no game can go on from it.
        """
        if self.result() is not None:
            raise Declined("the game is over; nothing is ruled any more")
        try:
            setup = msgspec.structs.replace(self.setup, position=table)
        except TypeError:
            raise Declined("this rulebook reads no positions") from None
        if hides(self.rulebook, self.state, None):
            raise Declined("something is still hidden; the table is ruled on when both sides stand revealed")
        state = self.rulebook.start(setup)
        self._past.append((self.state, len(self.log)))
        self.state = state
        self.log.append(Ruled(side, table, why))

    def note(self, line: KeyNote) -> None:
        """Takes a line about sealed dice into the log."""
        if self.result() is not None:
            raise Declined("the game is over; no keys are changed and no dice are called")
        self.log.append(Noted(line))

    def resign(self, side: Side) -> None:
        self._end(Act("resign", side), side.other)

    def agree_draw(self) -> None:
        self._end(Act("draw", None), None)

    def abandon(self, side: Side) -> None:
        """Ends a game that this side does not come back to. Nobody has won it."""
        self._end(Act("abandon", side), None)

    def _end(self, act: Act, winner: Side | None) -> None:
        if self.result() is not None:
            raise Declined("the game is over already")
        self.log.append(act)
        self._ended = Result(winner, "", act.sentence)

    def copy(self, dice: Dice) -> "Game[S, O, E]":
        """The same position with dice of its own and no way back: for looking ahead."""
        twin: Game[S, O, E] = object.__new__(type(self))
        twin.rulebook, twin.setup, twin.dice, twin.state = self.rulebook, self.setup, dice, self.state
        twin.log, twin._past, twin._shown, twin._ended, twin._ahead = [], [], -1, self._ended, True
        return twin

    def record(self) -> Record:
        """The game as lines of format 1, chained by hashes. The seed is told when the game is over, and not before."""
        if self._ahead:
            raise Declined("a copy that looks ahead has no record: it did not begin with its set-up")
        if any(isinstance(entry, Noted | Ruled) for entry in self.log):
            raise Declined("a game with sealed or typed dice is recorded by whoever holds its keys, as it is played")
        book = self.rulebook.rules.book
        seeded = self.dice if isinstance(self.dice, SeededDice) else None
        lines: list[Any] = [
            SetupLine(book.id, book.version, encoded(self.setup), seeded.commitment if seeded else ""),
        ]
        for position, entry in enumerate(self.log):
            if isinstance(entry, Played):
                rolls = tuple([Roll(roll.rule, roll.faces) for roll in entry.rolls])
                lines.append(OrderLine(position, entry.side, encoded(entry.order), rolls, encoded(entry.events)))
            elif isinstance(entry, Act):
                lines.append(ActLine(position, entry.kind, entry.side, entry.to))
        if (result := self.result()) is not None:
            lines.append(EndLine(result, seeded.seed if seeded else ""))
        return Record(chain(lines))


def hides(rulebook: Rulebook[S, O, E], state: S, side: Side | None) -> bool:
    """Whether a state holds what a side may not know; without a side, what somebody may not know."""
    return rulebook.view(state, side) is not state


def encoded(value: Any) -> msgspec.Raw:
    return msgspec.Raw(encode(value))


def outcomes(rulebook: Rulebook[S, O, E], state: S, order: O) -> Iterator[tuple[int, int, S, tuple[E, ...]]]:
    """An order under every roll, on copies: (ways, of, the state it leads to, what happened).

    For looking ahead, and for orders that have no facts of their own to take odds from.
    """
    dice = EveryRoll()
    more = True
    while more:
        copy = state.copy()
        events: list[E] = []
        for event in rulebook.decide(copy, order, dice):
            rulebook.evolve(copy, event)
            events.append(event)
        yield dice.weight, dice.total, copy, tuple(events)
        more = dice.advance()


class Referee(Protocol):
    """As much of a rulebook as plays an order."""

    def to_act(self, state: Any) -> Side | None: ...
    def refuse(self, state: Any, order: Any) -> Refusal | None: ...
    def decide(self, state: Any, order: Any, dice: Dice) -> Iterator[Any]: ...
    def evolve(self, state: Any, event: Any) -> None: ...
    def window(self, state: Any) -> Window | None: ...


def ahead(rulebook: Referee, state: S, orders: Iterable[Any]) -> S | None:
    """A copy of a state after some orders of the side to act, whose enemy declines whatever he is asked.

    Nothing, where one of them is not allowed, or rolls dice.
    """
    then, side = state.copy(), rulebook.to_act(state)
    for order in orders:
        if rulebook.to_act(then) is not side or rulebook.refuse(then, order) is not None:
            return None
        if not _play(rulebook, then, order):
            return None
        while (window := rulebook.window(then)) is not None and rulebook.to_act(then) is not side:
            if not _play(rulebook, then, window.decline):
                return None
    return then


def _play(rulebook: Referee, state: S, order: Any) -> bool:
    """Whether an order could be played on a state without dice."""
    try:
        for event in rulebook.decide(state, order, HeldDice()):
            rulebook.evolve(state, event)
    except Undecided:
        return False
    return True
