"""What the books of the family tell alike: how units came to the table. A book says by which rule."""

from collections.abc import Callable
from typing import Any

from hulldown.kernel.rule import Rule
from hulldown.kernel.rulebook import Told
from hulldown.rulebooks.panzerstrike.states import Table

Zones = Callable[..., Rule]  # the rule by which the units of a set-up, or those of a kind, have their place


def deployed(zones: Zones, state: Table, event: Any) -> Told:
    setup = state.ground.setup
    rule, facing = zones(setup, state.units.units[event.unit].kind), setup.board.compass(event.facing)
    return Told(f"{state.name(event.unit)} deployed on {state.place(event.square)}, facing {facing}.", (rule.id,))


def hidden(zones: Zones, state: Table, event: Any) -> Told:
    return Told(f"{event.side.label} deployed a unit unseen.", (zones(state.ground.setup).id,))


def revealed(zones: Zones, state: Table, event: Any) -> Told:
    return Told("Both sides stand; all units are shown.", (zones(state.ground.setup).id,))


def command_named(rule: Rule, state: Table, event: Any) -> Told:
    side = state.units.units[event.unit].side
    return Told(f"{side.label} named {state.name(event.unit, side)} its command tank.", (rule.id,))
