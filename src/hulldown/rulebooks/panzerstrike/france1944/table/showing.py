"""The table as a picture: pieces, marks on the ground, and the tray with all that there is to choose."""

from collections.abc import Iterator

from hulldown.geometry.squares import squares_of
from hulldown.kernel.picture import (
    Badge,
    Die,
    Mark,
    Part,
    Picture,
    Piece,
    Spots,
)
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Band, Survey
from hulldown.kernel.side import Side
from hulldown.kernel.template import template
from hulldown.rulebooks.panzerstrike.france1944 import deployment, flags, movement, orders, shooting
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.setup import defender
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, State, Tank
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.setup import towards_enemy
from hulldown.rulebooks.panzerstrike.table import showing as family
from hulldown.rulebooks.panzerstrike.table.showing import place_of, pose_of, terrain_of
from hulldown.rulebooks.scenes import (
    Scene,
)

FR_32, FR_34, FR_36, FR_50 = RULES["FR-32"], RULES["FR-34"], RULES["FR-36"], RULES["FR-50"]
FR_55, FR_61, FR_63, FR_Q06 = RULES["FR-55"], RULES["FR-61"], RULES["FR-63"], RULES["FR-Q06"]
FR_Q29 = RULES["FR-Q29"]
TRACK = ("roll", "movement", "shooting")
SET_UP = (Phase.BEGIN, Phase.CHOICE, Phase.FLAGS, Phase.BARRICADES, Phase.DEPLOYMENT)
WARN_FROM = 3 / 4  # of a limit: from here on the goal line names it


def picture_of(state: State, scene: Scene) -> Picture:
    terrain = terrain_of(state.ground.setup.board)
    pieces = tuple([_piece(state, unit, tank) for unit, tank in enumerate(state.tanks.units)])
    tray = family.tray_of(scene, state, TRACK, _goal, dice=tuple(_dice(state)), spots=tuple(_spots(state)))
    return Picture(terrain.id, pieces, tuple(_marks(state)), tray)


def _piece(state: State, unit: int, tank: Tank) -> Piece:
    kind = state.ground.chart[tank.kind]
    pose = pose_of(state.ground.grid, tank.square * 8 + tank.facing) if tank.square >= 0 else None
    turret = (Part("turret", 0),) if tank.active else ()
    label = f"{kind.letter}{tank.number}"
    badges = tuple(_badges(state, tank))
    return Piece(unit, f"{tank.kind}-tank", tank.side, label, state.name(unit), pose, not tank.active, turret, badges)


def _badges(state: State, tank: Tank) -> Iterator[Badge]:
    if tank.condition is Condition.DAMAGED:
        yield Badge("damaged", "Damaged: it fires but no longer moves.", FR_61.id)
    if tank.active and tank.side is state.side and state.round:
        if tank.moved == state.round:
            yield Badge("moved", "Has moved: its gun bears 90° to each side.", FR_34.id)
        if tank.fired == state.round:
            yield Badge("fired", "Has fired in this turn.", FR_32.id)


def _marks(state: State) -> Iterator[Mark]:
    for square in state.ground.barricades:
        yield Mark(
            "barricade", (place_of(state.ground.grid, square),), f"Barricade at {state.place(square)}.", FR_63.id
        )
    for flag in state.flags:
        told = f"{flag.side.label}'s flag at {state.place(flag.square)}."
        yield Mark("flag", (place_of(state.ground.grid, flag.square),), told, FR_50.id, flag.side)
    if state.phase in SET_UP:
        for side in Side:
            cells = tuple(place_of(state.ground.grid, square) for square in squares_of(state.ground.zones[side]))
            yield Mark("zone", cells, f"{side.label} deploys here.", FR_Q06.id, side)
    for side in Side:
        for unit, square, turns in flags.threads(state, side):
            ends = (place_of(state.ground.grid, state.tanks.units[unit].square), place_of(state.ground.grid, square))
            yield Mark("thread", ends, _thread(state, unit, turns), FR_55.id, side)


def _thread(state: State, unit: int, turns: int) -> str:
    """How far a capture is: the turn of arrival is the first of two, a whole turn without a step the second."""
    name, other = state.name(unit), state.tanks.units[unit].side.other.label
    if turns >= 2:
        return f"{name}, 2 of 2: it stands still, and takes the flag when this turn ends."
    return f"{name}, 1 of 2: it must survive {other}'s turn and then stand still for a whole turn."


