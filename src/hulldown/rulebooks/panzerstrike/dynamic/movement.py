"""Movement (DYN-25 … DYN-68): the roll of the Blue dice, and the moves of vehicles and fixed weapons."""

from collections.abc import Iterable, Iterator
from itertools import repeat

from hulldown.kernel.dice import Dice, HeldDice
from hulldown.kernel.forecast import Sentence, sentence, steps_taken, strong
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Band, Deed
from hulldown.kernel.template import template
from hulldown.rulebooks.panzerstrike.dynamic import pushing, turrets
from hulldown.rulebooks.panzerstrike.dynamic.driving import (
    allowance,
    backing,
    backward,
    course,
    dice_for,
    dice_to_name,
    die_for,
    free_squares,
    going_on,
    may_be_ordered,
    may_drive,
    may_leave_wall,
    may_name,
    steps_left,
    steps_to,
    straight_before,
    turns,
    way_to,
)
from hulldown.rulebooks.panzerstrike.dynamic.events import Event, Moved, MovementRolled, WallFell
from hulldown.rulebooks.panzerstrike.dynamic.hindered import cannot_reach
from hulldown.rulebooks.panzerstrike.dynamic.orders import Move, Order, RollMovement
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.state import State
from hulldown.rulebooks.panzerstrike.hindrance import FAR
from hulldown.rulebooks.panzerstrike.pieces import Condition

DYN_11 = RULES["DYN-11"]
DYN_25 = RULES["DYN-25"]
DYN_38 = RULES["DYN-38"]
DYN_40 = RULES["DYN-40"]
DYN_41 = RULES["DYN-41"]
DYN_51 = RULES["DYN-51"]
DYN_61 = RULES["DYN-61"]
DYN_66 = RULES["DYN-66"]
DYN_156 = RULES["DYN-156"]
DYN_H7 = RULES["DYN-H7"]
DYN_Q56 = RULES["DYN-Q56"]


def resolve_roll(state: State, order: RollMovement, dice: Dice) -> Iterator[Event]:
    """DYN-38: all Blue dice at once, before anything moves; a side without vehicles has none to roll."""
    count = dice_for(state)
    yield MovementRolled(dice.hand(DYN_38, state.ground.setup.figures.blue, count) if count else ())


def may_be_moved(state: State, unit: int) -> Refusal | None:
    """DYN-25, DYN-66, DYN-112, DYN-156, DYN-Q53, DYN-Q56: a friendly, active, undamaged unit that has not moved yet.

    A dozer that has pushed may drive on.
    """
    if refusal := may_be_ordered(state, unit) or may_drive(state, unit):
        return refusal
    piece, name = state.units.units[unit], state.name(unit, state.side)
    if piece.moved != state.round or ((done := going_on(state, unit)) and done.pushed):
        return None
    if not state.kind(unit).vehicle:
        return DYN_66.refuse(f"{name} has turned already in this turn")
    if going_on(state, unit):
        return DYN_H7.refuse(f"{name} has moved already in this turn; it can go on only by pushing a wreck")
    return may_leave_wall(state, unit) or DYN_Q56.refuse(f"{name} has moved already in this turn")


def may_move(state: State, order: Move) -> Refusal | None:
    """DYN-25, DYN-26, DYN-39 … DYN-41: the unit, the die if one is named, and a pose that the steps lead to."""
    unit = order.unit
    if refusal := may_be_moved(state, unit) or may_name(state, order, may_move):
        return refusal
    if not 0 <= order.facing < 8:
        return DYN_11.refuse(f"facing {order.facing} is none of the eight; they are numbered 0 to 7")
    if not 0 <= order.square < state.ground.grid.size:
        return DYN_61.refuse(f"square {order.square} is not on the board")
    steps = steps_left(state, unit, order.die)
    if steps_to(state, unit, order.square * 8 + order.facing, steps) is not None:
        return None
    return cannot_reach(state, order, steps)


