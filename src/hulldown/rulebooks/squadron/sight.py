"""Lines of fire (SQ-48 … SQ-53), the point of impact (SQ-62 … SQ-65), and what tiles do to both (SQ-84 … SQ-111)."""

import msgspec

from hulldown.geometry.hexes import (
    FACING_NAMES,
    Line,
    LinesTrace,
    Zone,
    cut,
    gun_corners,
    hexes_of,
    labels,
    lines,
    lit,
    trace,
    zone,
)
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import SEES, Outline
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import LEGEND
from hulldown.rulebooks.squadron.state import State

SQ_13, SQ_41, SQ_50, SQ_Q14 = RULES["SQ-13"], RULES["SQ-41"], RULES["SQ-50"], RULES["SQ-Q14"]
COMPASS = {
    "N": "north",
    "NE": "north-east",
    "SE": "south-east",
    "S": "south",
    "SW": "south-west",
    "NW": "north-west",
}


def corner_name(corner: int) -> str:
    return COMPASS[FACING_NAMES[corner]]


class Look(msgspec.Struct, frozen=True, gc=False):
    """What a gun sees of a target: the part that is hit, and what protects it.

    `protected` is a line to that part that is cut; `exceptional` is a side that cannot be hit although it faces the
    firer.
    """

    zone: Zone
    protected: bool
    exceptional: bool
    in_ruin: bool
    behind_ruin: bool
    hedge: bool


def blocking(state: State, here: int, there: int) -> int:
    """SQ-86, SQ-91, SQ-93, SQ-96, SQ-98, SQ-105, SQ-108, SQ-Q18, SQ-Q22, SQ-Q25: the hexes that close the view.

    Houses do, and wrecks on whatever tile; a hedge unless firer or target is in it or beside it.
    """
    ground, wrecks = state.ground, state.units.wrecks
    hedges = ground.hedges & ~(ground.grid.around(here, 1) | ground.grid.around(there, 1)) if ground.hedges else 0
    return ground.large | ground.small | hedges | wrecks


def clear_lines(state: State, here: int, corner: int, there: int) -> int:
    """SQ-49, SQ-Q17: how many lines from a corner of one hex to another are clear."""
    closed = blocking(state, here, there)
    return sum(not cut(line, closed) for line in lines(state.ground.grid, here, corner, there))


def look(state: State, unit: int, target: int, corner: int) -> Look:
    """SQ-49 … SQ-53, SQ-62 … SQ-65, SQ-Q17, SQ-Q19, SQ-Q20, SQ-Q21, SQ-Q23, SQ-Q24: what a gun sees of a target."""
    ground, gun, aim = state.ground, state.units.units[unit], state.units.units[target]
    grid, narrow = ground.grid, ground.setup.narrow
    every = lines(grid, gun.hex, corner, aim.hex)
    closed = blocking(state, gun.hex, aim.hex)
    clear = [line for line in every if not cut(line, closed)]
    part = zone(aim.facing, *grid.offset(aim.hex, gun.hex), narrow)

    def to(wanted: Zone, some: list[Line] | tuple[Line, ...]) -> list[Line]:
        return [line for line in some if wanted in labels(aim.facing, line.corner, narrow)]

    # Narrow fields may show one corner of the side alone, with nothing in the way (SQ-Q19).
    seen = min(len(to(Zone.SIDE, every)), state.ground.setup.figures.clear_lines)
    exceptional = part is Zone.SIDE and len(to(Zone.SIDE, clear)) < seen
    if exceptional:
        part = Zone.FRONT if len(to(Zone.FRONT, clear)) >= len(to(Zone.REAR, clear)) else Zone.REAR
    mine = to(part, every)
    entered = 0
    for line in mine:
        entered |= line.entered
    wrecks, spot = state.units.wrecks, 1 << aim.hex
    beside = ground.hedges & ~wrecks & grid.neighbours(aim.hex) & entered
    in_ruin = bool(ground.ruins & spot)
    return Look(
        part,
        not exceptional and any(cut(line, closed) for line in mine),
        exceptional,
        in_ruin,
        not in_ruin and bool(ground.ruins & ~wrecks & entered),
        bool(ground.hedges & spot or beside),
    )


