"""Driving (CORE-08, CORE-26, CORE-29 … CORE-39, CORE-130): where steps lead in both gears on tracks and wheels and what
keeps a vehicle out; with walls that are driven into (CORE-166).
"""

from functools import lru_cache
from typing import NamedTuple

from hulldown.geometry.squares import Pathfinder, Reach, squares_of
from hulldown.kernel.rule import Rule
from hulldown.rulebooks.panzerstrike.core.orders import Move
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.speed import only_turns, steps_left, turns_left
from hulldown.rulebooks.panzerstrike.core.state import Gear, Ground, State
from hulldown.rulebooks.panzerstrike.hindrance import GAP, Hindrance

CORE_39 = RULES["CORE-39"]
CORE_93 = RULES["CORE-93"]
CORE_166 = RULES["CORE-166"]
CORE_170 = RULES["CORE-170"]
CORE_Q35 = RULES["CORE-Q35"]


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


def course(state: State, unit: int, gear: Gear, steps: int, turns: int) -> Course:
    """CORE-26, CORE-29 … CORE-38, CORE-Q35: all that a unit can do in a gear with so many steps, or so many turns on
    the spot."""
    return course_over(state, unit, gear, steps, turns, state.ground.drive, free_squares(state))


def course_over(state: State, unit: int, gear: Gear, steps: int, turns: int, drive: Pathfinder, free: int) -> Course:
    """The same over such ground, with such squares free.

    Turns on the spot count as forward gear. Who backs does nothing else in that turn.
    """
    piece, kind = state.units.units[unit], state.kind(unit)
    square, facing, tracked = piece.square, piece.facing, kind.drive == "tracked"
    if not kind.vehicle:
        return Course(drive.tracked(0, square, facing, 0), 0, gun_turns(state, unit) if gear is Gear.FORWARD else {})
    free = 0 if only_turns(state, unit) else free
    if gear is Gear.REVERSE:
        go = drive.tracked_back if tracked else drive.wheeled_back
        reach, spot = go(free, square, facing, steps), 1 << square if tracked else 0
        return Course(reach, steps, into_walls(state, unit, gear, reach, drive), spot)
    reach = (drive.tracked if tracked else drive.wheeled)(free, square, facing, steps)
    apart = into_walls(state, unit, gear, reach, drive)
    if tracked and turns > steps:
        spun = drive.tracked(0, square, facing, turns)
        apart |= {
            pose: Apart(far, spun.before(pose))
            for pose in spun.poses(turns)
            if (far := spun.steps_to(pose) or 0) > steps
        }
    return Course(reach, steps, apart)


def leads(state: State, unit: int, gear: Gear, pose: int) -> bool:
    """CORE-26, CORE-39: whether any number of steps in a gear leads to a pose; tracks do not back to where they are."""
    piece, tracked, back = state.units.units[unit], state.kind(unit).drive == "tracked", gear is Gear.REVERSE
    if only_turns(state, unit) or (tracked and back and pose >> 3 == piece.square):
        return False
    start = piece.square * 8 + piece.facing
    return state.ground.drive.leads(tracked, back, free_squares(state), start, pose)


def course_now(state: State, unit: int, gear: Gear) -> Course:
    """CORE-26, CORE-33: the course with what is left of the unit's steps."""
    return course(state, unit, gear, *left_in(state, unit, gear))


def left_in(state: State, unit: int, gear: Gear) -> tuple[int, int]:
    """CORE-26, CORE-33, CORE-Q46: the steps and the turns on the spot that are left to a unit in a gear. A unit that
    has driven ahead does not back."""
    ahead = gear is Gear.FORWARD
    if state.units.units[unit].moved == state.round:
        left = steps_left(state, unit) if ahead else 0
        return left, left
    return steps_left(state, unit, gear), turns_left(state, unit) if ahead else 0


def gun_turns(state: State, unit: int) -> dict[int, Apart]:
    """CORE-130, CORE-Q03: a fixed weapon turns by 45° where it stands, and a light one by up to 90°."""
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


