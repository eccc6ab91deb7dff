"""Slots and speeds (CORE-16 … CORE-28, CORE-33, CORE-103, CORE-104, CORE-136): who may be moved and how far, and the
speed die.
"""

from collections.abc import Iterator

from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Deed
from hulldown.rulebooks.panzerstrike import movement_dice
from hulldown.rulebooks.panzerstrike.core.events import Event, Moved, Pushed, SpeedRolled
from hulldown.rulebooks.panzerstrike.core.orders import Move, Order, RollSpeed
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.state import Gear, State, Tracks, UnderWay
from hulldown.rulebooks.panzerstrike.pieces import Condition

CORE_07 = RULES["CORE-07"]
CORE_15 = RULES["CORE-15"]
CORE_16 = RULES["CORE-16"]
CORE_25 = RULES["CORE-25"]
CORE_27 = RULES["CORE-27"]
CORE_32 = RULES["CORE-32"]
CORE_33 = RULES["CORE-33"]
CORE_37 = RULES["CORE-37"]
CORE_93 = RULES["CORE-93"]
CORE_100 = RULES["CORE-100"]
CORE_103 = RULES["CORE-103"]
CORE_104 = RULES["CORE-104"]
CORE_130 = RULES["CORE-130"]
CORE_136 = RULES["CORE-136"]
CORE_141 = RULES["CORE-141"]
CORE_H7 = RULES["CORE-H7"]
CORE_Q07 = RULES["CORE-Q07"]
CORE_Q26 = RULES["CORE-Q26"]


# Who


def may_be_ordered(state: State, unit: int) -> Refusal | None:
    """CORE-07, CORE-15, CORE-93: one of the side's active units."""
    units = state.units.units
    if not 0 <= unit < len(units):
        return CORE_07.refuse(f"there is no unit {unit}; they are numbered 0 to {len(units) - 1}")
    if units[unit].side != state.side:
        return CORE_15.refuse(f"{state.name(unit)} does not move in {state.side.label}'s turn")
    if not units[unit].active:
        return CORE_93.refuse(f"{state.name(unit, state.side)} is destroyed")
    return None


def may_be_moved(state: State, unit: int) -> Refusal | None:
    """CORE-18, CORE-100, CORE-130, CORE-141, CORE-H7, CORE-Q26: a friendly unit that can move and has not
    moved in this turn. Whoever has pushed may drive on."""
    if refusal := may_be_ordered(state, unit):
        return refusal
    piece, name, done = state.units.units[unit], state.name(unit, state.side), going_on(state, unit)
    if piece.timer:
        return CORE_141.refuse(f"{name} is under repair and does not move before that is done")
    if piece.tracks is Tracks.IMMOBILE:
        return CORE_100.refuse(f"{name} is immobilised: it neither drives nor turns")
    if piece.moved != state.round or (done and done.pushed):
        return None
    if not state.kind(unit).vehicle:
        if piece.turned == state.round:
            return CORE_130.refuse(f"{name} has been turned already in this turn")
        return CORE_Q26.refuse(f"{name} has been pulled in this turn and does not turn")
    if done and done.steps < done.most:
        return CORE_H7.refuse(f"{name} has moved already in this turn; it can go on only by pushing a wreck")
    return CORE_H7.refuse(f"{name} has moved already in this turn")


def only_turns(state: State, unit: int) -> bool:
    """CORE-103: whether a vehicle is semi-immobilised on tracks."""
    return state.units.units[unit].tracks is Tracks.SEMI and state.kind(unit).drive == "tracked"


# How far


def slots(state: State) -> int:
    """CORE-16, CORE-19, CORE-Q05: how many of the side's vehicles may make a Coordinated movement in a turn. All active
    ones count, fixed weapons do not; an active command tank brings more."""
    figures, chart, side = state.ground.setup.figures, state.ground.chart, state.side
    active, commands = 0, False
    for piece in state.units.units:
        if piece.side is side and piece.condition is not Condition.DESTROYED:
            active += chart[piece.kind].category != "fixed"
            commands = commands or piece.command
    return movement_dice.dice_for(figures.coordinated, figures.most_coordinated, active) + figures.command * commands