# The tray


def _goal(state: State, side: Side) -> str:
    """What a side has done of what it has to do."""
    setup, other = state.ground.setup, side.other
    holder = defender(setup)
    if holder is side:
        told = f"hold a flag for {setup.turn_limit} rounds" if setup.turn_limit else "hold the flags"
    elif setup.flags[other]:
        left = sum(flag.side is other for flag in state.flags) if state.round else setup.flags[other]
        taken, flags = setup.flags[other] - left, setup.flags[other]
        told = f"took {taken} of {other.label}'s {flags} flag{'s' * (flags != 1)}"
    else:
        told = family.destroyed_of(state, side)
    limit, gone = setup.turn_limit, state.round
    if not limit:
        limit, gone = setup.figures.quiet_rounds, max(0, state.round - state.last_loss)
        return told if gone < WARN_FROM * limit else f"{told}; {gone} of {limit} rounds without a loss"
    return told if gone < WARN_FROM * limit else f"{told}; round {gone} of {limit}"


def _dice(state: State) -> Iterator[Die]:
    """The dice rolled: those given to tanks, those left, and the extra one of equal dice among them."""
    for value, unit in state.given:
        yield Die(value, "used", unit)
    extra = len(movement.dice_to_give(state.rolled)) - len(state.rolled)
    for place, value in enumerate(state.dice):
        yield Die(value, "extra" if extra and place == len(state.dice) - 1 else "free")


def _spots(state: State) -> Iterator[Spots]:
    """Where a flag or a barricade may go."""
    if state.phase is Phase.FLAGS:
        squares = squares_of(state.ground.zones[state.side] & state.ground.open)
        cells = [square for square in squares if deployment.may_place_flag(state, orders.PlaceFlag(square)) is None]
        yield Spots("Set a flag", template(orders.PlaceFlag(0), square="cell"), FR_Q29.id, tuple(cells))
    elif state.phase is Phase.BARRICADES:
        streets = squares_of(state.ground.setup.board.streets & state.ground.open)
        may = deployment.may_place_barricade
        cells = [square for square in streets if may(state, orders.PlaceBarricade(square)) is None]
        yield Spots("Build a barricade", template(orders.PlaceBarricade(0), square="cell"), FR_63.id, tuple(cells))


# What a hand can do


def deployment_band(state: State, unit: int) -> tuple[Band, ...]:
    """FR-06, FR-Q06: where a tank that is still beside the board can be put down, facing any way."""
    tank = state.tanks.units[unit]
    if tank.square >= 0 or tank.side is not state.side:
        return ()
    ahead = towards_enemy(state.ground.setup.edges, state.side)
    facings = [(ahead + turn) % 8 for turn in (0, 1, 7, 2, 6, 3, 5, 4)]  # the first one is what most want
    poses = tuple([square * 8 + facing for square in squares_of(deployment.room(state)) for facing in facings])
    steps = (0,) * len(poses)
    order = template(orders.Deploy(tank.kind, 0, 0), square="cell", facing="facing")
    return (Band("deploy", FR_Q06.id, 0, order, poses, steps, poses),)


def unable(state: State, unit: int, found: Survey) -> Refusal | None:
    """Why a tank of the side to act cannot do what the phase is for."""
    name, phase = state.name(unit, state.side), state.phase
    if phase is Phase.MOVEMENT and not found.bands:
        return movement.may_be_moved(state, unit) or movement.no_die(state, unit)
    if phase is Phase.SHOOTING and all(aim.preview.refusal for aim in found.aims):
        told = f"{name} has no target: nothing is in its range, arc and sight"
        return shooting.may_shoot(state, unit) or FR_36.refuse(told)
    return None


def done(state: State, unit: int) -> str:
    """What a tank of the side to act has done of what the phase is for."""
    tank = state.tanks.units[unit]
    if state.phase is Phase.MOVEMENT and tank.active and tank.moved == state.round:
        return f"{state.name(unit, state.side)} has moved"
    return family.done(state, unit, firing=state.phase is Phase.SHOOTING)