def into_walls(state: State, unit: int, gear: Gear, reach: Reach, drive: Pathfinder) -> dict[int, Apart]:
    """CORE-166, CORE-Q33: the poses in wall squares; a wall ends the way. Wheels and reverse gear enter walls too."""
    ground, start, found = state.ground, reach.start >> 3, dict[int, Apart]()
    near = ground.grid.near[start, len(reach.layers) - 1] | 1 << start
    if not ground.standing & near or not breaks_walls(state, unit) or only_turns(state, unit):
        return found
    into = _before_walls(ground) if drive is ground.drive else drive.into(ground.standing)
    lanes = [(way, before) for way, before in enumerate(into) if before & near]
    turns = (0, 1, 7) if state.kind(unit).drive == "wheeled" else (0,)
    for way, before in lanes:
        for turn in turns:  # ahead wheels turn before the step, in reverse after it
            facing, end = ((way + turn) % 8, way) if gear is Gear.FORWARD else (way ^ 4, ((way ^ 4) + turn) % 8)
            for far, layer in enumerate(reach.layers[:-1], 1):
                for square in squares_of(entering) if (entering := layer[facing] & before) else ():
                    pose = ground.grid.ahead(square, way) * 8 + end
                    if pose not in found or far < found[pose].steps:
                        found[pose] = Apart(far, square * 8 + facing)
    return dict(sorted(found.items(), key=lambda wall: wall[0] >> 3))


@lru_cache(maxsize=256)
def _before_walls(ground: Ground) -> list[int]:
    """The squares from which a step leads into a wall, by the way that it goes."""
    return ground.drive.into(ground.standing)


def obstacle(state: State, square: int) -> tuple[Rule, str] | None:
    """CORE-39, CORE-93, CORE-166, CORE-170: what keeps vehicles out of a square."""
    ground = state.ground
    if ground.buildings >> square & 1:
        return CORE_39, f"a {ground.setup.board.terrain(square)} stands"
    if (ground.low | ground.high) >> square & 1:
        return CORE_170, "a barricade stands"
    if ground.standing >> square & 1:
        return CORE_166, "a wall stands"
    if (unit := state.units.standing_on(square)) >= 0:
        name = state.name(unit, state.side)
        active = state.units.units[unit].active
        return (CORE_39, f"{name} stands") if active else (CORE_93, f"the wreck of {name} lies")
    return None


def barrier(state: State, unit: int, square: int) -> tuple[Rule, str] | None:
    """CORE-39, CORE-93, CORE-166, CORE-170: what keeps this vehicle out of a square; a heavy one drives into walls."""
    if (found := obstacle(state, square)) is None:
        return None
    rule, told = found
    if rule is not CORE_166:
        return rule, f"{told} there"
    mass, least = state.kind(unit).mass, state.ground.setup.figures.wall_mass
    told = f"a wall stands there, which yields to {least} t and more; it weighs {mass} t"
    return None if breaks_walls(state, unit) else (rule, told)


def in_the_way(state: State, unit: int, thing: Hindrance) -> tuple[Rule, str]:
    """CORE-39, CORE-166, CORE-Q35: what a vehicle met on its way: a closed gap, a wall that would have ended it, or
    what it cannot enter."""
    at = state.place(thing.square)
    if thing.what == GAP:
        return CORE_Q35, f"between {at} and {state.place(thing.across)} there is no gap to drive through"
    if state.ground.standing >> thing.square & 1:
        if breaks_walls(state, unit):
            return CORE_166, f"it would drive into the wall at {at} and stop there"
        least, mass = state.ground.setup.figures.wall_mass, state.kind(unit).mass
        return CORE_166, f"the wall in the way at {at} yields to {least} t and more; it weighs {mass} t"
    found = obstacle(state, thing.square)
    assert found is not None  # or nothing would have been met
    rule, told = found
    return rule, f"{told} in the way at {at}"


def off_by(state: State, order: Move, pose: int) -> tuple[int, int, int]:
    """How far a pose is from the one that was ordered."""
    dx, dy = state.ground.grid.offset(pose >> 3, order.square)
    turn = abs((pose & 7) - order.facing)
    return dx * dx + dy * dy, min(turn, 8 - turn), pose
