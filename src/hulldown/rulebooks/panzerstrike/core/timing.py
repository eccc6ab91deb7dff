"""An order at the wrong time: what is still to be done before it, or is done already."""

from hulldown.kernel.rule import Refusal, Rule
from hulldown.rulebooks.panzerstrike.core import orders
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.state import Phase, State

CORE_15 = RULES["CORE-15"]
CORE_19 = RULES["CORE-19"]
CORE_21 = RULES["CORE-21"]
CORE_23 = RULES["CORE-23"]
CORE_27 = RULES["CORE-27"]
CORE_Q02 = RULES["CORE-Q02"]
CORE_Q28 = RULES["CORE-Q28"]
IN_ORDER = list(Phase)
REPAIRS = orders.StartRepair | orders.StopRepair
Fact = tuple[Rule, str]


def untimely(state: State, order: orders.Order, meant: Phase) -> Refusal:
    """CORE-15, CORE-19, CORE-21, CORE-23, CORE-Q02, CORE-Q28: why an order that is meant for another time is not for
    now."""
    early = IN_ORDER.index(state.phase) < IN_ORDER.index(meant)
    rule, told = _not_played(state, order) or (_due(state, order) if early else _done(state, order, meant))
    return rule.refuse(told)


def _not_played(state: State, order: orders.Order) -> Fact | None:
    """CORE-19, CORE-27: command tanks and the speed die are optional."""
    setup = state.ground.setup
    if isinstance(order, orders.NameCommand) and not setup.command:
        return CORE_19, "this game is played without command tanks, which are optional rule 1"
    if isinstance(order, orders.RollSpeed) and not setup.speed_die:
        return CORE_27, "this game is played without the speed die, which is optional rule 2"
    return None


def _due(state: State, order: orders.Order) -> Fact:
    """What comes first."""
    who = state.side.label
    if state.phase is Phase.BEGIN:
        return CORE_Q02, "no lot has been drawn yet for who plays first"
    if state.phase is Phase.DEPLOYMENT:
        return CORE_Q02, f"{who} has not put down all its units yet"
    if state.phase is Phase.COMMAND:
        return CORE_19, f"{who} has not named its command tank yet"
    if state.phase is Phase.ANNOUNCING:
        return CORE_23, f"{who} has not opened fire yet; nothing rolls before all is announced"
    if isinstance(order, REPAIRS):
        return CORE_Q28, f"{who} has not ended its movement; crews go out and come back with the announcement of fire"
    if isinstance(order, orders.EndTurn):
        return CORE_15, f"{who} has not ended its movement; its turn goes on with its fire"
    return CORE_21, f"{who} has not ended its movement; firing comes after all of it"


def _done(state: State, order: orders.Order, meant: Phase) -> Fact:
    """What is behind us."""
    who = state.side.label
    if meant is Phase.BEGIN:
        return CORE_Q02, f"the lot has been drawn already: {state.first.label} plays first"
    if meant is Phase.DEPLOYMENT:
        return CORE_Q02, "all units of both sides stand already"
    if meant is Phase.COMMAND:
        return CORE_19, "both sides have named their command tanks already"
    if meant is Phase.MOVEMENT:
        return CORE_21, f"{who} has ended its movement; nothing moves any more in this turn"
    if isinstance(order, REPAIRS):
        return CORE_Q28, f"{who} has opened fire; crews go out and come back with the announcement of it"
    return CORE_23, f"{who} has opened fire; what is on the list is fixed"
