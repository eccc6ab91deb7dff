"""Who may fire, and at what (CORE-22 … CORE-24, CORE-40 … CORE-53, CORE-60, CORE-106 … CORE-124, CORE-164 … CORE-171).

A shot is announced before any die falls; `volley` rolls for it.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import isqrt

import msgspec

from hulldown.geometry.squares import (
    ALL_LINES,
    FACINGS,
    Arc,
    CoverTrace,
    Grid,
    Seen,
    Trace,
    clears,
    in_arc,
    mask_of,
    section_range,
    section_reach,
    seen,
    squares_of,
    turned,
    within_135,
)
from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.rulebook import Mode as FireMode
from hulldown.kernel.rulebook import Outline
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.core.events import Announced, Event
from hulldown.rulebooks.panzerstrike.core.orders import Announce, AnnounceWall
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import Parabolic, Weapon
from hulldown.rulebooks.panzerstrike.core.state import AnnouncedShot, Colour, Ground, Mode, State, Unit
from hulldown.rulebooks.panzerstrike.firing import degrees_off

CORE_06 = RULES["CORE-06"]
CORE_07 = RULES["CORE-07"]
CORE_15 = RULES["CORE-15"]
CORE_22 = RULES["CORE-22"]
CORE_40 = RULES["CORE-40"]
CORE_42 = RULES["CORE-42"]
CORE_43 = RULES["CORE-43"]
CORE_51 = RULES["CORE-51"]
CORE_53 = RULES["CORE-53"]
CORE_71 = RULES["CORE-71"]
CORE_72 = RULES["CORE-72"]
CORE_73 = RULES["CORE-73"]
CORE_93 = RULES["CORE-93"]
CORE_96 = RULES["CORE-96"]
CORE_106 = RULES["CORE-106"]
CORE_107 = RULES["CORE-107"]
CORE_108 = RULES["CORE-108"]
CORE_110 = RULES["CORE-110"]
CORE_113 = RULES["CORE-113"]
CORE_115 = RULES["CORE-115"]
CORE_116 = RULES["CORE-116"]
CORE_118 = RULES["CORE-118"]
CORE_124 = RULES["CORE-124"]
CORE_129 = RULES["CORE-129"]
CORE_131 = RULES["CORE-131"]
CORE_141 = RULES["CORE-141"]
CORE_144 = RULES["CORE-144"]
CORE_165 = RULES["CORE-165"]
CORE_167 = RULES["CORE-167"]
CORE_168 = RULES["CORE-168"]
CORE_169 = RULES["CORE-169"]
CORE_170 = RULES["CORE-170"]
CORE_171 = RULES["CORE-171"]
CORE_Q24 = RULES["CORE-Q24"]
CORE_Q26 = RULES["CORE-Q26"]
CORE_Q40 = RULES["CORE-Q40"]
CORE_Q43 = RULES["CORE-Q43"]
# Why an armed unit of the side that fires may have to be silent.
SILENCE = {
    CORE_93: "is destroyed",
    CORE_96: "has moved, and its crew is injured; it may move or fire",
    CORE_131: "was turned in this round; a fixed weapon that turns does not fire",
    CORE_Q26: "was pulled in this round; a fixed weapon fires again in the next",
    CORE_141: "is under repair; it may fire when that is done",
    CORE_144: "has called its crew back from repairs in this round; it may fire in the next",
    CORE_167: "drove into a wall in this round; it may fire in the next",
}
AIMING = {Colour.ORANGE: CORE_71, Colour.GREEN: CORE_72}


# Who


def barred(state: State, unit: int) -> Rule | None:
    """CORE-93, CORE-96, CORE-131, CORE-141, CORE-144, CORE-167, CORE-Q26: the rule by which an armed unit is silent.

    A fixed weapon that was pulled has moved as well, but not turned.
    """
    gun, now = state.units.units[unit], state.round
    if not gun.active:
        return CORE_93
    if gun.timer:
        return CORE_141
    if gun.stopped == now:
        return CORE_144
    if gun.broke == now:
        return CORE_167
    if gun.moved == now:
        if not state.kind(unit).vehicle:
            return CORE_131 if gun.turned == now else CORE_Q26
        if gun.injured:
            return CORE_96
    return None


def may_shoot(state: State, unit: int) -> Refusal | None:
    """CORE-15, CORE-22, CORE-Q43: each armed active unit of the side once a round, moved or not, if nothing bars it."""
    units = state.units.units
    if not 0 <= unit < len(units):
        return CORE_07.refuse(f"there is no unit {unit}; they are numbered 0 to {len(units) - 1}")
    name = state.name(unit, state.side)
    if units[unit].side != state.side:
        return CORE_15.refuse(f"{name} does not fire in {state.side.label}'s turn")
    if state.kind(unit).weapon is None:
        return CORE_Q43.refuse(f"{name} has no weapon; only armed units fire")
    if rule := barred(state, unit):
        return rule.refuse(f"{name} {SILENCE[rule]}")
    if any(shot.unit == unit for shot in state.announced):
        return CORE_22.refuse(f"{name} has a shot on the list already; each unit fires once a round")
    return None


def ready(state: State) -> Iterator[int]:
    """CORE-22: the units for which a shot may be announced, as `may_shoot` judges them."""
    listed = {shot.unit for shot in state.announced}
    for unit, gun in enumerate(state.units.units):
        if gun.side is state.side and unit not in listed and state.kind(unit).weapon and barred(state, unit) is None:
            yield unit


def may_be_target(state: State, target: int) -> Refusal | None:
    """CORE-Q40: of units, active enemies."""
    units = state.units.units
    if not 0 <= target < len(units):
        return CORE_07.refuse(f"there is no unit {target}; they are numbered 0 to {len(units) - 1}")
    theirs = state.name(target, state.side)
    if units[target].side == state.side:
        return CORE_Q40.refuse(f"{theirs} is a friend; targets are active enemy units and walls")
    if not units[target].active:
        return CORE_Q40.refuse(f"{theirs} is a wreck; targets are active enemy units and walls")
    return None


def may_be_wall(state: State, square: int) -> Refusal | None:
    """CORE-165, CORE-170: only a standing wall; a barricade is indestructible."""
    ground = state.ground
    if not 0 <= square < ground.grid.size:
        return CORE_06.refuse(f"there is no square {square}; they are numbered 0 to {ground.grid.size - 1}")
    if (ground.low | ground.high) >> square & 1:
        return CORE_170.refuse(f"the barricade at {state.place(square)} cannot be destroyed")
    if not ground.standing >> square & 1:
        return CORE_165.refuse(f"no wall stands at {state.place(square)}")
    return None


# Arc


def lays_freely(state: State, unit: int) -> bool:
    """CORE-53, CORE-Q15: whether a turret is laid at any angle; moulded pieces fire all round instead."""
    setup = state.ground.setup
    return setup.free_turrets and not setup.moulded and state.kind(unit).mount == "turret"


def arc_of(state: State, unit: int) -> tuple[Arc, int]:
    """CORE-46 … CORE-52, CORE-129: how far to either side a weapon bears, and of which facing."""
    gun, setup = state.units.units[unit], state.ground.setup
    if state.kind(unit).mount != "turret":
        return Arc.A45, gun.facing
    if setup.moulded:
        return Arc.A360, gun.facing
    return Arc.A45, (gun.facing + gun.turret) % 8


def pointing(gun: Unit) -> tuple[int, int]:
    """CORE-53: where a free turret points on the board. `aim` counts to the right and ahead."""
    right, ahead = gun.aim
    return turned(right, -ahead, gun.facing)


def bearing(state: State, unit: int, square: int) -> tuple[int, int]:
    """CORE-53, CORE-Q14: a free turret's aim at a square; any other stays as it is."""
    gun = state.units.units[unit]
    if not lays_freely(state, unit):
        return gun.aim
    right, back = turned(*state.ground.grid.offset(gun.square, square), -gun.facing)
    return right, -back


