"""What a bot is."""

from abc import ABC, abstractmethod
from typing import Any

import msgspec

from hulldown.kernel.dice import Dice, HeldDice, Undecided
from hulldown.kernel.rulebook import Rulebook


class Option(msgspec.Struct, frozen=True):
    """An order in words, and what a bot expected of it, in points."""

    order: str
    worth: float


class Why(msgspec.Struct, frozen=True):
    """Why a bot chose an order: what it expected of it, and of the best others that it thought of."""

    chosen: Option
    others: tuple[Option, ...] = ()

    @property
    def sentences(self) -> tuple[str, ...]:
        """The same as it is told."""
        told = [f"{points(self.chosen.worth)} expected: {self.chosen.order}."]
        told += [f"{points(other.worth)} instead: {other.order}." for other in self.others]
        return tuple(told)


def points(worth: float) -> str:
    """Points as they are told, with their sign."""
    return f"{worth:+.2f} points".replace("-", "−")


class Bot(ABC):
    """A player that is asked for one order at a time."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any], dice: Dice) -> None:
        self.rulebook = rulebook
        self.dice = dice

    @abstractmethod
    def choose(self, view: Any) -> Any:
        """A legal order of the side that is to act in this view."""

    def explain(self) -> Why | None:
        """Why it chose its last order; nothing where it had no choice, or no reason."""
        return None


HELD = HeldDice()


def played(book: Rulebook[Any, Any, Any], state: Any, order: Any) -> Any:
    """The state after an order, on a copy; nothing if dice would have to fall."""
    after = state.copy()
    try:
        for event in book.decide(after, order, HELD):
            book.evolve(after, event)
    except Undecided:
        return None
    return after


def described(book: Rulebook[Any, Any, Any], state: Any, order: Any) -> str:
    """An order in words: in the book's own voice where no die has to fall for that, else by its name and its units."""
    ahead = state.copy()
    try:
        event = next(iter(book.decide(ahead, order, HELD)), None)
        if event is not None:
            return book.tell(ahead, event).sentence.rstrip(".")
    except Undecided:
        pass
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(order).__name__).strip()
    units = book.units(state)
    named = [units[unit].name for unit in (book.unit_of(order), book.target_of(order)) if unit is not None]
    return " at ".join([f"{words} of {named[0]}", *named[1:]]) if named else words
