"""Movement (CORE-16 … CORE-39): coordinated and single steps, both gears, tracks, wheels and fixed weapons; with walls
that are driven into (CORE-166), wrecks that are pushed (CORE-158 … CORE-163), turrets and cranes (CORE-47 … CORE-49).
What is towed is in `tow`.
"""

from collections.abc import Iterator
from itertools import pairwise, repeat
from typing import NamedTuple

from hulldown.geometry.squares import Reach, squares_of
from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Band, Deed, Ghost
from hulldown.rulebooks.panzerstrike import tray
from hulldown.rulebooks.panzerstrike.core import tow
from hulldown.rulebooks.panzerstrike.core.events import Event, Moved, Pushed, SpeedRolled, TurretTurned, WallFell
from hulldown.rulebooks.panzerstrike.core.orders import Move, Order, Push, RollSpeed, TurnTurret
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import UnitType
from hulldown.rulebooks.panzerstrike.core.state import Drive, Gear, State, Tracks
from hulldown.rulebooks.panzerstrike.showing import pose_of

CORE_07 = RULES["CORE-07"]
CORE_16 = RULES["CORE-16"]
CORE_18 = RULES["CORE-18"]
CORE_25 = RULES["CORE-25"]
CORE_26 = RULES["CORE-26"]
CORE_27 = RULES["CORE-27"]
CORE_32 = RULES["CORE-32"]
CORE_33 = RULES["CORE-33"]
CORE_34 = RULES["CORE-34"]
CORE_36 = RULES["CORE-36"]
CORE_37 = RULES["CORE-37"]
CORE_39 = RULES["CORE-39"]
CORE_47 = RULES["CORE-47"]
CORE_49 = RULES["CORE-49"]
CORE_50 = RULES["CORE-50"]
CORE_53 = RULES["CORE-53"]
CORE_93 = RULES["CORE-93"]
CORE_100 = RULES["CORE-100"]
CORE_103 = RULES["CORE-103"]
CORE_130 = RULES["CORE-130"]
CORE_133 = RULES["CORE-133"]
CORE_136 = RULES["CORE-136"]
CORE_138 = RULES["CORE-138"]
CORE_139 = RULES["CORE-139"]
CORE_141 = RULES["CORE-141"]
CORE_158 = RULES["CORE-158"]
CORE_159 = RULES["CORE-159"]
CORE_161 = RULES["CORE-161"]
CORE_162 = RULES["CORE-162"]
CORE_163 = RULES["CORE-163"]
CORE_166 = RULES["CORE-166"]
CORE_170 = RULES["CORE-170"]
FAR = 60  # steps: further than any speed, to say how far away a pose is


# Slots and speeds


def slots(state: State) -> int:
    """CORE-16, CORE-19: how many of the side's vehicles may make a Coordinated movement in a turn. All active ones
    count, fixed weapons do not (Q-05); an active command tank brings more."""
    figures, chart, side = state.ground.setup.figures, state.ground.chart, state.side
    active, commands = 0, False
    for piece in state.units.units:
        if piece.side is side and piece.active:
            active += chart[piece.kind].vehicle
            commands = commands or piece.command
    return tray.dice_for(figures.coordinated, figures.most_coordinated, active) + figures.command * commands


def going_on(state: State, unit: int) -> Drive | None:
    """What a vehicle has rolled and driven so far in this turn, if nothing else moved since."""
    return state.driving if state.driving is not None and state.driving.unit == unit else None


