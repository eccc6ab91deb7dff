"""The phases at the table: what a side is asked in each, who can still do something, and the buttons."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from hulldown.kernel.picture import Button, Todo
from hulldown.rulebooks.panzerstrike.core import (
    deployment,
    gunnery,
    movement,
    orders,
    repair,
    speed,
    volley,
)
from hulldown.rulebooks.panzerstrike.core.events import Outcome
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.shot import chances, facts_of
from hulldown.rulebooks.panzerstrike.core.state import AnnouncedShot, State, Tracks
from hulldown.rulebooks.panzerstrike.core.table.showing import goes_on, row_of, zone_rule
from hulldown.rulebooks.panzerstrike.table import showing as family
from hulldown.rulebooks.scenes import (
    ALL_STAND,
    DICE_DECIDE,
    Asked,
    Scene,
    Todos,
    best,
    saying,
    still,
    urgent,
)

CORE_15, CORE_16, CORE_18, CORE_19 = RULES["CORE-15"], RULES["CORE-16"], RULES["CORE-18"], RULES["CORE-19"]
CORE_21, CORE_22, CORE_23, CORE_Q02 = RULES["CORE-21"], RULES["CORE-22"], RULES["CORE-23"], RULES["CORE-Q02"]
CORE_Q08 = RULES["CORE-Q08"]
MOVE, LAY = "move", {"crane": "turn its crane", "turret": "turn its turret"}
HARM = (Outcome.INJURED, Outcome.SEMI, Outcome.IMMOBILISED, Outcome.DESTROYED, Outcome.WALL_FELL)


def _in_recovery(state: State) -> set[int]:
    return {unit for pair in repair.recoveries(state).items() for unit in pair}


def _movement_left(state: State, unit: int) -> str:
    """What a unit can still do in movement; nothing, if all that it could do is to lay its turret again."""
    piece = state.units.units[unit]
    if not state.kind(unit).vehicle:
        return "turn"
    if goes_on(state, unit):
        return "go on"
    if piece.moved == state.round or piece.tracks is Tracks.IMMOBILE:
        what = "crane" if state.kind(unit).mount == "crane" else "turret"
        return LAY[what] if piece.turret == piece.rested else ""
    return MOVE if len(state.coordinated) < speed.slots(state) else "take one step"


def _begin(state: State, todo: Todos) -> Iterator[Button]:
    yield Button("Draw lots", orders.Begin(), CORE_Q02.id, then=DICE_DECIDE)


def _asked_to_deploy(state: State, todo: Todos) -> Asked:
    where = "in zone A, the SPAA in zone B" if state.ground.setup.spaa else "within the first ranks"
    return f"{state.side.label}: put the units down {where}.", zone_rule(state.ground.setup).id


def _commanders(state: State) -> Iterator[Todo]:
    return family.commanders(state, deployment.candidates(state, state.side))


def _asked_to_move(state: State, todo: Todos) -> Asked:
    if not todo:
        return f"{state.side.label}: nothing more can move.", CORE_18.id
    used, slots = len(state.coordinated), speed.slots(state)
    told = f"{used} of {slots} long moves used; every other vehicle may take one step"
    return f"{state.side.label}: {told}.", (CORE_18 if used == slots else CORE_16).id


def _movers(state: State) -> Todos:
    able = {unit: left for unit in movement.movable(state) if (left := _movement_left(state, unit))}
    return family.movers(state, able, _in_recovery(state), "recovery")


def _end_movement(state: State, todo: Todos) -> Iterator[Button]:
    able = {one.unit: _movement_left(state, one.unit) for one in todo}
    many = min(speed.slots(state) - len(state.coordinated), list(able.values()).count(MOVE))
    unused = (f"{many} long move{'s' * (many != 1)} unused",) if many else ()
    movers = tuple([one for one in todo if able[one.unit] not in LAY.values()])
    yield Button("End movement", orders.EndMovement(), CORE_21.id, unused, **still(movers, "move"))


def _shots(state: State) -> Iterator[tuple[int, list[Fraction], bool]]:
    """CORE-22: each unit that may still fire and can do something by it: its chances to destroy enemies, and if it
    hits any."""
    for unit, found in gunnery.shooters(state):
        shots = [gunnery.shot_of(state, order) for order in found]
        good = [shot for shot in shots if _does_something(state, shot)]
        if good:
            at_units = [shot for shot in good if shot.target >= 0]
            yield unit, [volley.chance_of(state, shot) for shot in at_units], bool(at_units)


def _does_something(state: State, shot: AnnouncedShot) -> bool:
    """Whether a shot may do any harm to its target, or bring down its wall."""
    odds = chances(facts_of(state, shot)[0])
    return any(chance for (at, outcome), chance in odds.items() if at == 0 and outcome in HARM)


def _asked_to_announce(state: State, todo: Todos) -> Asked:
    if state.announced:
        asked, rule = f"{_shots_told(state)} announced; nothing rolls before all are", CORE_23
    elif any(at_units for _, _, at_units in _shots(state)):
        asked, rule = "announce who fires at what; every unit may fire once", CORE_23
    else:
        asked, rule = ("only walls and repairs are left" if todo else "nobody has a useful shot"), CORE_22
    return f"{state.side.label}: {asked}.", rule.id


def _shots_told(state: State) -> str:
    many = len(state.announced)
    return f"{many} shot{'s' * (many != 1)}"


def _announcers(state: State) -> Todos:
    """CORE-22, CORE-140: each unit that may still fire, with its best chance, and each whose crew may begin repairs.

    Those that only have walls to fire at, or their tracks to repair, have no chance.
    """
    busy, found = _in_recovery(state), list[Todo]()
    shots = {unit: (kills, at_units) for unit, kills, at_units in _shots(state)}
    for unit, piece in enumerate(state.units.units):
        if piece.side is not state.side:
            continue
        kills, at_units = shots.get(unit, ([], False))
        can = [f"fire{'' if at_units else ' at a wall'}"] if unit in shots else []
        if not piece.timer and repair.may_start(state, orders.StartRepair(unit)) is None:
            can.append("start repairs")
        if can:
            told = f"{state.name(unit, state.side)} can {' or '.join(can)}"
            stops = unit in shots and unit in busy
            found.append(Todo(unit, f"{told}, which stops the recovery" if stops else told, best(kills)))
    return urgent(found, partial(family.in_sight, state))


def _open_fire(state: State, todo: Todos) -> Iterator[Button]:
    able = {unit for unit, _, at_units in _shots(state) if at_units} - _in_recovery(state)
    ready = tuple([one for one in todo if one.unit in able])
    left = family.unfired(state, ready)
    if state.announced:
        label = f"Open fire · {_shots_told(state)} · then fixed"
        yield Button(label, orders.OpenFire(), CORE_23.id, **left)
    else:
        yield Button("End turn", orders.EndTurn(), CORE_15.id, **left)


def _asked_to_fire(state: State, todo: Todos) -> Asked:
    if state.announced:
        return f"{state.side.label}: {_shots_told(state)} to roll for, in any order.", CORE_Q08.id
    return f"{state.side.label}: all shots are fired.", CORE_22.id


def _to_fire(state: State) -> Iterator[Todo]:
    for shot in state.announced:
        row = row_of(state, shot, "")
        yield Todo(row.unit, row.sentence, row.chance)


def _end_turn(state: State, todo: Todos) -> Iterator[Button]:
    if not state.announced:
        yield Button("End turn", orders.EndTurn(), CORE_15.id)


BEGIN = Scene(
    saying("Draw by lot who plays first; the other side deploys first.", CORE_Q02), "draw lots", buttons=_begin
)
DEPLOYMENT = Scene(_asked_to_deploy, "deploy", family.waiting, ends=ALL_STAND)
COMMAND = Scene(
    saying("{who}: choose the tank that commands.", CORE_19), "choose", _commanders, ends="ends when a tank is named"
)
MOVEMENT = Scene(_asked_to_move, "move", _movers, _end_movement)
ANNOUNCING = Scene(_asked_to_announce, "announce fire", _announcers, _open_fire)
FIRING = Scene(_asked_to_fire, "fire", _to_fire, _end_turn, "ends when all shots are rolled")
