"""Movement (DYN-25 … DYN-68): the free step and the Blue dice, tracks, wheels and fixed weapons; with walls that are
driven into (DYN-155 … DYN-157), wrecks that are pushed (DYN-149 … DYN-151) and the turrets of realistic miniatures.
"""

from collections.abc import Iterator
from itertools import repeat
from typing import NamedTuple

import msgspec

from hulldown.geometry.squares import Reach, squares_of
from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Band, Deed, Ghost
from hulldown.rulebooks.panzerstrike import tray
from hulldown.rulebooks.panzerstrike.dynamic.events import (
    Event,
    Moved,
    MovementRolled,
    Pushed,
    TurretTurned,
    WallFell,
)
from hulldown.rulebooks.panzerstrike.dynamic.orders import Move, Order, Push, RollMovement, TurnTurret
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import Setup, UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.state import Drive, State, Unit
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.showing import pose_of

DYN_02 = RULES["DYN-02"]
DYN_11 = RULES["DYN-11"]
DYN_25 = RULES["DYN-25"]
DYN_26 = RULES["DYN-26"]
DYN_38 = RULES["DYN-38"]
DYN_39 = RULES["DYN-39"]
DYN_40 = RULES["DYN-40"]
DYN_41 = RULES["DYN-41"]
DYN_50 = RULES["DYN-50"]
DYN_51 = RULES["DYN-51"]
DYN_52 = RULES["DYN-52"]
DYN_56 = RULES["DYN-56"]
DYN_59 = RULES["DYN-59"]
DYN_60 = RULES["DYN-60"]
DYN_61 = RULES["DYN-61"]
DYN_62 = RULES["DYN-62"]
DYN_64 = RULES["DYN-64"]
DYN_66 = RULES["DYN-66"]
DYN_95 = RULES["DYN-95"]
DYN_97 = RULES["DYN-97"]
DYN_98 = RULES["DYN-98"]
DYN_112 = RULES["DYN-112"]
DYN_115 = RULES["DYN-115"]
DYN_149 = RULES["DYN-149"]
DYN_150 = RULES["DYN-150"]
DYN_151 = RULES["DYN-151"]
DYN_155 = RULES["DYN-155"]
DYN_163 = RULES["DYN-163"]
DYN_188 = RULES["DYN-188"]
PUSH = 2  # steps for each square that a wreck is pushed (DYN-151)
TURRET = 2  # eighths that a turret turns in a turn (DYN-98)
FAR = 60  # steps: further than any allowance, to say how far away a pose is


# The dice


def vehicles(state: State) -> int:
    """DYN-28: the side's active vehicles; the damaged and unarmed count, wrecks and fixed weapons do not (DQ-07)."""
    chart, side = state.ground.chart, state.side
    return sum(piece.side == side and piece.active and chart[piece.kind].vehicle for piece in state.units.units)


def earned(state: State) -> int:
    """DYN-27: the dice that the side's active vehicles earn; one vehicle rolls as two do (DQ-05)."""
    figures, active = state.ground.setup.figures, vehicles(state)
    return tray.dice_for(figures.dice_table, figures.most_dice, active) if active else 0


def dice_for(state: State) -> int:
    """DYN-30, DYN-31: the dice to roll: those that the vehicles earn, and one for a command tank that lives."""
    commands = any(piece.command and piece.active and piece.side == state.side for piece in state.units.units)
    count, box = earned(state) + commands, state.ground.setup.figures.dice_in_the_box
    return min(count, box) if box else count


def resolve_roll(state: State, order: RollMovement, dice: Dice) -> Iterator[Event]:
    """DYN-38: all Blue dice at once, before anything moves; a side without vehicles has none to roll."""
    count = dice_for(state)
    yield MovementRolled(dice.hand(DYN_38, state.ground.setup.figures.blue, count) if count else ())


def dice_to_give(setup: Setup, rolled: tuple[int, ...]) -> tuple[int, ...]:
    """DYN-26, DYN-35: a die for each vehicle that is to take more than one step; by optional rule 2 one more of the
    same when all show the same number."""
    return tray.with_extra(rolled) if setup.extra else tuple(sorted(rolled))


def allowance(kind: UnitClass, die: int) -> int:
    """DYN-40, DYN-42: the most steps with a die: its number and the class's speed, in place of the free step."""
    return max(1, die + kind.speed)