def lines_of(state: State, unit: int, target: int, corner: int) -> LinesTrace:
    """SQ-49, SQ-Q35: the lines as they are drawn, from the gun's corner, with what cuts them."""
    here, there = state.units.units[unit].hex, state.units.units[target].hex
    return trace(state.ground.grid, here, corner, there, blocking(state, here, there))


def corners_to(state: State, unit: int, target: int) -> tuple[int, ...]:
    """SQ-13, SQ-49, SQ-Q14, SQ-Q16: the corners at which the gun can point at a target."""
    gun = state.units.units[unit]
    found = gun_corners(*state.ground.grid.offset(gun.hex, state.units.units[target].hex))
    return tuple([corner for corner in found if corner == gun.facing]) if state.card(unit).fixed else found


def corners_seen(state: State, unit: int, target: int) -> list[int]:
    """SQ-49, SQ-50: the corners from which the gun sees enough of a target."""
    here, there = state.units.units[unit].hex, state.units.units[target].hex
    least = state.ground.setup.figures.clear_lines
    return [corner for corner in corners_to(state, unit, target) if clear_lines(state, here, corner, there) >= least]


def may_point(state: State, unit: int, target: int, corner: int) -> Refusal | None:
    """SQ-13, SQ-41, SQ-49, SQ-Q14: the gun is laid on the corner behind which the target lies."""
    if not 0 <= corner < 6:
        return SQ_41.refuse(f"there is no corner {corner}; they are numbered 0 to 5")
    gun = state.units.units[unit]
    name, aim = state.name(unit, gun.side), state.name(target, gun.side)
    able = gun_corners(*state.ground.grid.offset(gun.hex, state.units.units[target].hex))
    where = " or ".join(map(corner_name, able))
    if state.card(unit).fixed and gun.facing not in able:
        told = f"{name} has a fixed cannon, which points {corner_name(gun.facing)}; {aim} lies {where}"
        return SQ_13.refuse(told)
    if state.card(unit).fixed and corner != gun.facing:
        return SQ_13.refuse(f"{name} has a fixed cannon; it fires {corner_name(gun.facing)} only")
    return None if corner in able else SQ_Q14.refuse(f"{aim} lies {where} of {name}, not {corner_name(corner)}")


def may_see(state: State, unit: int, target: int, corner: int) -> Refusal | None:
    """SQ-49, SQ-50, SQ-64: enough lines are clear."""
    here, there = state.units.units[unit].hex, state.units.units[target].hex
    needed = state.ground.setup.figures.clear_lines
    if clear_lines(state, here, corner, there) >= needed:
        return None
    drawn = lines_of(state, unit, target, corner)
    things = list(dict.fromkeys(place for line in drawn.lines for place in line.cut_by))
    told = " and ".join(f"the {_thing(state, place)} at {state.place(place)}" for place in things[:2])
    cuts = "cuts" if len(things) == 1 else "cut"
    verb = "is" if drawn.clear == 1 else "are"
    many = f"only {drawn.clear} of {len(drawn.lines)} lines {verb} clear" if drawn.clear else "no line is clear"
    return SQ_50.refuse(f"{many} and {needed} are needed; {told} {cuts} {'the others' if drawn.clear else 'them'}")


def _thing(state: State, place: int) -> str:
    return "wreck" if state.units.wrecks >> place & 1 else LEGEND[state.ground.cells[place]]


def watched(state: State, unit: int) -> tuple[Outline, ...]:
    """SQ-13, SQ-49: the hexes in which a tank of the other side could hit something as things stand."""
    gun = state.units.units[unit]
    if gun.hex < 0 or gun.destroyed:
        return ()
    dark = set(screened(state, unit))
    cells = tuple([cell for cell in hexes_of(state.ground.grid.all) if cell not in dark])
    return (Outline("sees and bears on", RULES["SQ-49"].id, cells, SEES),)


def screened(state: State, unit: int) -> list[int]:
    """SQ-13, SQ-49, SQ-50: the hexes in which no tank could be fired at from here as things stand."""
    gun, grid, ground = state.units.units[unit], state.ground.grid, state.ground
    here, needed = gun.hex, ground.setup.figures.clear_lines
    walls = ground.large | ground.small | state.units.wrecks
    hedges = ground.hedges & ~walls & ~grid.around(here, 1)
    seen = 1 << here
    for corner in (gun.facing,) if state.card(unit).fixed else range(6):
        seen |= lit(grid, here, corner, walls, hedges, needed)
    return hexes_of(grid.all & ~seen)
