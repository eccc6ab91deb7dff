"""Movement (CORE-16 … CORE-39): the moves of vehicles, fixed weapons and what is towed, and all that there is to do."""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise, repeat

from hulldown.geometry.squares import Pathfinder, Reach
from hulldown.kernel.dice import Dice, HeldDice
from hulldown.kernel.forecast import Sentence, steps_taken
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Band, Deed
from hulldown.kernel.template import template
from hulldown.rulebooks.panzerstrike.core import pushing, speed, tow, turrets
from hulldown.rulebooks.panzerstrike.core.driving import (
    Course,
    barrier,
    course,
    course_now,
    course_over,
    free_squares,
    gun_turns,
    in_the_way,
    leads,
    left_in,
    off_by,
)
from hulldown.rulebooks.panzerstrike.core.events import Event, Moved, WallFell
from hulldown.rulebooks.panzerstrike.core.orders import Move, Order, Push
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.speed import going_on, may_be_moved, only_turns, steps_left, too_far
from hulldown.rulebooks.panzerstrike.core.state import Gear, State, Tracks
from hulldown.rulebooks.panzerstrike.hindrance import FAR, Hindrance, Poses, away, met, way_by

CORE_07 = RULES["CORE-07"]
CORE_18 = RULES["CORE-18"]
CORE_25 = RULES["CORE-25"]
CORE_26 = RULES["CORE-26"]
CORE_32 = RULES["CORE-32"]
CORE_33 = RULES["CORE-33"]
CORE_34 = RULES["CORE-34"]
CORE_36 = RULES["CORE-36"]
CORE_37 = RULES["CORE-37"]
CORE_39 = RULES["CORE-39"]
CORE_103 = RULES["CORE-103"]
CORE_130 = RULES["CORE-130"]
Go = Callable[[int, int, int, int], Reach]  # where a gear leads: free squares, square, facing, steps
# Manners of moving that the rules do not allow.
BACKING, BOTH_GEARS, TURNING = "backing", "both gears", "turning on the spot"
MANNERS = {
    BOTH_GEARS: (CORE_26, "it would drive both ahead and back, and a round allows one of them"),
    TURNING: (CORE_34, "it would turn on the spot, which wheels never do"),
}


def may_move(state: State, order: Move) -> Refusal | None:
    """CORE-25, CORE-26, CORE-39: the unit, what it pulls, and a pose that the steps in that gear lead to."""
    unit = order.unit
    if refusal := may_be_moved(state, unit):
        return refusal
    if not 0 <= order.facing < 8:
        return CORE_07.refuse(f"facing {order.facing} is none of the eight; they are numbered 0 to 7")
    if not 0 <= order.square < state.ground.grid.size:
        return CORE_39.refuse(f"square {order.square} is not on the board")
    if (order.tow, order.trail) != (-1, -1):
        return tow.may_tow(state, order)
    here = course_now(state, unit, order.gear)
    if here.steps_to(order.square * 8 + order.facing) is not None:
        return None
    return _cannot_reach(state, order, here)


def _cannot_reach(state: State, order: Move, here: Course) -> Refusal:
    """Says why a pose is out of reach, as a referee would: what stands there, what was in the way, then how far."""
    unit, piece, kind = order.unit, state.units.units[order.unit], state.kind(order.unit)
    name, place = state.name(unit, state.side), state.place(order.square)
    nearest = _nearest(state, order, here)
    if not kind.vehicle:
        return _cannot_turn_gun(state, order, nearest)
    if only_turns(state, unit) and order.square != piece.square:
        return CORE_103.refuse(f"{name} is semi-immobilised and only turns on the spot", nearest)
    if order.square != piece.square and (found := barrier(state, unit, order.square)):
        rule, told = found
        return rule.refuse(f"{name} cannot enter {place}: {told}", nearest)
    if refusal := _in_wrong_gear(state, order, nearest) or _too_sharp(state, order, nearest):
        return refusal
    pose = f"{place} facing {state.ground.setup.board.compass(order.facing)}"
    if thing := _met(state, order):
        return _hindered(state, order, thing, pose, nearest)
    far = course(state, unit, order.gear, FAR, FAR).steps_to(order.square * 8 + order.facing)
    if far is None and not leads(state, unit, order.gear, order.square * 8 + order.facing):
        return CORE_39.refuse(f"there is no way for {name} to {pose}", nearest)
    return too_far(state, order, f"{pose} is {away(far)}", nearest)


