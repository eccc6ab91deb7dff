"""Setting up the table (DYN-08 … DYN-12, DYN-18, DYN-168 … DYN-170): who plays first, units, command tanks.

The roll-off gives the choice of the first player (DYN-Q08). The first player deploys all units, then the second; with
optional rule 1 each then names a command tank.
"""

from collections.abc import Iterator
from functools import partial

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike import deployment as family
from hulldown.rulebooks.panzerstrike import setup as setups
from hulldown.rulebooks.panzerstrike.dynamic.events import (
    CommandNamed,
    Deployed,
    Event,
    FirstChosen,
    PhaseBegan,
    Revealed,
    RolledOff,
)
from hulldown.rulebooks.panzerstrike.dynamic.orders import Begin, ChooseFirst, Deploy, NameCommand
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import SPAA, Setup
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, Phase, State, Unit, Units
from hulldown.rulebooks.panzerstrike.setup import strength

DYN_08 = RULES["DYN-08"]
DYN_11 = RULES["DYN-11"]
DYN_12 = RULES["DYN-12"]
DYN_13 = RULES["DYN-13"]
DYN_18 = RULES["DYN-18"]
DYN_20 = RULES["DYN-20"]
DYN_29 = RULES["DYN-29"]
DYN_168 = RULES["DYN-168"]
DYN_170 = RULES["DYN-170"]
DYN_178 = RULES["DYN-178"]
DYN_Q08 = RULES["DYN-Q08"]
DYN_Q36 = RULES["DYN-Q36"]
DYN_Q41 = RULES["DYN-Q41"]


def empty_table(setup: Setup) -> State:
    """DYN-09, DYN-13, DYN-169: the board with all units still beside it, numbered within their class; the free SPAA are
    added to what was bought."""
    pieces = family.beside_the_board(partial(strength, setup), Unit)
    return State(Ground.of(setup, setup.walls), Units(pieces))


def resolve_roll_off(state: State, order: Begin, dice: Dice) -> Iterator[Event]:
    """DYN-Q08, DYN-H4: one Red die each, ties again; the higher one chooses who plays first."""
    yield RolledOff(*family.roll_off(dice, DYN_Q08, state.ground.setup.figures.red))


def resolve_first(state: State, order: ChooseFirst, dice: Dice) -> Iterator[Event]:
    yield FirstChosen(order.first)
    yield _next(state)


def due(state: State) -> tuple[Phase, Side]:
    """DYN-Q08, DYN-Q41: what is to be set up next, and by whom. A side without tanks names none to command."""
    sides, units = (state.first, state.first.other), state.units.units
    for side in sides:
        if not family.all_deployed(state, side):
            return Phase.DEPLOYMENT, side
    for side in sides if state.ground.setup.command else ():
        own = [piece for piece in units if piece.side == side]
        if any(state.ground.chart[piece.kind].tank for piece in own) and not any(piece.command for piece in own):
            return Phase.COMMAND, side
    return Phase.ROLL, state.first


def _next(state: State) -> PhaseBegan:
    phase, side = due(state)
    return PhaseBegan(phase, side, 1 if phase is Phase.ROLL else 0)


# Units


def may_deploy(state: State, order: Deploy) -> Refusal | None:
    """DYN-10 … DYN-13, DYN-18, DYN-20, DYN-H2, DYN-Q09: the next unit of a class, on an open square of its zone, facing
    any of eight ways. The zone comes first: what stands in the other one is not to be had by asking."""
    return (
        family.may_be_deployed(state, order, "class", kind=DYN_13, left=DYN_20, facing=DYN_11, board=DYN_08)
        or _may_be_there(state, order)
        or _may_stand(state, order)
    )


def _may_stand(state: State, order: Deploy) -> Refusal | None:
    """DYN-12, DYN-Q08: on ground that is open, with nothing on it."""
    return family.may_stand(state, order.square, built=DYN_Q08, wall=DYN_Q08, barricade=DYN_Q08, taken=DYN_12)


def _may_be_there(state: State, order: Deploy) -> Refusal | None:
    """DYN-18, DYN-168, DYN-170, DYN-178, DYN-Q36: in the side's zone for this class."""
    if zone(state, order.kind) >> order.square & 1:
        return None
    setup, side, here = state.ground.setup, state.side, state.place(order.square)
    if not setup.spaa:
        told = f"{here} is outside {side.label}'s first {setup.figures.ranks} ranks"
        return (DYN_178 if setup.quick else DYN_18).refuse(told)
    name = state.ground.chart[order.kind].name
    if order.kind != SPAA:
        return DYN_168.refuse(f"{here} is outside {side.label}'s zone A, where {name}s deploy")
    if any(block >> order.square & 1 for block in state.ground.blocks[side]):
        return DYN_Q36.refuse(f"{here} is in a part of {side.label}'s zone B that has its {name} already")
    return DYN_170.refuse(f"{here} is outside {side.label}'s zone B, where the {name} deploy")


def zone(state: State, kind: str) -> int:
    """DYN-18, DYN-168, DYN-170, DYN-Q36: where the side may deploy a class: in its ranks; in the basic scenario in zone
    A, and SPAA in the parts of zone B that have none yet."""
    if not (state.ground.setup.spaa and kind == SPAA):
        return state.ground.zones[state.side]
    own = state.units.active(state.side)
    return sum(block for block in state.ground.blocks[state.side] if not block & own)


def room(state: State, kind: str) -> int:
    """DYN-12, DYN-18, DYN-Q08: the squares on which the side may still deploy a class."""
    return zone(state, kind) & state.ground.open & ~state.units.occupied


def towards_enemy(setup: Setup, side: Side) -> int:
    """DYN-18: the facing towards the other side's edge."""
    return setups.towards_enemy(setup.edges, side)


next_of = family.next_of


def resolve_deployment(state: State, order: Deploy, dice: Dice) -> Iterator[Event]:
    """DYN-H2, DYN-H8: the unit stands; when the last one does, all that was hidden is shown."""
    yield Deployed(next_of(state, order.kind), order.square, order.facing)
    if due(state) == (state.phase, state.side):
        return
    if state.ground.setup.hidden and due(state)[0] is not Phase.DEPLOYMENT:
        yield Revealed(family.poses(state))
    yield _next(state)


# The command tank


def may_name_command(state: State, order: NameCommand) -> Refusal | None:
    """DYN-29, DYN-Q41: one of the side's own tanks."""
    if refusal := family.may_be_named(state, order.unit, DYN_29):
        return refusal
    if not state.kind(order.unit).tank:
        told = ", ".join(kind.name for kind in state.ground.chart.values() if kind.tank)
        return DYN_Q41.refuse(f"{state.name(order.unit, state.side)} is no tank; those that can command are: {told}")
    return None


def candidates(state: State) -> list[int]:
    """DYN-29, DYN-Q41: the tanks of the side that can be named."""
    return [unit for unit, piece in enumerate(state.units.units) if piece.side == state.side and state.kind(unit).tank]


def resolve_command(state: State, order: NameCommand, dice: Dice) -> Iterator[Event]:
    yield CommandNamed(order.unit)
    yield _next(state)
