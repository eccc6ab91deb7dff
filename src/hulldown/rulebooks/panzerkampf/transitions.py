"""From one phase to the next: the end of the start of a turn (PK-101), and of movement (PK-57, PK-67)."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.rulebooks.panzerkampf import campaign, counter, deployment
from hulldown.rulebooks.panzerkampf.events import Event, FieldsRemoved, PhaseBegan
from hulldown.rulebooks.panzerkampf.orders import EndMovement, EndStart, TakeEdge
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.state import Phase, State

PK_101 = RULES["PK-101"]


def may_end_start(state: State, order: EndStart) -> Refusal | None:
    """PK-101, PK-R71: the large army has an edge, and whoever of it finds room is there."""
    if not campaign.relief_due(state, state.side, state.turn):
        return None
    if not state.relief:
        return PK_101.refuse("the large army is due; choose the edge at which it comes in", TakeEdge("north"))
    if (place := deployment.first_place(state)) is not None:
        name = state.ground.types[place.kind].name
        return PK_101.refuse(f"the large army is due, and there is room for its {name}; deploy it first", place)
    return None


def resolve_end_start(state: State, order: EndStart, dice: Dice) -> Iterator[Event]:
    """PK-02: movement follows; dice for the beginning of the turn are not used any more."""
    yield PhaseBegan(Phase.MOVEMENT, state.side, state.turn)


def resolve_end_movement(state: State, order: EndMovement, dice: Dice) -> Iterator[Event]:
    """PK-57, PK-67: mine fields that struck are gone; counter-attacks follow, then shooting."""
    if struck := tuple(at for at, field in enumerate(state.mines) if field.struck):
        yield FieldsRemoved(struck)
    yield from counter.open_windows(state)