def going_on(state: State, unit: int) -> Drive | None:
    """DYN-149: what a dozer has driven so far, if it may still go on."""
    return state.driving if state.driving is not None and state.driving.unit == unit else None


def steps_left(state: State, unit: int, die: int = 0) -> int:
    """DYN-25, DYN-40, DYN-41: the most steps that a vehicle can take now, with this die or else the best in the tray;
    without any die one. A dozer that goes on has what is left of its allowance."""
    done = going_on(state, unit)
    used, bound = (done.steps, done.die) if done else (0, 0)
    given = bound or die or max(state.dice, default=0)
    return (allowance(state.kind(unit), given) if given else 1) - used


def die_for(state: State, unit: int, steps: int) -> int:
    """DYN-26, DYN-39: the smallest die in the tray that covers so many steps, a dozer's former ones included."""
    done = going_on(state, unit)
    needed = steps + (done.steps if done else 0)
    kind = state.kind(unit)
    return min(die for die in state.dice if allowance(kind, die) >= needed)


# Where steps lead


class Course(NamedTuple):
    """Where a unit can go: ahead; and apart from that, with the steps to each pose, back, into walls, or as a gun."""

    ahead: Reach
    apart: dict[int, int]

    def steps_to(self, pose: int) -> int | None:
        return self.apart.get(pose) or self.ahead.steps_to(pose)


def free_squares(state: State) -> int:
    """DYN-12, DYN-61, DYN-62, DYN-163: the squares that any vehicle may enter."""
    return state.ground.open & ~state.units.occupied


def reach(state: State, unit: int, steps: int) -> Reach:
    """DYN-43 … DYN-47, DYN-52 … DYN-56: where steps ahead lead, on tracks with turns on the spot, on wheels without."""
    piece, drive = state.units.units[unit], state.ground.drive
    go = drive.tracked if state.kind(unit).drive == "tracked" else drive.wheeled
    return go(free_squares(state), piece.square, piece.facing, steps)


def course(state: State, unit: int, steps: int) -> Course:
    """DYN-48: all that a unit can do with so many steps. Backing is the whole move, so a dozer that goes on cannot."""
    kind = state.kind(unit)
    if not kind.vehicle:
        return Course(reach(state, unit, 0), dict.fromkeys(turns(state, unit), 1))
    ahead = reach(state, unit, steps)
    apart = into_walls(state, unit, ahead, steps) if kind.drive == "tracked" and state.ground.standing else {}
    if going_on(state, unit) is None:
        apart |= dict.fromkeys(backward(state, unit), 1)
    return Course(ahead, apart)


def turns(state: State, unit: int) -> tuple[int, int]:
    """DYN-64, DYN-66: a fixed weapon turns by 45° where it stands."""
    piece = state.units.units[unit]
    return piece.square * 8 + (piece.facing - 1) % 8, piece.square * 8 + (piece.facing + 1) % 8


def into_walls(state: State, unit: int, ahead: Reach, steps: int) -> dict[int, int]:
    """DYN-155, DYN-156: the poses in wall squares, each with the steps to it; a wall ends the way."""
    grid, drive, found = state.ground.grid, state.ground.drive, {}
    for wall in squares_of(state.ground.standing & grid.around(state.units.units[unit].square, steps)):
        for facing in range(8):
            before = grid.ahead(wall, (facing + 4) % 8)
            if before < 0 or not drive.may_step(before, facing):
                continue
            pose = before * 8 + facing
            far = 0 if pose == ahead.start else ahead.steps_to(pose)
            if far is not None and far < steps:
                found[wall * 8 + facing] = far + 1
    return found


def backward(state: State, unit: int) -> tuple[int, ...]:
    """DYN-49, DYN-57, DYN-58: one square straight back; on wheels the facing may then change by 45°.

    Tracks may back into a wall too (DQ-24).
    """
    piece, tracked = state.units.units[unit], state.kind(unit).drive == "tracked"
    facing, back = piece.facing, (piece.facing + 4) % 8
    square = state.ground.grid.ahead(piece.square, back)
    enterable = free_squares(state) | (state.ground.standing if tracked else 0)
    if square < 0 or not enterable >> square & 1 or not state.ground.drive.may_step(piece.square, back):
        return ()
    facings = (facing,) if tracked else (facing, (facing - 1) % 8, (facing + 1) % 8)
    return tuple([square * 8 + facing for facing in facings])