def bears(state: State, unit: int, square: int) -> bool:
    """CORE-51, CORE-53: whether the centre of a square lies in the arc of a weapon."""
    gun = state.units.units[unit]
    way = state.ground.grid.offset(gun.square, square)
    return within_135(*pointing(gun), *way) if lays_freely(state, unit) else in_arc(*arc_of(state, unit), *way)


def may_bear(state: State, unit: int, square: int, theirs: str, high: bool = False) -> Refusal | None:
    """CORE-51, CORE-53, CORE-113, CORE-129: the arc, with the degrees by which it is missed."""
    if bears(state, unit, square):
        return None
    gun, name = state.units.units[unit], state.name(unit, state.side)
    way = state.ground.grid.offset(gun.square, square)
    if lays_freely(state, unit):
        off = degrees_off(pointing(gun), *way)
        return CORE_53.refuse(f"{name}'s turret turns by 135° in a round; {theirs} is {off}° off")
    facing = arc_of(state, unit)[1]
    off = degrees_off(FACINGS[facing], *way)
    mount = state.kind(unit).mount
    rule = CORE_113 if high else CORE_129 if mount == "fixed" else CORE_51
    exactly = "exactly " if off == 45 else ""
    part = "turret" if mount == "turret" else "bow" if mount == "hull" else "barrel"
    return rule.refuse(f"{theirs} is {exactly}{off}° off {name}'s {part}; it bears on less than 45°")


