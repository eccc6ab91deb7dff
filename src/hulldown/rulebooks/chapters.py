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


def out_of_phase(chapters: Mapping[type, Chapter], state: Any, order: Any) -> Refusal | None:
    """Each order has its phase; another one is refused by its name."""
    phases, rule, _, _ = chapters[type(order)]
    if state.phase in phases:
        return None
    told = "' or '".join(phases)
    return rule.refuse(f"{type(order).__name__} belongs to the phase '{told}'; this is the phase '{state.phase}'")