# Moves


def may_be_moved(state: State, unit: int) -> Refusal | None:
    """DYN-25, DYN-66, DYN-112, DYN-115: an own, active, undamaged unit that has not moved yet in this turn.

    A dozer that has pushed may drive on (DQ-53).
    """
    if refusal := _may_be_ordered(state, unit):
        return refusal
    piece = state.units.units[unit]
    name = state.name(unit, state.side)
    if piece.condition is Condition.DAMAGED:
        return DYN_115.refuse(f"{name} is damaged: it can fire, but not move")
    if piece.moved != state.round or ((done := going_on(state, unit)) and done.pushed):
        return None
    if not state.kind(unit).vehicle:
        return DYN_66.refuse(f"{name} has turned already in this turn")
    if going_on(state, unit):
        return DYN_25.refuse(f"{name} has moved already in this turn; it can go on only by pushing a wreck")
    return DYN_25.refuse(f"{name} has moved already in this turn")


def _may_be_ordered(state: State, unit: int) -> Refusal | None:
    """DYN-25, DYN-112: one of the side's active units."""
    units = state.units.units
    if not 0 <= unit < len(units):
        return DYN_25.refuse(f"there is no unit {unit}; they are numbered 0 to {len(units) - 1}")
    if units[unit].side != state.side:
        return DYN_25.refuse(f"{state.name(unit)} is not {state.side.label}'s to move")
    if not units[unit].active:
        return DYN_112.refuse(f"{state.name(unit, state.side)} is destroyed")
    return None


def may_move(state: State, order: Move) -> Refusal | None:
    """DYN-25, DYN-26, DYN-39 … DYN-41: the unit, the die if one is named, and a pose that the steps lead to."""
    unit = order.unit
    if refusal := may_be_moved(state, unit) or _may_name(state, order):
        return refusal
    if not 0 <= order.facing < 8:
        return DYN_11.refuse(f"facing {order.facing} is none of the eight; they are numbered 0 to 7")
    if not 0 <= order.square < state.ground.grid.size:
        return DYN_61.refuse(f"square {order.square} is not on the board")
    steps = steps_left(state, unit, order.die)
    here = course(state, unit, steps)
    if here.steps_to(order.square * 8 + order.facing) is not None:
        return None
    return _cannot_reach(state, order, here, steps)


def _may_name(state: State, order: Move | Push) -> Refusal | None:
    """DYN-26, DYN-39: a die that is named lies in the tray (DQ-56); who goes on with a die takes no other."""
    done = going_on(state, order.unit)
    if not order.die or (order.die in state.dice and not (done and done.die)):
        return None
    unnamed = msgspec.structs.replace(order, die=0)
    refusal = may_push(state, unnamed) if isinstance(unnamed, Push) else may_move(state, unnamed)
    nearest = None if refusal else unnamed
    if done and done.die:
        told = f"{state.name(order.unit, state.side)} goes on with its {done.die}; it takes no other die"
        return DYN_26.refuse(told, nearest)
    left = f"it has {', '.join(map(str, state.dice))}" if state.dice else "it is empty"
    return DYN_39.refuse(f"there is no {order.die} in the tray; {left}", nearest)


