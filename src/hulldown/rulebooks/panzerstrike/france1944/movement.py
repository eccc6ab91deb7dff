"""Movement (FR-15 … FR-27): dice as the player's resource, and the steps of a tank."""

from collections.abc import Iterator
from itertools import repeat

from hulldown.geometry.squares import Pathfinder, Reach
from hulldown.kernel.dice import Dice
from hulldown.kernel.forecast import Sentence, sentence, steps_taken
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Band
from hulldown.kernel.template import template
from hulldown.rulebooks.panzerstrike import movement_dice
from hulldown.rulebooks.panzerstrike.france1944.events import Event, Moved, MovementRolled, PhaseBegan
from hulldown.rulebooks.panzerstrike.france1944.orders import EndMovement, Move, RollMovement
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.setup import Figures, TankClass
from hulldown.rulebooks.panzerstrike.france1944.state import Phase, State, Tank
from hulldown.rulebooks.panzerstrike.hindrance import FAR, GAP, Hindrance, Poses, away, met, way_by
from hulldown.rulebooks.panzerstrike.pieces import Condition

FR_07 = RULES["FR-07"]
FR_16 = RULES["FR-16"]
FR_18 = RULES["FR-18"]
FR_19 = RULES["FR-19"]
FR_22 = RULES["FR-22"]
FR_26 = RULES["FR-26"]
FR_27 = RULES["FR-27"]
FR_45 = RULES["FR-45"]
FR_52 = RULES["FR-52"]
FR_61 = RULES["FR-61"]
FR_64 = RULES["FR-64"]
FR_Q07 = RULES["FR-Q07"]
BACKING = "backing"


def dice_for(figures: Figures, active: int) -> int:
    """FR-17, FR-Q34: how many dice are rolled for so many active tanks."""
    return movement_dice.dice_for(figures.dice_table, figures.most_dice, active)


def resolve_roll(state: State, order: RollMovement, dice: Dice) -> Iterator[Event]:
    """FR-15, FR-16, FR-Q20: the turn opens with the large numbers of the dice that the active tanks earn."""
    figures = state.ground.setup.figures
    count = dice_for(figures, state.tanks.active(state.side).bit_count())
    yield MovementRolled(dice.hand(FR_16, figures.large, count))


def dice_to_give(rolled: tuple[int, ...]) -> tuple[int, ...]:
    """FR-18, FR-21, FR-Q11: a die for each tank that may move, and one more when all show the same number."""
    return movement_dice.with_extra(rolled)


def allowance(kind: TankClass, die: int) -> int:
    """FR-22, FR-23, FR-H5: the most steps: the large number and the class's modifier, but one at least."""
    return max(1, die + kind.speed)


def free_squares(state: State) -> int:
    """FR-27, FR-52, FR-64: the squares that a tank may enter."""
    return state.ground.open & ~state.tanks.occupied & ~state.flag_squares()


def reach(state: State, tank: Tank, steps: int) -> Reach:
    """FR-24, FR-25, FR-H7: where steps ahead and turns of 45°, in any order, can bring a tank."""
    return state.ground.drive.tracked(free_squares(state), tank.square, tank.facing, steps)


def square_behind(state: State, tank: Tank) -> int:
    """FR-26, FR-Q07, FR-Q10: the square straight behind a tank, if it can back into it; else −1."""
    return _behind(state.ground.drive, free_squares(state), tank)


def _behind(drive: Pathfinder, free: int, tank: Tank) -> int:
    back = (tank.facing + 4) % 8
    square = drive.grid.ahead(tank.square, back)
    return square if square >= 0 and free >> square & 1 and drive.may_step(tank.square, back) else -1


def may_be_moved(state: State, unit: int) -> Refusal | None:
    """FR-18, FR-45, FR-61, FR-Q12, FR-Q20: a friendly, active, undamaged tank that has not moved yet in this turn."""
    units = state.tanks.units
    if not 0 <= unit < len(units):
        return FR_18.refuse(f"there is no tank {unit}; they are numbered 0 to {len(units) - 1}")
    tank = units[unit]
    if tank.side != state.side:
        return FR_18.refuse(f"{state.name(unit)} is not {state.side.label}'s to move")
    if tank.condition is Condition.DESTROYED:
        return FR_45.refuse(f"{state.name(unit, state.side)} is destroyed")
    if tank.condition is Condition.DAMAGED:
        return FR_61.refuse(f"{state.name(unit, state.side)} is damaged and no longer moves")
    if tank.moved == state.round:
        return FR_18.refuse(f"{state.name(unit, state.side)} has moved already in this turn")
    return None


