"""What there is to do in each phase: what is asked and offered, who lists its orders, draws one by lot, and says what
a unit can do in it. `judging` says who judges and decides each order."""

from hulldown.rulebooks.chapters import OVER, Course
from hulldown.rulebooks.panzerkampf.orders import Begin, EndMovement, Pass, RollCommand, TakeTurn
from hulldown.rulebooks.panzerkampf.sampling import (
    Plain,
    acts,
    always,
    arrivals,
    choosing,
    listing,
    of_no_unit,
    sample_arrival,
    sample_movement,
    sample_of,
    sample_shooting,
    shelling,
    starting,
)
from hulldown.rulebooks.panzerkampf.state import Phase
from hulldown.rulebooks.panzerkampf.table import scenes
from hulldown.rulebooks.panzerkampf.table.surveying import at_rest, to_deploy, to_fire, to_move
from hulldown.rulebooks.scenes import Scene


def _plain(scene: Scene, orders: Plain) -> Course:
    """A phase in which no unit does anything."""
    return Course(scene, listing(of_no_unit, orders), sample_of(orders), at_rest)


PHASES: dict[Phase, Course] = {
    Phase.BEGIN: _plain(scenes.BEGIN, always(Begin())),
    Phase.CHOICE: _plain(scenes.CHOICE, choosing),
    Phase.DEPLOYMENT: Course(scenes.DEPLOYMENT, listing(arrivals, always()), sample_arrival(always()), to_deploy),
    Phase.FIRST: _plain(scenes.FIRST, always(TakeTurn(True), TakeTurn(False))),
    Phase.COMMAND: _plain(scenes.COMMAND, always(RollCommand())),
    Phase.START: Course(scenes.START, listing(arrivals, starting), sample_arrival(starting), to_deploy),
    Phase.MOVEMENT: Course(scenes.MOVEMENT, listing(acts, always(EndMovement())), sample_movement, to_move),
    Phase.COUNTER: Course(scenes.COUNTER_ATTACK, listing(acts, always(Pass())), sample_shooting, to_fire),
    Phase.SHOOTING: Course(scenes.SHOOTING, listing(acts, shelling), sample_shooting, to_fire),
    Phase.OVER: OVER,
}
