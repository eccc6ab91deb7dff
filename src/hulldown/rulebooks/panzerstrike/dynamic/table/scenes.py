"""The phases at the table: what a side is asked in each, who can still do something, and the buttons."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import partial

from hulldown.kernel.picture import Button, Todo
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.dynamic import (
    deployment,
    driving,
    movement,
    orders,
    parabolic,
    shooting,
    turn,
)
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.state import State
from hulldown.rulebooks.panzerstrike.dynamic.table.showing import zone_rule
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.pieces import Condition
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
    useful,
)

DYN_25, DYN_26, DYN_27, DYN_29 = RULES["DYN-25"], RULES["DYN-26"], RULES["DYN-27"], RULES["DYN-29"]
DYN_34, DYN_37, DYN_153, DYN_Q08 = RULES["DYN-34"], RULES["DYN-37"], RULES["DYN-153"], RULES["DYN-Q08"]
LAY = "lay its turret"


def _stopping(state: State, todo: Todos, doing: str) -> str:
    """DYN-147: whether somebody would stop a repair by what it can still do."""
    risky = _in_repair(state)
    return f"; {doing} stops a repair" if any(one.unit in risky for one in todo) else ""


def _in_repair(state: State) -> set[int]:
    return {unit for pair in turn.repairs(state) for unit in pair}


def _shots(state: State) -> Iterator[tuple[int, list[Fraction], bool]]:
    """Each unit that may still fire and can do something by it: its chances to destroy enemies, and if it hits any."""
    for unit, shots in shooting.shooters(state):
        told = [(order, _odds(state, order)) for order in shots]
        good = [(order, odds) for order, odds in told if useful(odds)]
        at_units = [odds for order, odds in good if not isinstance(order, orders.FireAtWall)]
        if good:
            yield unit, [odds.get(Verdict.DESTROYED, Fraction(0)) for odds in at_units], bool(at_units)


def _odds(state: State, order: orders.Fire | orders.FireAtWall | orders.Lob) -> Mapping[Verdict, Fraction]:
    """What a legal shot does to a unit, or to a wall."""
    ground, units = state.ground, state.units.units
    gun = units[order.unit]
    if isinstance(order, orders.FireAtWall):
        return shooting.odds_of(shooting.wall_shot_at(ground, gun, order.square))
    target = units[order.target]
    if isinstance(order, orders.Fire):
        return shooting.odds_of(shooting.shot_at(ground, gun, target))
    entry, far = state.kind(order.unit).parabolic, parabolic.distance(ground, gun.square, target.square)
    assert entry is not None
    return parabolic.odds_of_lob(ground.setup.figures, entry, far, order.half)


def _movement_left(state: State, unit: int) -> str:
    """What a unit can still do in movement; nothing, if all that it could do is to lay its turret again."""
    piece = state.units.units[unit]
    if not state.kind(unit).vehicle:
        return "turn"
    if driving.going_on(state, unit) is not None:
        return "go on"
    if piece.moved == state.round or piece.condition is Condition.DAMAGED:
        return LAY if piece.turret == piece.rested else ""
    return "take a die" if state.dice else "take one step"


def _begin(state: State, todo: Todos) -> Iterator[Button]:
    yield Button("Roll off", orders.Begin(), DYN_Q08.id, then=DICE_DECIDE)


def _first(state: State, todo: Todos) -> Iterator[Button]:
    for side in Side:
        yield Button(f"{side.label} plays first", orders.ChooseFirst(side), DYN_Q08.id)


def _asked_to_deploy(state: State, todo: Todos) -> Asked:
    where = "in zone A, an SPAA in each zone B" if state.ground.setup.spaa else "within the first ranks"
    return f"{state.side.label}: put the units down {where}.", zone_rule(state.ground.setup).id


def _commanders(state: State) -> Iterator[Todo]:
    return family.commanders(state, deployment.candidates(state))


def _roll(state: State, todo: Todos) -> Iterator[Button]:
    count = driving.dice_for(state)
    label = f"Roll {count} dice" if count else "Begin movement"
    yield Button(label, orders.RollMovement(), DYN_27.id, then="then move", next=state.side)


def _asked_to_move(state: State, todo: Todos) -> Asked:
    if not todo:
        asked, rule = "nothing more can move", DYN_34
    elif state.dice:
        asked, rule = "a vehicle takes one step free, and more with a die", DYN_26
    else:
        asked, rule = "all dice are used; a vehicle takes one step free", DYN_25
    return f"{state.side.label}: {asked}{_stopping(state, todo, 'moving')}.", rule.id


def _movers(state: State) -> Todos:
    able = {unit: left for unit in movement.movable(state) if (left := _movement_left(state, unit))}
    return family.movers(state, able, _in_repair(state), "repair")


def _end_movement(state: State, todo: Todos) -> Iterator[Button]:
    units = state.units.units
    takers = [one for one in todo if state.kind(one.unit).vehicle and units[one.unit].moved != state.round]
    many = min(len(state.dice), len(takers))
    unused = (f"{many} dice unused" if many > 1 else "1 die unused",) if many else ()
    movers = tuple([one for one in todo if _movement_left(state, one.unit) != LAY])
    yield Button("End movement", orders.EndMovement(), DYN_34.id, unused, **still(movers, "move"))


def _asked_to_fire(state: State, todo: Todos) -> Asked:
    asked, rule = "every unit may fire once", DYN_37
    if not todo:
        asked = "nobody has a useful shot"
    elif not any(at_units for _, _, at_units in _shots(state)):
        asked, rule = "only walls can be hit", DYN_153
    return f"{state.side.label}: {asked}{_stopping(state, todo, 'firing')}.", rule.id


def _shooters(state: State) -> Todos:
    """Each unit that may still fire, with its best chance to destroy; those that only hit walls have none."""
    stops, found = _in_repair(state), list[Todo]()
    for unit, chances, at_units in _shots(state):
        told = f"{state.name(unit, state.side)} can fire{'' if at_units else ' at a wall'}"
        found.append(Todo(unit, f"{told}, which stops its repair" if unit in stops else told, best(chances)))
    return urgent(found, partial(family.in_sight, state))


def _end_turn(state: State, todo: Todos) -> Iterator[Button]:
    able = {unit for unit, _, at_units in _shots(state) if at_units} - _in_repair(state)
    ready = tuple([one for one in todo if one.unit in able])
    yield Button("End turn", orders.EndTurn(), DYN_37.id, **family.unfired(state, ready))


BEGIN = Scene(saying("Roll off: the higher die chooses who plays first.", DYN_Q08), "roll", buttons=_begin)
CHOICE = Scene(saying("{who} won the roll-off: who plays first?", DYN_Q08), "choose", buttons=_first)
DEPLOYMENT = Scene(_asked_to_deploy, "deploy", family.waiting, ends=ALL_STAND)
COMMAND = Scene(
    saying("{who}: choose the tank that commands.", DYN_29), "choose", _commanders, ends="ends when a tank is named"
)
ROLL = Scene(saying("{who}: roll for movement.", DYN_27), "roll", buttons=_roll)
MOVEMENT = Scene(_asked_to_move, "move", _movers, _end_movement)
FIRING = Scene(_asked_to_fire, "fire", _shooters, _end_turn)
