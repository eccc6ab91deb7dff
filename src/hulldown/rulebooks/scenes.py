"""Phases as people see them: what is asked, who can still do something, and what may be pressed."""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from typing import Any

import msgspec

from hulldown.kernel.picture import Button, Todo, Tray
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import Side

Todos = tuple[Todo, ...]
Asked = tuple[str, str]  # a sentence, and the rule behind it
NOTHING = "nothing"  # what a shot that does nothing is called in every book
ALL_STAND = "ends by itself when all stand"
PROMPT = 90  # signs of a prompt line
DICE_DECIDE = "the dice decide"


def nobody(state: Any) -> Iterable[Todo]:
    """A phase in which no unit has anything to do."""
    return ()


def nothing_to_press(state: Any, todo: Todos) -> Iterable[Button]:
    """A phase that needs more than a button."""
    return ()


class Scene(msgspec.Struct, frozen=True):
    """A phase at the table: what a side is asked, what it does in it ("move"), who can, and the buttons.

    Where nothing can be pressed, `ends` says how the phase comes to its end.
    """

    asked: Callable[[Any, Todos], Asked]
    does: str
    todo: Callable[[Any], Iterable[Todo]] = nobody
    buttons: Callable[[Any, Todos], Iterable[Button]] = nothing_to_press
    ends: str = ""


def saying(told: str, rule: Rule) -> Callable[[Any, Todos], Asked]:
    """Always the same, but for {who} is asked."""
    return lambda state, todo: (told.format(who=state.side.label), rule.id)


def ended(state: Any, todo: Todos) -> Asked:
    """How the battle ended; where that takes many words, the log has them all, and the last clause says who won."""
    told: str = state.result.sentence
    if len(told) > PROMPT:
        told = told.rpartition(": ")[2]
    return told[0].upper() + told[1:], state.result.rule


OVER = Scene(ended, "")


def tray_of(
    scene: Scene,
    state: Any,
    track: tuple[str, ...],
    side: Side | None,
    turn: int,
    goals: tuple[str, str],
    **more: Any,
) -> Tray:
    """What a phase offers beside the board, and whatever more a book has there."""
    todo = tuple(scene.todo(state))
    prompt, rule = scene.asked(state, todo)
    buttons = tuple(scene.buttons(state, todo))
    ends = "" if buttons else scene.ends
    phase = str(state.phase)
    return Tray(track, phase, side, turn, prompt, rule, goals, buttons=buttons, todo=todo, ends=ends, **more)


# Who can still do something


def urgent(todo: Iterable[Todo], in_sight: Callable[[int], bool]) -> Todos:
    """Those with a shot, the best first; those in sight of an enemy; the rest."""
    return tuple(sorted(todo, key=lambda one: (-(one.chance or 0), one.chance is None and not in_sight(one.unit))))


def best(chances: Iterable[Fraction]) -> Fraction | None:
    """The best of the chances that there are; a shot that can do nothing is none."""
    return max(filter(None, chances), default=None)


def useful(odds: Mapping[Any, Fraction]) -> bool:
    """Whether a shot can do anything."""
    return any(chance for word, chance in odds.items() if word != NOTHING)


def still(todo: Todos, does: str) -> dict[str, Any]:
    """What a button says of those that it would leave behind: "3 can still fire"."""
    units = tuple([one.unit for one in todo])
    return {"units": units, "still": f"{len(units)} can still {does}" if units else ""}
