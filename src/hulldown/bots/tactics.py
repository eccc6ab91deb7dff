"""What a bot may know of a book beyond its rules: what is promising, and what a position is worth."""

from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

import msgspec

from hulldown.kernel.side import Side


class Horizon(StrEnum):
    """How far a bot can plan by the values of positions: not at all, a row of orders of its units, one order whose dice
    fall at once, or by the ways that the book itself lists."""

    NONE = ""
    ROW = "row"
    ORDER = "order"
    WAYS = "ways"


class Weights(msgspec.Struct, frozen=True):
    """How a position is judged: a book has its own, and a bot's personality scales them."""

    risk: float = 1.0  # what the enemy's next turn may cost
    hope: float = 0.5  # what its own next turn promises
    way: float = 1.0  # the way made towards the enemy, or to where the game is decided
    goal: float = 1.0  # what decides the game beside units: flags, SPAA, points


class ReturnFire(NamedTuple):
    """The enemy's shot that is likeliest to cost a unit before its next turn: by whom, and the chance, about."""

    unit: int = -1
    chance: float = 0.0


class Tactics(Protocol):
    """What a bot may know of a book: promising orders with what each is worth, and what a position is worth to a side.

    Both are in points. A value is that of the position as it is, whoever is to act: what stands, what may be won and
    lost in the rest of this turn and in the next one, by exact chances, and how far it is to the goal.
    """

    @property
    def WEIGHTS(self) -> Weights: ...  # noqa: N802
    @property
    def EVALUATIONS(self) -> int: ...  # noqa: N802  values that a veteran asks for in a turn: about a second's
    @property
    def ALIKE(self) -> float: ...  # noqa: N802  points by which places to set up may differ and are drawn by lot
    @property
    def WORTHWHILE(self) -> float: ...  # noqa: N802  points that turning on the spot must win in a row, or it is not ordered
    @property
    def SLIP(self) -> float: ...  # noqa: N802  points that a beginner's error costs at the most
    def promising(self, state: Any) -> Iterator[tuple[float, Any]]: ...
    def horizon(self, state: Any) -> Horizon: ...
    def closing(self, state: Any) -> Iterator[Any]: ...  # what is left to order before a phase is closed
    def value(self, state: Any, side: Side, weights: Weights) -> float: ...
    def stance(self, state: Any, side: Side) -> str: ...  # why a side attacks or waits as the end comes, or nothing
    def return_fire(self, state: Any, unit: int) -> ReturnFire | None: ...  # at a unit; nothing if nobody can tell


class Ways(Protocol):
    """The tactics of a book that lists rows of orders itself, with what each is worth, wherever its horizon says so.

    A row costs an evaluation; how many there are may also decide how closely each is looked at. Once it is late, a row
    is looked at less closely. Chance comes from `pick`, as from `Dice.pick`.
    """

    def ways(
        self, state: Any, weights: Weights, evaluations: int, late: Callable[[], bool], pick: Callable[[int], int], /
    ) -> Iterator[tuple[float, tuple[Any, ...]]]: ...
