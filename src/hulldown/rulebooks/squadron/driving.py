"""Driving: points (SQ-12, SQ-32 … SQ-39), hexes and turns (SQ-41 … SQ-47), what tiles cost (SQ-84 … SQ-111)."""

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush

from msgspec.structs import replace

from hulldown.geometry.hexes import forward, reverse
from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal, Rule
from hulldown.rulebooks.squadron import reaction, turn
from hulldown.rulebooks.squadron.events import (
    ActivationEnded,
    Event,
    HouseFlattened,
    MovementRolled,
    Stepped,
    Turned,
)
from hulldown.rulebooks.squadron.orders import EndActivation, RollMovement, Step, Turn
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import CRATER, HEDGE, LARGE, RUIN, SMALL
from hulldown.rulebooks.squadron.sight import corner_name
from hulldown.rulebooks.squadron.state import Activation, Gear, Ground, State

SQ_09, SQ_29, SQ_32, SQ_35 = RULES["SQ-09"], RULES["SQ-29"], RULES["SQ-32"], RULES["SQ-35"]
SQ_39, SQ_41, SQ_42, SQ_43 = RULES["SQ-39"], RULES["SQ-41"], RULES["SQ-42"], RULES["SQ-43"]
SQ_45, SQ_46, SQ_47, SQ_85 = RULES["SQ-45"], RULES["SQ-46"], RULES["SQ-47"], RULES["SQ-85"]
SQ_92, SQ_95, SQ_99 = RULES["SQ-92"], RULES["SQ-95"], RULES["SQ-99"]
SQ_102, SQ_107 = RULES["SQ-102"], RULES["SQ-107"]
ENTRY_RULES: dict[str, Rule] = {RUIN: SQ_102, SMALL: SQ_99, HEDGE: SQ_107}
Pose = tuple[int, int]  # hex and facing


# The movement roll


def may_roll(state: State, order: RollMovement) -> Refusal | None:
    """SQ-08, SQ-09, SQ-32, SQ-35: a tank that was not activated and has not broken down."""
    unit = order.unit
    if refusal := turn.may_act(state, unit) or turn.may_leave_out_die(state, unit):
        return refusal
    if state.units.units[unit].broken == state.turn:
        return SQ_09.refuse(f"{state.name(unit, state.side)} has broken down; it does not move in this turn")
    return None


def dice_of(state: State, unit: int) -> int:
    """SQ-32, SQ-34 … SQ-36: one die from a halt, two in movement."""
    figures = state.ground.setup.figures
    return figures.moving_dice if state.units.units[unit].began else figures.standing_dice


def resolve_roll(state: State, order: RollMovement, dice: Dice) -> Iterator[Event]:
    """SQ-12, SQ-32, SQ-35: the dice less the restriction, but not below 0 (Q27)."""
    unit, began = order.unit, state.units.units[order.unit].began
    die = tuple(range(1, state.ground.setup.figures.movement_die + 1))
    total = dice.sum(SQ_35 if began else SQ_32, die, dice_of(state, unit))
    points = max(0, total - state.card(unit).movement)
    started = rolled(state, unit, points)
    yield MovementRolled(unit, dice.fallen, points, began and not can_enter(state, started))


def rolled(state: State, unit: int, points: int, excused: bool = False) -> Activation:
    """A tank as its movement roll finds it."""
    return Activation(unit, points, points, stay=state.units.units[unit].facing, excused=excused)


# Prices


def closed(state: State) -> int:
    """SQ-85, SQ-92, SQ-95: the hexes that nobody drives into: craters, large houses, wrecks, other tanks (Q4)."""
    own = state.units.units[state.active.unit].hex if state.active else -1
    taken = state.units.occupied & ~(1 << own) if own >= 0 else state.units.occupied
    return state.ground.craters | state.ground.large | taken


def entry_cost(state: State, place: int) -> int:
    """SQ-32, SQ-99, SQ-102, SQ-106, SQ-107: what it costs to enter a hex."""
    return _entry_costs(state.ground)[place]