@lru_cache(maxsize=1 << 14)
def disc(grid: Grid, square: int, far: int) -> int:
    """The squares no more than dx² + dy² = far away."""
    x, y = grid.xy(square)
    tall, mask = isqrt(far), 0
    for row in range(max(0, y - tall), min(grid.rows, y + tall + 1)):
        wide = isqrt(far - (row - y) ** 2)
        mask |= (1 << min(grid.columns, x + wide + 1)) - (1 << max(0, x - wide)) << row * grid.columns
    return mask


def _in_arc(state: State, unit: int, wanted: int) -> int:
    """Those of some squares on which a weapon bears."""
    grid, here = state.ground.grid, state.units.units[unit].square
    if lays_freely(state, unit):
        way = pointing(state.units.units[unit])
        return mask_of([square for square in squares_of(wanted) if within_135(*way, *grid.offset(here, square))])
    arc, facing = arc_of(state, unit)
    return wanted & grid.arc(arc, facing, here)


# Direct fire


def distance(ground: Ground, here: int, there: int, mode: Mode = Mode.DIRECT) -> int:
    """CORE-44, CORE-56, CORE-109: the range by the ruler of this mode; next to each other it is 1."""
    return section_range(ground.setup.figures.section, *ground.grid.offset(here, there), mode is Mode.PARABOLIC)


def trace_to(state: State, unit: int, square: int) -> CoverTrace:
    """CORE-40, CORE-60, CORE-Q10, CORE-Q34: the 25 lines to a square and what stops them; low barricades do not."""
    return state.ground.cover.trace(state.units.units[unit].square, square, state.units.occupied)


def covered(state: State, here: int, there: int) -> bool:
    """CORE-60: whether more than half of what stands there is hidden."""
    return seen(state.ground.cover.masked(here, there, state.units.occupied)) is Seen.COVERED


def may_hit(state: State, unit: int, square: int, theirs: str) -> Refusal | None:
    """CORE-40, CORE-42, CORE-43, CORE-51: not too near, not too far, in the arc, and in sight."""
    ground, here, weapon = state.ground, state.units.units[unit].square, weapon_of(state, unit)
    name = state.name(unit, state.side)
    if not weapon.point_blank and ground.grid.neighbours(here) >> square & 1:
        return CORE_43.refuse(f"{theirs} is next to {name}, whose weapon cannot fire in immediate proximity")
    if (far := distance(ground, here, square)) > weapon.range:
        return CORE_42.refuse(f"{theirs} is at range {far}; {name} fires up to range {weapon.range}")
    if refusal := may_bear(state, unit, square, theirs):
        return refusal
    if ground.cover.masked(here, square, state.units.occupied) == ALL_LINES:
        return _hidden(state, unit, theirs, trace_to(state, unit, square))
    return None


