"""Command dice: the pool (PK-105), when each may be used and on whom (PK-106 … PK-119), supplies (PK-120 … PK-122)."""

from collections.abc import Iterator

from msgspec.structs import replace

from hulldown.geometry.plane import FINE, Base, Shape
from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal, Rule
from hulldown.rulebooks.panzerkampf import indirect, mines, shooting, timing, turn
from hulldown.rulebooks.panzerkampf.events import Commanded, CommandRolled, CrateDropped, Event
from hulldown.rulebooks.panzerkampf.figures import CM, INSTEAD
from hulldown.rulebooks.panzerkampf.orders import Command, RollCommand, Supply
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import command_dice
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from hulldown.rulebooks.panzerkampf.tables import overlaps
from hulldown.rulebooks.panzerkampf.units import Weapon

PK_105, PK_106, PK_120 = RULES["PK-105"], RULES["PK-106"], RULES["PK-120"]
PK_R10, PK_R36, PK_R40 = RULES["PK-R10"], RULES["PK-R36"], RULES["PK-R40"]
PK_R50, PK_R74 = RULES["PK-R50"], RULES["PK-R74"]
# PK-109 … PK-124: the rule of each command.
RULE_OF: dict[str, Rule] = {
    "advance": RULES["PK-109"],
    "camouflage": RULES["PK-110"],
    "smoke": RULES["PK-111"],
    "entrench": RULES["PK-112"],
    "dummy": RULES["PK-113"],
    "repair": RULES["PK-115"],
    "aim": RULES["PK-116"],
    "ammunition": RULES["PK-117"],
    "penetration": RULES["PK-118"],
    "mark": RULES["PK-119"],
    "supplies": PK_120,
    "barrage": RULES["PK-124"],
}
BEFORE_SHOOTING = ("aim", "ammunition", "penetration")
# When each command may be used: the phases, and how that is said.
TIMES: dict[str, tuple[tuple[Phase, ...], str]] = {
    "advance": ((Phase.MOVEMENT,), "before the unit moves"),
    **dict.fromkeys(INSTEAD, ((Phase.MOVEMENT,), "instead of moving")),
    **dict.fromkeys(BEFORE_SHOOTING, ((Phase.MOVEMENT, Phase.SHOOTING), "before the unit shoots")),
    **dict.fromkeys(turn.AT_THE_START, ((Phase.START,), "at the beginning of the turn")),
}
PHASES = (Phase.START, Phase.MOVEMENT, Phase.SHOOTING)


# The pool


def resolve_roll(state: State, order: RollCommand, dice: Dice) -> Iterator[Event]:
    """PK-105, PK-108, PK-124: plain dice read by the table; a barrage is a counter at once."""
    figures = state.setup.figures
    faces = dice.faces(PK_105, tuple(range(1, figures.die + 1)), command_dice(state.setup))
    commands = tuple(figures.command[face - 1] for face in faces)
    counters = state.counters[state.side] + commands.count("barrage")
    yield CommandRolled(state.side, faces, commands, counters)
    yield from turn.go_on(state)


# Using a die


def may_command(state: State, order: Command) -> Refusal | None:
    """PK-105 … PK-119: a die of the pool, at its time, on a unit for which it is."""
    command, unit = order.command, order.unit
    if refusal := may_use(state, command):
        return refusal
    if command == "supplies":
        return PK_120.refuse("supplies are dropped at a place and not on a unit")
    if missing := state.missing(unit):
        return RULE_OF[command].refuse(missing)
    return _may_mark(state, unit) if command == "mark" else _may_bind(state, command, unit)


def may_use(state: State, command: str) -> Refusal | None:
    """PK-105, PK-109 … PK-120: whether the pool has the die, and its time has come."""
    if command not in RULE_OF or command not in state.pool:
        pool = ", ".join(state.pool) or "nothing"
        return PK_105.refuse(f"there is no die {command[:40]!r} in {state.side.label}'s pool; it has {pool}")
    phases, told = TIMES[command]
    if state.phase not in phases:
        return RULE_OF[command].refuse(f"{command} is used {told}; {timing.now(state)[1]}")
    return None


def _may_mark(state: State, unit: int) -> Refusal | None:
    """PK-119, PK-R74: an enemy on the table that artillery and bombs can hit."""
    piece, name = state.units[unit], state.name(unit, state.side)
    if piece.side is state.side:
        return RULE_OF["mark"].refuse(f"{name} is {state.side.label}'s own; mark an enemy")
    if not piece.standing:
        return state.absent(unit, state.side)
    if piece.dived or state.type(unit).flying:
        beyond = "is dived" if piece.dived else "flies"
        return PK_R74.refuse(f"{name} {beyond}, and neither artillery nor bombs hit it")
    return None


def _may_bind(state: State, command: str, unit: int) -> Refusal | None:
    """PK-106: a unit of one's own on the table that has had no die in this round."""
    piece, name, rule = state.units[unit], state.name(unit, state.side), RULE_OF[command]
    if piece.side is not state.side:
        return rule.refuse(f"{name} is not one of {state.side.label}'s units")
    off = piece.where is Where.AWAY and command == "advance"
    if not piece.standing and not off:
        return state.absent(unit, state.side)
    if piece.commanded == state.turn:
        return PK_106.refuse(f"{name} has had the die {piece.command!r} in this round; a unit has one a round")
    if command in BEFORE_SHOOTING:
        return _may_prime(state, command, unit)
    if piece.done == state.turn:
        spent = "has moved" if piece.moved == state.turn else "digs a trench"
        return rule.refuse(f"{name} {spent} in this turn; {command} comes before that, or instead of it")
    return None if command == "advance" else _may_stay(state, command, unit)