def resolve_move(state: State, order: Move, dice: Dice) -> Iterator[Event]:
    """DYN-26, DYN-42, DYN-51, DYN-67, DYN-Q15: a die is used up from the second step on; one step takes none.

    DYN-157: a wall that is driven into falls.
    """
    unit, pose = order.unit, order.square * 8 + order.facing
    steps = steps_to(state, unit, pose, steps_left(state, unit, order.die)) or 0
    die = 0 if steps == 1 or going_on(state, unit) else order.die or die_for(state, unit, steps)
    walled = state.ground.standing >> order.square & 1
    yield Moved(unit, order.square, order.facing, die, steps)
    if walled:
        yield WallFell(order.square, unit)


def can_move(state: State, unit: int) -> bool:
    """DYN-34: whether there is any move left for a unit. Tracks and guns can always turn, wheels may be boxed in."""
    piece, drive = state.units.units[unit], state.kind(unit).drive
    if piece.condition is not Condition.SOUND or piece.side is not state.side:
        return False
    if piece.moved == state.round:
        return bool((done := going_on(state, unit)) and done.pushed and steps_left(state, unit) > 0)
    if drive != "wheeled" or state.ground.drive.rolls(free_squares(state), piece.square, piece.facing):
        return True
    return bool(backward(state, unit))


def movable(state: State) -> Iterator[int]:
    """DYN-25, DYN-34, DYN-97: the units with something left to do in movement: a move, a push, a turret to lay."""
    side, this_round, sound = state.side, state.round, Condition.SOUND
    chart, miniatures = state.ground.chart, state.ground.setup.turrets
    for unit, piece in enumerate(state.units.units):
        if piece.side is not side:
            continue
        if piece.moved != this_round:  # tracks and guns can always turn
            may = piece.condition is sound and (chart[piece.kind].drive != "wheeled" or can_move(state, unit))
        else:
            may = going_on(state, unit) is not None and (
                can_move(state, unit) or bool(pushing.list_pushes(state, unit))
            )
        if may or (miniatures and turrets.list_turrets(state, unit)):
            yield unit


def list_moves(state: State, unit: int) -> list[Move]:
    """Every move of one unit: each pose without naming a die, and with each die of the tray that covers it."""
    if not can_move(state, unit):
        return []
    most = steps_left(state, unit)
    paid = [(die, steps_left(state, unit, die) if die else most) for die in dice_to_name(state, unit)]
    ahead, apart = course(state, unit, most)
    moves: list[Move] = []
    if state.kind(unit).vehicle:
        squares, facings = ahead.places(most)
        for die, steps in paid:
            moves += map(Move, repeat(unit), squares[: ahead.count(steps)], facings, repeat(die))
        if any(ahead.steps_to(pose) for pose in apart):  # a loop on wheels comes to where backing leads
            moves = [move for move in moves if move.square * 8 + move.facing not in apart]
    for die, steps in paid if apart else ():
        moves += [Move(unit, pose >> 3, pose & 7, die) for pose, far in apart.items() if far <= steps]
    return moves


def listed(state: State, unit: int) -> Iterator[Iterable[Order]]:
    """All that a unit can do in movement, each kind of order when it is asked for."""
    yield list_moves(state, unit)
    yield pushing.list_pushes(state, unit)
    yield turrets.list_turrets(state, unit)


def sample_move(state: State, unit: int, dice: Dice) -> Move:
    """One move of a unit that can move: the die, then the pose, each evenly."""
    values = dice_to_name(state, unit)
    die = values[dice.pick(len(values))]
    ahead, apart = course(state, unit, steps_left(state, unit, die))
    many = ahead.count(len(ahead.layers) - 1)
    chosen = dice.pick(many + len(apart))
    pose = ahead.pose(chosen) if chosen < many else [*apart][chosen - many]
    return Move(unit, pose >> 3, pose & 7, die)


