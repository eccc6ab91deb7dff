"""The turn and the act to which each line of a log belongs.

Numbers are the same for all viewers and for ever. What is set up has none, so they tell nothing of what is hidden.
"""

from collections.abc import Callable, Sequence
from threading import RLock
from typing import Any, NamedTuple

from msgspec import UNSET

from hulldown.kernel.rulebook import Gist, Rulebook, Told
from hulldown.kernel.side import Side

GOES_ON = ("moved", "nothing")  # an act that ended so goes on with the next order of the same unit


class Turned(NamedTuple):
    """A turn as a log counts it: its number, its round and whose it is."""

    turn: int
    round: int
    mover: Side | None


class Numbers:
    """Numbers the lines of a log, as far as somebody asks: the loop, or a listing that is made beside it."""

    def __init__(
        self, book: Rulebook[Any, Any, Any], states: Sequence[Any], told: Callable[[int], Sequence[Told]]
    ) -> None:
        self._book, self._states, self._told = book, states, told
        self._one_at_a_time = RLock()
        self._turns: list[Turned] = []
        self._acts: dict[int, tuple[int, Gist | None]] = {}  # by line: how many acts there were, and the last

    def turn(self, position: int) -> Turned:
        """The turn in which a line was played."""
        with self._one_at_a_time:
            for place in range(len(self._turns), position + 1):
                self._turns.append(self._turn_at(place))
            return self._turns[position]

    def _turn_at(self, place: int) -> Turned:
        now = self._book.turn(self._states[place])
        mover = None if now.alternates or now.setting_up else now.side
        last = self._turns[-1] if self._turns else Turned(0, 0, None)
        if (now.round, mover) == last[1:]:
            return last
        return Turned(last.turn + 1, now.round, mover)

    def act(self, position: int) -> int:
        """The number of a line's act in its turn; 0, if it is none."""
        with self._one_at_a_time:
            return self._act(position)

    def _act(self, position: int) -> int:
        turn, first = self.turn(position), position
        if not turn.round or _gist(self._told(position)) is None:
            return 0
        while first and first not in self._acts and self.turn(first - 1) == turn:
            first -= 1
        for place in range(first, position + 1):
            if place not in self._acts:
                self._acts[place] = self._act_at(place, turn)
        return self._acts[position][0]

    def _act_at(self, place: int, turn: Turned) -> tuple[int, Gist | None]:
        count, last = self._acts[place - 1] if place and self.turn(place - 1) == turn else (0, None)
        gist = _gist(self._told(place))
        if gist is None:
            return count, last
        same = last is not None and last.unit == gist.unit and last.end in GOES_ON and gist.end in GOES_ON
        return (count if same else count + 1), gist


def _gist(told: Sequence[Told]) -> Gist | None:
    return next((one.act for one in told if one.act is not UNSET), None)