def _hidden(state: State, unit: int, theirs: str, trace: CoverTrace) -> Refusal:
    """CORE-40: names what hides most of a target. Where a wall does, it may be fired at instead."""
    most = max(trace.obstacles, key=lambda thing: thing.lines.bit_count())
    rule, what = obstacle(state, most.square)
    nearest = None
    if state.ground.standing >> most.square & 1:
        wall = AnnounceWall(unit, most.square)
        nearest = wall if may_announce_wall(state, wall) is None else None
    return rule.refuse(f"{state.name(unit, state.side)} cannot see {theirs}: {what} hides it", nearest)


def obstacle(state: State, square: int) -> tuple[Rule, str]:
    """CORE-40, CORE-93, CORE-168, CORE-169, CORE-171: what stands in the way on a square, and by which rule."""
    ground, here = state.ground, state.place(square)
    if state.units.occupied >> square & 1:
        unit = state.units.standing_on(square)
        name, active = state.name(unit, state.side), state.units.units[unit].active
        return (CORE_40, f"{name} at {here}") if active else (CORE_93, f"{name}, a wreck, at {here}")
    if ground.standing >> square & 1:
        return CORE_168, f"the wall at {here}"
    if square in ground.dust:
        return CORE_169, f"the dust of the wall that fell at {here} in this turn"
    if ground.high >> square & 1:
        return CORE_171, f"the high barricade at {here}"
    return CORE_40, f"the {ground.setup.board.terrain(square)} at {here}"


def may_choose(state: State, order: Announce, far: int) -> Refusal | None:
    """CORE-71 … CORE-73, CORE-110, CORE-Q48: with the announcement orange and green, by option 4 and for near targets,
    never for a high arc."""
    if order.colour is Colour.WHITE:
        return None
    white = msgspec.structs.replace(order, colour=Colour.WHITE)
    if order.mode is Mode.PARABOLIC:
        return CORE_110.refuse("the blue hit die is rolled for a high arc; no other can be chosen", white)
    if not state.ground.setup.aimed:
        told = f"the {order.colour} hit die belongs to option 4, which is not played; the white one is rolled"
        return AIMING[order.colour].refuse(told, white)
    if far > (most := aimed_up_to(state, order.unit)):
        theirs = state.name(order.target, state.side)
        told = f"{theirs} is at range {far}; {state.name(order.unit, state.side)} aims with care up to range {most}"
        return CORE_73.refuse(told, white)
    return None


def aimed_up_to(state: State, unit: int) -> int:
    """CORE-73: the farthest range at which the hit die can be chosen; 0 without option 4."""
    setup = state.ground.setup
    return setup.figures.aimed[weapon_of(state, unit).accuracy - 1] if setup.aimed else 0


def weapon_of(state: State, unit: int) -> Weapon:
    weapon = state.kind(unit).weapon
    assert weapon is not None  # may_shoot has seen to it
    return weapon


# Parabolic fire


def may_loft(state: State, unit: int) -> Refusal | None:
    """CORE-106, CORE-108, CORE-Q41: howitzers that stood still; a turn is a move. The unit may fire at all."""
    name = state.name(unit, state.side)
    if state.kind(unit).parabolic is None:
        return CORE_106.refuse(f"{name} has no parabolic range; only howitzers fire in a high arc")
    if state.units.units[unit].moved == state.round:
        return CORE_108.refuse(f"{name} has moved in this round; a howitzer must stand still to fire in a high arc")
    return None


def howitzer(state: State, unit: int) -> Parabolic:
    limits = state.kind(unit).parabolic
    assert limits is not None  # may_loft has seen to it
    return limits


def reach(state: State, unit: int) -> int:
    """CORE-107, CORE-109, CORE-113: the squares within the limits and the arc of a howitzer."""
    ground, here, limits = state.ground, state.units.units[unit].square, howitzer(state, unit)
    section = ground.setup.figures.section
    near, far = (section_reach(section, sections, True) for sections in (limits.least - 1, limits.most))
    return _in_arc(state, unit, disc(ground.grid, here, far) & ~disc(ground.grid, here, near))