def _cannot_reach(state: State, order: Move, here: Course, steps: int) -> Refusal:
    """Says why a pose is out of reach, in the order in which a referee would look: what stands there, then how far."""
    piece, kind = state.units.units[order.unit], state.kind(order.unit)
    name, place = state.name(order.unit, state.side), state.place(order.square)
    nearest = _nearest(state, order, here, steps)
    if not kind.vehicle:
        if order.square != piece.square:
            return DYN_64.refuse(f"{name} is fixed and cannot go to {place}; it only turns where it stands", nearest)
        return DYN_66.refuse(f"{name} turns by 45° to the left or right and no further", nearest)
    if order.square != piece.square and (found := obstacle(state, order.square)):
        rule, told = found
        if rule is not DYN_155 or kind.drive != "tracked":
            return rule.refuse(f"{name} cannot enter {place}: {told}", nearest)
    if refusal := _cannot_back(state, order, nearest):
        return refusal
    if kind.drive == "wheeled":
        if order.square == piece.square:
            return DYN_52.refuse(f"{name} has wheels and never turns on the spot", nearest)
        if state.ground.grid.neighbours(piece.square) >> order.square & 1:
            told = f"{name} turns by 45° at most in a step, and faces the way it drove"
            return DYN_56.refuse(f"{told}; so it cannot reach {place} like that", nearest)
    facing = state.ground.setup.board.compass(order.facing)
    far = course(state, order.unit, FAR).steps_to(order.square * 8 + order.facing)
    if far is None:
        return DYN_61.refuse(f"there is no way for {name} to {place} facing {facing}", nearest)
    needs = f"{place} facing {facing} is {far} step{'s' * (far != 1)} away"
    if done := going_on(state, order.unit):
        return DYN_41.refuse(f"{needs}; {name} has {steps} left of its {steps + done.steps}", nearest)
    if not state.dice:
        had = len(dice_to_give(state.ground.setup, state.rolled))
        told = f"all of {state.side.label}'s {had} are used" if had else f"{state.side.label} has none"
        return DYN_26.refuse(f"{needs} and more than one step needs a die; {told}", nearest)
    die = order.die or max(state.dice)
    return DYN_40.refuse(f"{needs}; the {die} gives {name} {steps}", nearest)


def obstacle(state: State, square: int) -> tuple[Rule, str] | None:
    """DYN-61, DYN-62, DYN-155, DYN-163: what keeps vehicles out of a square."""
    ground = state.ground
    if ground.buildings >> square & 1:
        return DYN_62, "it is built over"
    if (ground.low | ground.high) >> square & 1:
        return DYN_163, "a barricade stands there"
    if ground.standing >> square & 1:
        return DYN_155, "a wall stands there, and only tracks drive into walls"
    if state.units.occupied >> square & 1:
        return DYN_61, f"{state.name(state.units.standing_on(square), state.side)} stands there"
    return None


def _cannot_back(state: State, order: Move, nearest: Order | None) -> Refusal | None:
    """DYN-50, DYN-59 … DYN-61: why a vehicle cannot back to a pose, where backing seems to be meant."""
    piece, grid = state.units.units[order.unit], state.ground.grid
    name, place = state.name(order.unit, state.side), state.place(order.square)
    back = (piece.facing + 4) % 8
    turn = (order.facing - piece.facing) % 8
    turned = min(turn, 8 - turn)
    if turned > 2:
        return None
    squares = _squares_back(state, piece, order.square)
    if squares == 1 and turned <= (state.kind(order.unit).drive == "wheeled"):
        if going_on(state, order.unit):
            return DYN_50.refuse(f"{name} has driven already, and backing is a whole move", nearest)
        return DYN_61.refuse(f"{name} cannot back into {place}: the gap there is closed", nearest)
    if state.kind(order.unit).drive == "tracked":
        told = f"{name} backs one square, its facing kept, and does nothing else in that move"
        return DYN_50.refuse(told, nearest) if squares else None
    if squares > 1:
        return DYN_60.refuse(f"{name} backs one square and no further; {place} is {squares} squares behind it", nearest)
    slanted = {grid.ahead(piece.square, (back + side) % 8) for side in (1, 7)}
    if squares or order.square in slanted:
        told = f"{name} backs straight and then turns by 45° at most"
        return DYN_59.refuse(f"{told}; so it cannot back to {place} like that", nearest)
    return None


def _squares_back(state: State, piece: Unit, square: int) -> int:
    """How many squares straight behind a unit a square lies; 0 if it lies elsewhere."""
    at, squares = piece.square, 0
    while (at := state.ground.grid.ahead(at, (piece.facing + 4) % 8)) >= 0:
        squares += 1
        if at == square:
            return squares
    return 0


