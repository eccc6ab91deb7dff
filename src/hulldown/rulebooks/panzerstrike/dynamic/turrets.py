"""The turrets of realistic miniatures (DYN-93 … DYN-100), laid in movement."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Deed
from hulldown.rulebooks.panzerstrike import turrets as family
from hulldown.rulebooks.panzerstrike.dynamic.driving import may_be_ordered
from hulldown.rulebooks.panzerstrike.dynamic.events import Event, TurretTurned
from hulldown.rulebooks.panzerstrike.dynamic.orders import Order, TurnTurret
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.state import State

DYN_02 = RULES["DYN-02"]
DYN_95 = RULES["DYN-95"]
DYN_97 = RULES["DYN-97"]
DYN_98 = RULES["DYN-98"]
DYN_Q59 = RULES["DYN-Q59"]
TURRET = 2  # eighths that a turret turns in a turn (DYN-98)


def may_turn(state: State) -> Refusal | None:
    """DYN-02: turrets are laid only where they can be seen."""
    if state.ground.setup.turrets:
        return None
    return DYN_02.refuse("turrets turn only in a game with realistic miniatures")


def may_turn_turret(state: State, order: TurnTurret) -> Refusal | None:
    """DYN-02, DYN-95 … DYN-98, DYN-Q12, DYN-Q13, DYN-Q59: realistic miniatures; a turret ends within a quarter of where
    the turn found it, against the hull. It is no step and needs no die, and the damaged do it too."""
    if refusal := may_turn(state) or may_be_ordered(state, order.unit):
        return refusal
    if state.kind(order.unit).mount != "turret":
        return DYN_95.refuse(f"{state.name(order.unit, state.side)} has no turret")
    return family.may_lay(state, order, "turret", TURRET, "turn", eight=DYN_95, there=DYN_Q59, far=DYN_98)


def list_turrets(state: State, unit: int) -> list[Order]:
    """DYN-98: where a turret can be laid."""
    piece = state.units.units[unit]
    if not state.ground.setup.turrets or not piece.active or piece.side is not state.side:
        return []
    if state.kind(unit).mount != "turret":
        return []
    return [TurnTurret(unit, turret) for turret in family.directions(piece, TURRET)]


def resolve_turret(state: State, order: TurnTurret, dice: Dice) -> Iterator[Event]:
    """DYN-97: the turret is laid."""
    yield TurretTurned(order.unit, order.turret)


def deeds(state: State, unit: int) -> Iterator[Deed]:
    return family.deeds(state, list_turrets(state, unit), "Turret", DYN_97)