def _stops(ground: Ground, here: int, there: int, building: int) -> tuple[bool, bool]:
    """CORE-115, CORE-116, CORE-H5: whether a building is too near or too high for the howitzer, and for the target."""
    grid = ground.grid
    if not ground.setup.solid:
        return bool(grid.neighbours(here) >> building & 1), bool(grid.neighbours(there) >> building & 1)
    over = clears(*grid.offset(here, there), *grid.offset(here, building), ground.heights.get(building, 1))
    return not over[0], not over[1]


def trajectory(ground: Ground, here: int, there: int) -> Trace:
    """CORE-114 … CORE-116, CORE-Q22: the shell's path with only what stops it: buildings too near or too high at an
    end."""
    whole = ground.flight.trace(here, there, 0)
    stopping = [b for b in whole.blockers if b.why == "terrain" and any(_stops(ground, here, there, b.square))]
    return msgspec.structs.replace(whole, blockers=tuple(stopping))


def path_clear(ground: Ground, here: int, there: int) -> bool:
    """CORE-116: where no building closes the line there is none on the trajectory."""
    return ground.flight.clear(here, there, 0) or not trajectory(ground, here, there).blockers


def crew_outside(state: State, piece: Unit) -> bool:
    """CORE-Q24: whether a crew was outside, repairing, when its side's movement ended; later orders change nothing.

    No timer moves between the beginning of a turn and the announcement: it showed then what it shows at that end.
    """
    return bool(piece.showed if piece.side is state.side else piece.timer)


def reports(state: State, unit: int) -> bool:
    """CORE-118, CORE-124, CORE-Q24: whether a unit may report what it sees: a vehicle whose crew is inside, with
    option 8 one that has a radio."""
    piece, kind = state.units.units[unit], state.kind(unit)
    return kind.vehicle and not crew_outside(state, piece) and (kind.radio or not state.ground.setup.radios)


def _reporting(state: State, unit: int) -> Iterator[tuple[int, Unit]]:
    """CORE-118: the other units of its side that may report to a howitzer."""
    units = state.units.units
    for other, friend in enumerate(units):
        if friend.side is units[unit].side and other != unit and friend.active and reports(state, other):
            yield other, friend


def sees(ground: Ground, square: int, there: int) -> bool:
    """CORE-119, CORE-H5: visual contact: only buildings stop it, at any range."""
    return ground.cover.contact(square, there)


def spotted(state: State, unit: int, there: int) -> bool:
    """CORE-117, CORE-118: whether the howitzer, or one who may report, sees a square."""
    ground = state.ground
    return sees(ground, state.units.units[unit].square, there) or any(
        sees(ground, friend.square, there) for _, friend in _reporting(state, unit)
    )


def spotters(state: State, unit: int, there: int) -> tuple[tuple[bool, int], ...]:
    """CORE-117 … CORE-122, CORE-Q23: (whether the report is late, who sees it), the best first.

    The howitzer itself needs no report; then come those who saw the square when the turn began too, then the nearest.
    """
    ground, units = state.ground, state.units.units
    found = []
    for other, friend in _reporting(state, unit):
        if sees(ground, friend.square, there):
            dx, dy = ground.grid.offset(friend.square, there)
            late = friend.began != friend.square and not sees(ground, friend.began, there)
            found.append((late, dx * dx + dy * dy, other))
    own = ((False, unit),) if sees(ground, units[unit].square, there) else ()
    return own + tuple([(late, other) for late, _, other in sorted(found)])


def may_reach(state: State, unit: int, target: int) -> Refusal | None:
    """CORE-107, CORE-113, CORE-115, CORE-116, CORE-118: range, arc, trajectory and spotting, in this order."""
    limits, units, ground = howitzer(state, unit), state.units.units, state.ground
    here, there = units[unit].square, units[target].square
    name, theirs = state.name(unit, state.side), state.name(target, state.side)
    far = distance(ground, here, there, Mode.PARABOLIC)
    if not limits.least <= far <= limits.most:
        return CORE_107.refuse(f"{theirs} is at range {far}; {name}'s parabolic range is {limits.least}–{limits.most}")
    if refusal := may_bear(state, unit, there, theirs, high=True):
        return refusal
    if blockers := trajectory(ground, here, there).blockers:
        return _too_near(state, unit, target, blockers[0].square)
    if not spotted(state, unit, there):
        return _unreported(state, unit, target)
    return None