def _nearest(state: State, order: Move, here: Course, steps: int) -> Order | None:
    """The same pose with the die that it takes, the push that may be meant, or the pose in reach that is nearest."""
    unnamed = Move(order.unit, order.square, order.facing)
    pose = order.square * 8 + order.facing
    if order.die and course(state, order.unit, steps_left(state, order.unit)).steps_to(pose) is not None:
        return unnamed
    piece, grid = state.units.units[order.unit], state.ground.grid
    if order.square == grid.ahead(piece.square, piece.facing) and may_push(state, Push(order.unit)) is None:
        return Push(order.unit)

    def apart(pose: int) -> tuple[int, int, int]:
        dx, dy = grid.offset(pose >> 3, order.square)
        turn = abs((pose & 7) - order.facing)
        return dx * dx + dy * dy, min(turn, 8 - turn), pose

    poses = (*here.ahead.poses(len(here.ahead.layers) - 1), *here.apart)
    best = min(poses, key=apart, default=None)
    return None if best is None else Move(order.unit, best >> 3, best & 7, order.die)


def resolve_move(state: State, order: Move, dice: Dice) -> Iterator[Event]:
    """DYN-26, DYN-42, DYN-51, DYN-67: a die is used up from the second step on; one step, backwards too, takes none.

    DYN-157: a wall that is driven into falls.
    """
    unit, pose = order.unit, order.square * 8 + order.facing
    steps = course(state, unit, steps_left(state, unit, order.die)).steps_to(pose) or 0
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
    return drive != "wheeled" or reach(state, unit, 1).count(1) > 0 or bool(backward(state, unit))


def movable(state: State) -> list[int]:
    """DYN-25, DYN-34, DYN-97: the units with something left to do in movement: a move, a push, a turret to lay."""
    side, this_round, sound = state.side, state.round, Condition.SOUND
    chart, turrets = state.ground.chart, state.ground.setup.turrets
    found = []
    for unit, piece in enumerate(state.units.units):
        if piece.side is not side:
            continue
        if piece.moved != this_round:  # tracks and guns can always turn
            may = piece.condition is sound and (chart[piece.kind].drive != "wheeled" or can_move(state, unit))
        else:
            may = going_on(state, unit) is not None and (can_move(state, unit) or bool(list_pushes(state, unit)))
        if may or (turrets and list_turrets(state, unit)):
            found.append(unit)
    return found


def _values(state: State, unit: int) -> list[int]:
    """DYN-39: the dice that an order can name: none, or any value in the tray; who goes on names none."""
    done = going_on(state, unit)
    return [0] if done and done.die else [0, *sorted(set(state.dice))]


def list_moves(state: State, unit: int) -> list[Move]:
    """Every move of one unit: each pose without naming a die, and with each die of the tray that covers it."""
    if not can_move(state, unit):
        return []
    values, most = _values(state, unit), steps_left(state, unit)
    here = course(state, unit, most)
    ahead, apart = here
    moves: list[Move] = []
    if state.kind(unit).vehicle:
        squares, facings = ahead.places(most)
        for die in values:
            many = ahead.count(steps_left(state, unit, die))
            moves += map(Move, repeat(unit), squares[:many], facings, repeat(die))
        if any(ahead.steps_to(pose) for pose in apart):  # a loop on wheels comes to where backing leads
            moves = [move for move in moves if move.square * 8 + move.facing not in apart]
    for die in values if apart else ():
        steps = steps_left(state, unit, die)
        moves += [Move(unit, pose >> 3, pose & 7, die) for pose, far in apart.items() if far <= steps]
    return moves


def sample_move(state: State, unit: int, dice: Dice) -> Move:
    """One move of a unit that can move: the die, then the pose, each evenly."""
    values = _values(state, unit)
    die = values[dice.pick(len(values))]
    ahead, apart = course(state, unit, steps_left(state, unit, die))
    many = ahead.count(len(ahead.layers) - 1)
    chosen = dice.pick(many + len(apart))
    pose = ahead.pose(chosen) if chosen < many else [*apart][chosen - many]
    return Move(unit, pose >> 3, pose & 7, die)


def sample(state: State, units: list[int], dice: Dice) -> Order:
    """One order of movement: the unit, then what it does, then how, each evenly."""
    unit = units[dice.pick(len(units))]
    others: list[list[Order]] = [found for found in (list_pushes(state, unit), list_turrets(state, unit)) if found]
    chosen = dice.pick(len(others) + can_move(state, unit))
    if chosen == len(others):
        return sample_move(state, unit, dice)
    return others[chosen][dice.pick(len(others[chosen]))]