@lru_cache(maxsize=256)
def _entry_costs(ground: Ground) -> tuple[int, ...]:
    figures = ground.setup.figures
    costs = {RUIN: figures.ruin_cost, SMALL: figures.house_cost, HEDGE: figures.hedge_cost}
    return tuple([costs.get(sign, figures.open_cost) for sign in ground.cells])


def corners_between(one: int, other: int) -> int:
    """By how many corners two facings differ, the shorter way round."""
    return abs((other - one + 3) % 6 - 3)


def turn_cost(state: State, active: Activation, facing: int) -> int:
    """SQ-42, SQ-43: what turning to a corner costs now: the price of the whole stay, less what was paid (Q3)."""
    costs = state.ground.setup.figures.turn_cost
    return max(0, costs[corners_between(active.stay, facing)] - active.paid)


def ways_out(state: State, place: int, facing: int, gear: Gear) -> list[int]:
    """SQ-41, SQ-44: the open hexes ahead of a pose, or behind it."""
    directions, shut = reverse(facing) if gear is Gear.REVERSE else forward(facing), closed(state)
    steps = [state.ground.grid.step(place, direction) for direction in directions]
    return [step for step in steps if step >= 0 and not shut >> step & 1]


def gears(active: Activation) -> tuple[Gear, ...]:
    """SQ-45, SQ-46: the gears that are still open."""
    return (Gear.FORWARD, Gear.REVERSE) if active.gear is Gear.NEUTRAL else (active.gear,)


def can_enter(state: State, active: Activation) -> bool:
    """SQ-39: whether a turn, or none, and one hex either way can be paid for (Q7)."""
    piece, most = state.units.units[active.unit], state.ground.setup.figures.most_turns
    for facing in range(6):
        if facing != piece.facing and active.turns >= most:
            continue
        left = active.left - (turn_cost(state, active, facing) if facing != piece.facing else 0)
        for gear in gears(active):
            if any(entry_cost(state, step) <= left for step in ways_out(state, piece.hex, facing, gear)):
                return True
    return False


def owes_a_hex(state: State) -> bool:
    """SQ-39: a tank that began in movement and has rolled owes a hex, if it could enter one (Q6, Q7)."""
    active = state.active
    if active is None or active.rolled < 0 or active.entered or active.excused:
        return False
    return state.units.units[active.unit].began


# A hex


def gear_of(state: State, place: int) -> Gear | None:
    """SQ-41, SQ-44: whether a hex lies ahead of the tank under way, behind it, or neither."""
    active = state.active
    assert active is not None
    piece, grid = state.units.units[active.unit], state.ground.grid
    for gear, directions in ((Gear.FORWARD, forward(piece.facing)), (Gear.REVERSE, reverse(piece.facing))):
        if place >= 0 and place in [grid.step(piece.hex, direction) for direction in directions]:
            return gear
    return None


def may_step(state: State, order: Step) -> Refusal | None:
    """SQ-32, SQ-35, SQ-41, SQ-44 … SQ-46: an open hex ahead or behind, in the gear of before, that can be paid for."""
    active, place = state.active, order.hex
    assert active is not None
    name, grid = state.name(active.unit, state.side), state.ground.grid
    if not 0 <= place < grid.size:
        return SQ_41.refuse(f"there is no hex {place}; they are numbered 0 to {grid.size - 1}")
    gear = gear_of(state, place)
    if gear is None:
        facing = corner_name(state.units.units[active.unit].facing)
        return SQ_41.refuse(f"{state.place(place)} lies neither ahead of {name}, which faces {facing}, nor behind it")
    if gear not in gears(active):
        if gear is Gear.REVERSE:
            return SQ_45.refuse(f"{name} has moved forward in this turn; it cannot reverse to {state.place(place)}")
        return SQ_46.refuse(f"{name} has reversed in this turn; it cannot move forward to {state.place(place)}")
    if refusal := _may_enter(state, place, name):
        return refusal
    if (cost := entry_cost(state, place)) > active.left:
        rule = ENTRY_RULES.get(state.ground.cells[place], SQ_32)
        return rule.refuse(f"{state.place(place)} costs {_points(cost)}; {_are_left(active.left)}")
    return None