def may_move(state: State, order: Move) -> Refusal | None:
    """FR-18, FR-19, FR-22, FR-26, FR-27: the tank, the die, and a pose that the die's steps lead to."""
    if refusal := may_be_moved(state, order.unit):
        return refusal
    tank = state.tanks.units[order.unit]
    if order.die not in state.dice:
        return _no_such_die(state, order)
    if not 0 <= order.facing < 8:
        return FR_07.refuse(f"facing {order.facing} is none of the eight; they are numbered 0 to 7")
    if not 0 <= order.square < state.ground.grid.size:
        return FR_27.refuse(f"square {order.square} is not on the board")
    steps = allowance(state.ground.chart[tank.kind], order.die)
    if reach(state, tank, steps).steps_to(order.square * 8 + order.facing) is not None:
        return None
    if order.facing == tank.facing and order.square == square_behind(state, tank):
        return None
    return _cannot_reach(state, order, tank, steps)


def no_die(state: State, unit: int) -> Refusal:
    """FR-19, FR-Q08, FR-Q09: what a tank is told once all dice are given away."""
    used = len(dice_to_give(state.rolled))
    return FR_19.refuse(f"{state.name(unit, state.side)} has no die: {state.side.label} had {used} and all are used")


def _no_such_die(state: State, order: Move) -> Refusal:
    if not state.dice:
        return no_die(state, order.unit)
    left = ", ".join(map(str, state.dice))
    for die in sorted(set(state.dice)):
        nearest = Move(order.unit, die, order.square, order.facing)
        if may_move(state, nearest) is None:
            return FR_18.refuse(f"there is no {order.die} in the tray; it has {left}", nearest)
    return FR_18.refuse(f"there is no {order.die} in the tray; it has {left}")


def _cannot_reach(state: State, order: Move, tank: Tank, steps: int) -> Refusal:
    """Says why a pose is out of reach, as a referee would: what stands there, what was in the way, then how far."""
    name, here = state.name(order.unit, state.side), state.place(order.square)
    nearest = _nearest(state, order, tank, steps)
    if order.square != tank.square and not free_squares(state) >> order.square & 1:
        rule, told = _obstacle(state, order.square)
        return rule.refuse(f"{name} cannot enter {here}: {told} there", nearest)
    pose = f"{here} facing {state.ground.setup.board.compass(order.facing)}"
    if found := _met(state, tank, order, steps):
        return _hindered(state, found, name, pose, nearest)
    if not state.ground.drive.flood(free_squares(state), 1 << tank.square) >> order.square & 1:
        return FR_27.refuse(f"there is no way for {name} to {pose}", nearest)
    far = away(reach(state, tank, FAR).steps_to(order.square * 8 + order.facing))
    return FR_22.refuse(f"{pose} is {far}; the {order.die} gives {name} {steps}", nearest)


def _obstacle(state: State, square: int) -> tuple[Rule, str]:
    """FR-27, FR-52, FR-64: what keeps tanks out of a square."""
    if state.flag_squares() >> square & 1:
        return FR_52, "a flag stands"
    if square in state.ground.barricades:
        return FR_64, "a barricade stands"
    if (other := state.tanks.standing_on(square)) < 0:
        return FR_27, f"a {state.ground.setup.board.terrain(square)} stands"
    name = state.name(other, state.side)
    return FR_27, f"{name} stands" if state.tanks.units[other].active else f"the wreck of {name} lies"


def _met(state: State, tank: Tank, order: Move, steps: int) -> Hindrance | None:
    """FR-26, FR-27: the one thing but for which the steps would lead to a pose."""
    square, facing, free = tank.square, tank.facing, free_squares(state)
    pose = order.square * 8 + order.facing

    def way(drive: Pathfinder, free: int) -> Poses | None:
        if pose == _behind(drive, free, tank) * 8 + facing:
            return square * 8 + facing, pose
        return way_by(drive.tracked(free, square, facing, steps), pose)

    backwards = way_by(state.ground.drive.tracked_back(free, square, facing, steps), pose)
    return met(state, square, free, steps, way, {BACKING: backwards})


def _hindered(state: State, found: Hindrance, name: str, pose: str, nearest: Move | None) -> Refusal:
    """FR-26, FR-27, FR-Q07: what a tank met on the way to a pose, and where."""
    at = state.place(found.square)
    if found.what == BACKING:
        told = f"{name} backs one square, its facing kept, and does nothing else in that move"
        return FR_26.refuse(f"{told}; so it does not come to {pose}", nearest)
    if found.what == GAP:
        told = f"between {at} and {state.place(found.across)} there is no gap to drive through"
        return FR_Q07.refuse(f"{name} cannot reach {pose}: {told}", nearest)
    rule, told = _obstacle(state, found.square)
    return rule.refuse(f"{name} cannot reach {pose}: {told} in the way at {at}", nearest)


