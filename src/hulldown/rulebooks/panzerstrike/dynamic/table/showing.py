"""The table as a picture: pieces, marks on the ground, and the tray with all that there is to choose."""

from collections.abc import Iterator
from functools import partial

from hulldown.kernel.picture import Badge, Die, Mark, Part, Picture, Piece
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Band, Deed, Survey
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.dynamic import (
    deployment,
    driving,
    guns,
    movement,
    orders,
    turn,
)
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import SPAA, Setup, UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.state import Phase, State, UnderWay, Unit
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.table import showing as family
from hulldown.rulebooks.panzerstrike.table.showing import place_of, pose_of, terrain_of
from hulldown.rulebooks.scenes import (
    Scene,
)

DYN_18, DYN_29, DYN_30, DYN_37 = RULES["DYN-18"], RULES["DYN-29"], RULES["DYN-30"], RULES["DYN-37"]
DYN_41, DYN_61, DYN_63, DYN_68 = RULES["DYN-41"], RULES["DYN-61"], RULES["DYN-63"], RULES["DYN-68"]
DYN_84, DYN_115, DYN_119, DYN_130 = RULES["DYN-84"], RULES["DYN-115"], RULES["DYN-119"], RULES["DYN-130"]
DYN_145, DYN_152, DYN_158, DYN_160 = RULES["DYN-145"], RULES["DYN-152"], RULES["DYN-158"], RULES["DYN-160"]
DYN_164, DYN_165, DYN_168, DYN_170 = RULES["DYN-164"], RULES["DYN-165"], RULES["DYN-168"], RULES["DYN-170"]
DYN_178, DYN_183, DYN_H7, DYN_Q18 = RULES["DYN-178"], RULES["DYN-183"], RULES["DYN-H7"], RULES["DYN-Q18"]
TRACK = ("roll", "movement", "firing")
SET_UP = (Phase.BEGIN, Phase.CHOICE, Phase.DEPLOYMENT)
WARN_FROM = 3 / 4  # of a limit: from here on the goal line names it


def picture_of(state: State, scene: Scene) -> Picture:
    terrain = terrain_of(state.ground.setup.board)
    repairs = _repairs(state)
    pieces = tuple([_piece(state, unit, piece, repairs) for unit, piece in enumerate(state.units.units)])
    tray = family.tray_of(scene, state, TRACK, _goal, dice=tuple(_dice(state)))
    return Picture(terrain.id, pieces, tuple(_marks(state, repairs)), tray)


def _repairs(state: State) -> dict[tuple[int, int], str]:
    """DYN-145: each damaged vehicle with the recovery vehicle before it, and what the two are waiting for."""
    now, told = turn.repairs(state), {}
    for patient, by in turn.arranged(state):
        side = state.units.units[patient].side
        when = "this" if (patient, by) in now else f"{side.label}'s next"
        names = f"{state.name(by)} repairs {state.name(patient, side)}"
        told[patient, by] = f"{names} at the end of {when} fire phase if both stay still and silent."
    return told


def _piece(state: State, unit: int, piece: Unit, repairs: dict[tuple[int, int], str]) -> Piece:
    kind = state.ground.chart[piece.kind]
    pose = pose_of(state.ground.grid, piece.square * 8 + piece.facing) if piece.square >= 0 else None
    turret = (Part("turret", 45 * piece.turret),) if piece.active and kind.mount == "turret" else ()
    label = f"{kind.letter}{piece.number}"
    repair = next((told for pair, told in repairs.items() if unit in pair), "")
    badges = tuple(_badges(state, unit, piece, kind, repair)) if piece.active else ()
    return Piece(unit, kind.silhouette, piece.side, label, state.name(unit), pose, not piece.active, turret, badges)