def _unreported(state: State, unit: int, target: int) -> Refusal:
    """CORE-118, CORE-124, CORE-Q24: nobody sees a target, or those who do may not report it."""
    units, there = state.units.units, state.units.units[target].square
    name, theirs, side = state.name(unit, state.side), state.name(target, state.side), state.side
    for other, friend in enumerate(units):
        if friend.side is side and other != unit and friend.active and sees(state.ground, friend.square, there):
            rule, why = _mute(state, other)
            return rule.refuse(f"{name} does not see {theirs}; {state.name(other, side)} does, but {why}")
    return CORE_118.refuse(f"neither {name} nor another vehicle of {side.label}'s sees {theirs}")


def _mute(state: State, unit: int) -> tuple[Rule, str]:
    """CORE-124, CORE-Q24: why a unit that sees something may not report it."""
    if not state.kind(unit).vehicle:
        return CORE_Q24, "fixed weapons do not report"
    if crew_outside(state, state.units.units[unit]):
        return CORE_Q24, "its crew was outside, repairing, when movement ended"
    return CORE_124, "it has no radio to report by"


def _too_near(state: State, unit: int, target: int, building: int) -> Refusal:
    """CORE-115, CORE-116: names a building that stands in the shell's way up or down."""
    ground, units = state.ground, state.units.units
    at_howitzer, _ = _stops(ground, units[unit].square, units[target].square, building)
    who = state.name(unit if at_howitzer else target, state.side)
    what = f"the {ground.setup.board.terrain(building)} at {state.place(building)}"
    if not ground.setup.solid:
        return CORE_116.refuse(f"{what} on the trajectory is next to {who}; it must be at least one square away")
    height = ground.heights.get(building, 1)
    return CORE_115.refuse(f"{what}, {height} high, rises above the 45° line of {who}")


# Announcing


def may_announce(state: State, order: Announce) -> Refusal | None:
    """CORE-22, CORE-23: a shot at a unit, directly or in a high arc."""
    if refusal := may_shoot(state, order.unit) or may_be_target(state, order.target):
        return refusal
    units = state.units.units
    there = units[order.target].square
    if order.mode is Mode.PARABOLIC:
        refusal = may_loft(state, order.unit) or may_reach(state, order.unit, order.target)
    else:
        refusal = may_hit(state, order.unit, there, state.name(order.target, state.side))
    return refusal or may_choose(state, order, distance(state.ground, units[order.unit].square, there))


def may_announce_wall(state: State, order: AnnounceWall) -> Refusal | None:
    """CORE-165, CORE-Q33: any weapon, directly, as at a unit on that square."""
    if refusal := may_shoot(state, order.unit) or may_be_wall(state, order.square):
        return refusal
    return may_hit(state, order.unit, order.square, f"the wall at {state.place(order.square)}")


def shot_of(state: State, order: Announce | AnnounceWall) -> AnnouncedShot:
    """CORE-23, CORE-120, CORE-122, CORE-Q51, CORE-Q52: an order as it stands on the list, with who reports its target.

    Nothing that its places decide changes any more, and a report that was made stays good if its maker is lost.
    """
    if isinstance(order, AnnounceWall):
        return AnnouncedShot(order.unit, -1, order.square)
    square = state.units.units[order.target].square
    spotter, late = -1, False
    if order.mode is Mode.PARABOLIC:
        late, eyes = spotters(state, order.unit, square)[0]
        spotter = -1 if eyes == order.unit else eyes
    return AnnouncedShot(order.unit, order.target, square, order.mode, order.colour, spotter, late)


def resolve_announce(state: State, order: Announce | AnnounceWall, dice: Dice) -> Iterator[Event]:
    yield Announced(shot_of(state, order))


# What


def by_square(state: State, side: Side) -> dict[int, int]:
    """The active units of a side by the squares on which they stand."""
    return {piece.square: unit for unit, piece in enumerate(state.units.units) if piece.side is side and piece.active}


