"""The choices before play: who takes which edge, who deploys first, who begins (PK-83, PK-86, PK-89, PK-93, PK-100)."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import turn
from hulldown.rulebooks.panzerkampf.campaign import attacker, relief_due
from hulldown.rulebooks.panzerkampf.events import (
    EdgesAssigned,
    EdgeTaken,
    Event,
    FirstChosen,
    PhaseBegan,
    ReliefCame,
    RolledOff,
    TurnTaken,
)
from hulldown.rulebooks.panzerkampf.orders import AssignEdges, Begin, SetUpFirst, TakeEdge, TakeTurn
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import EDGES, OPPOSITE, Edge, long_edges
from hulldown.rulebooks.panzerkampf.state import Phase, State

PK_83, PK_89, PK_92 = RULES["PK-83"], RULES["PK-89"], RULES["PK-92"]
PK_101, PK_R42 = RULES["PK-101"], RULES["PK-R42"]


def resolve_begin(state: State, order: Begin, dice: Dice) -> Iterator[Event]:
    """PK-83, PK-89, PK-98: both roll for the choices; an escort's attacker gives edges; the encircled deploy."""
    setup = state.setup
    if setup.campaign == "standard":
        rolls = dice.roll_off(PK_83, tuple(range(1, setup.figures.die + 1)))
        red, blue = rolls[-1]
        yield RolledOff(rolls, RED if red > blue else BLUE)
        yield PhaseBegan(Phase.CHOICE, state.chooser, 0)
    elif setup.campaign == "escort":
        yield PhaseBegan(Phase.CHOICE, attacker(setup), 0)
    else:
        yield PhaseBegan(Phase.DEPLOYMENT, setup.defending, 0)


def edges_to_take(state: State) -> tuple[Edge, ...]:
    """PK-83, PK-101: the sides of the table that may be chosen now; none if it is no choice of a side."""
    if state.phase is Phase.START:
        return () if state.relief or not relief_due(state, state.side, state.turn) else EDGES
    return long_edges(state.table) if state.setup.campaign == "standard" and not state.edges[0] else ()


def may_take_edge(state: State, order: TakeEdge) -> Refusal | None:
    """PK-83, PK-89, PK-101, PK-R42: one of the long edges, which is not taken yet; for relief any edge, once."""
    able = edges_to_take(state)
    if order.edge in able:
        return None
    if able:
        return PK_R42.refuse(f"the battle is fought between the {able[0]} and the {able[1]} edge", TakeEdge(able[0]))
    if state.phase is Phase.START:
        return _no_edge_now(state)
    if state.setup.campaign == "standard":
        return PK_83.refuse("the side of the table is chosen; say who deploys first", SetUpFirst(True))
    return PK_89.refuse("the attacker assigns both edges at once", AssignEdges("west", "north"))


def _no_edge_now(state: State) -> Refusal:
    """PK-101: why no edge is chosen at the start of this turn."""
    if state.setup.relief is None:
        return PK_101.refuse("no large army is to come, so there is no edge to choose")
    if state.relief:
        return PK_101.refuse(f"the large army comes in at the {state.relief} edge already")
    due = state.setup.figures.encircled.relief
    return PK_101.refuse(f"the large army of {state.setup.defending.label} chooses its edge in round {due}")


def resolve_take_edge(state: State, order: TakeEdge, dice: Dice) -> Iterator[Event]:
    """PK-83, PK-101: a side of the table; the other choice is the other player's. Relief comes in there."""
    if state.phase is Phase.START:
        yield ReliefCame(state.side, order.edge)
        return
    yield EdgeTaken(state.side, order.edge)
    yield from _after_choice(state)


def may_set_up_first(state: State, order: SetUpFirst) -> Refusal | None:
    """PK-83, PK-92: in a standard battle, and as long as it is not chosen."""
    if state.setup.campaign != "standard":
        told = f"in an escort the attacker, {state.side.label}, deploys first; assign the edges"
        return PK_92.refuse(told, AssignEdges("west", "north"))
    if state.chosen:
        told = f"it is chosen that {state.first.label} deploys first; choose a side of the table"
        return PK_83.refuse(told, TakeEdge(edges_to_take(state)[0]))
    return None


def resolve_set_up_first(state: State, order: SetUpFirst, dice: Dice) -> Iterator[Event]:
    """PK-83: who deploys first; the other choice is the other player's."""
    yield FirstChosen(state.side, state.side if order.own else state.side.other)
    yield from _after_choice(state)


def _after_choice(state: State) -> Iterator[Event]:
    if state.chosen and state.edges[0]:
        yield PhaseBegan(Phase.DEPLOYMENT, state.first, 0)
    else:
        yield PhaseBegan(Phase.CHOICE, state.side.other, 0)


def may_assign_edges(state: State, order: AssignEdges) -> Refusal | None:
    """PK-89: in an escort; the attacker's edge is beside the escorter's."""
    if state.setup.campaign != "escort":
        told = "edges are given in an escort only; in a standard battle choose a side, or who deploys first"
        nearest = TakeEdge(edges_to_take(state)[0]) if edges_to_take(state) else SetUpFirst(True)
        return PK_89.refuse(told, nearest)
    if order.attacker in (order.escorter, OPPOSITE[order.escorter]):
        beside = EDGES[(EDGES.index(order.escorter) + 1) % 4]
        told = f"the {order.attacker} edge is not beside the {order.escorter} edge"
        return PK_89.refuse(f"{told}; the attacker takes a neighbouring one", AssignEdges(order.escorter, beside))
    return None


def resolve_assign_edges(state: State, order: AssignEdges, dice: Dice) -> Iterator[Event]:
    """PK-89, PK-92: both edges; then the attacker deploys."""
    yield EdgesAssigned(order.escorter, order.attacker)
    yield PhaseBegan(Phase.DEPLOYMENT, attacker(state.setup), 0)


def after_deployment(state: State) -> Iterator[Event]:
    """PK-86, PK-93, PK-100: whoever deployed first, escorts or is encircled says who begins."""
    setup = state.setup
    yield PhaseBegan(Phase.FIRST, state.first if setup.campaign == "standard" else setup.defending, 0)


def resolve_take_turn(state: State, order: TakeTurn, dice: Dice) -> Iterator[Event]:
    """PK-86, PK-93, PK-100: the first turn, or the second one."""
    yield TurnTaken(state.side, state.side if order.first else state.side.other)
    yield from turn.begin_turn(state, state.first, 1)
