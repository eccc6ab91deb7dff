"""An order at the wrong time: what is still to be done before it, or is done already."""

from hulldown.kernel.rule import Refusal, Rule
from hulldown.rulebooks.panzerstrike.dynamic import orders, turrets
from hulldown.rulebooks.panzerstrike.dynamic.guns import by
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, State

DYN_29 = RULES["DYN-29"]
DYN_36 = RULES["DYN-36"]
DYN_38 = RULES["DYN-38"]
DYN_97 = RULES["DYN-97"]
DYN_179 = RULES["DYN-179"]
DYN_Q08 = RULES["DYN-Q08"]
IN_ORDER = list(Phase)


def untimely(state: State, order: orders.Order, meant: Phase) -> Refusal:
    """DYN-36, DYN-38, DYN-97, DYN-179, DYN-Q08: why an order that is meant for another time is not for now."""
    return _not_played(state, order) or (
        _due(state) if IN_ORDER.index(state.phase) < IN_ORDER.index(meant) else _done(state, order, meant)
    )


def _not_played(state: State, order: orders.Order) -> Refusal | None:
    """DYN-02, DYN-29: what is there only by an option."""
    if isinstance(order, orders.NameCommand) and not state.ground.setup.command:
        return DYN_29.refuse("this game is played without command tanks")
    return turrets.may_turn(state) if isinstance(order, orders.TurnTurret) else None


def _due(state: State) -> Refusal:
    """What comes first."""
    who = state.side.label
    rule, told = {
        Phase.BEGIN: (DYN_Q08, "nobody has rolled off yet for who plays first"),
        Phase.CHOICE: (DYN_Q08, f"{who} won the roll-off and has not said yet who plays first"),
        Phase.DEPLOYMENT: (DYN_Q08, f"{who} has not put down all its units yet"),
        Phase.COMMAND: (DYN_29, f"{who} has not named its command tank yet"),
        Phase.ROLL: (DYN_38, f"{who} has not rolled for movement yet"),
        Phase.MOVEMENT: (_first_move(state), f"{who} has not ended its movement, and firing comes after all of it"),
    }[state.phase]
    return rule.refuse(told)


def _done(state: State, order: orders.Order, meant: Phase) -> Refusal:
    """What is behind us."""
    who = state.side.label
    if isinstance(order, orders.TurnTurret):
        return DYN_97.refuse(f"{who}'s firing has begun; turrets are laid before it")
    rule, told = {
        Phase.BEGIN: (DYN_Q08, "the sides have rolled off already"),
        Phase.CHOICE: (DYN_Q08, f"it is settled that {state.first.label} plays first"),
        Phase.DEPLOYMENT: (DYN_Q08, "all units stand already"),
        Phase.COMMAND: (DYN_29, "each side that has a tank has named the one that commands"),
        Phase.ROLL: (DYN_38, f"{who} has rolled for movement already in this turn"),
        Phase.MOVEMENT: (_first_move(state), f"{who}'s firing has begun; nothing moves any more in this turn"),
    }[meant]
    return rule.refuse(told)


def _first_move(state: State) -> Rule:
    """DYN-36, DYN-179: all movement, then all firing."""
    return by(state, DYN_36, DYN_179)
