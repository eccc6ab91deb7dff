"""Setting up the table: who plays first, flags, barricades, tanks (FR-05 … FR-08, FR-48 … FR-50, FR-63).

The roll-off gives the choice of the first player. Flags go down first, then barricades, then tanks, each time the
first player's and then the second's. Flags and barricades must leave the streets passable and the flags reachable.
"""

from collections.abc import Iterator
from functools import partial

from hulldown.geometry.squares import Pathfinder, squares_of
from hulldown.kernel.dice import Dice
from hulldown.kernel.files import Fault
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike import deployment as family
from hulldown.rulebooks.panzerstrike.france1944.events import (
    BarricadePlaced,
    BarricadesEnded,
    Deployed,
    Event,
    FirstChosen,
    FlagPlaced,
    PhaseBegan,
    Revealed,
    RolledOff,
)
from hulldown.rulebooks.panzerstrike.france1944.orders import (
    Begin,
    ChooseFirst,
    Deploy,
    EndBarricades,
    PlaceBarricade,
    PlaceFlag,
)
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.setup import Setup, strength
from hulldown.rulebooks.panzerstrike.france1944.state import Flag, Ground, Phase, State, Tank, Tanks

FR_06 = RULES["FR-06"]
FR_07 = RULES["FR-07"]
FR_08 = RULES["FR-08"]
FR_09 = RULES["FR-09"]
FR_50 = RULES["FR-50"]
FR_63 = RULES["FR-63"]
FR_H3 = RULES["FR-H3"]
FR_Q06 = RULES["FR-Q06"]
FR_Q29 = RULES["FR-Q29"]


def empty_table(setup: Setup) -> State:
    """FR-06, FR-09: the board with all tanks still beside it, numbered within their class."""
    tanks = family.beside_the_board(partial(strength, setup), Tank)
    return State(Ground.of(setup), Tanks(tanks), barricades_left=(setup.barricades, setup.barricades))


def check_flags(state: State) -> None:
    """FR-H3: whoever plays first, there must be places for all flags; else the set-up is refused."""
    flags = state.ground.setup.flags
    for first in Side if any(flags) else ():
        begun = state.copy()
        begun.first = first
        begun.phase, begun.side = due(begun)
        squares = squares_of(state.ground.zones[begun.side])
        if not any(may_place_flag(begun, PlaceFlag(square)) is None for square in squares):
            told = (
                f"the board has no place for {flags[RED]} red and {flags[BLUE]} blue flags: open, apart and reachable"
            )
            raise Fault("set-up", told, FR_H3.id)


def resolve_roll_off(state: State, order: Begin, dice: Dice) -> Iterator[Event]:
    """FR-Q06, FR-H4: one die each, ties again; the higher small number chooses who plays first."""
    yield RolledOff(*family.roll_off(dice, FR_Q06, state.ground.setup.figures.small))


def resolve_first(state: State, order: ChooseFirst, dice: Dice) -> Iterator[Event]:
    yield FirstChosen(order.first)
    yield _next(state)


def due(state: State) -> tuple[Phase, Side]:
    """FR-Q06, FR-Q29, FR-H1: what is to be set up next, and by whom."""
    setup = state.ground.setup
    sides = (state.first, state.first.other)
    for side in sides:
        if sum(flag.side == side for flag in state.flags) < setup.flags[side]:
            return Phase.FLAGS, side
    for side in sides:
        if state.barricades_left[side]:
            return Phase.BARRICADES, side
    for side in sides:
        if not family.all_deployed(state, side):
            return Phase.DEPLOYMENT, side
    return Phase.ROLL, state.first


def _next(state: State) -> PhaseBegan:
    phase, side = due(state)
    return PhaseBegan(phase, side, 1 if phase is Phase.ROLL else 0)


def _move_on(state: State) -> Iterator[Event]:
    if due(state) != (state.phase, state.side):
        yield _next(state)


# Flags


def may_place_flag(state: State, order: PlaceFlag) -> Refusal | None:
    """FR-50, FR-Q29, FR-H3: an open square of the side's ranks, away from other flags, where it can be reached."""
    refusal = _may_stand(state, order.square, FR_50, "a flag")
    if refusal:
        return refusal
    square = order.square
    here = state.place(square)
    if not state.ground.zones[state.side] >> square & 1:
        ranks = state.ground.setup.figures.ranks
        return FR_Q29.refuse(f"{here} is outside {state.side.label}'s first {ranks} ranks, where its flags stand")
    spacing = state.ground.setup.figures.flag_spacing
    for flag in state.flags:
        dx, dy = state.ground.grid.offset(square, flag.square)
        if max(abs(dx), abs(dy)) < spacing:
            near = state.place(flag.square)
            return FR_Q29.refuse(f"{here} is nearer than {spacing} squares to the flag at {near}")
    refusal = _may_narrow(state, square, flag=True)
    if refusal or len(state.flags) + 1 == sum(state.ground.setup.flags):
        return refusal
    after = state.copy()
    after.flags = (*state.flags, Flag(state.side, square))
    after.phase, after.side = due(after)
    if after.phase is Phase.FLAGS and not any(
        may_place_flag(after, PlaceFlag(square)) is None for square in squares_of(after.ground.zones[after.side])
    ):
        return FR_H3.refuse(f"with a flag at {here} there is no place left for the next one")
    return None


