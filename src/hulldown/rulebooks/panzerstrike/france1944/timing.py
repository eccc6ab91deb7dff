"""An order at the wrong time: what is still to be done before it, or is done already."""

from hulldown.kernel.rule import Refusal, Rule
from hulldown.rulebooks.panzerstrike.france1944 import orders
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, State

FR_06 = RULES["FR-06"]
FR_16 = RULES["FR-16"]
FR_31 = RULES["FR-31"]
FR_47 = RULES["FR-47"]
FR_63 = RULES["FR-63"]
FR_H1 = RULES["FR-H1"]
FR_Q06 = RULES["FR-Q06"]
IN_ORDER = list(Phase)
Fact = tuple[Rule, str]


def untimely(state: State, order: orders.Order, meant: Phase) -> Refusal:
    """FR-16, FR-31, FR-H1, FR-Q06: why an order that is meant for another time is not for now."""
    rule, told = _not_played(state, order) or (
        _due(state) if IN_ORDER.index(state.phase) < IN_ORDER.index(meant) else _done(state, meant)
    )
    return rule.refuse(told)


def _not_played(state: State, order: orders.Order) -> Fact | None:
    """FR-47, FR-63: flags and barricades are there only where the players want them."""
    setup = state.ground.setup
    if isinstance(order, orders.PlaceFlag) and not any(setup.flags):
        return FR_47, "this game is played without flags"
    if isinstance(order, orders.PlaceBarricade | orders.EndBarricades) and not setup.barricades:
        return FR_63, "this game is played without barricades"
    return None


def _due(state: State) -> Fact:
    """What comes first."""
    who = state.side.label
    return {
        Phase.BEGIN: (FR_Q06, "nobody has rolled off yet for who plays first"),
        Phase.CHOICE: (FR_Q06, f"{who} won the roll-off and has not said yet who plays first"),
        Phase.FLAGS: (FR_H1, f"{who} has not set all its flags yet"),
        Phase.BARRICADES: (FR_H1, f"{who} has not ended building its barricades"),
        Phase.DEPLOYMENT: (FR_Q06, f"{who} has not put down all its tanks yet"),
        Phase.ROLL: (FR_16, f"{who} has not rolled for movement yet"),
        Phase.MOVEMENT: (FR_31, f"{who} has not ended its movement, and shooting comes after all of it"),
    }[state.phase]


def _done(state: State, meant: Phase) -> Fact:
    """What is behind us."""
    who = state.side.label
    return {
        Phase.BEGIN: (FR_Q06, "the sides have rolled off already"),
        Phase.CHOICE: (FR_Q06, f"it is settled that {state.first.label} plays first"),
        Phase.FLAGS: (FR_H1, "all flags stand already"),
        Phase.BARRICADES: (FR_H1, "both sides have built their barricades already"),
        Phase.DEPLOYMENT: (FR_06, "all tanks stand already"),
        Phase.ROLL: (FR_16, f"{who} has rolled for movement already in this turn"),
        Phase.MOVEMENT: (FR_31, f"{who}'s shooting has begun; nobody drives any more in this turn"),
    }[meant]