def _cannot_turn_gun(state: State, order: Move, nearest: Order | None) -> Refusal:
    """CORE-130: how fixed weapons turn, and that they do nothing else."""
    gun, name = state.units.units[order.unit], state.name(order.unit, state.side)
    if order.square != gun.square:
        told = f"{name} is fixed and cannot go to {state.place(order.square)}; it turns where it stands or is towed"
        return CORE_130.refuse(told, nearest)
    if order.gear is Gear.REVERSE:
        return CORE_130.refuse(f"{name} is fixed and has no gears", nearest)
    if order.facing == gun.facing:
        facing = state.ground.setup.board.compass(order.facing)
        return CORE_130.refuse(f"{name} faces {facing} already; it turns by 45° at least", nearest)
    most = 45 * max(found.steps for found in gun_turns(state, order.unit).values())
    return CORE_130.refuse(f"{name} weighs {state.kind(order.unit).mass} t and turns by {most}° at most", nearest)


def _in_wrong_gear(state: State, order: Move, nearest: Order | None) -> Refusal | None:
    """CORE-26, CORE-33: a gear that is closed, or that leads there when the other one does."""
    unit, name, place = order.unit, state.name(order.unit, state.side), state.place(order.square)
    back = order.gear is Gear.REVERSE
    if back and state.units.units[unit].moved == state.round:
        return CORE_26.refuse(f"{name} has driven ahead in this turn and does not back any more", nearest)
    other = Gear.FORWARD if back else Gear.REVERSE
    if course_now(state, unit, other).steps_to(order.square * 8 + order.facing) is None:
        return None
    meant = Move(unit, order.square, order.facing, other)
    if order.square == state.units.units[unit].square:
        return CORE_33.refuse(f"{name} turns on the spot in {other} gear", meant)
    return CORE_26.refuse(f"{name} comes to {place} like that in {other} gear, not in {order.gear}", meant)


def _too_sharp(state: State, order: Move, nearest: Order | None) -> Refusal | None:
    """CORE-34, CORE-36, CORE-37: what wheels never do, in one step."""
    piece, name, grid = state.units.units[order.unit], state.name(order.unit, state.side), state.ground.grid
    if state.kind(order.unit).drive != "wheeled":
        return None
    if order.square == piece.square:
        return CORE_34.refuse(f"{name} has wheels and never turns on the spot", nearest)
    turns, back = [(piece.facing + turn) % 8 for turn in (0, 1, 7)], piece.facing ^ 4
    ahead = order.gear is Gear.FORWARD
    step = order.facing in turns and order.square == grid.ahead(piece.square, order.facing if ahead else back)
    if step or not grid.neighbours(piece.square) >> order.square & 1:
        return None
    place = state.place(order.square)
    if not ahead:
        told = f"{name} backs straight and then turns by 45° at most"
        return CORE_37.refuse(f"{told}; so it cannot back to {place} like that", nearest)
    told = f"{name} turns by 45° at most in a step, and faces the way it drove"
    return CORE_36.refuse(f"{told}; so it cannot reach {place} like that", nearest)


# What was met on the way


def _met(state: State, order: Move) -> Hindrance | None:
    """CORE-26, CORE-34, CORE-39: the one thing but for which the steps would lead to a pose."""
    unit, piece, pose = order.unit, state.units.units[order.unit], order.square * 8 + order.facing
    steps, turns = left_in(state, unit, order.gear)

    def way(drive: Pathfinder, free: int) -> Poses | None:
        over = course_over(state, unit, order.gear, steps, turns, drive, free)
        return None if over.steps_to(pose) is None else over.path(pose)

    return met(state, piece.square, free_squares(state), max(steps, turns), way, dict(_manners(state, order, steps)))


def _manners(state: State, order: Move, steps: int) -> Iterator[tuple[str, Poses | None]]:
    """CORE-26, CORE-32, CORE-34, CORE-37: ways to a pose by steps that a vehicle does not take: back further than its
    reverse speed, in both gears, or by turns on the spot on wheels."""
    drive, free, piece = state.ground.drive, free_squares(state), state.units.units[order.unit]
    pose, start = order.square * 8 + order.facing, piece.square * 8 + piece.facing
    wheeled = state.kind(order.unit).drive == "wheeled"
    gears = (drive.wheeled, drive.wheeled_back) if wheeled else (drive.tracked, drive.tracked_back)
    if only_turns(state, order.unit):
        return
    if order.gear is Gear.FORWARD:
        driven = piece.moved == state.round
        yield BOTH_GEARS if driven else BACKING, way_by(gears[1](free, start >> 3, start & 7, steps), pose)
    if piece.moved != state.round:
        back, _ = left_in(state, order.unit, Gear.REVERSE)
        yield BOTH_GEARS, _in_both_gears(gears, free, start, pose, (steps, min(back, steps)))
    if wheeled:
        spun = drive.tracked if order.gear is Gear.FORWARD else drive.tracked_back
        yield TURNING, way_by(spun(free, start >> 3, start & 7, steps), pose)


