"""The phases at the table: what a side is asked in each, who can still do something, and the buttons."""

from collections.abc import Iterator
from fractions import Fraction
from functools import partial

from hulldown.kernel.picture import (
    Button,
    Todo,
)
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944 import movement, orders, shooting
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.state import State
from hulldown.rulebooks.panzerstrike.table import showing as family
from hulldown.rulebooks.panzerstrike.table.showing import to_deploy
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

FR_16, FR_17, FR_18, FR_20 = RULES["FR-16"], RULES["FR-17"], RULES["FR-18"], RULES["FR-20"]
FR_32, FR_63, FR_Q06, FR_Q29 = RULES["FR-32"], RULES["FR-63"], RULES["FR-Q06"], RULES["FR-Q29"]


def _first(state: State, todo: Todos) -> Iterator[Button]:
    for side in Side:
        yield Button(f"{side.label} plays first", orders.ChooseFirst(side), FR_Q06.id)


def _asked_for_barricades(state: State, todo: Todos) -> Asked:
    return f"{state.side.label}: build up to {state.barricades_left[state.side]} more barricades on streets.", FR_63.id


def _no_more_barricades(state: State, todo: Todos) -> Iterator[Button]:
    many = state.barricades_left[state.side]
    left = f"{many} not built"
    yield Button("No more barricades", orders.EndBarricades(), FR_63.id, (left,), still=left)


def _to_deploy(state: State) -> Iterator[Todo]:
    for due in to_deploy(state):
        if due.unit is not None:
            yield Todo(due.unit, f"{due.left} {due.name} to deploy")


def _roll(state: State, todo: Todos) -> Iterator[Button]:
    figures = state.ground.setup.figures
    count = movement.dice_for(figures, state.tanks.active(state.side).bit_count())
    yield Button(f"Roll {count} dice", orders.RollMovement(), FR_17.id, then="then move", next=state.side)


def _asked_to_move(state: State, todo: Todos) -> Asked:
    if not todo:
        return f"{state.side.label}: nothing more can move.", FR_20.id
    return f"{state.side.label}: give a die to each tank that is to move.", FR_18.id


def _movers(state: State) -> Todos:
    return family.movers(state, dict.fromkeys(movement.movable(state), "take a die"), (), "")


def _end_movement(state: State, todo: Todos) -> Iterator[Button]:
    many = min(len(state.dice), len(todo))
    left = (f"{many} dice unused" if many > 1 else "1 die unused",) if many else ()
    yield Button("End movement", orders.EndMovement(), FR_20.id, left, **still(todo, "move"))


def _asked_to_fire(state: State, todo: Todos) -> Asked:
    asked = "every tank may fire once" if todo else "nobody has a useful shot"
    return f"{state.side.label}: {asked}.", FR_32.id


def _shooters(state: State) -> Todos:
    """Each tank that may still fire and can do something by it, with its best chance to destroy."""
    units, found = state.tanks.units, list[Todo]()
    for unit, targets in shooting.shooters(state):
        odds = [shooting.odds_of(shooting.shot_at(state.ground, units[unit], units[target])) for target in targets]
        if any(useful(one) for one in odds):
            chance = best([one.get(Verdict.DESTROYED, Fraction(0)) for one in odds])
            found.append(Todo(unit, f"{state.name(unit, state.side)} can fire", chance))
    return urgent(found, partial(family.in_sight, state))


def _end_turn(state: State, todo: Todos) -> Iterator[Button]:
    yield Button("End turn", orders.EndTurn(), FR_32.id, **family.unfired(state, todo))


def _begin(state: State, todo: Todos) -> Iterator[Button]:
    yield Button("Roll off", orders.Begin(), FR_Q06.id, then=DICE_DECIDE)


BEGIN = Scene(saying("Roll off: the higher die chooses who plays first.", FR_Q06), "roll", buttons=_begin)
CHOICE = Scene(saying("{who} won the roll-off: who plays first?", FR_Q06), "choose", buttons=_first)
FLAGS = Scene(
    saying("{who}: set a flag within the first ranks.", FR_Q29), "set flags", ends="ends by itself when all flags stand"
)
BARRICADES = Scene(_asked_for_barricades, "build", buttons=_no_more_barricades)
DEPLOYMENT = Scene(
    saying("{who}: put the tanks down within the first ranks.", FR_Q06), "deploy", _to_deploy, ends=ALL_STAND
)
ROLL = Scene(saying("{who}: roll for movement.", FR_16), "roll", buttons=_roll)
MOVEMENT = Scene(_asked_to_move, "move", _movers, _end_movement)
SHOOTING = Scene(_asked_to_fire, "fire", _shooters, _end_turn)
