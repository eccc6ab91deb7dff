"""What both ways to fire share: who fires, at what, which way a gun bears, what a verdict does (DYN-73 … DYN-117)."""

from collections.abc import Iterator

from hulldown.geometry.squares import FACINGS, Arc, in_arc
from hulldown.kernel.forecast import dice_of
from hulldown.kernel.rule import Refusal, Rule
from hulldown.rulebooks.panzerstrike.dynamic import turn
from hulldown.rulebooks.panzerstrike.dynamic.events import Damaged, Destroyed, Event, GameEnded
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.state import State
from hulldown.rulebooks.panzerstrike.firing import Verdict, degrees_off
from hulldown.rulebooks.panzerstrike.pieces import Condition

DYN_24 = RULES["DYN-24"]
DYN_37 = RULES["DYN-37"]
DYN_68 = RULES["DYN-68"]
DYN_75 = RULES["DYN-75"]
DYN_81 = RULES["DYN-81"]
DYN_84 = RULES["DYN-84"]
DYN_86 = RULES["DYN-86"]
DYN_87 = RULES["DYN-87"]
DYN_99 = RULES["DYN-99"]
DYN_112 = RULES["DYN-112"]
DYN_158 = RULES["DYN-158"]
DYN_183 = RULES["DYN-183"]
DYN_179 = RULES["DYN-179"]
DYN_187 = RULES["DYN-187"]
DYN_Q34 = RULES["DYN-Q34"]
DESTROYED = Condition.DESTROYED


def by(state: State, rule: Rule, quick: Rule) -> Rule:
    """The rule that decides here: the Quick Start has its own."""
    return quick if state.ground.setup.quick else rule


def may_shoot(state: State, unit: int) -> Refusal | None:
    """DYN-24, DYN-37, DYN-68, DYN-75, DYN-79, DYN-80, DYN-158, DYN-179: each armed active unit of a side, once a turn.

    It may have moved or be damaged; but neither a fixed weapon that turned nor a vehicle that broke a wall fires.
    """
    units = state.units.units
    if not 0 <= unit < len(units):
        return DYN_37.refuse(f"there is no unit {unit}; they are numbered 0 to {len(units) - 1}")
    gun, kind, name = units[unit], state.kind(unit), state.name(unit, state.side)
    if gun.side != state.side:
        return by(state, DYN_24, DYN_179).refuse(f"{state.name(unit)} does not fire in {state.side.label}'s turn")
    if not gun.active:
        return by(state, DYN_112, DYN_187).refuse(f"{name} is destroyed")
    if not kind.armed:
        return DYN_75.refuse(f"{name} has no gun; only armed units fire")
    if gun.fired == state.round:
        return DYN_37.refuse(f"{name} has fired already in this turn")
    if gun.moved == state.round and not kind.vehicle:
        return DYN_68.refuse(f"{name} was turned in this turn; a fixed weapon turns or fires")
    if gun.broke == state.round:
        return DYN_158.refuse(f"{name} drove into a wall in this turn; it may fire again in the next")
    return None


def ready(state: State) -> Iterator[int]:
    """DYN-37: the units that may still fire, as `may_shoot` judges them."""
    chart, side, this_round = state.ground.chart, state.side, state.round
    for unit, gun in enumerate(state.units.units):
        if gun.side is side and gun.condition is not DESTROYED and this_round != gun.fired and this_round != gun.broke:
            kind = chart[gun.kind]
            if kind.armed and (gun.moved != this_round or kind.vehicle):
                yield unit


def may_be_target(state: State, target: int) -> Refusal | None:
    """DYN-81, DYN-Q34: of units, active enemies."""
    units = state.units.units
    if not 0 <= target < len(units):
        return DYN_81.refuse(f"there is no unit {target}; they are numbered 0 to {len(units) - 1}")
    theirs = state.name(target, state.side)
    if units[target].side == state.side:
        return DYN_Q34.refuse(f"{theirs} is a friend; targets are active enemy units")
    if not units[target].active:
        return DYN_81.refuse(f"{theirs} is a wreck; targets are active enemy units")
    return None


def arc_of(state: State, unit: int) -> tuple[Arc, int]:
    """DYN-82 … DYN-88, DYN-93 … DYN-100, DYN-183, DYN-Q02, DYN-Q50: how far a gun bears, and of which facing."""
    gun, mount = state.units.units[unit], state.kind(unit).mount
    if mount != "turret":
        return Arc.A27, gun.facing
    if state.ground.setup.turrets:
        return Arc.A27, (gun.facing + gun.turret) % 8
    return (Arc.A90 if gun.moved == state.round else Arc.A360), gun.facing


def may_bear(state: State, unit: int, square: int, theirs: str) -> Refusal | None:
    """DYN-84 … DYN-90, DYN-92, DYN-99, DYN-183, DYN-G7, DYN-G8: whether a square's centre lies in the arc of a gun."""
    arc, facing = arc_of(state, unit)
    dx, dy = state.ground.grid.offset(state.units.units[unit].square, square)
    if in_arc(arc, facing, dx, dy):
        return None
    name, off = state.name(unit, state.side), f"{theirs} is {degrees_off(FACINGS[facing], dx, dy)}° off"
    if arc is Arc.A90:
        return by(state, DYN_84, DYN_183).refuse(f"{name} has moved, so its gun bears 90° to each side; {off}")
    mount = state.kind(unit).mount
    if mount == "turret":
        return DYN_99.refuse(f"{name}'s gun bears 27° to each side of its turret; {off}")
    rule = DYN_87 if mount == "fixed" else by(state, DYN_86, DYN_183)
    return rule.refuse(f"{name}'s gun bears 27° to each side; {off}")


def handful(count: int, half: bool) -> str:
    """The dice of a shot in words."""
    dice = f"{count} {'die' if count == 1 else 'dice'}"
    return f"{dice} and the half-die" if half else dice


def in_words(count: int, half: bool) -> str:
    """The same as people say it: "three dice and the half-die"."""
    return f"{dice_of(count)} and the half-die" if half else dice_of(count)


def harm(state: State, target: int, verdict: Verdict) -> Iterator[Event]:
    """DYN-110, DYN-112, DYN-114: what a verdict does to a unit, at once, and the victory if that was enough."""
    if verdict is Verdict.DAMAGED:
        yield Damaged(target)
    elif verdict is Verdict.DESTROYED:
        yield Destroyed(target)
        if (result := turn.victory_of(state)) is not None:
            yield GameEnded(result)