def _may_enter(state: State, place: int, name: str) -> Refusal | None:
    """SQ-85, SQ-92, SQ-95: nothing in the hex that closes it."""
    here, sign = f"{name} cannot enter {state.place(place)}", state.ground.cells[place]
    if state.units.wrecks >> place & 1:
        return SQ_85.refuse(f"{here}: a wreck lies there")
    if state.units.occupied >> place & 1:
        return SQ_32.refuse(f"{here}: {state.name(state.units.standing_on(place), state.side)} stands there")
    if sign == CRATER:
        return SQ_92.refuse(f"{here}: there is a bomb crater")
    return SQ_95.refuse(f"{here}: there is a large house") if sign == LARGE else None


def _points(many: int) -> str:
    return f"{many} point{'s' * (many != 1)}"


def _are_left(many: int) -> str:
    return f"{many} {'is' if many == 1 else 'are'} left"


def resolve_step(state: State, order: Step, dice: Dice) -> Iterator[Event]:
    """SQ-32, SQ-44, SQ-100, SQ-110: a hex, facing as before; a small house falls, a hedge stands again behind."""
    active, gear, place = state.active, gear_of(state, order.hex), order.hex
    assert active is not None
    assert gear is not None
    house = state.ground.cells[place] == SMALL
    yield Stepped(active.unit, place, entry_cost(state, place), gear)
    if house:
        yield HouseFlattened(place, active.unit)
    yield from reaction.open_window(state)


def list_steps(state: State) -> list[Step]:
    """SQ-41, SQ-44: the hexes that the tank under way can enter now."""
    active = state.active
    assert active is not None
    piece = state.units.units[active.unit]
    places = [step for gear in gears(active) for step in ways_out(state, piece.hex, piece.facing, gear)]
    return [Step(place) for place in places if entry_cost(state, place) <= active.left]


# A turn


def may_turn(state: State, order: Turn) -> Refusal | None:
    """SQ-14, SQ-39, SQ-41 … SQ-43: another corner that can be paid for, with enough left for the hex that is owed."""
    active, facing = state.active, order.facing
    assert active is not None
    piece, name = state.units.units[active.unit], state.name(active.unit, state.side)
    most = state.ground.setup.figures.most_turns
    if not 0 <= facing < 6:
        return SQ_41.refuse(f"there is no facing {facing}; the corners are numbered 0 to 5")
    if facing == piece.facing:
        return SQ_41.refuse(f"{name} faces {corner_name(facing)} already")
    if active.turns >= most:
        return SQ_43.refuse(f"{name} has turned {active.turns} times in this hex; {most} times is all")
    if (cost := turn_cost(state, active, facing)) > active.left:
        rule = SQ_42 if corners_between(active.stay, facing) == 1 else SQ_43
        return rule.refuse(f"turning {corner_name(facing)} costs {_points(cost)}; {_are_left(active.left)}")
    if owes_a_hex(state) and not _enters_after(state, facing):
        left = active.left - cost
        told = f"{name} must enter a hex; after turning {corner_name(facing)} {_points(left)} would not pay for one"
        return SQ_39.refuse(told)
    return None


def _enters_after(state: State, facing: int) -> bool:
    """SQ-39: whether the duty can still be paid for after a turn (Q7)."""
    active = state.active
    assert active is not None
    trial = state.copy()
    trial.units.put(active.unit, replace(state.units.units[active.unit], facing=facing))
    return can_enter(trial, turned(state, active, facing))


def turned(state: State, active: Activation, facing: int) -> Activation:
    """SQ-42, SQ-43: the tank under way after a turn."""
    cost = turn_cost(state, active, facing)
    return replace(active, left=active.left - cost, paid=active.paid + cost, turns=active.turns + 1)


