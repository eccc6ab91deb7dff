"""Orders and their chapters, phases and their courses.

For each kind of order its phases, the rule of these, who judges it and who decides it; for each phase who lists its
orders, who draws one of them, who says what a unit can do in it, and what people see of it.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Survey
from hulldown.rulebooks import scenes
from hulldown.rulebooks.scenes import Scene

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


# Phases


def nothing_to_survey(state: Any, unit: int) -> Survey:
    """A phase in which no unit is picked up."""
    return Survey(unit)


def settled(found: Survey, done: str, stays: Refusal | None) -> Survey:
    """A survey of a unit that goes nowhere now: what it did is told as a fact, and is nothing to be refused."""
    return replace(found, refusal=None if done else found.refusal, done=done, stays=stays)


class Course(msgspec.Struct, frozen=True):
    """A phase: its scene, its orders (all, or a unit's), one of them by lot, and what the hand can do with a unit."""

    scene: Scene
    listed: Callable[[Any, int | None], Iterator[Any]]
    sampled: Callable[[Any, Dice], Any]
    surveyed: Callable[[Any, int], Survey] = nothing_to_survey


def only(scene: Scene, order: Any) -> Course:
    """A phase with one order, which is no unit's."""
    return Course(scene, lambda state, unit: iter((order,) if unit is None else ()), lambda state, dice: order)


def _none(state: Any, dice: Dice) -> Any:
    raise ValueError("the game is over; there is no order to be drawn")


OVER = Course(scenes.OVER, lambda state, unit: iter(()), _none)
