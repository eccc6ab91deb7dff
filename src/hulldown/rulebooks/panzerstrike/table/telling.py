"""What the books of the family tell alike: how units came to the table. A book says by which rule."""

from collections.abc import Callable, Iterable
from typing import Any

from hulldown.geometry.squares import Grid
from hulldown.kernel.picture import End, Place
from hulldown.kernel.rule import Rule
from hulldown.kernel.rulebook import Gist, Told
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.states import Table

TENTHS = 10  # of a square, in which lines are told
Zones = Callable[..., Rule]  # the rule by which the units of a set-up, or those of a kind, have their place


def deployed(zones: Zones, state: Table, event: Any) -> Told:
    setup = state.ground.setup
    rule, facing = zones(setup, state.units.units[event.unit].kind), setup.board.compass(event.facing)
    place = state.place(event.square)
    told = f"{state.name(event.unit)} deployed on {place}, facing {facing}."
    return Told(told, (rule.id,), act=Gist(event.unit, "nothing", f"deployed on {place}"))


def hidden(zones: Zones, state: Table, event: Any) -> Told:
    return in_secret(state.units.units, event.side, "unit", zones(state.ground.setup))


def in_secret(pieces: Iterable[Any], side: Side, thing: str, rule: Rule) -> Told:
    """What is told of a side that deploys unseen: how many it has placed, and nothing else."""
    placed = sum(piece.side is side and piece.square >= 0 for piece in pieces) + 1
    deed = f"placed {placed} {thing}{'s' * (placed != 1)} in secret"
    return Told(f"{side.label} {deed}.", (rule.id,), act=Gist(None, "nothing", deed))


def revealed(zones: Zones, state: Table, event: Any) -> Told:
    return Told("Both sides stand; all units are shown.", (zones(state.ground.setup).id,))


def command_named(rule: Rule, state: Table, event: Any) -> Told:
    side = state.units.units[event.unit].side
    return Told(f"{side.label} named {state.name(event.unit, side)} its command tank.", (rule.id,))


# How a shot is drawn


def line_between(grid: Grid, here: int, there: int, aside: tuple[int, int] = (0, 0)) -> tuple[Place, Place]:
    """The line from one middle to another, or to a point beside that; all in tenths of a square."""
    (x, y), (to_x, to_y) = grid.xy(here), grid.xy(there)
    return Place(TENTHS * x, TENTHS * y), Place(TENTHS * to_x + aside[0], TENTHS * to_y + aside[1])


def end_of(verdict: Verdict, firepower: int, far: int) -> End:
    """How a shot is drawn: a sum that does not even make the distance flies by, else the armour held."""
    if verdict is Verdict.NOTHING:
        return "missed" if firepower < far else "held"
    return "destroyed" if verdict is Verdict.DESTROYED else "harmed"


def word_of(verdict: Verdict, firepower: int, needed: int) -> str:
    """What a log has of a shot in a word: what it did, or how near it came."""
    return f"{firepower} of {needed}" if verdict is Verdict.NOTHING else str(verdict)
