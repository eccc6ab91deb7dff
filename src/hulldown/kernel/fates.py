"""All that could come of an order: the tables that it leads to, and how likely each is.

Every way for the dice to fall is followed, and equal tables are one. Where there are too many ways, some rolls of dice
that fall for nothing else stand for all: then a mean over them is without bias, and the fates are said to be sampled.
"""

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple, Protocol

from hulldown.kernel.dice import Dice, DiceError, SeededDice
from hulldown.kernel.odds import EveryRoll

MOST_WAYS = 2_000
THROWS = 200


class Fate(NamedTuple):
    chance: float
    state: Any


class Fates(NamedTuple):
    """The tables and, if they were sampled, over how many rolls; else 0."""

    rows: tuple[Fate, ...]
    throws: int = 0


class Rules(Protocol):
    """What playing an order on a copy asks of a book."""

    def decide(self, state: Any, order: Any, dice: Dice) -> Iterator[Any]: ...
    def evolve(self, state: Any, event: Any) -> None: ...


def fates(book: Rules, state: Any, order: Any, salt: str, most: int = MOST_WAYS, throws: int = THROWS) -> Fates:
    """All fates of an order if they are `most` ways or fewer; else those of so many throws, named by the salt."""
    try:
        return Fates(tuple(_every(book, state, order, most)))
    except DiceError:
        rolled = [after(book, state, order, SeededDice(f"{salt} {throw}")) for throw in range(throws)]
        return Fates(tuple([Fate(1 / throws, one) for one in rolled]), throws)


def _every(book: Rules, state: Any, order: Any, most: int) -> Iterator[Fate]:
    dice, found, seen = EveryRoll(), dict[Hashable, Fate](), 0
    while True:
        then = after(book, state, order, dice)
        seen += 1
        if seen > most or dice.ways > most:
            raise DiceError(f"dice can fall in more than {most} ways")
        chance, key = dice.weight / dice.total, table(then)
        had = found.get(key)
        found[key] = Fate(chance, then) if had is None else Fate(had.chance + chance, had.state)
        if not dice.advance():
            break
    yield from found.values()


def after(book: Rules, state: Any, order: Any, dice: Dice) -> Any:
    """The state that an order leads to with these dice, on a copy."""
    then = state.copy()
    for event in book.decide(then, order, dice):
        book.evolve(then, event)
    return then


def table(state: Any) -> Hashable:
    """What tells one table from another: all that a state holds, the ground as the one that is shared."""
    return tuple([_still(getattr(state, name)) for name in state.__struct_fields__])


def _still(value: Any) -> Hashable:
    """A part of a state as it can be compared: units are a list, or hold one."""
    units = getattr(value, "units", value)
    still: Hashable = tuple(units) if isinstance(units, list) else value
    return still