def resolve_turn(state: State, order: Turn, dice: Dice) -> Iterator[Event]:
    """SQ-14, SQ-42, SQ-43: the hull turns, and carries the turret along (Q15)."""
    active = state.active
    assert active is not None
    yield Turned(active.unit, order.facing, turn_cost(state, active, order.facing))
    yield from reaction.open_window(state)


def list_turns(state: State) -> list[Turn]:
    return [Turn(facing) for facing in range(6) if may_turn(state, Turn(facing)) is None]


# The end


def may_end(state: State, order: EndActivation) -> Refusal | None:
    """SQ-29, SQ-38, SQ-39, SQ-47: once no hex is owed; in movement only after a hex ahead (Q8)."""
    active = state.active
    assert active is not None
    name = state.name(active.unit, state.side)
    if owes_a_hex(state):
        return SQ_39.refuse(f"{name} must enter a hex first: it began the turn in movement")
    if not order.moving:
        return None
    if active.gear is Gear.REVERSE:
        return SQ_47.refuse(f"{name} has reversed; it ends the turn stationary", EndActivation(False))
    if not active.entered:
        return SQ_29.refuse(f"{name} has not entered a hex; it ends the turn stationary", EndActivation(False))
    return None


def resolve_end(state: State, order: EndActivation, dice: Dice) -> Iterator[Event]:
    """SQ-29, SQ-38: points that are left are lost."""
    assert state.active is not None
    yield ActivationEnded(state.active.unit, order.moving)
    yield from turn.next_activation(state)


def list_ends(state: State) -> list[EndActivation]:
    ends = [EndActivation(False), EndActivation(True)]
    return [end for end in ends if may_end(state, end) is None]


# Reach


def reach(state: State, gear: Gear) -> dict[Pose, tuple[int, Pose]]:
    """SQ-32 … SQ-47: every pose that the points buy in a gear, with its price and the pose before it on the way."""
    active = state.active
    assert active is not None
    piece, beyond = state.units.units[active.unit], active.left + 1
    start = piece.hex, piece.facing
    found: dict[Pose, tuple[int, Pose]] = {start: (0, start)}
    arrived: dict[Pose, int] = {}
    queue: list[tuple[int, Pose, bool]] = [(0, start, True)]
    shut, steps, costs = closed(state), state.ground.grid.steps, _entry_costs(state.ground)
    ahead = [reverse(facing) if gear is Gear.REVERSE else forward(facing) for facing in range(6)]
    fresh = [_turns(state, facing) for facing in range(6)]
    turns = _turns(state, piece.facing, active)
    while queue:
        cost, (place, facing), first = heappop(queue)
        if not first and cost > arrived[place, facing]:
            continue
        for to, price in turns if first else fresh[facing]:
            if (spent := cost + price) > active.left:
                continue
            if spent < found.get((place, to), (beyond, start))[0]:
                found[place, to] = spent, (place, facing)
            for direction in ahead[to]:
                step = steps[direction][place]
                if step < 0 or shut >> step & 1:
                    continue
                total, pose = spent + costs[step], (step, to)
                if total <= active.left and total < arrived.get(pose, beyond):
                    arrived[pose] = total
                    heappush(queue, (total, pose, False))
                    if total < found.get(pose, (beyond, start))[0]:
                        found[pose] = total, (place, to)
    del found[start]
    return found


def _turns(state: State, facing: int, active: Activation | None = None) -> list[tuple[int, int]]:
    """SQ-42, SQ-43: the facings that a stay can end with, and their prices; one that is under way may be paid for."""
    figures = state.ground.setup.figures
    found = [(facing, 0)]
    if (active.turns if active else 0) < figures.most_turns:
        for to in range(6):
            if to != facing:
                price = turn_cost(state, active, to) if active else figures.turn_cost[corners_between(facing, to)]
                found.append((to, price))
    return found