def _in_both_gears(gears: tuple[Go, Go], free: int, start: int, pose: int, most: tuple[int, int]) -> Poses | None:
    """The shortest way that begins in one gear and ends in the other, with so many steps in all and so many back."""
    steps, back = most
    found = []
    for one, other, ahead, after in ((*gears, steps, back), (*gears[::-1], back, steps)):
        first = one(free, start >> 3, start & 7, ahead)
        for turn in first.poses(ahead):
            left = min(after, steps - (first.steps_to(turn) or 0))
            if rest := way_by(other(free, turn >> 3, turn & 7, left), pose):
                found.append(first.path(turn)[:-1] + rest)
    return min(found, key=len, default=None)


def _hindered(state: State, order: Move, thing: Hindrance, pose: str, nearest: Order | None) -> Refusal:
    """CORE-26, CORE-32, CORE-34, CORE-37, CORE-39, CORE-Q35: what a vehicle met on the way to a pose, and where."""
    unit, name = order.unit, state.name(order.unit, state.side)
    if thing.what == BACKING:
        rule = CORE_37 if state.kind(unit).drive == "wheeled" else CORE_32
        left, _ = left_in(state, unit, Gear.REVERSE)
        return rule.refuse(f"{name} would back {thing.steps} steps to {pose}; it has {left} in reverse gear", nearest)
    rule, told = MANNERS.get(thing.what) or in_the_way(state, unit, thing)
    return rule.refuse(f"{name} cannot reach {pose}: {told}", nearest)


def _nearest(state: State, order: Move, here: Course) -> Order | None:
    """The push that may be meant, or the pose in reach that is nearest."""
    piece, grid = state.units.units[order.unit], state.ground.grid
    if order.square == grid.ahead(piece.square, piece.facing) and pushing.may_push(state, Push(order.unit)) is None:
        return Push(order.unit)
    best = min(here.poses(), key=lambda pose: off_by(state, order, pose), default=None)
    return None if best is None else Move(order.unit, best >> 3, best & 7, order.gear)


def resolve_move(state: State, order: Move, dice: Dice) -> Iterator[Event]:
    """CORE-17, CORE-25, CORE-138, CORE-166: the steps of the shortest way; a wall that is driven into falls."""
    poses = way(state, order)
    turned = any((one ^ other) & 7 for one, other in pairwise(poses))
    pulled = tow.facing_of(state, tow.End(poses[-1], order.trail)) if order.tow >= 0 else 0
    walled = state.ground.standing >> order.square & 1
    yield Moved(
        order.unit, order.square, order.facing, order.gear, len(poses) - 1, turned, order.tow, order.trail, pulled
    )
    if walled:
        yield WallFell(order.square, order.unit)


def way(state: State, move: Move | Moved) -> tuple[int, ...]:
    """The poses of a move that is about to happen, from first to last."""
    pose = move.square * 8 + move.facing
    if move.tow < 0:
        return course_now(state, move.unit, move.gear).path(pose)
    return tow.way(state, move.unit, move.tow, tow.End(pose, move.trail))


# What there is to do


def can_move(state: State, unit: int) -> bool:
    """CORE-18: whether there is any move left for a unit. Tracks and guns can always turn, wheels may be boxed in."""
    piece = state.units.units[unit]
    if piece.side is not state.side or not piece.active or piece.timer or piece.tracks is Tracks.IMMOBILE:
        return False
    if piece.moved == state.round:
        done = going_on(state, unit)
        return done is not None and done.pushed and bool(course_now(state, unit, Gear.FORWARD).poses())
    if state.kind(unit).drive != "wheeled":
        return True
    one = (course(state, unit, gear, 1, 1) for gear in Gear)
    return any(found.apart or found.reach.count(1) for found in one) or any(True for _ in tow.tows(state, unit))


def movable(state: State) -> list[int]:
    """CORE-18, CORE-27, CORE-49: the units with something left to do in movement: a move, a turret to lay, a push, or a
    roll that may lead to one."""
    return [
        unit
        for unit, piece in enumerate(state.units.units)
        if piece.side is state.side
        and piece.active
        and any(
            may(state, unit) for may in (can_move, turrets.list_turrets, pushing.list_pushes, speed.list_speed_rolls)
        )
    ]


def list_moves(state: State, unit: int) -> list[Move]:
    """Every move of one unit: ahead, in reverse, and with what it can pull."""
    if may_be_moved(state, unit) is not None:
        return []
    moves: list[Move] = []
    for gear in Gear:
        here = course_now(state, unit, gear)
        if here.spot or here.apart:
            moves += [Move(unit, pose >> 3, pose & 7, gear) for pose in here.poses()]
        else:
            squares, facings = here.reach.places(here.steps)
            moves += map(Move, repeat(unit), squares, facings, repeat(gear))
    for weapon, found in tow.tows(state, unit):
        ends = tow.ends(found)
        moves += [Move(unit, pose >> 3, pose & 7, Gear.FORWARD, weapon, trail) for pose, trail in ends]
    return moves


