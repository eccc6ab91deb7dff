"""Each order to its chapter: its phases, the rule of these, who judges it and who decides it."""

from hulldown.kernel.rule import Refusal
from hulldown.rulebooks.chapters import Chapter, anything, out_of_phase
from hulldown.rulebooks.panzerkampf import (
    choices,
    command,
    counter,
    deployment,
    driving,
    engineers,
    indirect,
    orders,
    shooting,
    transitions,
    turn,
)
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.state import Phase, State
from hulldown.rulebooks.panzerkampf.timing import amiss

PK_02, PK_19, PK_23, PK_25 = RULES["PK-02"], RULES["PK-19"], RULES["PK-23"], RULES["PK-25"]
PK_57, PK_64, PK_68, PK_83 = RULES["PK-57"], RULES["PK-64"], RULES["PK-68"], RULES["PK-83"]
PK_85, PK_86, PK_89, PK_105 = RULES["PK-85"], RULES["PK-86"], RULES["PK-89"], RULES["PK-105"]
PK_120, PK_125 = RULES["PK-120"], RULES["PK-125"]
MOVEMENT, SHOOTING, FIRE = (Phase.MOVEMENT,), (Phase.SHOOTING,), (Phase.COUNTER, Phase.SHOOTING)
# PK-02, PK-25, PK-57, PK-83, PK-85, PK-105: each order has its phase.
CHAPTERS: dict[type, Chapter] = {
    orders.Begin: ((Phase.BEGIN,), PK_83, anything, choices.resolve_begin),
    orders.TakeEdge: ((Phase.CHOICE, Phase.START), PK_83, choices.may_take_edge, choices.resolve_take_edge),
    orders.SetUpFirst: ((Phase.CHOICE,), PK_83, choices.may_set_up_first, choices.resolve_set_up_first),
    orders.AssignEdges: ((Phase.CHOICE,), PK_89, choices.may_assign_edges, choices.resolve_assign_edges),
    orders.Deploy: ((Phase.DEPLOYMENT, Phase.START), PK_85, deployment.may_deploy, deployment.resolve_deploy),
    orders.TakeTurn: ((Phase.FIRST,), PK_86, anything, choices.resolve_take_turn),
    orders.RollCommand: ((Phase.COMMAND,), PK_105, anything, command.resolve_roll),
    orders.Command: (command.PHASES, PK_105, command.may_command, command.resolve_command),
    orders.Supply: ((Phase.START,), PK_120, command.may_supply, command.resolve_supply),
    orders.EndStart: ((Phase.START,), PK_02, transitions.may_end_start, transitions.resolve_end_start),
    orders.Dive: (MOVEMENT, PK_19, driving.may_dive, driving.resolve_dive),
    orders.Surface: (MOVEMENT, PK_19, driving.may_surface, driving.resolve_surface),
    orders.DigIn: (MOVEMENT, PK_23, driving.may_dig_in, driving.resolve_dig_in),
    orders.Move: (MOVEMENT, PK_02, driving.may_move, driving.resolve_move),
    orders.Enter: (MOVEMENT, PK_02, driving.may_enter, driving.resolve_enter),
    orders.EndMovement: (MOVEMENT, PK_02, driving.may_end_movement, transitions.resolve_end_movement),
    orders.Fire: (FIRE, PK_25, shooting.may_fire, shooting.resolve_fire),
    orders.FireAtCrate: (FIRE, PK_25, shooting.may_fire_at_crate, shooting.resolve_fire_at_crate),
    orders.Shell: (FIRE, PK_25, indirect.may_shell, indirect.resolve_shell),
    orders.Bomb: (SHOOTING, PK_25, indirect.may_bomb, indirect.resolve_bomb),
    orders.Barrage: (SHOOTING, PK_125, indirect.may_barrage, indirect.resolve_barrage),
    orders.Plant: (SHOOTING, PK_64, engineers.may_plant, engineers.resolve_plant),
    orders.Defuse: (SHOOTING, PK_64, engineers.may_defuse, engineers.resolve_defuse),
    orders.LayBridge: (SHOOTING, PK_68, engineers.may_lay_bridge, engineers.resolve_lay_bridge),
    orders.Pass: ((Phase.COUNTER,), PK_57, anything, counter.resolve_pass),
    orders.EndTurn: (SHOOTING, PK_25, anything, turn.resolve_end_turn),
}


def untimely(state: State, order: Order) -> Refusal | None:
    """PK-02: why an order cannot be given in this phase."""
    return out_of_phase(CHAPTERS, state, order, amiss)


def refuse(state: State, order: Order) -> Refusal | None:
    return untimely(state, order) or CHAPTERS[type(order)][2](state, order)
