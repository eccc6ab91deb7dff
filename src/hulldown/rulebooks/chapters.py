"""Orders and their chapters: for each kind of order its phases, the rule of these, who judges it and who decides it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal, Rule

Judge = Callable[[Any, Any], Refusal | None]
Resolver = Callable[[Any, Any, Dice], Iterator[Any]]
Chapter = tuple[tuple[str, ...], Rule, Judge, Resolver]


def anything(state: Any, order: Any) -> None:
    """An order that its phase alone allows."""


def out_of_phase(
    chapters: Mapping[type, Chapter], state: Any, order: Any, amiss: Callable[[Any, Any], Refusal]
) -> Refusal | None:
    """Each order has its phase; at another time the book says what is amiss."""
    return None if state.phase in chapters[type(order)][0] else amiss(state, order)