def listed(state: State, unit: int) -> Iterator[Iterable[Order]]:
    """All that a unit can do in movement, each kind of order when it is asked for."""
    yield speed.list_speed_rolls(state, unit)
    yield list_moves(state, unit)
    yield pushing.list_pushes(state, unit)
    yield turrets.list_turrets(state, unit)


def sample_move(state: State, unit: int, dice: Dice) -> Move:
    """One move of a unit that can move, each as likely, without listing them."""
    gears = [(gear, course_now(state, unit, gear).poses()) for gear in Gear]
    pulls = [(weapon, end) for weapon, found in tow.tows(state, unit) for end in tow.ends(found)]
    chosen = dice.pick(sum(len(poses) for _, poses in gears) + len(pulls))
    for gear, poses in gears:
        if chosen < len(poses):
            return Move(unit, poses[chosen] >> 3, poses[chosen] & 7, gear)
        chosen -= len(poses)
    weapon, (pose, trail) = pulls[chosen]
    return Move(unit, pose >> 3, pose & 7, Gear.FORWARD, weapon, trail)


def sample(state: State, units: list[int], dice: Dice) -> Order:
    """One order of movement: the unit, then what it does, then how, each evenly."""
    unit = units[dice.pick(len(units))]
    kinds: list[list[Order]] = [
        found
        for found in (
            speed.list_speed_rolls(state, unit),
            pushing.list_pushes(state, unit),
            turrets.list_turrets(state, unit),
        )
        if found
    ]
    chosen = dice.pick(len(kinds) + can_move(state, unit))
    if chosen == len(kinds):
        return sample_move(state, unit, dice)
    return kinds[chosen][dice.pick(len(kinds[chosen]))]


def bands(state: State, unit: int) -> tuple[Band, ...]:
    """What choosing a unit shows: the single step, each gear with the way to each pose, and the same with a tow."""
    if may_be_moved(state, unit) is not None:
        return ()
    if not state.kind(unit).vehicle:
        return (_band(state, unit, "turn, then no fire", CORE_130, 0, Gear.FORWARD, 1, FAR),)
    used = done.steps if (done := going_on(state, unit)) else 0
    if used:
        found = [_band(state, unit, f"on, {steps_left(state, unit)} left", CORE_25, 1, Gear.FORWARD, 1, FAR)]
    else:
        paid = "rolled" if unit in state.coordinated else "a long move"
        backing = CORE_37 if state.kind(unit).drive == "wheeled" else CORE_32
        found = [
            _band(state, unit, "one step", CORE_18, 0, Gear.FORWARD, 1, 1),
            _band(state, unit, f"ahead, {paid}", CORE_25, 1, Gear.FORWARD, 2, FAR),
            _band(state, unit, "one step back", CORE_18, 0, Gear.REVERSE, 1, 1),
            _band(state, unit, f"back, {paid}", backing, 1, Gear.REVERSE, 2, FAR),
        ]
    for weapon, ways in tow.tows(state, unit):
        found += tow.bands(state, unit, weapon, ways)
    return tuple(band for band in found if band.poses)


def _band(state: State, unit: int, name: str, rule: Rule, token: int, gear: Gear, least: int, most: int) -> Band:
    """The poses of a gear from so many to so many steps away."""
    here = course_now(state, unit, gear)
    rows = [
        (far, pose, here.before(pose)) for pose in here.poses() if least <= (far := here.steps_to(pose) or 0) <= most
    ]
    steps, poses, before = zip(*rows, strict=True) if rows else ((), (), ())
    order = template(Move(unit, 0, 0, gear), square="cell", facing="facing")
    return Band(name, rule.id, token, order, poses, steps, before, reverse=gear is Gear.REVERSE)


def taken(state: State, order: Move) -> Sentence:
    """CORE-18, CORE-25: what a legal move takes of the steps that there are."""
    (moved,) = [event for event in resolve_move(state, order, HeldDice()) if isinstance(event, Moved)]
    return steps_taken(moved.steps, max(moved.steps, steps_left(state, order.unit, order.gear, order.tow)))


def deeds(state: State, unit: int) -> tuple[Deed, ...]:
    """What a unit can do besides driving: roll the speed die, push a wreck, with the ghosts of both, lay its turret."""
    return (*speed.deeds(state, unit), *pushing.deeds(state, unit), *turrets.deeds(state, unit))
