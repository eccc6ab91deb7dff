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
from hulldown.rulebooks.squadron.setup import CRATER, HEDGE, LARGE, RUIN, SMALL, Figures
from hulldown.rulebooks.squadron.sight import corner_name
from hulldown.rulebooks.squadron.state import Activation, Gear, Ground, State

SQ_09, SQ_32, SQ_35 = RULES["SQ-09"], RULES["SQ-32"], RULES["SQ-35"]
SQ_39, SQ_41, SQ_42, SQ_43 = RULES["SQ-39"], RULES["SQ-41"], RULES["SQ-42"], RULES["SQ-43"]
SQ_45, SQ_46, SQ_47, SQ_85 = RULES["SQ-45"], RULES["SQ-46"], RULES["SQ-47"], RULES["SQ-85"]
SQ_92, SQ_95, SQ_99 = RULES["SQ-92"], RULES["SQ-95"], RULES["SQ-99"]
SQ_102, SQ_107 = RULES["SQ-102"], RULES["SQ-107"]
SQ_Q2, SQ_Q3, SQ_Q4, SQ_Q8 = RULES["SQ-Q2"], RULES["SQ-Q3"], RULES["SQ-Q4"], RULES["SQ-Q8"]
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
    """SQ-12, SQ-32, SQ-35, SQ-Q27, SQ-Q37: the dice less the restriction, but not below 0."""
    unit, began = order.unit, state.units.units[order.unit].began
    die = tuple(range(1, state.ground.setup.figures.movement_die + 1))
    before = len(dice.rolls)
    total = dice.sum(SQ_35 if began else SQ_32, die, dice_of(state, unit))
    points = max(0, total - state.card(unit).movement)
    started = rolled(unit, points)
    yield MovementRolled(unit, dice.shown(before), points, began and not can_enter(state, started))


def rolled(unit: int, points: int, excused: bool = False) -> Activation:
    """A tank as its movement roll finds it."""
    return Activation(unit, points, points, excused=excused)


# Prices


def closed(state: State) -> int:
    """SQ-85, SQ-92, SQ-95, SQ-Q4: the hexes that nobody drives into: craters, large houses, wrecks, other tanks."""
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


def price(figures: Figures, turned: int, more: int) -> int | None:
    """SQ-42, SQ-43, SQ-Q3: what so many corners more cost in a stay; none if they would be more than have a price."""
    costs = figures.turn_cost
    return max(0, costs[turned + more] - costs[turned]) if turned + more < len(costs) else None


def turn_cost(state: State, active: Activation, facing: int) -> int | None:
    """SQ-42, SQ-43, SQ-Q3: what turning to a corner costs now, the shorter way round; none if it is too far."""
    more = corners_between(state.units.units[active.unit].facing, facing)
    return price(state.ground.setup.figures, active.corners, more)


def ways_out(state: State, place: int, facing: int, gear: Gear) -> list[int]:
    """SQ-41, SQ-44, SQ-Q2: the open hexes ahead of a pose, or behind it."""
    directions, shut = reverse(facing) if gear is Gear.REVERSE else forward(facing), closed(state)
    steps = [state.ground.grid.step(place, direction) for direction in directions]
    return [step for step in steps if step >= 0 and not shut >> step & 1]


def gears(active: Activation) -> tuple[Gear, ...]:
    """SQ-45, SQ-46, SQ-Q36: the gears that are still open, whatever was turned."""
    return (Gear.FORWARD, Gear.REVERSE) if active.gear is Gear.NEUTRAL else (active.gear,)


def least_way_out(state: State, active: Activation) -> int | None:
    """SQ-39, SQ-Q7: the least that a turn, or none, and one hex either way cost; none if no hex is open."""
    place = state.units.units[active.unit].hex
    found = [
        cost + entry_cost(state, step)
        for facing in range(6)
        if (cost := turn_cost(state, active, facing)) is not None
        for gear in gears(active)
        for step in ways_out(state, place, facing, gear)
    ]
    return min(found, default=None)


