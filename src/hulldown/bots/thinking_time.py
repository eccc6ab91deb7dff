"""The time of a bot for whose orders somebody waits: so many seconds for a whole turn."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from hulldown.kernel.rulebook import Rulebook

Clock = Callable[[], float]


class ThinkingTime:
    """Seconds for a turn. What is spent is spent, by whatever was done; what is left is for the rest of the turn.

    Without a clock they never end. They are as good as over while somebody asks for an order at once (`hurried`).
    """

    def __init__(self, seconds: float, clock: Clock | None, hurried: Callable[[], bool]) -> None:
        self.seconds, self.clock, self.hurried = seconds, clock, hurried
        self._turn: Any = None
        self._left = self._began = 0.0

    @contextmanager
    def spending(self, turn: Any = None) -> Iterator[None]:
        """All that is done meanwhile is paid for, in a new turn from all of its seconds."""
        if self.clock is None:
            yield
            return
        if turn not in (None, self._turn):
            self._turn, self._left = turn, self.seconds
        self._began = self.clock()
        yield
        self._left -= self.clock() - self._began

    def has(self, part: float) -> bool:
        """Whether more than a part of the turn's seconds is left."""
        if self.clock is None:
            return True
        return not self.hurried() and self._began + self._left - self.clock() > part * self.seconds

    def until(self, part: float) -> Callable[[], bool]:
        """Whether, from now on, a part of the turn's seconds has passed, or all that was left."""
        if self.clock is None:
            return never
        clock, end = self.clock, min(self.clock() + part * self.seconds, self._began + self._left)
        return lambda: self.hurried() or clock() >= end


def turn_of(book: Rulebook[Any, Any, Any], state: Any) -> Any:
    """What tells apart the turns that have seconds of their own: whose choice it is, and the turn in which it is."""
    turn = book.turn(state)
    return book.to_act(state), turn.side, turn.round, turn.part


def never() -> bool:
    return False