def going_on(state: State, unit: int) -> UnderWay | None:
    """What a vehicle has rolled and driven so far in this turn, if nothing else moved since."""
    return state.driving if state.driving is not None and state.driving.unit == unit else None


def speed(state: State, unit: int, gear: Gear, towed: int = -1) -> int:
    """CORE-25, CORE-27, CORE-104, CORE-136, CORE-Q39: the chart's speed and the die, then half of it, rounded up, for
    hurt wheels or tracks and again for a heavy tow."""
    kind, done = state.kind(unit), going_on(state, unit)
    found = (kind.max if gear is Gear.FORWARD else kind.reverse) + (done.most - kind.max if done else 0)
    if state.units.units[unit].tracks is Tracks.SEMI:
        found = -(-found // 2)
    return found if towed < 0 else _slowed(state, unit, towed, found)


def _slowed(state: State, vehicle: int, weapon: int, speed: int) -> int:
    """CORE-136: a vehicle of less than so many times the weapon's mass has half its speed, rounded up."""
    return -(-speed // 2) if _heavy(state, vehicle, weapon) else speed


def _heavy(state: State, vehicle: int, weapon: int) -> bool:
    return state.kind(vehicle).mass < state.ground.setup.figures.tow_ratio * state.kind(weapon).mass


def may_go_far(state: State, unit: int) -> bool:
    """CORE-16, CORE-17, CORE-27, CORE-H7, CORE-Q07: whether a vehicle has a slot or can still take one; with the speed
    die it must have rolled and be the one that moves."""
    if state.ground.setup.speed_die:
        return unit in state.coordinated and going_on(state, unit) is not None
    return unit in state.coordinated or len(state.coordinated) < slots(state)


def allowance(state: State, unit: int, gear: Gear, towed: int = -1) -> int:
    """CORE-17, CORE-18, CORE-28: the most steps in a gear: the speed with a slot, else one; one there always is."""
    return max(1, speed(state, unit, gear, towed)) if may_go_far(state, unit) else 1


def steps_left(state: State, unit: int, gear: Gear = Gear.FORWARD, towed: int = -1) -> int:
    """CORE-25: what is left of the allowance."""
    done = going_on(state, unit)
    return allowance(state, unit, gear, towed) - (done.steps if done else 0)


def turns_left(state: State, unit: int) -> int:
    """CORE-33, CORE-103, CORE-Q46: how often tracks may turn by 45° on the spot: by the higher of the two speeds."""
    most = max(1, *(speed(state, unit, gear) for gear in Gear)) if may_go_far(state, unit) else 1
    done = going_on(state, unit)
    return most - (done.steps if done else 0)


def too_far(state: State, order: Move, needs: str, nearest: Order | None) -> Refusal:
    """CORE-16, CORE-25, CORE-27, CORE-33, CORE-H7: how many steps there are, and why not more."""
    unit, name, side = order.unit, state.name(order.unit, state.side), state.side.label
    used = done.steps if (done := going_on(state, unit)) else 0
    if not may_go_far(state, unit) and not used:
        if state.ground.setup.speed_die:
            if unit in state.coordinated:
                told = f"{name} rolled, but another vehicle rolled or moved since: it has one step"
                return CORE_H7.refuse(f"{needs}; {told}", nearest)
            if may_roll_speed(state, RollSpeed(unit)) is None:
                return CORE_27.refuse(f"{needs}; {name} rolls the speed die before more than one", RollSpeed(unit))
        told = f"all {slots(state)} long moves of {side}'s are used"
        return CORE_16.refuse(f"{needs} and more than one is a long move; {told}", nearest)
    left = steps_left(state, unit, order.gear, order.tow)
    if used:
        return CORE_25.refuse(f"{needs}; {name} has {left} left of its {left + used}", nearest)
    if order.tow >= 0 and _heavy(state, unit, order.tow):
        masses = f"{state.kind(unit).mass} t with {state.kind(order.tow).mass} t in tow"
        return CORE_136.refuse(f"{needs}; {name}, {masses}, has {left}", nearest)
    if only_turns(state, unit):
        return CORE_103.refuse(f"{needs}; {name} is semi-immobilised and has {turns_left(state, unit)}", nearest)
    if order.square == state.units.units[unit].square and order.gear is Gear.FORWARD:
        return CORE_33.refuse(f"{needs}; {name} turns on the spot by {turns_left(state, unit)} at most", nearest)
    if state.units.units[unit].tracks is Tracks.SEMI:
        return CORE_104.refuse(f"{needs}; {name} is semi-immobilised and has {left} in {order.gear} gear", nearest)
    backing = CORE_37 if state.kind(unit).drive == "wheeled" else CORE_32
    rule = backing if order.gear is Gear.REVERSE else CORE_25
    return rule.refuse(f"{needs}; {name} has {left} in {order.gear} gear", nearest)


def drove(state: State, event: Moved | Pushed) -> UnderWay | None:
    """CORE-25, CORE-26: what a vehicle has driven with this. It may go on after steps ahead, and only then: who backed
    or pulled has no steps left. A fixed weapon has none at all."""
    if not state.kind(event.unit).vehicle:
        return None
    done = going_on(state, event.unit)
    steps = event.steps + (done.steps if done else 0)
    pushed = isinstance(event, Pushed)
    if isinstance(event, Moved) and (event.gear is Gear.REVERSE or event.tow >= 0):
        return UnderWay(event.unit, steps, steps, False)
    return UnderWay(event.unit, steps, max(steps, done.most if done else state.kind(event.unit).max), pushed)


# The speed die


def may_roll_speed(state: State, order: RollSpeed) -> Refusal | None:
    """CORE-16, CORE-27, CORE-Q07: a vehicle that could move, and a slot for it."""
    unit = order.unit
    if not state.ground.setup.speed_die:
        return CORE_27.refuse("the speed die is rolled only with optional rule 2")
    if refusal := may_be_ordered(state, unit):
        return refusal
    name = state.name(unit, state.side)
    if not state.kind(unit).vehicle:
        return CORE_27.refuse(f"{name} is fixed and has no speed")
    if refusal := may_be_moved(state, unit):
        return refusal
    if unit in state.coordinated:
        return CORE_Q07.refuse(f"{name} has rolled the speed die already in this turn")
    if state.units.units[unit].moved == state.round:
        return CORE_27.refuse(f"{name} has taken its single step; the speed die is rolled before the first one")
    if len(state.coordinated) >= (most := slots(state)):
        return CORE_16.refuse(f"all {most} long moves of {state.side.label}'s are used")
    return None


def list_speed_rolls(state: State, unit: int) -> list[Order]:
    order = RollSpeed(unit)
    return [order] if state.ground.setup.speed_die and may_roll_speed(state, order) is None else []


def resolve_speed(state: State, order: RollSpeed, dice: Dice) -> Iterator[Event]:
    """CORE-27: one die, for this round."""
    yield SpeedRolled(order.unit, dice.sum(CORE_27, state.ground.setup.figures.speed, 1))


def rolled(state: State, event: SpeedRolled) -> UnderWay:
    """CORE-27: a vehicle about to move, with the speed that it has ahead."""
    return UnderWay(event.unit, 0, max(0, state.kind(event.unit).max + event.change), False)


def deeds(state: State, unit: int) -> Iterator[Deed]:
    for order in list_speed_rolls(state, unit):
        yield Deed("Roll speed die (a long move)", order, CORE_27.id)