def sample(state: State, units: list[int], dice: Dice) -> Order:
    """One order of movement: the unit, then what it does, then how, each evenly."""
    unit = units[dice.pick(len(units))]
    if not (state.kind(unit).dozer or state.ground.setup.turrets):
        return sample_move(state, unit, dice)
    others = [found for found in (pushing.list_pushes(state, unit), turrets.list_turrets(state, unit)) if found]
    chosen = dice.pick(len(others) + can_move(state, unit))
    if chosen == len(others):
        return sample_move(state, unit, dice)
    return others[chosen][dice.pick(len(others[chosen]))]


def bands(state: State, unit: int) -> tuple[Band, ...]:
    """What choosing a unit shows: the free step, a contour for each die with the way to each pose, and the way back.

    DYN-156, DYN-158: ways that end in a wall are bands of their own, whose names say what comes of it.
    """
    if not can_move(state, unit):
        return ()
    piece, kind, grid = state.units.units[unit], state.kind(unit), state.ground.grid
    start = piece.square * 8 + piece.facing
    if not kind.vehicle:
        return (_band("turn, no die", DYN_66, unit, 0, [(1, pose, start) for pose in turns(state, unit)]),)
    if done := going_on(state, unit):
        parts = [(f"on with the {done.die}", f" with the {done.die}", DYN_41, 0, FAR)]
    else:
        dice = sorted(set(state.dice))
        by_die = [(f"with the {die}", f" with the {die}", DYN_40, die, allowance(kind, die)) for die in dice]
        parts = [("one step, no die", "", DYN_25, 0, 1), *by_die]
    ahead, apart = course(state, unit, steps_left(state, unit))
    back = backing(state, unit)
    clear = [way for way in ahead.ways(len(ahead.layers) - 1) if way[1] not in apart]
    into = [(far, pose, straight_before(grid, pose)) for pose, far in apart.items() if pose not in back]
    found, least = [], 0
    for name, paid, rule, die, most in parts:
        found.append(_band(name, rule, unit, die, [way for way in clear if least < way[0] <= most]))
        broken = [way for way in into if least < way[0] <= most]
        found.append(_band(_breaking(paid), DYN_156, unit, die, broken))
        least = most
    walled = any(state.ground.standing >> (pose >> 3) & 1 for pose in back)
    name, rule = (_breaking(" backwards"), DYN_156) if walled else ("back, the whole move", DYN_51)
    found.append(_band(name, rule, unit, 0, [(1, pose, start) for pose in back], True))
    return tuple(band for band in found if band.poses)


def _breaking(how: str) -> str:
    return f"breaks the wall{how}, stops, no fire"


def _band(name: str, rule: Rule, unit: int, die: int, ways: list[tuple[int, int, int]], reverse: bool = False) -> Band:
    steps, poses, before = zip(*ways, strict=True) if ways else ((), (), ())
    order = template(Move(unit, 0, 0, die), square="cell", facing="facing")
    return Band(name, rule.id, die, order, poses, steps, before, reverse=reverse)


def way(state: State, event: Moved) -> tuple[int, ...]:
    """The poses of a move that is about to happen, from first to last."""
    piece, pose = state.units.units[event.unit], event.square * 8 + event.facing
    start = piece.square * 8 + piece.facing
    if event.steps == 1:
        return start, pose
    found = way_to(state, event.unit, pose, event.steps, state.ground.drive, free_squares(state))
    assert found is not None  # it was judged
    return found


def taken(state: State, order: Move) -> Sentence:
    """DYN-25, DYN-40: what a legal move takes of the steps that its die gives; one step takes no die."""
    (moved,) = [event for event in resolve_move(state, order, HeldDice()) if isinstance(event, Moved)]
    done = going_on(state, order.unit)
    if not moved.die and not done:
        return sentence(f"It takes {strong('one step')}, for which it needs no die.")
    return steps_taken(moved.steps, steps_left(state, order.unit, moved.die))


def deeds(state: State, unit: int) -> tuple[Deed, ...]:
    """What a unit can do besides driving: push a wreck, with the ghosts of both; lay its turret."""
    return (*pushing.deeds(state, unit), *turrets.deeds(state, unit))