def resolve_flag(state: State, order: PlaceFlag, dice: Dice) -> Iterator[Event]:
    yield FlagPlaced(state.side, order.square)
    yield from _move_on(state)


# Barricades


def may_place_barricade(state: State, order: PlaceBarricade) -> Refusal | None:
    """FR-63, FR-Q29: any free street square, as long as nothing is walled in."""
    refusal = _may_stand(state, order.square, FR_63, "a barricade")
    if refusal:
        return refusal
    board = state.ground.setup.board
    if not board.streets >> order.square & 1:
        terrain = board.terrain(order.square)
        return FR_63.refuse(f"{state.place(order.square)} is a {terrain}; barricades stand on streets")
    return _may_narrow(state, order.square, flag=False)


def resolve_barricade(state: State, order: PlaceBarricade, dice: Dice) -> Iterator[Event]:
    yield BarricadePlaced(state.side, order.square)
    yield from _move_on(state)


def resolve_end_of_barricades(state: State, order: EndBarricades, dice: Dice) -> Iterator[Event]:
    yield BarricadesEnded(state.side)
    yield from _move_on(state)


# What flags and barricades have in common


def _may_stand(state: State, square: int, rule: Rule, what: str) -> Refusal | None:
    """FR-50, FR-63, FR-Q29: on the board, on an open square with nothing on it."""
    if not 0 <= square < state.ground.grid.size:
        return rule.refuse(f"square {square} is not on the board; {what} stands on one of its squares")
    here = state.place(square)
    if state.ground.setup.board.buildings >> square & 1:
        return rule.refuse(f"{here} is built over; {what} stands on an open square")
    if square in state.ground.barricades:
        return FR_Q29.refuse(f"{here} has a barricade already")
    if state.flag_squares() >> square & 1:
        return FR_Q29.refuse(f"{here} has a flag already")
    return None


def _may_narrow(state: State, square: int, flag: bool) -> Refusal | None:
    """FR-Q29, FR-H3: afterwards each open square is reachable, each flag approachable, and the tanks find room."""
    ground, figures = state.ground, state.ground.setup.figures
    here, bit = state.place(square), 1 << square
    flags = state.flag_squares() | (bit if flag else 0)
    drive = ground.drive if flag else Pathfinder(ground.grid, ground.closed | bit)
    free = ground.open & ~flags & ~bit
    if drive.flood(free, free & -free) != free:
        return FR_Q29.refuse(f"with something on {here} part of the board could no longer be reached")
    for other in squares_of(flags):
        around = (ground.grid.neighbours(other) & free).bit_count()
        if around < figures.flag_neighbours:
            told = f"the flag at {state.place(other)} would have {around} open squares around it"
            return FR_Q29.refuse(f"{told}; it needs {figures.flag_neighbours}")
    for side in Side:
        room = (ground.zones[side] & free).bit_count()
        tanks = sum(tank.side == side for tank in state.tanks.units)
        if room < tanks:
            return FR_H3.refuse(f"{side.label} would have {room} open squares for {tanks} tanks")
    return None


# Tanks


def may_deploy(state: State, order: Deploy) -> Refusal | None:
    """FR-05 … FR-09, FR-Q06: the next tank of a class, on an open square of its ranks, facing any of eight ways."""
    ground, side = state.ground, state.side
    refusal = family.may_be_deployed(state, order, "class", kind=FR_09, left=FR_06, facing=FR_07, board=FR_07)
    if refusal:
        return refusal
    here = state.place(order.square)
    if not ground.zones[side] >> order.square & 1:
        return FR_Q06.refuse(f"{here} is outside {side.label}'s first {ground.setup.figures.ranks} ranks")
    if ground.setup.board.buildings >> order.square & 1:
        return FR_Q06.refuse(f"{here} is built over")
    if not ground.open >> order.square & 1:
        return FR_Q06.refuse(f"{here} has a barricade")
    if state.flag_squares() >> order.square & 1:
        return FR_Q06.refuse(f"{here} has a flag")
    if state.tanks.occupied >> order.square & 1:
        return FR_08.refuse(f"{state.name(state.tanks.standing_on(order.square))} stands on {here}")
    return None


next_of = family.next_of


def room(state: State) -> int:
    """FR-08, FR-Q06: the squares on which the side may still deploy, whatever the class."""
    return state.ground.zones[state.side] & state.ground.open & ~state.tanks.occupied & ~state.flag_squares()


def resolve_deployment(state: State, order: Deploy, dice: Dice) -> Iterator[Event]:
    """FR-H2, FR-H10: tanks of a class go down by their numbers; what was deployed unseen is shown when all stand."""
    yield Deployed(next_of(state, order.kind), order.square, order.facing)
    if due(state) == (state.phase, state.side):
        return
    if state.ground.setup.hidden and due(state)[0] is Phase.ROLL:
        yield Revealed(family.poses(state))
    yield _next(state)