def _open_to(state: State, unit: int, wanted: int) -> list[int]:
    """Those of some squares that a weapon can hit directly: by masks, then line by line."""
    ground, here, weapon = state.ground, state.units.units[unit].square, weapon_of(state, unit)
    grid = ground.grid
    wanted &= disc(grid, here, section_reach(ground.setup.figures.section, weapon.range))
    if not weapon.point_blank:
        wanted &= ~grid.neighbours(here)
    wanted = _in_arc(state, unit, wanted & ~(1 << here)) if wanted else 0
    masked, occupied = ground.cover.masked, state.units.occupied
    return [square for square in squares_of(wanted) if masked(here, square, occupied) != ALL_LINES]


def targets(state: State, unit: int) -> list[int]:
    """All units that a unit that may fire can hit directly."""
    enemy = state.units.units[unit].side.other
    at = by_square(state, enemy)
    return [at[square] for square in _open_to(state, unit, state.units.active(enemy))]


def wall_targets(state: State, unit: int) -> list[int]:
    """CORE-165: the squares of the walls that a unit that may fire can hit."""
    return _open_to(state, unit, state.ground.standing)


def _lobs(state: State, unit: int, enemies: Mapping[int, int]) -> Iterator[Announce]:
    """The parabolic shots of a unit that may fire; the enemies are those that stand, by their squares."""
    gun = state.units.units[unit]
    if state.kind(unit).parabolic is None or gun.moved == state.round:
        return
    for there in squares_of(state.units.active(gun.side.other) & reach(state, unit)):
        if path_clear(state.ground, gun.square, there) and spotted(state, unit, there):
            yield Announce(unit, enemies[there], Mode.PARABOLIC)


def shots(state: State, unit: int, enemies: Mapping[int, int]) -> list[Announce | AnnounceWall]:
    """CORE-22, CORE-23, CORE-73, CORE-106: every shot that may be announced for a unit that may fire."""
    found: list[Announce | AnnounceWall] = []
    wanted = state.units.active(state.side.other) | state.ground.standing
    here, close = state.units.units[unit].square, aimed_up_to(state, unit)
    for square in _open_to(state, unit, wanted):
        if square not in enemies:
            found.append(AnnounceWall(unit, square))
            continue
        colours = tuple(Colour) if close and distance(state.ground, here, square) <= close else (Colour.WHITE,)
        found += [Announce(unit, enemies[square], colour=colour) for colour in colours]
    return found + list(_lobs(state, unit, enemies))


def shooters(state: State) -> Iterator[tuple[int, list[Announce | AnnounceWall]]]:
    """CORE-22: each unit that may fire and has something to fire at, with all shots that may be announced for it."""
    enemies = by_square(state, state.side.other)
    for unit in ready(state):
        if found := shots(state, unit, enemies):
            yield unit, found


def modes(state: State, unit: int) -> tuple[FireMode, ...]:
    """CORE-106, CORE-108: the two ways of a howitzer; others have no choice of them."""
    if state.kind(unit).parabolic is None:
        return ()
    return FireMode(Mode.DIRECT), FireMode(Mode.PARABOLIC, may_loft(state, unit))


def outlines(state: State, unit: int) -> tuple[Outline, ...]:
    """CORE-107, CORE-113: how far a howitzer that stood still reaches in a high arc."""
    if may_loft(state, unit) is not None:
        return ()
    limits = howitzer(state, unit)
    name = f"parabolic range {limits.least}–{limits.most}"
    return (Outline(name, CORE_107.id, tuple(squares_of(reach(state, unit))), Mode.PARABOLIC),)


def bears_on(state: State, unit: int) -> int:
    """CORE-51, CORE-119: the squares that a unit sees past the buildings and on which its weapon bears."""
    here = state.units.units[unit].square
    arc = _in_arc(state, unit, state.ground.grid.all & ~(1 << here))
    return mask_of([square for square in squares_of(arc) if sees(state.ground, here, square)])


def veil(state: State, unit: int) -> tuple[int, ...]:
    """CORE-51, CORE-53, CORE-129: the squares that lie outside the arc of a weapon."""
    others = state.ground.grid.all & ~(1 << state.units.units[unit].square)
    return tuple(squares_of(others & ~_in_arc(state, unit, others)))
