"""Tracks and wheels made good again, by the crew (CORE-140 … CORE-150) or a recovery vehicle (CORE-151 … CORE-156).

Work is begun and given up with the announcement of fire (CORE-Q28); all else happens at the end of the owner's turn
(CORE-Q28, CORE-Q31).
"""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Deed
from hulldown.rulebooks.panzerstrike.core.events import (
    Event,
    Repaired,
    RepairStarted,
    RepairStopped,
    TimerSet,
    WaitSet,
)
from hulldown.rulebooks.panzerstrike.core.orders import StartRepair, StopRepair
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.state import Phase, State, Tracks, Unit

CORE_07 = RULES["CORE-07"]
CORE_15 = RULES["CORE-15"]
CORE_93 = RULES["CORE-93"]
CORE_140 = RULES["CORE-140"]
CORE_144 = RULES["CORE-144"]
CORE_149 = RULES["CORE-149"]
CORE_150 = RULES["CORE-150"]
CORE_Q29 = RULES["CORE-Q29"]


# The crew


def may_start(state: State, order: StartRepair) -> Refusal | None:
    """CORE-140, CORE-150, CORE-Q28, CORE-Q29: instead of firing, from the round after the hit on, by a crew that is
    well and stayed.

    CORE-149: a crew that finishes its first cycle in this turn may be told to go on with the second.
    """
    if refusal := _own(state, order.unit):
        return refusal
    piece, name = state.units.units[order.unit], state.name(order.unit, state.side)
    if piece.timer:
        return None if _may_go_on(state, piece) else _at_work(state, piece, name)
    if piece.tracks is Tracks.WHOLE:
        return CORE_140.refuse(f"{name} is not immobilised: there is nothing to repair")
    if piece.injured:
        return CORE_150.refuse(f"{name} has an injured crew; only a recovery vehicle can repair it")
    if piece.hurt == state.round:
        return CORE_140.refuse(f"{name} was hit in this round; repairs may begin in round {state.round + 1}")
    if piece.stopped == state.round:
        return CORE_144.refuse(f"{name} gave up repairs in this round; they may begin again in round {state.round + 1}")
    if piece.moved == state.round:
        return CORE_Q29.refuse(f"{name} moved in this round; its crew begins repairs in a round without moving")
    if any(shot.unit == order.unit for shot in state.announced):
        return CORE_140.refuse(f"{name} is to fire in this round; repairs begin instead of firing")
    return None


def _own(state: State, unit: int) -> Refusal | None:
    units = state.units.units
    if not 0 <= unit < len(units):
        return CORE_07.refuse(f"there is no unit {unit}; they are numbered 0 to {len(units) - 1}")
    if units[unit].side != state.side:
        return CORE_15.refuse(f"{state.name(unit)} is not repaired in {state.side.label}'s turn")
    if not units[unit].active:
        return CORE_93.refuse(f"{state.name(unit, state.side)} is a wreck")
    return None


def _due(piece: Unit) -> bool:
    """CORE-143: whether the crew finishes at the end of this turn, if nobody interferes."""
    return piece.timer == piece.showed == 1


def _may_go_on(state: State, piece: Unit) -> bool:
    return _due(piece) and piece.tracks is Tracks.IMMOBILE and state.ground.setup.semi and piece.again != state.round


def _at_work(state: State, piece: Unit, name: str) -> Refusal:
    if piece.again == state.round:
        return CORE_149.refuse(f"{name} goes on with a second cycle already")
    return CORE_140.refuse(f"{name} is under repair already, its timer at {piece.timer}")


def may_stop(state: State, order: StopRepair) -> Refusal | None:
    """CORE-144: at any time before the fire is opened."""
    if refusal := _own(state, order.unit):
        return refusal
    if not state.units.units[order.unit].timer:
        return CORE_144.refuse(f"{state.name(order.unit, state.side)} is not under repair")
    return None


def list_repairs(state: State, unit: int) -> list[StartRepair | StopRepair]:
    """What the crew of a unit may be told."""
    start, stop = StartRepair(unit), StopRepair(unit)
    return [*[start] * (may_start(state, start) is None), *[stop] * (may_stop(state, stop) is None)]


