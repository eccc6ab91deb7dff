"""Setting up the table (CORE-06 … CORE-08, CORE-12, CORE-19, CORE-173, CORE-174): who is first, units, command tanks.

A lot says who plays first. The second player puts down all units, then the first player (CORE-Q02); with option 1 each
then names a command tank, in the same order.
"""

from collections.abc import Iterator
from functools import partial

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike import deployment as family
from hulldown.rulebooks.panzerstrike import setup as setups
from hulldown.rulebooks.panzerstrike.core.events import (
    CommandNamed,
    Deployed,
    Event,
    FirstDrawn,
    PhaseBegan,
    Revealed,
)
from hulldown.rulebooks.panzerstrike.core.orders import Begin, Deploy, NameCommand
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import SPAA, Setup
from hulldown.rulebooks.panzerstrike.core.state import Ground, Phase, State, Unit, Units
from hulldown.rulebooks.panzerstrike.setup import strength

CORE_06 = RULES["CORE-06"]
CORE_07 = RULES["CORE-07"]
CORE_08 = RULES["CORE-08"]
CORE_09 = RULES["CORE-09"]
CORE_12 = RULES["CORE-12"]
CORE_13 = RULES["CORE-13"]
CORE_19 = RULES["CORE-19"]
CORE_39 = RULES["CORE-39"]
CORE_164 = RULES["CORE-164"]
CORE_170 = RULES["CORE-170"]
CORE_173 = RULES["CORE-173"]
CORE_174 = RULES["CORE-174"]
CORE_Q02 = RULES["CORE-Q02"]
CORE_Q47 = RULES["CORE-Q47"]


def empty_table(setup: Setup) -> State:
    """CORE-09, CORE-174: the board with all units still beside it, numbered within their type; the free SPAA are added
    to what was bought."""
    pieces = family.beside_the_board(partial(strength, setup), Unit)
    return State(Ground.of(setup, setup.walls), Units(pieces))


def resolve_begin(state: State, order: Begin, dice: Dice) -> Iterator[Event]:
    """CORE-Q02: who plays first is drawn by lot."""
    (lot,) = dice.faces(CORE_Q02, (RED, BLUE), 1)
    yield FirstDrawn(Side(lot))
    yield _next(state)


def due(state: State) -> tuple[Phase, Side]:
    """CORE-Q02: what is to be set up next, and by whom. A side without vehicles names none to command."""
    sides, units = (state.first.other, state.first), state.units.units
    for side in sides:
        if not family.all_deployed(state, side):
            return Phase.DEPLOYMENT, side
    for side in sides if state.ground.setup.command else ():
        named = any(piece.side == side and piece.command for piece in units)
        if not named and candidates(state, side):
            return Phase.COMMAND, side
    return Phase.MOVEMENT, state.first


def _next(state: State) -> PhaseBegan:
    phase, side = due(state)
    return PhaseBegan(phase, side, 1 if phase is Phase.MOVEMENT else 0)


# Units


def may_deploy(state: State, order: Deploy) -> Refusal | None:
    """CORE-06 … CORE-09, CORE-12, CORE-13: the next unit of a type, on an open square of its zone, facing any way."""
    return (
        family.may_be_deployed(state, order, "type", kind=CORE_09, left=CORE_13, facing=CORE_07, board=CORE_06)
        or _may_stand(state, order)
        or _may_be_there(state, order)
    )


def _may_stand(state: State, order: Deploy) -> Refusal | None:
    """CORE-08, CORE-39: on ground that is open, with nothing on it."""
    return family.may_stand(state, order.square, built=CORE_39, wall=CORE_164, barricade=CORE_170, taken=CORE_08)


def _may_be_there(state: State, order: Deploy) -> Refusal | None:
    """CORE-12, CORE-173, CORE-174: in the side's zone for this type."""
    if zone(state, order.kind) >> order.square & 1:
        return None
    setup, side, here = state.ground.setup, state.side, state.place(order.square)
    if not setup.spaa:
        return CORE_12.refuse(f"{here} is outside {side.label}'s first {setup.figures.ranks} rows")
    name = state.ground.chart[order.kind].name
    if order.kind == SPAA:
        return CORE_174.refuse(f"{here} is outside {side.label}'s zone B, where the {name} deploy")
    return CORE_173.refuse(f"{here} is outside {side.label}'s zone A, where the {name} deploys")


def zone(state: State, kind: str) -> int:
    """CORE-12, CORE-173, CORE-174, CORE-Q36: where the side may deploy a type: in its rows; in the basic scenario SPAA
    in zone B, all else in zone A, which is the rest."""
    zones = state.ground.zones_b if state.ground.setup.spaa and kind == SPAA else state.ground.zones
    return zones[state.side]


def room(state: State, kind: str) -> int:
    """CORE-08, CORE-12: the squares on which the side may still deploy a type."""
    return zone(state, kind) & state.ground.open & ~state.units.occupied


def towards_enemy(side: Side) -> int:
    """CORE-12: the facing towards the other side's edge."""
    return setups.towards_enemy("long sides", side)


next_of = family.next_of


def resolve_deployment(state: State, order: Deploy, dice: Dice) -> Iterator[Event]:
    """CORE-12, CORE-H6: a unit stands; those that were deployed unseen are shown when all do."""
    yield Deployed(next_of(state, order.kind), order.square, order.facing)
    if due(state) == (state.phase, state.side):
        return
    if state.ground.setup.hidden and due(state)[0] is not Phase.DEPLOYMENT:
        yield Revealed(family.poses(state))
    yield _next(state)


# The command tank


def may_name_command(state: State, order: NameCommand) -> Refusal | None:
    """CORE-19, CORE-Q47: one of the side's own tanks; if it has none, one of its vehicles."""
    if refusal := family.may_be_named(state, order.unit, CORE_19):
        return refusal
    if order.unit not in (able := candidates(state, state.side)):
        told = ", ".join(state.name(unit, state.side) for unit in able)
        return CORE_Q47.refuse(f"{state.name(order.unit, state.side)} is no tank; those that can command are: {told}")
    return None


def candidates(state: State, side: Side) -> list[int]:
    """CORE-19, CORE-Q47: the tanks of a side; if it has none, its vehicles."""
    own = [unit for unit, piece in enumerate(state.units.units) if piece.side == side and state.kind(unit).vehicle]
    return [unit for unit in own if state.kind(unit).tank] or own


def resolve_command(state: State, order: NameCommand, dice: Dice) -> Iterator[Event]:
    yield CommandNamed(order.unit)
    yield _next(state)