def _badges(state: State, unit: int, piece: Unit, kind: UnitClass, repair: str) -> Iterator[Badge]:
    """What is to be seen on a unit, the weightiest first: on a small board only that has room."""
    if piece.condition is Condition.DAMAGED:
        yield Badge("damaged", f"Damaged: it {crippled(kind)}.", damage_rule(kind).id)
    if piece.command:
        told = f"Command tank: while it is active, {piece.side.label} rolls one die more."
        yield Badge("command", told, DYN_30.id)
    if repair:
        yield Badge("repair", repair, DYN_145.id)
    if piece.side is not state.side or not state.round:
        return
    if (done := driving.going_on(state, unit)) is not None:
        yield Badge("dozer", _goes_on(done, kind), DYN_H7.id)
    if piece.broke == state.round:
        yield Badge("broke", "Drove into a wall: it does not fire in this turn.", DYN_158.id)
    elif piece.moved == state.round:
        told, rule = _after_moving(state.ground.setup, kind)
        yield Badge("moved", told, rule.id)
    if piece.fired == state.round:
        yield Badge("fired", "Has fired in this turn.", DYN_37.id)


def crippled(kind: UnitClass) -> str:
    """DYN-115, DYN-Q18: what damage leaves to a unit."""
    stays = "no longer moves" if kind.vehicle else "no longer turns"
    return f"fires but {stays}" if kind.armed else stays


def damage_rule(kind: UnitClass) -> Rule:
    """The book speaks of vehicles; of fixed weapons a ruling does."""
    return DYN_115 if kind.vehicle else DYN_Q18


def _after_moving(setup: Setup, kind: UnitClass) -> tuple[str, Rule]:
    """What having moved means for the gun of a class."""
    if not kind.vehicle:
        return "Has turned: it does not fire in this turn.", DYN_68
    if kind.mount == "turret" and not setup.turrets:
        return "Has moved: its gun bears 90° to each side.", DYN_183 if setup.quick else DYN_84
    if kind.parabolic and not setup.quick:
        return "Has moved: it fires directly only.", DYN_119
    return "Has moved in this turn.", DYN_63


def _goes_on(done: UnderWay, kind: UnitClass) -> str:
    """DYN-H7: what a dozer that is driving may still do."""
    if not done.die:
        return "Has taken its free step, and may still push with a die."
    most = driving.allowance(kind, done.die)
    left = f"{most - done.steps} of {most} steps are left"
    return f"Has pushed: {left}." if done.pushed else f"Has moved: {left} for a push."


def _marks(state: State, repairs: dict[tuple[int, int], str]) -> Iterator[Mark]:
    """DYN-152, DYN-160, DYN-164, DYN-165: what lies on the ground and what it does; zones, and repairs under way."""
    ground = state.ground
    yield from family.ground_marks(
        state,
        wall=("Wall at {}: tracks drive into it, guns shoot it down.", DYN_152),
        dust=("Dust of the wall at {}: it closes the view until the turn ends.", DYN_160),
        low=("Low barricade at {}: it can be fired over.", DYN_164),
        high=("High barricade at {}: it closes the view.", DYN_165),
        height=DYN_130,
    )
    if state.phase in SET_UP:
        for side in Side:
            yield from _zones(state, side)
    units = state.units.units
    for (patient, by), told in repairs.items():
        ends = (place_of(ground.grid, units[by].square), place_of(ground.grid, units[patient].square))
        yield Mark("thread", ends, told, DYN_145.id, units[by].side)


def _zones(state: State, side: Side) -> Iterator[Mark]:
    ground = state.ground
    parts = [("zone", ground.zones[side], f"{side.label} deploys here.", zone_rule(ground.setup))]
    if ground.setup.spaa:
        parts[0] = ("zone", ground.zones[side], f"Zone A: {side.label} deploys here.", DYN_168)
        told = f"Zone B: one of {side.label}'s SPAA is deployed here."
        parts += [("zone-b", block, told, DYN_170) for block in ground.blocks[side]]
    for kind, mask, told, rule in parts:
        yield family.zone_mark(ground.grid, kind, mask, told, rule, side)


def zone_rule(setup: Setup, kind: str = "") -> Rule:
    """The rule by which the units of a class have their place at the start."""
    if setup.spaa:
        return DYN_170 if kind == SPAA else DYN_168
    return DYN_178 if setup.quick else DYN_18