def can_enter(state: State, active: Activation) -> bool:
    """SQ-39, SQ-Q7: whether a turn, or none, and one hex either way can be paid for."""
    least = least_way_out(state, active)
    return least is not None and least <= active.left


def owes_a_hex(state: State) -> bool:
    """SQ-39, SQ-Q6, SQ-Q7: a tank that began in movement and has rolled owes a hex, if it could enter one."""
    active = state.active
    if active is None or active.rolled < 0 or active.entered or active.excused:
        return False
    return state.units.units[active.unit].began


# A hex


def gear_of(state: State, place: int) -> Gear | None:
    """SQ-41, SQ-44, SQ-Q2: whether a hex lies ahead of the tank under way, behind it, or neither."""
    active = state.active
    assert active is not None
    piece, grid = state.units.units[active.unit], state.ground.grid
    for gear, directions in ((Gear.FORWARD, forward(piece.facing)), (Gear.REVERSE, reverse(piece.facing))):
        if place >= 0 and place in [grid.step(piece.hex, direction) for direction in directions]:
            return gear
    return None


def may_step(state: State, order: Step) -> Refusal | None:
    """SQ-32, SQ-35, SQ-44 … SQ-46, SQ-Q2: an open hex ahead or behind, in the gear of before, that can be paid for."""
    active, place = state.active, order.hex
    assert active is not None
    name, grid = state.name(active.unit, state.side), state.ground.grid
    if not 0 <= place < grid.size:
        return SQ_Q4.refuse(f"there is no hex {place}; they are numbered 0 to {grid.size - 1}")
    gear, piece = gear_of(state, place), state.units.units[active.unit]
    if place == piece.hex:
        return SQ_Q2.refuse(f"{name} stands on {state.place(place)} already")
    if (far := grid.distance(piece.hex, place)) > 1:
        return SQ_Q2.refuse(f"{state.place(place)} is {far} hexes from {name}; it drives into one next to it")
    if gear is None:
        facing = corner_name(piece.facing)
        return SQ_Q2.refuse(f"{state.place(place)} lies neither ahead of {name}, which faces {facing}, nor behind it")
    if gear not in gears(active):
        if gear is Gear.REVERSE:
            return SQ_45.refuse(f"{name} has moved forward in this turn; it cannot reverse to {state.place(place)}")
        return SQ_46.refuse(f"{name} has reversed in this turn; it cannot move forward to {state.place(place)}")
    if refusal := _may_enter(state, place, name):
        return refusal
    if (cost := entry_cost(state, place)) > active.left:
        rule = ENTRY_RULES.get(state.ground.cells[place], SQ_35 if piece.began else SQ_32)
        return rule.refuse(f"{state.place(place)} costs {_points(cost)}; {_are_left(active.left)}")
    return None


def _may_enter(state: State, place: int, name: str) -> Refusal | None:
    """SQ-85, SQ-92, SQ-95, SQ-Q4: nothing in the hex that closes it."""
    here, sign = f"{name} cannot enter {state.place(place)}", state.ground.cells[place]
    if state.units.wrecks >> place & 1:
        return SQ_85.refuse(f"{here}: a wreck lies there")
    if state.units.occupied >> place & 1:
        return SQ_Q4.refuse(f"{here}: {state.name(state.units.standing_on(place), state.side)} stands there")
    if sign == CRATER:
        return SQ_92.refuse(f"{here}: there is a bomb crater")
    return SQ_95.refuse(f"{here}: there is a large house") if sign == LARGE else None


def _points(many: int) -> str:
    return f"{many} point{'s' * (many != 1)}"


