"""What is amiss with an order that is given at another time: the game is over, something comes first, or it is late."""

from collections.abc import Callable
from typing import Any

from hulldown.kernel.rule import Refusal, Rule
from hulldown.rulebooks.panzerkampf import orders
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import Campaign, command_dice
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where

PK_02, PK_25, PK_57, PK_83 = RULES["PK-02"], RULES["PK-25"], RULES["PK-57"], RULES["PK-83"]
PK_85, PK_86, PK_89, PK_92 = RULES["PK-85"], RULES["PK-86"], RULES["PK-89"], RULES["PK-92"]
PK_93, PK_98, PK_99, PK_100 = RULES["PK-93"], RULES["PK-98"], RULES["PK-99"], RULES["PK-100"]
PK_101, PK_104, PK_105 = RULES["PK-101"], RULES["PK-104"], RULES["PK-105"]
PK_120, PK_125 = RULES["PK-120"], RULES["PK-125"]
PK_R43, PK_R44, PK_R61, PK_R74 = RULES["PK-R43"], RULES["PK-R44"], RULES["PK-R61"], RULES["PK-R74"]
Fact = tuple[Rule, str]
# PK-86, PK-93, PK-100: who says who has the first turn.
FIRST_TURN: dict[Campaign, Rule] = {"standard": PK_86, "escort": PK_93, "encircled": PK_100}
# In which order things come; from the command dice on they come in every turn.
ORDER = tuple(Phase)
# PK-R61: what is never a counter-attack.
NO_COUNTER = {
    orders.Bomb: "bombs are no counter-attack",
    orders.Plant: "mines are no counter-attack",
    orders.Defuse: "mines are no counter-attack",
    orders.LayBridge: "a bridge is no counter-attack",
}


def amiss(state: State, order: Order) -> Refusal:
    """PK-02, PK-25, PK-57, PK-83 … PK-86, PK-105: why an order cannot be given now, whatever it says."""
    if state.result is not None:
        return RULES[state.result.rule].refuse("the game is over")
    if isinstance(order, orders.RollCommand | orders.Command | orders.Supply) and not command_dice(state.setup):
        return PK_104.refuse(_without_dice(state))
    late = LATE.get(type(order))
    rule, told = late[1](state) if late and _after(state.phase, late[0]) else _early(state, order)
    return rule.refuse(told)


def _after(phase: Phase, other: Phase) -> bool:
    return ORDER.index(phase) > ORDER.index(other)


def _without_dice(state: State) -> str:
    """PK-104, PK-R35: why there are no command dice in this game."""
    if not state.setup.command:
        return "this battle is played without command dice"
    return f"{state.setup.limit} points bring no command die; each takes {state.setup.figures.command_points}"


def _early(state: State, order: Order) -> Fact:
    """What comes before an order, or stands in its way now."""
    if isinstance(order, orders.Barrage):
        return PK_125, f"a barrage falls when {state.side.label} shoots; {now(state)[1]}"
    if state.window is not None and type(order) in NO_COUNTER:
        return PK_R61, f"{NO_COUNTER[type(order)]}; {now(state)[1]}"
    return now(state)


def now(state: State) -> Fact:
    """What is going on, and the rule of it."""
    return NOW[state.phase](state, state.acting.label)


# What is going on


def _to_begin(state: State, label: str) -> Fact:
    if state.setup.campaign == "standard":
        return PK_83, "nobody has rolled for the choices yet"
    return PK_89 if state.setup.campaign == "escort" else PK_98, "the game has not begun yet"


def _to_choose(state: State, label: str) -> Fact:
    if state.setup.campaign == "escort":
        return PK_89, f"{label} has not assigned the edges yet"
    wanting = "choose a side of the table" if state.chosen else "say who deploys first" if state.edges[0] else "choose"
    return PK_83, f"{label} has still to {wanting}"


def _to_deploy(state: State, label: str) -> Fact:
    own = [piece for piece in state.units if piece.side is state.side and not piece.relief]
    many = sum(piece.where is Where.WAITING for piece in own)
    defends = state.side is state.setup.defending
    rule = {"standard": PK_85, "escort": PK_92, "encircled": PK_98 if defends else PK_99}[state.setup.campaign]
    return rule, f"{label} has {many} unit{'s' * (many != 1)} still to deploy"


