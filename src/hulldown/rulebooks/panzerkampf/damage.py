"""Damage: the armour that is struck (PK-71 … PK-74), the armour tests, and what is left (PK-70, PK-75 … PK-81)."""

from collections.abc import Iterator

from hulldown.geometry.plane import Base, in_arc
from hulldown.kernel.dice import MOST_AGAIN, Dice, Die
from hulldown.kernel.rule import Rule
from hulldown.rulebooks.panzerkampf import ground
from hulldown.rulebooks.panzerkampf.events import CrateHit, Damaged, Destroyed, Event, Part, Wrecked
from hulldown.rulebooks.panzerkampf.figures import Figures
from hulldown.rulebooks.panzerkampf.odds import Strike
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.state import State
from hulldown.rulebooks.panzerkampf.units import Weapon

PK_70, PK_113 = RULES["PK-70"], RULES["PK-113"]
LEAVE_WRECKS = ("ground", "infantry", "walker", "hover")


def die_of(state: State) -> Die:
    return tuple(range(1, state.setup.figures.die + 1))


# Armour


def part_of(state: State, shooter: int, target: int, weapon: Weapon) -> Part:
    """PK-71 … PK-74, PK-R24, PK-R26, PK-R27: the part of a unit that a weapon strikes; bombs strike the top."""
    gun, row = state.type(shooter), state.type(target)
    if weapon.kind in ("artillery", "bomb") or gun.type == "plane":
        return Part.TOP
    if row.type == "plane" and not gun.flying:
        return Part.BOTTOM
    here, there = state.units[shooter], state.units[target]
    return shown(state.setup.figures, here.x - there.x, here.y - there.y, there.heading)


def shown(figures: Figures, dx: int, dy: int, heading: int) -> Part:
    """PK-71, PK-R26: the side that a unit shows to whom is that far away; limits go to the better one."""
    if in_arc(dx, dy, heading, figures.front_angle):
        return Part.FRONT
    return Part.SIDE if in_arc(dx, dy, heading, figures.side_angle) else Part.BACK


def armour_of(state: State, target: int, part: Part) -> int:
    """PK-24, PK-71, PK-112, PK-R10: the armour of a part; in front a trench adds to it."""
    row, figures = state.type(target), state.setup.figures
    armour: int = getattr(row, part)
    if part is Part.FRONT and state.units[target].dug_in:
        return armour + (figures.trench if row.type == "infantry" else figures.entrench)
    return armour


def leaves_wreck(state: State, unit: int) -> bool:
    """PK-78, PK-R33, PK-R76: ground units do, whenever they fall, unless they float; infantry if the option says so."""
    piece, kind = state.units[unit], state.type(unit).type
    if kind == "infantry" and not state.setup.infantry_wrecks:
        return False
    return kind in LEAVE_WRECKS and not ground.afloat(state.ground, piece.x, piece.y)


# Armour tests


def strike(
    state: State, unit: int, hits: int, damage: int, penetration: int, part: Part, dice: Dice, rule: Rule = PK_70
) -> Iterator[Event]:
    """PK-52, PK-66, PK-70, PK-75, PK-76, PK-77, PK-78, PK-80, PK-81, PK-R25: all hits of one weapon on one unit."""
    piece, armour = state.units[unit], armour_of(state, unit, part)
    needed = armour - penetration
    before = len(dice.rolls)
    wounds = _wounds(state, hits * damage, needed, piece.hp + 1 + piece.dummy, dice, rule)
    faces, before = dice.shown(before), len(dice.rolls)
    lost = wounds - _taken(state, unit, wounds, dice)
    tests = dice.shown(before)
    hp = piece.hp - lost
    yield Damaged(unit, part, armour, penetration, needed, faces, wounds, tests, lost, hp)
    if hp > 0 or not lost:
        return
    if hp == 0 and leaves_wreck(state, unit):
        yield Wrecked(unit)
    else:
        yield Destroyed(unit, exploded=hp < 0)


def _wounds(state: State, count: int, needed: int, matter: int, dice: Dice, rule: Rule) -> int:
    """PK-52, PK-75, PK-76, PK-R18, PK-R19: the dice that pass; the highest face passes and brings another one."""
    die = die_of(state)
    return dice.successes(rule, die, count, min(needed, die[-1]), die[-1], MOST_AGAIN, matter)


def _taken(state: State, unit: int, wounds: int, dice: Dice) -> bool:
    """PK-113, PK-114: whether a dummy takes a point of the damage: each rolls, until it does."""
    if not state.units[unit].dummy:
        return False
    return dice.any_below(PK_113, die_of(state), state.setup.figures.dummy, wounds)


def strike_crate(state: State, crate: int, hits: int, damage: int, penetration: int, dice: Dice) -> Iterator[Event]:
    """PK-70, PK-123, PK-R51: all hits of one weapon on a crate."""
    needed = state.setup.figures.crate.armour - penetration
    before, hp = len(dice.rolls), state.crates[crate].hp
    wounds = _wounds(state, hits * damage, needed, max(1, hp), dice, PK_70)
    yield CrateHit(crate, needed, dice.shown(before), hp - wounds)


def crate_base(state: State, crate: int) -> Base:
    """PK-120: what a crate covers."""
    lies, size = state.crates[crate], state.setup.figures.crate.size
    return Base(lies.x, lies.y, lies.heading, size, size)


# Beforehand


def strike_on(state: State, target: int, part: Part, damage: int, penetration: int) -> Strike:
    """PK-70 … PK-81, PK-113: what the chances of hits on a unit depend on."""
    piece, figures = state.units[target], state.setup.figures
    end = "explodes" if piece.wreck else "wreck" if leaves_wreck(state, target) else "gone"
    needed = _possible(armour_of(state, target, part) - penetration, figures.die)
    return Strike(damage, needed, piece.hp, end, figures.dummy if piece.dummy else 0, figures.die)


def strike_on_crate(state: State, crate: int, damage: int, penetration: int) -> Strike:
    """PK-123: what the chances of hits on a crate depend on."""
    figures = state.setup.figures
    needed = _possible(figures.crate.armour - penetration, figures.die)
    return Strike(damage, needed, state.crates[crate].hp, "gone", die=figures.die)


def _possible(needed: int, die: int) -> int:
    """PK-76: a needed face that a die has, so that equal chances are equal facts."""
    return max(1, min(needed, die))