def _nearest(state: State, order: Move, tank: Tank, steps: int) -> Move | None:
    """The same pose with another die, or the pose in reach that is nearest to it."""
    grid = state.ground.grid
    kind = state.ground.chart[tank.kind]
    pose = order.square * 8 + order.facing
    needed = reach(state, tank, allowance(kind, max(state.dice))).steps_to(pose)
    if needed is not None:
        die = min(die for die in state.dice if allowance(kind, die) >= needed)
        return Move(order.unit, die, order.square, order.facing)

    def apart(pose: int) -> tuple[int, int, int]:
        dx, dy = grid.offset(pose >> 3, order.square)
        turn = abs((pose & 7) - order.facing)
        return dx * dx + dy * dy, min(turn, 8 - turn), pose

    poses = reach(state, tank, steps).poses(steps)
    best = min(poses, key=apart, default=None)
    return None if best is None else Move(order.unit, order.die, best >> 3, best & 7)


def resolve_move(state: State, order: Move, dice: Dice) -> Iterator[Event]:
    """FR-18, FR-Q35: the die is used up, whatever was done with it."""
    yield Moved(order.unit, order.die, order.square, order.facing)


def taken(state: State, order: Move) -> Sentence:
    """FR-22, FR-26: what a legal move takes of the steps that its die gives; backing takes the whole die."""
    tank = state.tanks.units[order.unit]
    most = allowance(state.ground.chart[tank.kind], order.die)
    steps = reach(state, tank, most).steps_to(order.square * 8 + order.facing)
    return steps_taken(steps, most) if steps is not None else sentence("Backing by one square takes the whole die.")


def resolve_end_of_movement(state: State, order: EndMovement, dice: Dice) -> Iterator[Event]:
    """FR-20, FR-31: fewer tanks than dice may move, or none; then all shooting."""
    yield PhaseBegan(Phase.SHOOTING, state.side, state.round)


def movable(state: State) -> list[int]:
    """FR-18: the tanks that could still be given a die."""
    if not state.dice:
        return []
    side, this_round = state.side, state.round
    return [
        unit
        for unit, tank in enumerate(state.tanks.units)
        if tank.side is side and tank.moved != this_round and tank.condition is Condition.SOUND
    ]


def list_moves(state: State, unit: int) -> list[Move]:
    """Every move of one tank: each die value left, each pose within its steps, and one square back."""
    tank = state.tanks.units[unit]
    kind = state.ground.chart[tank.kind]
    values = sorted(set(state.dice))
    around = reach(state, tank, allowance(kind, values[-1]))
    squares, facings = around.places(allowance(kind, values[-1]))
    behind, facing = square_behind(state, tank), tank.facing
    back_pose = behind * 8 + facing
    moves: list[Move] = []
    for die in values:
        steps = allowance(kind, die)
        moves += map(Move, repeat(unit), repeat(die), squares[: around.count(steps)], facings)
        if behind >= 0 and ((far := around.steps_to(back_pose)) is None or far > steps):
            moves.append(Move(unit, die, behind, facing))
    return moves


def sample_move(state: State, units: list[int], dice: Dice) -> Move:
    """One move: the tank, then the die, then the pose, each evenly."""
    unit = units[dice.pick(len(units))]
    tank = state.tanks.units[unit]
    values = sorted(set(state.dice))
    die = values[dice.pick(len(values))]
    steps = allowance(state.ground.chart[tank.kind], die)
    around = reach(state, tank, steps)
    many = around.count(steps)
    behind = square_behind(state, tank)
    backs = behind >= 0 and around.steps_to(behind * 8 + tank.facing) is None
    chosen = dice.pick(many + backs)
    pose = behind * 8 + tank.facing if chosen == many else around.pose(chosen)
    return Move(unit, die, pose >> 3, pose & 7)


def bands(state: State, unit: int) -> tuple[Band, ...]:
    """What choosing a tank shows: a contour for each die, with the way to each pose, and the square behind."""
    tank = state.tanks.units[unit]
    kind = state.ground.chart[tank.kind]
    found: list[Band] = []
    done = 0
    for die in sorted(set(state.dice)):
        steps = allowance(kind, die)
        around = reach(state, tank, steps)
        poses = around.poses(steps)[done:]
        done += len(poses)
        steps_to = tuple([around.steps_to(pose) or 0 for pose in poses])
        before = tuple([around.before(pose) for pose in poses])
        order = template(Move(unit, die, 0, 0), square="cell", facing="facing")
        found.append(Band(f"with the {die}", FR_22.id, die, order, poses, steps_to, before))
    if (behind := square_behind(state, tank)) >= 0:
        back, start = behind * 8 + tank.facing, tank.square * 8 + tank.facing
        order = template(Move(unit, min(state.dice), 0, 0), square="cell", facing="facing")
        found.append(
            Band("back, the whole move", FR_26.id, min(state.dice), order, (back,), (1,), (start,), reverse=True)
        )
    return tuple(found)


def way(state: State, event: Moved) -> tuple[int, ...]:
    """FR-H6: the poses of a move that is about to happen: forwards if the die allows, else backwards."""
    tank = state.tanks.units[event.unit]
    steps = allowance(state.ground.chart[tank.kind], event.die)
    around = reach(state, tank, steps)
    pose = event.square * 8 + event.facing
    if around.steps_to(pose) is None:
        return (tank.square * 8 + tank.facing, pose)
    return around.path(pose)
