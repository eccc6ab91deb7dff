"""The turrets of realistic miniatures (DYN-93 … DYN-100), laid in movement."""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Deed
from hulldown.rulebooks.panzerstrike.dynamic.driving import may_be_ordered
from hulldown.rulebooks.panzerstrike.dynamic.events import Event, TurretTurned
from hulldown.rulebooks.panzerstrike.dynamic.orders import Order, TurnTurret
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.state import State

DYN_02 = RULES["DYN-02"]
DYN_95 = RULES["DYN-95"]
DYN_97 = RULES["DYN-97"]
DYN_98 = RULES["DYN-98"]
TURRET = 2  # eighths that a turret turns in a turn (DYN-98)


def may_turn_turret(state: State, order: TurnTurret) -> Refusal | None:
    """DYN-02, DYN-95 … DYN-98: realistic miniatures; a turret ends within a quarter of where the turn found it.

    It is no step and needs no die, and the damaged do it too (DQ-12).
    """
    if not state.ground.setup.turrets:
        return DYN_02.refuse("turrets turn only in a game with realistic miniatures")
    if refusal := may_be_ordered(state, order.unit):
        return refusal
    piece, name = state.units.units[order.unit], state.name(order.unit, state.side)
    if state.kind(order.unit).mount != "turret":
        return DYN_95.refuse(f"{name} has no turret")
    if not 0 <= order.turret < 8:
        return DYN_95.refuse(
            f"turret {order.turret} is none of the eight; they are numbered 0 to 7, clockwise off the bow"
        )
    if order.turret == piece.turret:
        return DYN_97.refuse(f"{name}'s turret points there already")
    turn = (order.turret - piece.rested) % 8
    if min(turn, 8 - turn) > TURRET:
        limit = (piece.rested + (TURRET if turn <= 4 else -TURRET)) % 8
        nearest = TurnTurret(order.unit, limit) if limit != piece.turret else None
        told = f"{name}'s turret would turn by {45 * min(turn, 8 - turn)}°; {45 * TURRET}° are the most in a turn"
        return DYN_98.refuse(told, nearest)
    return None


def list_turrets(state: State, unit: int) -> list[Order]:
    """DYN-98: where a turret can be laid."""
    piece = state.units.units[unit]
    if not state.ground.setup.turrets or not piece.active or piece.side is not state.side:
        return []
    if state.kind(unit).mount != "turret":
        return []
    laid = [(piece.rested + turn) % 8 for turn in range(-TURRET, TURRET + 1)]
    return [TurnTurret(unit, turret) for turret in laid if turret != piece.turret]


def resolve_turret(state: State, order: TurnTurret, dice: Dice) -> Iterator[Event]:
    """DYN-97: the turret is laid."""
    yield TurretTurned(order.unit, order.turret)


def deeds(state: State, unit: int) -> Iterator[Deed]:
    facing, board = state.units.units[unit].facing, state.ground.setup.board
    for order in list_turrets(state, unit):
        assert isinstance(order, TurnTurret)
        yield Deed(f"Turret to the {board.compass((facing + order.turret) % 8)}", order, DYN_97.id)
