"""Turrets and cranes (CORE-47 … CORE-50, CORE-53), turned in movement."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Deed
from hulldown.rulebooks.panzerstrike import turrets as family
from hulldown.rulebooks.panzerstrike.core.events import Event, TurretTurned
from hulldown.rulebooks.panzerstrike.core.orders import Order, TurnTurret
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.speed import may_be_ordered
from hulldown.rulebooks.panzerstrike.core.state import State

CORE_47 = RULES["CORE-47"]
CORE_49 = RULES["CORE-49"]
CORE_50 = RULES["CORE-50"]
CORE_53 = RULES["CORE-53"]
CORE_Q29 = RULES["CORE-Q29"]


def may_turn_turret(state: State, order: TurnTurret) -> Refusal | None:
    """CORE-47 … CORE-50, CORE-53, CORE-Q14, CORE-Q15, CORE-Q29: a turret or crane ends within a quarter of where the
    turn found it, against the hull.

    It is no step, and the immobilised do it too, if their crews are inside. With option 3 turrets are laid by firing;
    those of pieces in one part need no laying. Cranes turn in any case.
    """
    if refusal := may_be_ordered(state, order.unit):
        return refusal
    setup, mount = state.ground.setup, state.kind(order.unit).mount
    if state.units.units[order.unit].timer:
        return CORE_Q29.refuse(f"{state.name(order.unit, state.side)} is under repair; neither hull nor turret moves")
    if mount not in ("turret", "crane"):
        return CORE_47.refuse(f"{state.name(order.unit, state.side)} has no turret")
    if mount == "turret" and setup.moulded:
        return CORE_50.refuse("pieces in one part fire all round; their turrets are not turned")
    if mount == "turret" and setup.free_turrets:
        return CORE_53.refuse("with optional rule 3 a turret is laid on its target when that is announced")
    most = setup.figures.traverse
    return family.may_lay(state, order, mount, most, "round", eight=CORE_47, there=CORE_49, far=CORE_49)


def list_turrets(state: State, unit: int) -> list[Order]:
    """CORE-49: where a turret or crane can be laid."""
    piece, setup, mount = state.units.units[unit], state.ground.setup, state.kind(unit).mount
    if piece.side is not state.side or not piece.active or piece.timer:
        return []
    if mount != "crane" and (mount != "turret" or setup.moulded or setup.free_turrets):
        return []
    return [TurnTurret(unit, turret) for turret in family.directions(piece, setup.figures.traverse)]


def resolve_turret(state: State, order: TurnTurret, dice: Dice) -> Iterator[Event]:
    """CORE-49: the turret is laid."""
    yield TurretTurned(order.unit, order.turret)


def deeds(state: State, unit: int) -> Iterator[Deed]:
    return family.deeds(state, list_turrets(state, unit), state.kind(unit).mount.capitalize(), CORE_49)