def bands(state: State, unit: int) -> tuple[Band, ...]:
    """What choosing a unit shows: the free step, a contour for each die with the way to each pose, and the way back."""
    if not can_move(state, unit):
        return ()
    piece, grid = state.units.units[unit], state.ground.grid
    start = piece.square * 8 + piece.facing
    if not state.kind(unit).vehicle:
        return (_band("turn, no die", DYN_66, state, unit, 0, [(1, pose, start) for pose in turns(state, unit)]),)
    ahead, apart = course(state, unit, steps_left(state, unit))
    back = backward(state, unit) if going_on(state, unit) is None else ()
    ways = [(ahead.steps_to(pose) or 0, pose, ahead.before(pose)) for pose in ahead.poses(len(ahead.layers) - 1)]
    ways = [way for way in ways if way[1] not in apart]
    for pose, far in apart.items():
        if pose not in back:
            ways.append((far, pose, grid.ahead(pose >> 3, (pose + 4) % 8) * 8 + pose % 8))
    found: list[Band] = []
    if done := going_on(state, unit):
        found.append(_band(f"on with the {done.die}", DYN_41, state, unit, 0, ways))
    else:
        found.append(_band("one step, no die", DYN_25, state, unit, 0, [way for way in ways if way[0] == 1]))
        least = 1
        for die in sorted(set(state.dice)):
            steps = allowance(state.kind(unit), die)
            beyond = [way for way in ways if least < way[0] <= steps]
            found.append(_band(f"with the {die}", DYN_40, state, unit, die, beyond))
            least = steps
    if back:
        found.append(_band("back, the whole move", DYN_51, state, unit, 0, [(1, pose, start) for pose in back], True))
    return tuple(band for band in found if band.poses)


def _band(
    name: str, rule: Rule, state: State, unit: int, die: int, ways: list[tuple[int, int, int]], reverse: bool = False
) -> Band:
    steps, poses, before = zip(*ways, strict=True) if ways else ((), (), ())
    return Band(name, rule.id, die, {"type": "Move", "unit": unit, "die": die}, poses, steps, before, reverse=reverse)


def way(state: State, event: Moved) -> tuple[int, ...]:
    """The poses of a move that is about to happen, from first to last."""
    piece, pose = state.units.units[event.unit], event.square * 8 + event.facing
    start = piece.square * 8 + piece.facing
    if event.steps == 1:
        return start, pose
    ahead = reach(state, event.unit, event.steps)
    if ahead.steps_to(pose) is not None:
        return ahead.path(pose)
    before = state.ground.grid.ahead(event.square, (event.facing + 4) % 8) * 8 + event.facing  # a wall ends the way
    return (*ahead.path(before), pose)


# Pushing


def may_push(state: State, order: Push) -> Refusal | None:
    """DYN-149 … DYN-151: a dozer, a wreck straight ahead, an empty square beyond it, and two steps of a die."""
    unit = order.unit
    if state.ground.setup.quick:
        return DYN_188.refuse("there is no pushing in the Quick Start")
    if refusal := _may_be_ordered(state, unit) or _may_drive_dozer(state, unit) or _may_name(state, order):
        return refusal
    return _may_shove(state, unit) or _may_pay(state, order)


def _may_drive_dozer(state: State, unit: int) -> Refusal | None:
    """DYN-115, DYN-149: an undamaged tank with a blade that has not ended its move."""
    piece, name = state.units.units[unit], state.name(unit, state.side)
    if not state.kind(unit).dozer:
        return DYN_149.refuse(f"{name} has no dozer blade")
    if piece.condition is Condition.DAMAGED:
        return DYN_115.refuse(f"{name} is damaged: it can fire, but not move")
    if piece.moved == state.round and going_on(state, unit) is None:
        return DYN_25.refuse(f"{name} has ended its move in this turn")
    return None


def _may_shove(state: State, unit: int) -> Refusal | None:
    """DYN-149, DYN-150: a wreck in the square ahead, and nothing in the one beyond."""
    piece, name, ground = state.units.units[unit], state.name(unit, state.side), state.ground
    wreck = wreck_ahead(state, unit)
    if wreck < 0:
        return DYN_149.refuse(f"{name} has no wreck straight ahead to push")
    at = state.units.units[wreck].square
    beyond = ground.grid.ahead(at, piece.facing)
    pushes = f"{name} cannot push {state.name(wreck, state.side)}"
    if beyond < 0:
        return DYN_150.refuse(f"{pushes} off the board")
    if found := obstacle(state, beyond):
        return DYN_150.refuse(f"{pushes} to {state.place(beyond)}: {found[1].split(',')[0]}")
    if not (ground.drive.may_step(piece.square, piece.facing) and ground.drive.may_step(at, piece.facing)):
        return DYN_150.refuse(f"{pushes} to {state.place(beyond)}: the gap there is closed")
    return None