NOW: dict[Phase, Callable[[State, str], Fact]] = {
    Phase.BEGIN: _to_begin,
    Phase.CHOICE: _to_choose,
    Phase.DEPLOYMENT: _to_deploy,
    Phase.FIRST: lambda state, label: (
        FIRST_TURN[state.setup.campaign],
        f"{label} has not said yet who has the first turn",
    ),
    Phase.COMMAND: lambda state, label: (PK_105, f"{label} has not rolled its command dice yet"),
    Phase.START: lambda state, label: (PK_02, f"{label}'s turn has only begun, and its units do not move yet"),
    Phase.MOVEMENT: lambda state, label: (PK_25, f"{label} has not ended its movement yet"),
    Phase.COUNTER: lambda state, label: (PK_57, f"{label} may counter-attack first"),
    Phase.SHOOTING: lambda state, label: (PK_25, f"{label} has ended its movement, and shoots"),
}


# What is over


def _begun(state: State) -> Fact:
    if state.setup.campaign == "standard":
        return PK_83, f"both have rolled for the choices; {state.chooser.label} had the higher die"
    return PK_89 if state.setup.campaign == "escort" else PK_98, "the game has begun already"


def _edges_taken(state: State) -> Fact:
    """PK-83, PK-89, PK-101: whose edges are which; the encircled have one when the large army comes."""
    if state.setup.campaign != "encircled":
        rule = PK_83 if state.setup.campaign == "standard" else PK_89
        return rule, f"Red has the {state.edges[0]} edge already, and Blue the {state.edges[1]} one"
    if state.relief:
        return PK_101, f"the large army comes in at the {state.relief} edge already"
    due = state.setup.figures.encircled.relief
    return (
        PK_101,
        f"the large army chooses its edge at the start of {state.setup.defending.label}'s turn in round {due}",
    )


def _chosen(state: State) -> Fact:
    if state.setup.campaign == "standard":
        return PK_83, "it is chosen already who deploys first"
    if state.setup.campaign == "escort":
        return PK_92, f"in an escort the attacker, {state.setup.defending.other.label}, deploys first"
    return PK_98, f"the encircled, {state.setup.defending.label}, deploy first"


def _assigned(state: State) -> Fact:
    if state.setup.campaign == "escort":
        return _edges_taken(state)
    return PK_89, "edges are given in an escort only"


def _deployed(state: State) -> Fact:
    """PK-85, PK-R43, PK-R44: all stand; who comes later does so before anything moves."""
    defender = state.setup.defending
    if state.setup.campaign == "standard":
        return PK_85, "all units stand already"
    if state.phase is Phase.COMMAND:
        return now(state)
    if state.setup.campaign == "escort":
        told = f"reinforcements come at the start of {defender.other.label}'s turn, before anything moves"
        return PK_R43, f"all units of the armies stand already; {told}"
    told = f"the large army comes at the start of {defender.label}'s turn, before anything moves"
    return PK_R44, f"all others stand already; {told}"


def _turn_taken(state: State) -> Fact:
    return FIRST_TURN[state.setup.campaign], f"it is decided already: {state.first.label} has the first turn"


def _moved(state: State) -> Fact:
    if state.window is not None:
        return PK_02, f"the movement of this turn is over; {now(state)[1]}"
    return PK_02, f"the movement of this turn is over; {state.side.label} shoots"


# When an order is late, and what is said then.
LATE: dict[Any, tuple[Phase, Callable[[State], Fact]]] = {
    orders.Begin: (Phase.BEGIN, _begun),
    orders.TakeEdge: (Phase.CHOICE, _edges_taken),
    orders.SetUpFirst: (Phase.CHOICE, _chosen),
    orders.AssignEdges: (Phase.CHOICE, _assigned),
    orders.Deploy: (Phase.DEPLOYMENT, _deployed),
    orders.TakeTurn: (Phase.FIRST, _turn_taken),
    orders.RollCommand: (Phase.COMMAND, lambda state: (PK_105, "the command dice of this turn are rolled already")),
    orders.Command: (Phase.MOVEMENT, lambda state: (PK_R74, f"{now(state)[1]}; dice are used before or after that")),
    orders.Supply: (Phase.START, lambda state: (PK_120, "supplies come at the beginning of a turn, which is over")),
    orders.EndStart: (Phase.START, lambda state: (PK_02, "the movement of this turn has begun already")),
    **dict.fromkeys(
        (orders.Dive, orders.Surface, orders.DigIn, orders.Move, orders.Enter, orders.EndMovement),
        (Phase.MOVEMENT, _moved),
    ),
    orders.Pass: (Phase.FIRST, lambda state: (PK_57, "nobody has a counter-attack to make now")),
}