def _may_stay(state: State, command: str, unit: int) -> Refusal | None:
    """PK-110 … PK-115, PK-R10, PK-R36, PK-R41, PK-R50, PK-R74: instead of moving, where it does something."""
    piece, row, name, rule = state.units[unit], state.type(unit), state.name(unit, state.side), RULE_OF[command]
    if row.type == "plane":
        return PK_R36.refuse(f"{name} is a plane and cannot stop")
    if command == "dummy" and not row.battle_tank:
        return rule.refuse(f"{name} is no standard battle tank; only those have dummies")
    held = {"camouflage": piece.camouflaged, "entrench": piece.dug_in, "dummy": piece.dummy}
    if held.get(command, False):
        called = {"camouflage": "is camouflaged", "entrench": "is dug in", "dummy": "has a dummy"}[command]
        return (PK_R10 if command == "entrench" else PK_R74).refuse(f"{name} {called} already")
    if command == "repair" and piece.hp >= row.hp:
        return PK_R50.refuse(f"{name} has all its {row.hp} hit points")
    return None


def _may_prime(state: State, command: str, unit: int) -> Refusal | None:
    """PK-116 … PK-118, PK-R74: before shooting, and for a unit that can still shoot so in this turn."""
    piece, name, rule = state.units[unit], state.name(unit, state.side), RULE_OF[command]
    if piece.fired == state.turn:
        return rule.refuse(f"{name} has fired in this turn; {command} comes before that")
    may_surface = piece.dived and state.phase is Phase.MOVEMENT
    if not may_surface and (refusal := shooting.may_shoot(replace(state, phase=Phase.SHOOTING), unit)):
        return refusal
    helped = [at for at, weapon in enumerate(state.type(unit).weapon) if _helps(command, weapon)]
    if not helped:
        return PK_R74.refuse(f"{name} has no weapon that {command} would help")
    barred = [shooting.may_speak(state, unit, at) for at in helped]
    return None if None in barred else barred[0]


def _helps(command: str, weapon: Weapon) -> bool:
    """PK-116 … PK-118: aim is for direct fire, penetration for all that hurts, ammunition for tools too."""
    if command == "ammunition":
        return weapon.use != "bridge"
    return weapon.use == "fire" and (command == "penetration" or weapon.kind in ("normal", "heavy"))


def resolve_command(state: State, order: Command, dice: Dice) -> Iterator[Event]:
    """PK-106 … PK-119: the die is used; at the start of the turn movement follows when nothing else is left."""
    yield Commanded(order.command, order.unit)
    if state.phase is Phase.START:
        yield from turn.go_on(state)


def uses(state: State, unit: int | None = None) -> Iterator[Command]:
    """Every use of the pool's dice on units that is allowed now, or those on one unit."""
    for command in dict.fromkeys(state.pool):
        if may_use(state, command) is None and command != "supplies":
            for target in range(len(state.units)) if unit is None else (unit,):
                order = Command(command, target)
                if may_command(state, order) is None:
                    yield order


# Supplies


def may_supply(state: State, order: Supply) -> Refusal | None:
    """PK-120, PK-R40: the die, at the beginning of the turn, at any place of the table."""
    return may_use(state, "supplies") or indirect.on_table(state, order.x, order.y, PK_R40)


def resolve_supply(state: State, order: Supply, dice: Dice) -> Iterator[Event]:
    """PK-120, PK-122: it deviates as a shell does, and is turned to lie flat; else it is destroyed."""
    aim = order.x, order.y
    faces, direction, at = indirect.scatter(state, aim, state.setup.figures.crate.accuracy, dice, rule=PK_120)
    yield CrateDropped(state.side, aim, faces[-1], direction, at, flat_heading(state, *at))
    yield from turn.go_on(state)


def flat_heading(state: State, x: int, y: int) -> int:
    """PK-122, PK-R40: the heading, by the least turn, with which a crate lies on flat ground there; −1 for none."""
    figures = state.setup.figures.crate
    things = [*_things(state)]
    for heading in sorted(range(0, 90, figures.step), key=lambda turned: min(turned, 90 - turned)):
        shape = Base(x, y, heading, figures.size, figures.size).shape
        left, top, right, bottom = shape.box
        table = min(left, top) >= 0 and right <= state.table.width * FINE and bottom <= state.table.height * FINE
        if table and not any(overlaps(shape, thing) for thing in things):
            return heading
    return -1


def _things(state: State) -> Iterator[Shape]:
    """PK-122, PK-R40: what is not flat ground: features that do something, bridges, units, wrecks, mines, crates."""
    yield from [feature.area for feature in state.table.features if not feature.idle]
    yield from state.ground.spans
    for unit, piece in enumerate(state.units):
        if piece.where is Where.TABLE and not piece.dived and not state.type(unit).flying:
            yield state.base(unit).shape
    for at in range(len(state.mines)):
        yield mines.area(state, at)
    size = state.setup.figures.crate.size
    yield from [Base(crate.x, crate.y, crate.heading, size, size).shape for crate in state.crates]


def drops(state: State) -> Iterator[Supply]:
    """A sample of places for a crate: ahead of each unit of one's own."""
    if may_use(state, "supplies") is None:
        for unit in state.standing(state.side):
            at = state.base(unit).moved(state.type(unit).length // 2 + 2 * CM)
            order = Supply(at.x, at.y)
            if may_supply(state, order) is None:
                yield order