def speed(state: State, unit: int, gear: Gear, towed: int = -1) -> int:
    """CORE-25, CORE-27, CORE-104, CORE-136: the chart's speed and the die, then half of it, rounded up, for hurt wheels
    or tracks and again for a heavy tow (Q-39)."""
    kind, done = state.kind(unit), going_on(state, unit)
    found = (kind.max if gear is Gear.FORWARD else kind.reverse) + (done.most - kind.max if done else 0)
    if state.units.units[unit].tracks is Tracks.SEMI:
        found = -(-found // 2)
    return found if towed < 0 else tow.slowed(state, unit, towed, found)


def may_go_far(state: State, unit: int) -> bool:
    """CORE-16, CORE-17, CORE-27: whether a vehicle has a slot or can still take one; with the speed die it must have
    rolled and be the one that moves (Q-07)."""
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
    """CORE-33, CORE-103: how often tracks may turn by 45° on the spot: by the higher of the two speeds."""
    return max(steps_left(state, unit, Gear.FORWARD), steps_left(state, unit, Gear.REVERSE))


def drove(state: State, event: Moved | Pushed) -> Drive | None:
    """CORE-25, CORE-26: what a vehicle has driven with this. It may go on after steps ahead, and only then: who backed
    or pulled has no steps left. A fixed weapon has none at all."""
    if not state.kind(event.unit).vehicle:
        return None
    done = going_on(state, event.unit)
    steps = event.steps + (done.steps if done else 0)
    pushed = isinstance(event, Pushed)
    if isinstance(event, Moved) and (event.gear is Gear.REVERSE or event.tow >= 0):
        return Drive(event.unit, steps, steps, False)
    return Drive(event.unit, steps, max(steps, done.most if done else state.kind(event.unit).max), pushed)


# The speed die


def may_roll_speed(state: State, order: RollSpeed) -> Refusal | None:
    """CORE-16, CORE-27: a vehicle that could move, and a slot for it (Q-07)."""
    unit = order.unit
    if not state.ground.setup.speed_die:
        return CORE_27.refuse("the speed die is rolled only with optional rule 2")
    if refusal := may_be_moved(state, unit):
        return refusal
    name = state.name(unit, state.side)
    if not state.kind(unit).vehicle:
        return CORE_27.refuse(f"{name} is fixed and has no speed")
    if unit in state.coordinated:
        return CORE_27.refuse(f"{name} has rolled the speed die already in this turn")
    if state.units.units[unit].moved == state.round:
        return CORE_27.refuse(f"{name} has taken its single step; the speed die is rolled before the first one")
    if len(state.coordinated) >= (most := slots(state)):
        return CORE_16.refuse(f"all {most} coordinated movements of {state.side.label}'s are used")
    return None


def list_speed_rolls(state: State, unit: int) -> list[Order]:
    order = RollSpeed(unit)
    return [order] if state.ground.setup.speed_die and may_roll_speed(state, order) is None else []


def resolve_speed(state: State, order: RollSpeed, dice: Dice) -> Iterator[Event]:
    """CORE-27: one die, for this round."""
    yield SpeedRolled(order.unit, dice.sum(CORE_27, state.ground.setup.figures.speed, 1))


def rolled(state: State, event: SpeedRolled) -> Drive:
    """CORE-27: a vehicle about to move, with the speed that it has ahead."""
    return Drive(event.unit, 0, max(0, state.kind(event.unit).max + event.change), False)


# Where steps lead


class Apart(NamedTuple):
    """A pose that is no plain step of a reach: the steps to it, and the pose before it."""

    steps: int
    before: int


class Course(NamedTuple):
    """Where a unit can go in one gear: by a reach, within so many steps; and apart from that into walls, by more turns
    on the spot, or as a fixed weapon turns. `spot` are the squares on which a reach does not count."""

    reach: Reach
    steps: int
    apart: dict[int, Apart]
    spot: int = 0

    def steps_to(self, pose: int) -> int | None:
        if found := self.apart.get(pose):
            return found.steps
        return None if self.spot >> (pose >> 3) & 1 else self.reach.steps_to(pose)

    def poses(self) -> list[int]:
        """All of them, each once."""
        poses = self.reach.poses(self.steps)
        if self.spot or self.apart:
            return [pose for pose in poses if not self.spot >> (pose >> 3) & 1 and pose not in self.apart] + [
                *self.apart
            ]
        return [*poses]

    def before(self, pose: int) -> int:
        return found.before if (found := self.apart.get(pose)) else self.reach.before(pose)

    def path(self, pose: int) -> tuple[int, ...]:
        """The poses of the way, from first to last."""
        if (found := self.apart.get(pose)) is None:
            return self.reach.path(pose)
        if found.before == self.reach.start:
            return found.before, pose
        return (*(self.path(found.before) if found.before in self.apart else self.reach.path(found.before)), pose)


def free_squares(state: State) -> int:
    """CORE-08, CORE-39: the squares that any vehicle may enter."""
    return state.ground.open & ~state.units.occupied


def only_turns(state: State, unit: int) -> bool:
    """CORE-103: whether a vehicle is semi-immobilised on tracks."""
    return state.units.units[unit].tracks is Tracks.SEMI and state.kind(unit).drive == "tracked"


def course(state: State, unit: int, gear: Gear, steps: int, turns: int) -> Course:
    """CORE-26, CORE-29 … CORE-38: all that a unit can do in a gear with so many steps, or so many turns on the spot.

    Turns on the spot count as forward gear. Who backs does nothing else in that turn.
    """
    piece, kind, drive = state.units.units[unit], state.kind(unit), state.ground.drive
    square, facing, tracked = piece.square, piece.facing, kind.drive == "tracked"
    if not kind.vehicle:
        return Course(drive.tracked(0, square, facing, 0), 0, gun_turns(state, unit) if gear is Gear.FORWARD else {})
    free = 0 if only_turns(state, unit) else free_squares(state)
    if gear is Gear.REVERSE:
        go = drive.tracked_back if tracked else drive.wheeled_back
        reach, spot = go(free, square, facing, steps), 1 << square if tracked else 0
        return Course(reach, steps, _into_walls(state, unit, gear, reach, steps), spot)
    reach = (drive.tracked if tracked else drive.wheeled)(free, square, facing, steps)
    apart = _into_walls(state, unit, gear, reach, steps)
    if tracked and turns > steps:
        spun = drive.tracked(0, square, facing, turns)
        apart |= {
            pose: Apart(far, spun.before(pose))
            for pose in spun.poses(turns)
            if (far := spun.steps_to(pose) or 0) > steps
        }
    return Course(reach, steps, apart)


def course_now(state: State, unit: int, gear: Gear) -> Course:
    """CORE-26, CORE-33: the course with what is left of the unit's steps. Who has driven ahead does not back."""
    ahead = gear is Gear.FORWARD
    if state.units.units[unit].moved == state.round:
        left = steps_left(state, unit) if ahead else 0
        return course(state, unit, gear, left, left)
    return course(state, unit, gear, steps_left(state, unit, gear), turns_left(state, unit) if ahead else 0)


def gun_turns(state: State, unit: int) -> dict[int, Apart]:
    """CORE-130: a fixed weapon turns by 45° where it stands, and a light one by up to 90°."""
    piece, figures = state.units.units[unit], state.ground.setup.figures
    start = piece.square * 8
    most = figures.light_turn if state.kind(unit).mass < figures.light_mass else figures.fixed_turn
    return {
        start + (piece.facing + way * turn) % 8: Apart(turn, start + (piece.facing + way * (turn - 1)) % 8)
        for turn in range(1, most + 1)
        for way in (-1, 1)
    }


def breaks_walls(state: State, unit: int) -> bool:
    """CORE-166: whether a vehicle is heavy enough to drive into a wall."""
    return state.kind(unit).mass >= state.ground.setup.figures.wall_mass


def _into_walls(state: State, unit: int, gear: Gear, reach: Reach, steps: int) -> dict[int, Apart]:
    """CORE-166: the poses in wall squares; a wall ends the way. Wheels and reverse gear enter walls too (Q-33)."""
    ground, found = state.ground, dict[int, Apart]()
    if not (steps and ground.standing and breaks_walls(state, unit)) or only_turns(state, unit):
        return found
    grid, wheels = ground.grid, state.kind(unit).drive == "wheeled"
    offs = (0, 1, 7) if wheels else (0,)
    for wall in squares_of(ground.standing & grid.around(reach.start >> 3, steps)):
        for way_in in range(8):
            before = grid.ahead(wall, way_in ^ 4)
            if before < 0 or not ground.drive.may_step(before, way_in):
                continue
            if gear is Gear.FORWARD:
                pairs = [(before * 8 + (way_in + off) % 8, wall * 8 + way_in) for off in offs]
            else:
                pairs = [(before * 8 + (way_in ^ 4), wall * 8 + ((way_in ^ 4) + off) % 8) for off in offs]
            for source, pose in pairs:
                far = 0 if source == reach.start else reach.steps_to(source)
                if far is not None and far < steps and (pose not in found or far + 1 < found[pose].steps):
                    found[pose] = Apart(far + 1, source)
    return found


# Moves


def _may_be_ordered(state: State, unit: int) -> Refusal | None:
    """CORE-18, CORE-93, CORE-141: one of the side's active units, its crew inside."""
    units = state.units.units
    if not 0 <= unit < len(units):
        return CORE_18.refuse(f"there is no unit {unit}; they are numbered 0 to {len(units) - 1}")
    if units[unit].side != state.side:
        return CORE_18.refuse(f"{state.name(unit)} is not {state.side.label}'s to move")
    if not units[unit].active:
        return CORE_93.refuse(f"{state.name(unit, state.side)} is destroyed")
    if units[unit].timer:
        return CORE_141.refuse(f"{state.name(unit, state.side)} is under repair; neither hull nor turret moves")
    return None


def may_be_moved(state: State, unit: int) -> Refusal | None:
    """CORE-18, CORE-26, CORE-100: an own unit that can move and has not done so in this turn. Who has pushed may drive
    on."""
    if refusal := _may_be_ordered(state, unit):
        return refusal
    piece, name, done = state.units.units[unit], state.name(unit, state.side), going_on(state, unit)
    if piece.tracks is Tracks.IMMOBILE:
        return CORE_100.refuse(f"{name} is immobilised: it neither drives nor turns")
    if piece.moved != state.round or (done and done.pushed):
        return None
    if not state.kind(unit).vehicle:
        return CORE_130.refuse(f"{name} has been moved already in this turn")
    if done and done.steps < done.most:
        return CORE_25.refuse(f"{name} has moved already in this turn; it can go on only by pushing a wreck")
    return CORE_25.refuse(f"{name} has moved already in this turn")


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
        return _may_tow(state, order)
    here = course_now(state, unit, order.gear)
    if here.steps_to(order.square * 8 + order.facing) is not None:
        return None
    return _cannot_reach(state, order, here)


def _cannot_reach(state: State, order: Move, here: Course) -> Refusal:
    """Says why a pose is out of reach, in the order in which a referee would look: what stands there, then how far."""
    unit, piece, kind = order.unit, state.units.units[order.unit], state.kind(order.unit)
    name, place = state.name(unit, state.side), state.place(order.square)
    nearest = _nearest(state, order, here)
    if not kind.vehicle:
        return _cannot_turn_gun(state, order, nearest)
    if only_turns(state, unit) and order.square != piece.square:
        return CORE_103.refuse(f"{name} is semi-immobilised and only turns on the spot", nearest)
    if order.square != piece.square and (found := obstacle(state, order.square)):
        rule, told = found
        if rule is not CORE_166 or not breaks_walls(state, unit):
            return rule.refuse(f"{name} cannot enter {place}: {told}", nearest)
    if refusal := _in_wrong_gear(state, order, nearest) or _too_sharp(state, order, nearest):
        return refusal
    facing = state.ground.setup.board.compass(order.facing)
    far = course(state, unit, order.gear, FAR, FAR).steps_to(order.square * 8 + order.facing)
    if far is None:
        return CORE_39.refuse(f"there is no way for {name} to {place} facing {facing}", nearest)
    return _too_far(state, order, f"{place} facing {facing} is {far} step{'s' * (far != 1)} away", nearest)


def _cannot_turn_gun(state: State, order: Move, nearest: Order | None) -> Refusal:
    name, most = state.name(order.unit, state.side), max(found.steps for found in gun_turns(state, order.unit).values())
    if order.square != state.units.units[order.unit].square:
        told = f"{name} is fixed and cannot go to {state.place(order.square)}; it turns where it stands or is towed"
        return CORE_133.refuse(told, nearest)
    if order.gear is Gear.REVERSE:
        return CORE_130.refuse(f"{name} has no gears", nearest)
    return CORE_130.refuse(f"{name} weighs {state.kind(order.unit).mass} t and turns by {45 * most}° at most", nearest)


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
    """CORE-34, CORE-36, CORE-37: what wheels never do."""
    if state.kind(order.unit).drive != "wheeled":
        return None
    piece, name = state.units.units[order.unit], state.name(order.unit, state.side)
    if order.square == piece.square:
        return CORE_34.refuse(f"{name} has wheels and never turns on the spot", nearest)
    if not state.ground.grid.neighbours(piece.square) >> order.square & 1:
        return None
    place = state.place(order.square)
    if order.gear is Gear.REVERSE:
        told = f"{name} backs straight and then turns by 45° at most"
        return CORE_37.refuse(f"{told}; so it cannot back to {place} like that", nearest)
    told = f"{name} turns by 45° at most in a step, and faces the way it drove"
    return CORE_36.refuse(f"{told}; so it cannot reach {place} like that", nearest)


def _too_far(state: State, order: Move, needs: str, nearest: Order | None) -> Refusal:
    """CORE-16, CORE-25, CORE-27, CORE-33: how many steps there are, and why not more."""
    unit, name, side = order.unit, state.name(order.unit, state.side), state.side.label
    used = done.steps if (done := going_on(state, unit)) else 0
    if not may_go_far(state, unit) and not used:
        if state.ground.setup.speed_die:
            if unit in state.coordinated:
                told = f"{name} rolled, but something else moved since: it has one step"
                return CORE_27.refuse(f"{needs}; {told}", nearest)
            if may_roll_speed(state, RollSpeed(unit)) is None:
                return CORE_27.refuse(f"{needs}; {name} rolls the speed die before more than one", RollSpeed(unit))
        told = f"all {slots(state)} coordinated movements of {side}'s are used"
        return CORE_16.refuse(f"{needs} and more than one is coordinated; {told}", nearest)
    left = steps_left(state, unit, order.gear, order.tow)
    if used:
        return CORE_25.refuse(f"{needs}; {name} has {left} left of its {left + used}", nearest)
    if order.tow >= 0:
        masses = f"{state.kind(unit).mass} t with {state.kind(order.tow).mass} t in tow"
        return CORE_136.refuse(f"{needs}; {name}, {masses}, has {left}", nearest)
    if only_turns(state, unit):
        return CORE_103.refuse(f"{needs}; {name} is semi-immobilised and has {turns_left(state, unit)}", nearest)
    if order.square == state.units.units[unit].square and order.gear is Gear.FORWARD:
        return CORE_33.refuse(f"{needs}; {name} turns on the spot by {turns_left(state, unit)} at most", nearest)
    rule = CORE_32 if order.gear is Gear.REVERSE else CORE_25
    return rule.refuse(f"{needs}; {name} has {left} in {order.gear} gear", nearest)


def obstacle(state: State, square: int) -> tuple[Rule, str] | None:
    """CORE-39, CORE-166, CORE-170: what keeps vehicles out of a square."""
    ground = state.ground
    if ground.buildings >> square & 1:
        return CORE_39, "it is built over"
    if (ground.low | ground.high) >> square & 1:
        return CORE_170, "a barricade stands there"
    if ground.standing >> square & 1:
        return CORE_166, f"a wall stands there, and it yields to {ground.setup.figures.wall_mass} t and more"
    if state.units.occupied >> square & 1:
        return CORE_39, f"{state.name(state.units.standing_on(square), state.side)} stands there"
    return None


def _nearest(state: State, order: Move, here: Course) -> Order | None:
    """The push that may be meant, or the pose in reach that is nearest."""
    piece, grid = state.units.units[order.unit], state.ground.grid
    if order.square == grid.ahead(piece.square, piece.facing) and may_push(state, Push(order.unit)) is None:
        return Push(order.unit)
    best = min(here.poses(), key=lambda pose: _apart(state, order, pose), default=None)
    return None if best is None else Move(order.unit, best >> 3, best & 7, order.gear)


def _apart(state: State, order: Move, pose: int) -> tuple[int, int, int]:
    """How far a pose is from the one that was ordered."""
    dx, dy = state.ground.grid.offset(pose >> 3, order.square)
    turn = abs((pose & 7) - order.facing)
    return dx * dx + dy * dy, min(turn, 8 - turn), pose


def resolve_move(state: State, order: Move, dice: Dice) -> Iterator[Event]:
    """CORE-17, CORE-25, CORE-138, CORE-166: the steps of the shortest way; a wall that is driven into falls."""
    unit, pose = order.unit, order.square * 8 + order.facing
    facing = 0
    if order.tow >= 0:
        found = _tow_ways(state, unit, order.tow)
        end = tow.End(pose, order.trail)
        poses, facing = tow.path(found, tow.ends(found)[end]), tow.facing_of(state, end)
    else:
        poses = course_now(state, unit, order.gear).path(pose)
    turned = any((one ^ other) & 7 for one, other in pairwise(poses))
    walled = state.ground.standing >> order.square & 1
    yield Moved(unit, order.square, order.facing, order.gear, len(poses) - 1, turned, order.tow, order.trail, facing)
    if walled:
        yield WallFell(order.square, unit)


def way(state: State, event: Moved) -> tuple[int, ...]:
    """The poses of a move that is about to happen, from first to last."""
    pose = event.square * 8 + event.facing
    if event.tow < 0:
        return course_now(state, event.unit, event.gear).path(pose)
    found = _tow_ways(state, event.unit, event.tow)
    return tow.path(found, tow.ends(found)[tow.End(pose, event.trail)])


# Towing


def _may_pull(state: State, unit: int) -> bool:
    """CORE-103, CORE-133: a vehicle that has not moved yet and does not only turn (Q-27)."""
    return state.units.units[unit].moved != state.round and not only_turns(state, unit)


def _tow_ways(state: State, unit: int, weapon: int, steps: int = 0) -> tow.Ways:
    """CORE-136: the ways with a fixed weapon within the speed that it leaves."""
    free = free_squares(state) | (state.ground.standing if breaks_walls(state, unit) else 0)
    return tow.ways(state, unit, weapon, steps or steps_left(state, unit, Gear.FORWARD, weapon), free)


def tows(state: State, unit: int) -> Iterator[tuple[int, tow.Ways]]:
    """CORE-133: what a vehicle can pull now, each with the ways."""
    if not (state.hitched and _may_pull(state, unit)):
        return
    for weapon in tow.weapons(state, unit):
        found = _tow_ways(state, unit, weapon)
        if tow.ends(found):
            yield weapon, found


def _may_tow(state: State, order: Move) -> Refusal | None:
    """CORE-133 … CORE-139: the weapon that is pulled, and an end for both that the steps lead to."""
    unit, weapon, units = order.unit, order.tow, state.units.units
    name = state.name(unit, state.side)
    if not 0 <= weapon < len(units):
        return CORE_133.refuse(f"there is no unit {weapon} to tow; they are numbered 0 to {len(units) - 1}")
    pulled = state.name(weapon, state.side)
    if weapon not in tow.weapons(state, unit):
        if units[weapon].moved == state.round and (unit, weapon) in state.hitched:
            return CORE_133.refuse(f"{pulled} has been turned in this turn and cannot be pulled")
        if tow.in_position(state, unit, weapon):
            return CORE_133.refuse(f"{name} came to {pulled} in this turn and pulls it from the next on")
        return CORE_133.refuse(f"{name} does not stand behind {pulled} with its rear to it")
    if not _may_pull(state, unit):
        told = "has driven already" if units[unit].moved == state.round else "only turns on the spot"
        return CORE_133.refuse(f"{name} {told} and cannot pull {pulled}")
    if order.gear is Gear.REVERSE:
        return CORE_133.refuse(f"{name} pulls {pulled} in forward gear only")
    end = tow.End(order.square * 8 + order.facing, order.trail)
    ends = tow.ends(_tow_ways(state, unit, weapon))
    return None if end in ends else _cannot_pull(state, order, end, [*ends])


def _cannot_pull(state: State, order: Move, end: tow.End, ends: list[tow.End]) -> Refusal:
    """Says why vehicle and weapon cannot end like that."""
    unit, weapon, place = order.unit, order.tow, state.place(order.square)
    name, pulled = state.name(unit, state.side), state.name(weapon, state.side)
    best = min(ends, key=lambda one: (*_apart(state, order, one.pose), one.trail != order.trail), default=None)
    nearest = best and Move(unit, best.pose >> 3, best.pose & 7, Gear.FORWARD, weapon, best.trail)
    if order.square == state.units.units[unit].square:
        return CORE_138.refuse(
            f"only to turn leaves {pulled} where it is; {name} pulls it by at least a square", nearest
        )
    if any(one.pose == end.pose for one in ends):
        trails = " or ".join(sorted(state.place(one.trail) for one in ends if one.pose == end.pose))
        return CORE_138.refuse(f"with {name} so on {place}, {pulled} ends on {trails}", nearest)
    if found := obstacle(state, order.square):
        rule, told = found
        if rule is not CORE_166 or not breaks_walls(state, unit):
            return rule.refuse(f"{name} cannot enter {place}: {told}", nearest)
    every = _tow_ways(state, unit, weapon, FAR)
    facing = state.ground.setup.board.compass(order.facing)
    if end in (ways := tow.ends(every)):
        far = every[ways[end]][0]
        return _too_far(state, order, f"{place} facing {facing} is {far} step{'s' * (far != 1)} away", nearest)
    told = f"{name} with {pulled} in tow cannot come to {place} facing {facing} like that"
    if state.kind(unit).drive == "tracked":
        return CORE_139.refuse(f"{told}: between two turns of 45° lies a straight step", nearest)
    return CORE_39.refuse(told, nearest)


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
    return any(found.apart or found.reach.count(1) for found in one) or any(True for _ in tows(state, unit))


def movable(state: State) -> list[int]:
    """CORE-18, CORE-27, CORE-49: the units with something left to do in movement: a move, a turret to lay, a push, or a
    roll that may lead to one."""
    return [
        unit
        for unit, piece in enumerate(state.units.units)
        if piece.side is state.side
        and piece.active
        and any(may(state, unit) for may in (can_move, list_turrets, list_pushes, list_speed_rolls))
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
    for weapon, found in tows(state, unit):
        ends = tow.ends(found)
        moves += [Move(unit, pose >> 3, pose & 7, Gear.FORWARD, weapon, trail) for pose, trail in ends]
    return moves


def sample_move(state: State, unit: int, dice: Dice) -> Move:
    """One move of a unit that can move, each as likely, without listing them."""
    gears = [(gear, course_now(state, unit, gear).poses()) for gear in Gear]
    pulls = [(weapon, end) for weapon, found in tows(state, unit) for end in tow.ends(found)]
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
        found for found in (list_speed_rolls(state, unit), list_pushes(state, unit), list_turrets(state, unit)) if found
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
        slot = "rolled" if unit in state.coordinated else "a slot"
        found = [
            _band(state, unit, "one step, no slot", CORE_18, 0, Gear.FORWARD, 1, 1),
            _band(state, unit, f"ahead, {slot}", CORE_25, 1, Gear.FORWARD, 2, FAR),
            _band(state, unit, "one step back, no slot", CORE_18, 0, Gear.REVERSE, 1, 1),
            _band(state, unit, f"back, {slot}", CORE_32, 1, Gear.REVERSE, 2, FAR),
        ]
    for weapon, ways in tows(state, unit):
        found += _tow_bands(state, unit, weapon, ways)
    return tuple(band for band in found if band.poses)


def _band(state: State, unit: int, name: str, rule: Rule, token: int, gear: Gear, least: int, most: int) -> Band:
    """The poses of a gear from so many to so many steps away."""
    here = course_now(state, unit, gear)
    rows = [
        (far, pose, here.before(pose)) for pose in here.poses() if least <= (far := here.steps_to(pose) or 0) <= most
    ]
    steps, poses, before = zip(*rows, strict=True) if rows else ((), (), ())
    order = {"type": "Move", "unit": unit, "gear": gear}
    return Band(name, rule.id, token, order, poses, steps, before, reverse=gear is Gear.REVERSE)


def _tow_bands(state: State, unit: int, weapon: int, ways: tow.Ways) -> Iterator[Band]:
    """CORE-137, CORE-138: the ends with a weapon in tow: for each pose the nearest, then the others that there are."""
    name, order = state.name(weapon, state.side), {"type": "Move", "unit": unit, "gear": Gear.FORWARD, "tow": weapon}
    left = sorted((ways[link][0], end.pose, end.trail) for end, link in tow.ends(ways).items())
    links = tow.ends(ways)
    token = 2
    while left:
        rows = list({pose: (far, pose, trail) for far, pose, trail in reversed(left)}.values())
        left = [row for row in left if row not in rows]
        steps, poses, trails = zip(*sorted(rows), strict=True)
        before = []
        for pose, trail in zip(poses, trails, strict=True):
            link = ways[links[tow.End(pose, trail)]][1]
            assert link is not None
            before.append(link.end.pose)
        told = f"with {name} in tow" if token == 2 else f"with {name} in tow, ending elsewhere"
        yield Band(told, CORE_138.id, token, order, poses, steps, tuple(before), trails=trails)
        token += 1


# Pushing


def may_push(state: State, order: Push) -> Refusal | None:
    """CORE-158 … CORE-163: a vehicle with steps left ahead, a wreck straight before it that is no heavier, and an empty
    square beyond."""
    if refusal := _may_be_ordered(state, order.unit):
        return refusal
    return _may_shove(state, order.unit) or _may_pay(state, order.unit)


def _may_drive_at_wrecks(state: State, unit: int) -> Refusal | None:
    """CORE-100, CORE-103, CORE-158: a vehicle that drives and has not ended its move."""
    piece, name, kind = state.units.units[unit], state.name(unit, state.side), state.kind(unit)
    if not kind.vehicle:
        return CORE_158.refuse(f"{name} is fixed and pushes nothing")
    if piece.tracks is Tracks.IMMOBILE:
        return CORE_100.refuse(f"{name} is immobilised: it neither drives nor turns")
    if only_turns(state, unit):
        return CORE_103.refuse(f"{name} is semi-immobilised and only turns on the spot")
    done = going_on(state, unit)
    if piece.moved == state.round and (done is None or done.steps >= done.most):
        return CORE_25.refuse(f"{name} has ended its move in this turn")
    return None


def _may_shove(state: State, unit: int) -> Refusal | None:
    """CORE-158, CORE-159, CORE-161: what lies ahead, and what beyond."""
    if refusal := _may_drive_at_wrecks(state, unit):
        return refusal
    piece, name, ground = state.units.units[unit], state.name(unit, state.side), state.ground
    wreck = wreck_ahead(state, unit)
    if wreck < 0:
        return CORE_158.refuse(f"{name} has no wreck straight ahead to push")
    at = state.units.units[wreck].square
    beyond = ground.grid.ahead(at, piece.facing)
    pushes = f"{name} cannot push {state.name(wreck, state.side)}"
    if state.kind(unit).mass < state.kind(wreck).mass:
        return CORE_161.refuse(f"{pushes}: {state.kind(unit).mass} t against {state.kind(wreck).mass} t")
    if beyond < 0:
        return CORE_159.refuse(f"{pushes} off the board")
    if found := obstacle(state, beyond):
        return CORE_159.refuse(f"{pushes} to {state.place(beyond)}: {found[1].split(',')[0]}")
    if not (ground.drive.may_step(piece.square, piece.facing) and ground.drive.may_step(at, piece.facing)):
        return CORE_159.refuse(f"{pushes} to {state.place(beyond)}: the gap there is closed")
    return None


def push_cost(state: State, pusher: UnitType, wreck: UnitType) -> int | None:
    """CORE-161 … CORE-163: the steps that a square costs by the ratio of the masses; None if the wreck is heavier."""
    figures = state.ground.setup.figures
    rows = figures.blade_push if pusher.dozer else figures.push
    return next((steps for ratio, steps in rows if pusher.mass >= ratio * wreck.mass), None)


def _cost_ahead(state: State, unit: int) -> int:
    """The steps of a push that nothing else bars."""
    return push_cost(state, state.kind(unit), state.kind(wreck_ahead(state, unit))) or FAR


def _may_pay(state: State, unit: int) -> Refusal | None:
    """CORE-16, CORE-27, CORE-162, CORE-163: the steps that a push costs; the one step that there always is does not
    buy it (Q-32)."""
    kind, name, cost = state.kind(unit), state.name(unit, state.side), _cost_ahead(state, unit)
    done = going_on(state, unit)
    used = done.steps if done else 0
    left = min(allowance(state, unit, Gear.FORWARD), speed(state, unit, Gear.FORWARD)) - used
    if cost <= left:
        return None
    rule = CORE_163 if kind.dozer else CORE_162
    masses = f"{kind.mass} t against {state.kind(wreck_ahead(state, unit)).mass} t"
    needs = f"{masses}: the push takes {cost} step{'s' * (cost != 1)}"
    if not may_go_far(state, unit) and used + cost > 1:
        if state.ground.setup.speed_die:
            if may_roll_speed(state, RollSpeed(unit)) is None:
                return CORE_27.refuse(f"{needs}; {name} rolls the speed die before more than one", RollSpeed(unit))
            return CORE_27.refuse(f"{needs}; {name} has not rolled the speed die for more than one")
        return CORE_16.refuse(f"{needs}; all {slots(state)} coordinated movements of {state.side.label}'s are used")
    return rule.refuse(f"{needs}; {name} has {left} left")


def wreck_ahead(state: State, unit: int) -> int:
    """CORE-158: the wreck in the square straight ahead of a unit; −1 if there is none."""
    piece, units = state.units.units[unit], state.units
    ahead = state.ground.grid.ahead(piece.square, piece.facing) if piece.square >= 0 else -1
    if ahead < 0 or not units.occupied & ~units.active_red & ~units.active_blue & 1 << ahead:
        return -1
    return units.standing_on(ahead)


def list_pushes(state: State, unit: int) -> list[Order]:
    """CORE-158: the push of a vehicle, if there is one."""
    return [] if wreck_ahead(state, unit) < 0 or may_push(state, Push(unit)) is not None else [Push(unit)]


def resolve_push(state: State, order: Push, dice: Dice) -> Iterator[Event]:
    """CORE-160: vehicle and wreck go on by one square, the wreck as it lies."""
    yield Pushed(order.unit, wreck_ahead(state, order.unit), _cost_ahead(state, order.unit))


# Turrets


def may_turn_turret(state: State, order: TurnTurret) -> Refusal | None:
    """CORE-47 … CORE-50, CORE-53: a turret or crane ends within a quarter of where the turn found it, against the hull.

    It is no step, and the immobilised do it too (Q-14). With option 3 turrets are laid by firing; those of pieces in
    one part need no laying. Cranes turn in any case.
    """
    if refusal := _may_be_ordered(state, order.unit):
        return refusal
    setup, piece, name = state.ground.setup, state.units.units[order.unit], state.name(order.unit, state.side)
    mount, most = state.kind(order.unit).mount, setup.figures.traverse
    if mount not in ("turret", "crane"):
        return CORE_47.refuse(f"{name} has no turret")
    if mount == "turret" and setup.moulded:
        return CORE_50.refuse("pieces in one part fire all round; their turrets are not turned")
    if mount == "turret" and setup.free_turrets:
        return CORE_53.refuse("with optional rule 3 a turret is laid on its target when that is announced")
    if not 0 <= order.turret < 8:
        return CORE_47.refuse(
            f"turret {order.turret} is none of the eight; they are numbered 0 to 7, clockwise off the bow"
        )
    if order.turret == piece.turret:
        return CORE_49.refuse(f"{name}'s {mount} points there already")
    turn = (order.turret - piece.rested) % 8
    if min(turn, 8 - turn) > most:
        limit = (piece.rested + (most if turn <= 4 else -most)) % 8
        nearest = TurnTurret(order.unit, limit) if limit != piece.turret else None
        told = f"{name}'s {mount} would turn by {45 * min(turn, 8 - turn)}°; {45 * most}° are the most in a round"
        return CORE_49.refuse(told, nearest)
    return None


def list_turrets(state: State, unit: int) -> list[Order]:
    """CORE-49: where a turret or crane can be laid."""
    piece, setup, mount = state.units.units[unit], state.ground.setup, state.kind(unit).mount
    if piece.side is not state.side or not piece.active or piece.timer:
        return []
    if mount != "crane" and (mount != "turret" or setup.moulded or setup.free_turrets):
        return []
    most = setup.figures.traverse
    laid = dict.fromkeys((piece.rested + turn) % 8 for turn in range(-most, most + 1))
    return [TurnTurret(unit, turret) for turret in laid if turret != piece.turret]


def resolve_turret(state: State, order: TurnTurret, dice: Dice) -> Iterator[Event]:
    """CORE-49: the turret is laid."""
    yield TurretTurned(order.unit, order.turret)


# Deeds


def deeds(state: State, unit: int) -> tuple[Deed, ...]:
    """What a unit can do besides driving: roll the speed die, push a wreck, with the ghosts of both, lay its turret."""
    return (*_speed_deeds(state, unit), *_push_deeds(state, unit), *_turret_deeds(state, unit))


def _speed_deeds(state: State, unit: int) -> Iterator[Deed]:
    for order in list_speed_rolls(state, unit):
        yield Deed("Roll the speed die, uses a slot", order, CORE_27.id)


def _push_deeds(state: State, unit: int) -> Iterator[Deed]:
    for order in list_pushes(state, unit):
        piece, grid, wreck = state.units.units[unit], state.ground.grid, wreck_ahead(state, unit)
        lies, cost, kind = state.units.units[wreck], _cost_ahead(state, unit), state.kind(unit)
        ghosts = (
            Ghost(unit, pose_of(grid, lies.square * 8 + piece.facing)),
            Ghost(wreck, pose_of(grid, grid.ahead(lies.square, piece.facing) * 8 + lies.facing)),
        )
        masses = f"{kind.mass} t against {state.kind(wreck).mass} t"
        told = f"Push {state.name(wreck, state.side)}, {masses}: {cost} step{'s' * (cost != 1)}"
        yield Deed(told, order, (CORE_163 if kind.dozer else CORE_162).id, ghosts)


def _turret_deeds(state: State, unit: int) -> Iterator[Deed]:
    facing, board = state.units.units[unit].facing, state.ground.setup.board
    mount = state.kind(unit).mount.capitalize()
    for order in list_turrets(state, unit):
        assert isinstance(order, TurnTurret)
        yield Deed(f"{mount} to the {board.compass((facing + order.turret) % 8)}", order, CORE_49.id)