# The tray


def _goal(state: State, side: Side) -> str:
    """What a side has done of what it has to do, and from three quarters on the limit."""
    setup = state.ground.setup
    if setup.spaa:
        told = family.spaa_of(turn.lost_spaa(state, side.other), setup.lost_spaa, side)
        gone, limit = state.round, setup.turn_limit
        return f"{told}; round {gone} of {limit}" if limit and gone >= WARN_FROM * limit else told
    told = family.destroyed_of(state, side)
    gone, limit = max(0, state.round - state.last_change), setup.figures.quiet_rounds
    return f"{told}; {gone} of {limit} rounds without a change" if gone >= WARN_FROM * limit else told


def _dice(state: State) -> Iterator[Die]:
    """The dice rolled: those taken, those left, the command tank's with its pennant, the extra one of equal dice."""
    if not state.rolled:
        return
    extra = len(driving.dice_to_give(state.ground.setup, state.rolled)) > len(state.rolled)
    last = len(state.dice) - 1
    shown = [Die(value, "used", unit) for value, unit in state.given]
    shown += [Die(value, "extra" if extra and at == last else "free") for at, value in enumerate(state.dice)]
    badged = -1
    if len(state.rolled) > driving.earned(state):
        badged = max((at for at, die in enumerate(shown) if die.value == state.rolled[-1] and die.state != "extra"))
    for at, die in enumerate(shown):
        yield Die(die.value, die.state, die.unit, "command") if at == badged else die


# What a hand can do before the first turn


def deployment_band(state: State, unit: int) -> tuple[Band, ...]:
    """DYN-11, DYN-18, DYN-168, DYN-170: where a unit that is still beside the board can be put down, facing any way."""
    rule = zone_rule(state.ground.setup, state.units.units[unit].kind)
    ahead, room = deployment.towards_enemy(state.ground.setup, state.side), partial(deployment.room, state)
    return family.deployment_band(state, unit, ahead, room, orders.Deploy, rule)


def command_deeds(state: State, unit: int) -> tuple[Deed, ...]:
    """DYN-29: a tank can be named to command."""
    order = orders.NameCommand(unit)
    if deployment.may_name_command(state, order) is not None:
        return ()
    return (Deed(f"{state.name(unit, state.side)} commands", order, DYN_29.id),)


def _stuck(state: State, unit: int) -> Refusal:
    """DYN-41, DYN-61: why a unit that may move has nowhere to go: its steps are used up, or wheels are boxed in."""
    name, done = state.name(unit, state.side), driving.going_on(state, unit)
    if done is not None:
        return DYN_41.refuse(f"{name} has used all {done.steps} of its steps")
    return DYN_61.refuse(f"{name} is boxed in: it can enter no square ahead or behind")


def unable(state: State, unit: int, found: Survey) -> Refusal | None:
    """Why a unit of the side to act cannot do what the phase is for."""
    name, phase = state.name(unit, state.side), state.phase
    if phase is Phase.COMMAND:
        return deployment.may_name_command(state, orders.NameCommand(unit))
    if phase is Phase.MOVEMENT and not found.bands:
        return movement.may_be_moved(state, unit) or _stuck(state, unit)
    if phase is Phase.FIRING and all(aim.preview.refusal for aim in found.aims):
        told = f"{name} has no target: nothing is in its range, arc and sight"
        return guns.may_shoot(state, unit) or DYN_37.refuse(told)
    return None


def done(state: State, unit: int) -> str:
    """What a unit of the side to act has done of what the phase is for."""
    piece, phase = state.units.units[unit], state.phase
    if piece.active and phase is Phase.MOVEMENT and piece.moved == state.round:
        if driving.going_on(state, unit) is not None:
            return _stuck(state, unit).sentence
        return f"{state.name(unit, state.side)} has {'moved' if state.kind(unit).vehicle else 'turned'}"
    return family.done(state, unit, firing=phase is Phase.FIRING)