def patients(state: State) -> list[int]:
    """The side's units whose crews may be told something."""
    units = state.units.units
    hurt = [unit for unit, piece in enumerate(units) if piece.side == state.side and piece.tracks is not Tracks.WHOLE]
    return [unit for unit in hurt if list_repairs(state, unit)]


def deeds(state: State, unit: int) -> tuple[Deed, ...]:
    """CORE-140, CORE-144, CORE-149: the same for the hand, with words on them."""
    found = []
    for order in list_repairs(state, unit) if state.phase is Phase.ANNOUNCING else ():
        if isinstance(order, StopRepair):
            found.append(Deed("Stop repairs", order, CORE_144.id))
        elif state.units.units[unit].timer:
            found.append(Deed("Go on with a second cycle", order, CORE_149.id))
        else:
            found.append(Deed("Start repairs", order, CORE_140.id))
    return tuple(found)


def resolve_start(state: State, order: StartRepair, dice: Dice) -> Iterator[Event]:
    yield RepairStarted(order.unit)


def resolve_stop(state: State, order: StopRepair, dice: Dice) -> Iterator[Event]:
    yield RepairStopped(order.unit)


# The recovery vehicle


def hooked(state: State, by: int) -> int:
    """CORE-151: the damaged friend on one of the 8 squares around to which a crane points exactly; −1 for none."""
    units, piece = state.units, state.units.units[by]
    if not (piece.active and piece.square >= 0 and state.kind(by).recovery):
        return -1
    ahead = state.ground.grid.ahead(piece.square, (piece.facing + piece.turret) % 8)
    if ahead < 0 or not units.active(piece.side) >> ahead & 1:
        return -1
    patient = units.standing_on(ahead)
    return patient if units.units[patient].tracks is not Tracks.WHOLE else -1


def arranged(state: State) -> Iterator[tuple[int, int]]:
    """CORE-151: (patient, recovery vehicle) of both sides, in position."""
    for by in range(len(state.units.units)):
        if (patient := hooked(state, by)) >= 0:
            yield patient, by


def recoveries(state: State) -> dict[int, int]:
    """CORE-152, CORE-Q30, CORE-Q31: patients, each with its recovery vehicle, whose work gets on when this turn ends.

    Neither has moved or fired, and the crane was laid when the turn began. Of several the heaviest does the work.
    """
    units, this_round = state.units.units, state.round
    found: dict[int, int] = {}
    for patient, by in arranged(state):
        still = all(this_round not in (units[unit].moved, units[unit].fired) for unit in (patient, by))
        ready = still and units[by].side == state.side and units[by].turret == units[by].rested
        if ready and (patient not in found or state.kind(found[patient]).mass < state.kind(by).mass):
            found[patient] = by
    return found


def better(state: State, unit: int) -> Tracks:
    """CORE-149, CORE-155: what a repair makes of tracks or wheels; with option 7 it takes two."""
    whole = state.units.units[unit].tracks is Tracks.SEMI or not state.ground.setup.semi
    return Tracks.WHOLE if whole else Tracks.SEMI


def end_of_turn(state: State) -> Iterator[Event]:
    """CORE-142, CORE-143, CORE-152, CORE-154, CORE-Q04, CORE-Q28, CORE-Q30: timers go down, recoveries get on; who is
    first ends the other's work."""
    helped = recoveries(state)
    for unit, piece in enumerate(state.units.units):
        if piece.side != state.side or not (piece.timer or piece.waiting or unit in helped):
            continue
        if _due(piece):
            yield Repaired(unit, unit, better(state, unit))
            if piece.again == state.round:
                yield TimerSet(unit, state.ground.setup.figures.timer)
            continue
        if unit in helped:
            if piece.waiting or state.kind(unit).mass <= state.kind(helped[unit]).mass:
                yield Repaired(unit, helped[unit], better(state, unit))
                continue
            yield WaitSet(unit, True)
        elif piece.waiting:
            yield WaitSet(unit, False)
        if piece.timer and piece.showed:
            yield TimerSet(unit, piece.timer - 1)