def _corners(many: int) -> str:
    return f"{many} corner{'s' * (many != 1)}"


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
    """SQ-14, SQ-39, SQ-41 … SQ-43, SQ-Q3: another corner that can be paid for, and a hex after it that is owed."""
    active, facing = state.active, order.facing
    assert active is not None
    piece, name = state.units.units[active.unit], state.name(active.unit, state.side)
    if not 0 <= facing < 6:
        return SQ_41.refuse(f"there is no facing {facing}; the corners are numbered 0 to 5")
    if facing == piece.facing:
        return SQ_41.refuse(f"{name} faces {corner_name(facing)} already")
    corners, cost = corners_between(piece.facing, facing), turn_cost(state, active, facing)
    if cost is None:
        so_far = f"{name} has turned by {_corners(active.corners)} on {state.place(piece.hex)}"
        most = len(state.ground.setup.figures.turn_cost) - 1
        return SQ_Q3.refuse(f"{so_far}; {corner_name(facing)} is {corners} more, and {most} in all are the most")
    if cost > active.left:
        rule = turn_rule(active.corners, corners)
        return rule.refuse(f"turning {corner_name(facing)} costs {_points(cost)}; {_are_left(active.left)}")
    return _may_owe_on(state, facing, name) if owes_a_hex(state) else None


def turn_rule(turned: int, more: int) -> Rule:
    """SQ-42, SQ-43, SQ-Q3: what prices a turn: the print, but turning on in the same stay the ruling."""
    return SQ_Q3 if turned else SQ_42 if more == 1 else SQ_43


def _may_owe_on(state: State, facing: int, name: str) -> Refusal | None:
    """SQ-39, SQ-Q7: the hex that is owed can still be entered after a turn."""
    active = state.active
    assert active is not None
    after, trial = turned(state, active, facing), state.copy()
    trial.units.put(active.unit, replace(state.units.units[active.unit], facing=facing))
    least = least_way_out(trial, after)
    if least is not None and least <= after.left:
        return None
    so = f"{name} must enter a hex; after turning {corner_name(facing)}"
    if least is None:
        return SQ_39.refuse(f"{so} it could turn no further, and no hex ahead of it or behind it is open")
    return SQ_39.refuse(f"{so} {_points(after.left)} would be left, and the next hex takes {least}")


def turned(state: State, active: Activation, facing: int) -> Activation:
    """SQ-42, SQ-43, SQ-Q3: the tank under way after a turn."""
    cost, more = turn_cost(state, active, facing), corners_between(state.units.units[active.unit].facing, facing)
    assert cost is not None
    return replace(active, left=active.left - cost, corners=active.corners + more)


def resolve_turn(state: State, order: Turn, dice: Dice) -> Iterator[Event]:
    """SQ-14, SQ-42, SQ-43, SQ-Q15: the hull turns, and carries the turret along."""
    active = state.active
    assert active is not None
    cost = turn_cost(state, active, order.facing)
    assert cost is not None
    yield Turned(active.unit, order.facing, cost)
    yield from reaction.open_window(state)


def list_turns(state: State) -> list[Turn]:
    return [Turn(facing) for facing in range(6) if may_turn(state, Turn(facing)) is None]


# The end


def may_end(state: State, order: EndActivation) -> Refusal | None:
    """SQ-29, SQ-38, SQ-39, SQ-47, SQ-Q8: once no hex is owed; in movement only after a hex ahead."""
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
        return SQ_Q8.refuse(f"{name} has not entered a hex; it ends the turn stationary", EndActivation(False))
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
    fresh = [_turns(state, facing, 0) for facing in range(6)]
    turns = _turns(state, piece.facing, active.corners)
    while queue:
        cost, (place, facing), first = heappop(queue)
        if cost > found[place, facing][0]:
            continue  # another way there is cheaper, also by a turn, after which less is left to turn
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
                    if total <= found.get(pose, (beyond, start))[0]:
                        found[pose] = total, (place, to)
    del found[start]
    return found


def _turns(state: State, facing: int, turned: int) -> list[tuple[int, int]]:
    """SQ-42, SQ-43, SQ-Q3: the facings that a stay can end with and their prices, after so many corners in it."""
    around = [(facing + by) % 6 for by in range(6)]
    priced = [(to, price(state.ground.setup.figures, turned, corners_between(facing, to))) for to in around]
    return [(to, cost) for to, cost in priced if cost is not None]