def _may_pay(state: State, order: Push) -> Refusal | None:
    """DYN-26, DYN-151: two steps, which take a die if the dozer has none yet."""
    done, name = going_on(state, order.unit), state.name(order.unit, state.side)
    if not state.dice and not (done and done.die):
        return DYN_26.refuse(f"a push takes {PUSH} steps and so a die; {name} has none, and the tray is empty")
    if (left := steps_left(state, order.unit, order.die)) >= PUSH:
        return None
    nearest = Push(order.unit) if order.die and steps_left(state, order.unit) >= PUSH else None
    return DYN_151.refuse(f"a push takes {PUSH} steps; {name} has {left} left", nearest)


def wreck_ahead(state: State, unit: int) -> int:
    """DYN-149: the wreck in the square straight ahead of a unit; −1 if there is none."""
    piece, units = state.units.units[unit], state.units
    ahead = state.ground.grid.ahead(piece.square, piece.facing) if piece.square >= 0 else -1
    if ahead < 0 or not units.occupied & ~units.active_red & ~units.active_blue & 1 << ahead:
        return -1
    return units.standing_on(ahead)


def list_pushes(state: State, unit: int) -> list[Order]:
    """DYN-151: the push of a dozer, without naming a die and with each die that covers it."""
    if not state.kind(unit).dozer or may_push(state, Push(unit)) is not None:
        return []
    return [Push(unit, die) for die in _values(state, unit) if steps_left(state, unit, die) >= PUSH]


def resolve_push(state: State, order: Push, dice: Dice) -> Iterator[Event]:
    """DYN-151: dozer and wreck go on by one square, the wreck as it lies."""
    done = going_on(state, order.unit)
    die = 0 if done and done.die else order.die or die_for(state, order.unit, PUSH)
    yield Pushed(order.unit, wreck_ahead(state, order.unit), die)


# Turrets


def may_turn_turret(state: State, order: TurnTurret) -> Refusal | None:
    """DYN-02, DYN-95 … DYN-98: realistic miniatures; a turret ends within a quarter of where the turn found it.

    It is no step and needs no die, and the damaged do it too (DQ-12).
    """
    if not state.ground.setup.turrets:
        return DYN_02.refuse("turrets turn only in a game with realistic miniatures")
    if refusal := _may_be_ordered(state, order.unit):
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


# Deeds


def deeds(state: State, unit: int) -> tuple[Deed, ...]:
    """What a unit can do besides driving: push a wreck, with the ghosts of both; lay its turret."""
    return (*_push_deeds(state, unit), *_turret_deeds(state, unit))


def _push_deeds(state: State, unit: int) -> Iterator[Deed]:
    pushes = list_pushes(state, unit)
    if not pushes:
        return
    piece, grid, wreck = state.units.units[unit], state.ground.grid, wreck_ahead(state, unit)
    lies = state.units.units[wreck]
    ghosts = (
        Ghost(unit, pose_of(grid, lies.square * 8 + piece.facing)),
        Ghost(wreck, pose_of(grid, grid.ahead(lies.square, piece.facing) * 8 + lies.facing)),
    )
    for order in pushes if len(pushes) == 1 else pushes[1:]:
        assert isinstance(order, Push)
        paid = f" with the {order.die}" if order.die else ""
        yield Deed(f"Push {state.name(wreck, state.side)}{paid}, {PUSH} steps", order, DYN_151.id, ghosts)


def _turret_deeds(state: State, unit: int) -> Iterator[Deed]:
    facing, board = state.units.units[unit].facing, state.ground.setup.board
    for order in list_turrets(state, unit):
        assert isinstance(order, TurnTurret)
        yield Deed(f"Turret to the {board.compass((facing + order.turret) % 8)}", order, DYN_97.id)
