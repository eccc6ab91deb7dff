"""Direct fire: who may use a weapon (PK-25 … PK-34, PK-53 … PK-62), the hit test (PK-36 … PK-40), repairs (PK-63)."""

from collections.abc import Iterator
from fractions import Fraction

from hulldown.geometry.plane import in_gap
from hulldown.geometry.plane.shapes import Shape
from hulldown.kernel.dice import MOST_AGAIN, Dice
from hulldown.kernel.forecast import BestShot
from hulldown.kernel.rule import Modifier, Refusal, Rule
from hulldown.kernel.rulebook import Preview, Stage
from hulldown.rulebooks.panzerkampf import counter, damage, forecasting, odds, timing, turn
from hulldown.rulebooks.panzerkampf.events import Event, Fired, Part, Repaired
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.forecasting import PARTS, Met
from hulldown.rulebooks.panzerkampf.odds import Strike, Volley
from hulldown.rulebooks.panzerkampf.orders import Fire, FireAtCrate
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.sight import line, may_reach, may_see
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where, numbered
from hulldown.rulebooks.panzerkampf.units import Weapon

PK_20, PK_21, PK_23, PK_25 = RULES["PK-20"], RULES["PK-21"], RULES["PK-23"], RULES["PK-25"]
PK_26, PK_36, PK_37 = RULES["PK-26"], RULES["PK-36"], RULES["PK-37"]
PK_40, PK_53, PK_54, PK_55 = RULES["PK-40"], RULES["PK-53"], RULES["PK-54"], RULES["PK-55"]
PK_56, PK_57, PK_60, PK_62 = RULES["PK-56"], RULES["PK-57"], RULES["PK-60"], RULES["PK-62"]
PK_63, PK_75 = RULES["PK-63"], RULES["PK-75"]
PK_110, PK_111, PK_115, PK_116 = RULES["PK-110"], RULES["PK-111"], RULES["PK-115"], RULES["PK-116"]
PK_117, PK_121, PK_123 = RULES["PK-117"], RULES["PK-121"], RULES["PK-123"]
PK_R29, PK_R30, PK_R44, PK_R50 = RULES["PK-R29"], RULES["PK-R30"], RULES["PK-R44"], RULES["PK-R50"]
PK_R61, PK_R62, PK_R63 = RULES["PK-R61"], RULES["PK-R62"], RULES["PK-R63"]
# PK-41, PK-45, PK-64, PK-68: what is done with weapons and tools that are not aimed at a target.
USES = {"mines": (RULES["PK-64"], "plant or defuse a field"), "bridge": (RULES["PK-68"], "lay the bridge")}
KINDS = {
    "artillery": (RULES["PK-41"], "artillery is aimed at a place"),
    "bomb": (RULES["PK-45"], "aircraft bombs are dropped on the path flown"),
}


# Who may use a weapon now


def may_use(state: State, unit: int, weapon: int) -> Refusal | None:
    """PK-20, PK-25, PK-26, PK-53, PK-57, PK-60: whether a weapon may be used now, whatever is in its reach."""
    return may_shoot(state, unit) or _has(state, unit, weapon) or may_speak(state, unit, weapon)


def may_shoot(state: State, unit: int) -> Refusal | None:
    """PK-20, PK-23, PK-25, PK-77, PK-115, PK-R10, PK-R44, PK-R50: whether a unit may shoot now, with any weapon."""
    side = state.acting
    if told := state.missing(unit):
        return PK_26.refuse(told)
    piece, name = state.units[unit], state.name(unit, side)
    if piece.side is not side:
        return PK_25.refuse(f"{name} is not one of {side.label}'s units")
    if not piece.standing:
        return state.absent(unit, side)
    if state.window is None and state.phase is not Phase.SHOOTING:
        rule, told = timing.now(state)
        return rule.refuse(f"{name} shoots after the movement; {told}")
    if piece.dived:
        return PK_20.refuse(f"{name} is dived")
    if piece.digging == state.turn:
        return PK_23.refuse(f"{name} digs a trench and does nothing else in this turn")
    if state.commanded(unit, "repair"):
        rule = PK_115 if side is state.side else PK_R50
        return rule.refuse(f"{name} is repaired instead of all its actions")
    if not turn.shoots(state, side):
        return PK_R44.refuse(f"{side.label}'s first turn around the encircled is movement only")
    return None


def _has(state: State, unit: int, weapon: int) -> Refusal | None:
    """PK-26: the weapon by its number."""
    many = len(state.type(unit).weapon)
    if weapon < many:
        return None
    return PK_26.refuse(f"{state.name(unit, state.acting)} has no weapon {weapon}; {numbered(many)}")


def may_speak(state: State, unit: int, weapon: int) -> Refusal | None:
    """PK-26, PK-53, PK-57, PK-60, PK-117, PK-R29: whether this weapon may fire, in the window or when shooting."""
    gun, name = state.weapon(unit, weapon), state.name(unit, state.acting)
    if weapon in state.units[unit].silent:
        silent = f"{name} has counter-attacked with its {gun.name}"
        rule = PK_60 if state.window is None else PK_R29
        return rule.refuse(f"{silent}, and keeps silent with it until its next shooting phase is over")
    if state.window is not None and not gun.counter_attack:
        return PK_57.refuse(f"{name} cannot counter-attack with its {gun.name}; keep it for the shooting phase")
    if state.window is None and not rounds_left(state, unit, weapon):
        many = state.units[unit].rounds[weapon]
        often = f" {many} times" if many > 1 else ""
        return (PK_117 if often else PK_26).refuse(f"{name} has fired its {gun.name}{often} in this turn")
    if gun.reload and has_moved(state, unit):
        rule = PK_53 if state.acting is state.side else PK_R29
        return rule.refuse(f"{name} has moved, and can use its {gun.name} only if it does not move at all")
    return None


def rounds_left(state: State, unit: int, weapon: int) -> int:
    """PK-26, PK-117, PK-R38: how often a weapon may still fire in this shooting phase."""
    piece = state.units[unit]
    fired = piece.rounds[weapon] if piece.fired == state.turn else 0
    return 1 + state.setup.figures.extra_rounds * state.commanded(unit, "ammunition") - fired


def has_moved(state: State, unit: int) -> bool:
    """PK-53, PK-R8, PK-R29: whether a unit moved in its owner's latest movement phase."""
    piece = state.units[unit]
    return bool(piece.moved) and piece.moved == state.latest(piece.side)


# What may be shot at


def may_fire(state: State, order: Fire) -> Refusal | None:
    """PK-29 … PK-39, PK-54, PK-62, PK-63: a legal shot at a unit or a wreck, or a legal repair."""
    if refusal := may_use(state, order.unit, order.weapon):
        return refusal
    gun = state.weapon(order.unit, order.weapon)
    return _direct(gun) or may_target(state, order.unit, gun, order.target) or may_hit(state, order)


def _direct(gun: Weapon) -> Refusal | None:
    """PK-27, PK-34: a weapon or tool that is aimed at one target."""
    if instead := USES.get(gun.use) or KINDS.get(gun.kind):
        return instead[0].refuse(f"the {gun.name} cannot be fired at a target; {instead[1]}")
    return None


def may_target(state: State, unit: int, gun: Weapon, target: int) -> Refusal | None:
    """PK-21, PK-36, PK-37, PK-54, PK-59, PK-62, PK-63, PK-81, PK-R61, PK-R62: whether a weapon is for such a target."""
    if told := state.missing(target):
        return PK_36.refuse(told)
    piece, row, name = state.units[target], state.type(target), state.name(target, state.acting)
    if piece.where is not Where.TABLE:
        return state.absent(target, state.acting)
    if gun.use == "repair":
        return _may_mend(state, unit, target)
    if not piece.wreck and piece.side is state.units[unit].side:
        return PK_R62.refuse(f"{name} is one of {piece.side.label}'s own units")
    if piece.wreck and state.window is not None:
        return PK_R61.refuse(f"{name} is a wreck; a counter-attack is made at an enemy")
    if piece.dived and not gun.anti_submarine:
        return PK_21.refuse(f"{name} is dived; only Anti-Submarine weapons reach it")
    if gun.anti_submarine and not piece.dived:
        return PK_54.refuse(f"{name} is no dived submarine; the {gun.name} can be used against those only")
    if gun.kind == "heavy" and row.flying:
        return PK_37.refuse(f"{name} flies; the {gun.name}, as a heavy weapon, can fire at the ground only")
    if gun.ships_only and not row.naval:
        return PK_62.refuse(f"{name} is no ship; the {gun.name} can be fired at ships only")
    return None


def _may_mend(state: State, unit: int, target: int) -> Refusal | None:
    """PK-63, PK-R30, PK-R63: another unit of the same side that lacks hit points."""
    piece, name, full = state.units[target], state.name(target, state.acting), state.type(target).hp
    if piece.side is not state.units[unit].side:
        return PK_63.refuse(f"{name} is an enemy; repairs are for friends")
    if piece.wreck:
        return PK_R30.refuse(f"{name} is a wreck and beyond repair")
    if target == unit:
        return PK_R30.refuse(f"{name} cannot repair itself")
    if piece.dived:
        return PK_R63.refuse(f"{name} is dived and out of reach")
    if piece.hp >= full:
        return PK_R63.refuse(f"{name} has all of its {full} hit points")
    return None


def may_hit(state: State, order: Fire) -> Refusal | None:
    """PK-29, PK-30, PK-38, PK-39: the target is in range and in the angle, and nothing stands on the line."""
    piece, gun = state.units[order.target], state.weapon(order.unit, order.weapon)
    name = state.name(order.target, state.acting)
    return may_reach(state, order.unit, gun, piece.x, piece.y, name) or may_see(
        state, order.unit, (piece.x, piece.y), order.target, name
    )


def may_fire_at_crate(state: State, order: FireAtCrate) -> Refusal | None:
    """PK-29, PK-30, PK-38, PK-123, PK-R15, PK-R51: a legal shot at a crate, by anyone."""
    if refusal := may_use(state, order.unit, order.weapon):
        return refusal
    gun = state.weapon(order.unit, order.weapon)
    if refusal := _direct(gun):
        return refusal
    if order.crate >= len(state.crates):
        return PK_123.refuse(f"there is no crate {order.crate}; {numbered(len(state.crates))}")
    if gun.use == "repair":
        return PK_63.refuse("a crate is no friendly unit")
    if state.window is not None:
        return PK_R61.refuse("a crate is no enemy; a counter-attack is made at one")
    if gun.anti_submarine:
        return PK_54.refuse(f"a crate is no dived submarine; the {gun.name} can be used against those only")
    if gun.ships_only:
        return PK_62.refuse(f"a crate is no ship; the {gun.name} can be fired at ships only")
    crate = state.crates[order.crate]
    return may_reach(state, order.unit, gun, crate.x, crate.y, "the crate") or may_see(
        state, order.unit, (crate.x, crate.y), what="the crate"
    )


def shots(state: State, unit: int) -> list[Fire | FireAtCrate]:
    """PK-26, PK-58: all legal shots of a unit now, and repairs: at enemies, then at wrecks and crates."""
    if may_shoot(state, unit) is not None:
        return []
    found: list[Fire | FireAtCrate] = []
    targets = [at for at, piece in enumerate(state.units) if piece.where is Where.TABLE]
    targets.sort(key=lambda at: state.units[at].wreck)
    for weapon, gun in enumerate(state.type(unit).weapon):
        if _direct(gun) is None and may_speak(state, unit, weapon) is None:
            aimed = [Fire(unit, weapon, target) for target in targets if may_target(state, unit, gun, target) is None]
            found += [order for order in aimed if may_hit(state, order) is None]
            crates = [FireAtCrate(unit, weapon, crate) for crate in range(len(state.crates))]
            found += [order for order in crates if may_fire_at_crate(state, order) is None]
    return found


# The hit test


def modifiers_of(state: State, unit: int, gun: Weapon, target: int) -> tuple[Modifier, ...]:
    """PK-55, PK-56, PK-110, PK-111, PK-116, PK-R17, PK-R28, PK-R33: all that is added to a hit die, each name once."""
    piece, row = state.units[target], state.type(target)
    fast = 0 if piece.wreck else row.fast
    own = max(state.type(unit).fast, gun.fast_mount)
    mount = "Fast mount" if gun.fast_mount >= own else "Fast itself"
    hidden = [
        (fast, PK_55, -fast, f"Fast ({fast})"),
        (min(fast, own), PK_56, min(fast, own), f"{mount} ({own})"),
        (piece.camouflaged, PK_110, -state.setup.figures.camouflage, "target camouflaged"),
    ]
    return _modifiers([*hidden, *_common(state, unit, state.base(target).shape)])


def _common(state: State, unit: int, target: Shape) -> list[tuple[int, Rule, int, str]]:
    """PK-111, PK-116, PK-R75: smoke near any target, a crate among them, and the shooter's aim."""
    figures = state.setup.figures
    reach = figures.smoke_reach * CM
    smokes = (at for at in state.standing() if state.commanded(at, "smoke"))
    smoke = any(in_gap(state.base(at).shape, target, reach) for at in smokes)
    return [
        (smoke, PK_111, -figures.smoke, "smoke"),
        (state.commanded(unit, "aim"), PK_116, figures.aim, "perfect aim"),
    ]


def _modifiers(found: list[tuple[int, Rule, int, str]]) -> tuple[Modifier, ...]:
    return tuple([rule.modify(amount, reason) for applies, rule, amount, reason in found if applies and amount])


def supplied(state: State, unit: int) -> bool:
    """PK-121, PK-R40: whether a crate lies near enough for a unit to roll its ones again."""
    reach, base = state.setup.figures.crate.reach * CM, state.base(unit).shape
    return any(in_gap(damage.crate_base(state, crate).shape, base, reach) for crate in range(len(state.crates)))


def penetration_of(state: State, unit: int, gun: Weapon) -> int:
    """PK-118: PEN, with penetrating ammo."""
    return gun.penetration + state.setup.figures.extra_penetration * state.commanded(unit, "penetration")


def volley_of(state: State, unit: int, gun: Weapon, modifiers: tuple[Modifier, ...]) -> Volley:
    """PK-33, PK-40, PK-121, PK-R17, PK-R30: the hit dice; a natural highest face always hits."""
    die = state.setup.figures.die
    needed = max(1, min(die, gun.accuracy - sum(modifier.amount for modifier in modifiers)))
    return Volley(gun.attacks, needed, gun.use == "fire" and supplied(state, unit), die)


def roll(state: State, volley: Volley, rule: Rule, dice: Dice) -> tuple[int, tuple[int, ...]]:
    """PK-40, PK-49, PK-50, PK-121, PK-R18, PK-R40: the hits and all dice that fell, ones and what replaced them too.

    Dice are thrown, and those that their highest faces bring; near supplies ones are rolled again, once each.
    """
    die, before = damage.die_of(state), len(dice.rolls)
    if not volley.attacks:
        return 0, ()
    if volley.again:
        hits = dice.volley(rule, die, volley.attacks, volley.needed, PK_121)
    else:
        hits = dice.successes(rule, die, volley.attacks, volley.needed, die[-1], MOST_AGAIN)
    return hits, dice.shown(before)


# Firing


def resolve_fire(state: State, order: Fire, dice: Dice) -> Iterator[Event]:
    """PK-33, PK-34, PK-40, PK-70, PK-R25: the hit test and the damage of a weapon, or a repair; then who is next."""
    gun = state.weapon(order.unit, order.weapon)
    if gun.use == "repair":
        yield from _mend(state, order, gun, dice)
    else:
        modifiers = modifiers_of(state, order.unit, gun, order.target)
        volley = volley_of(state, order.unit, gun, modifiers)
        hits, faces = roll(state, volley, PK_40, dice)
        part = damage.part_of(state, order.unit, order.target, gun)
        power = gun.damage, penetration_of(state, order.unit, gun)
        counters = state.window is not None
        yield Fired(order.unit, order.weapon, order.target, modifiers, volley.needed, faces, hits, counters)
        if hits:
            yield from damage.strike(state, order.target, hits, *power, part, dice)
    yield from counter.after_shot(state)


def _mend(state: State, order: Fire, gun: Weapon, dice: Dice) -> Iterator[Event]:
    """PK-63, PK-R30: each hit restores a hit point, up to the full number."""
    volley = volley_of(state, order.unit, gun, ())
    hits, faces = roll(state, volley, PK_63, dice)
    back = min(hits, state.type(order.target).hp - state.units[order.target].hp)
    counters = state.window is not None
    yield Repaired(order.unit, order.weapon, order.target, volley.needed, faces, back, counters)


def resolve_fire_at_crate(state: State, order: FireAtCrate, dice: Dice) -> Iterator[Event]:
    """PK-40, PK-123: the hit test and the damage of a weapon on a crate."""
    gun = state.weapon(order.unit, order.weapon)
    modifiers = _crate_modifiers(state, order)
    volley = volley_of(state, order.unit, gun, modifiers)
    hits, faces = roll(state, volley, PK_40, dice)
    power = gun.damage, penetration_of(state, order.unit, gun)
    yield Fired(order.unit, order.weapon, -1, modifiers, volley.needed, faces, hits, False, order.crate)
    if hits:
        yield from damage.strike_crate(state, order.crate, hits, *power, dice)


def _crate_modifiers(state: State, order: FireAtCrate) -> tuple[Modifier, ...]:
    return _modifiers(_common(state, order.unit, damage.crate_base(state, order.crate).shape))


# Beforehand


def facts_of(state: State, order: Fire) -> tuple[Volley, Strike, tuple[Modifier, ...], Part]:
    """PK-33, PK-40, PK-70, PK-71: all that the chances of a shot depend on, whether or not it is allowed now."""
    gun = state.weapon(order.unit, order.weapon)
    modifiers = modifiers_of(state, order.unit, gun, order.target)
    part = damage.part_of(state, order.unit, order.target, gun)
    power = gun.damage, penetration_of(state, order.unit, gun)
    strike = damage.strike_on(state, order.target, part, *power)
    return volley_of(state, order.unit, gun, modifiers), strike, modifiers, part


def preview(state: State, order: Fire | FireAtCrate) -> Preview:
    """What a shot would meet: the line, the modifiers, each throw, and every outcome's chance."""
    if isinstance(order, FireAtCrate):
        return _preview_at_crate(state, order)
    if refusal := may_fire(state, order):
        return Preview(refusal, _line(state, order, refusal))
    gun, piece = state.weapon(order.unit, order.weapon), state.units[order.target]
    seen = line(state, order.unit, (piece.x, piece.y), order.target)
    if gun.use == "repair":
        volley = volley_of(state, order.unit, gun, ())
        missing = state.type(order.target).hp - piece.hp
        stages: tuple[Stage, ...] = (to_hit(volley, (), "to repair", PK_63),)
        told = forecasting.of_repair(volley, missing, gun.accuracy)
        return Preview(None, seen, (), odds.restored(volley, missing), stages=stages, forecast=told)
    volley, strike, modifiers, part = facts_of(state, order)
    armour, penetration = damage.armour_of(state, order.target, part), penetration_of(state, order.unit, gun)
    stages = (
        to_hit(volley, modifiers, "to hit", PK_40),
        to_wound(f"{part} {armour}", armour, penetration, strike),
    )
    met = Met(PARTS[part], armour, penetration, state.type(order.target).hp)
    told = forecasting.of_shot(volley, strike, gun.accuracy, modifiers, met)
    return Preview(None, seen, modifiers, odds.shot(volley, strike), stages=stages, forecast=told)


def best_shot(state: State, unit: int) -> tuple[str, BestShot | None] | None:
    """PK-25, PK-40, PK-53: the enemy that a unit harms most often from where it stands, with any one weapon; nothing,
    if none of them could fire."""
    piece = state.units[unit]
    direct = [
        number for number, gun in enumerate(state.type(unit).weapon) if gun.use == "fire" and _direct(gun) is None
    ]
    ready = [number for number in direct if may_use(state, unit, number) is None]
    enemies = [at for at, other in enumerate(state.units) if other.standing and other.side is not piece.side]
    aimed = [Fire(unit, weapon, target) for weapon in ready for target in enemies]
    found = [(_harm(state, order), order.target) for order in aimed if may_fire(state, order) is None]
    if not found:
        return ("", None) if ready else None
    chance, target = max(found, key=lambda one: (one[0], -one[1]))
    return state.name(target, state.units[target].side), BestShot(target, chance)


def _harm(state: State, order: Fire) -> Fraction:
    volley, strike, _, _ = facts_of(state, order)
    return 1 - odds.shot(volley, strike).get("nothing", Fraction(0))


def _line(state: State, order: Fire, refusal: Refusal) -> object:
    """The line of sight, where it is what closes a shot."""
    if refusal.rule != "PK-38":
        return None
    piece = state.units[order.target]
    return line(state, order.unit, (piece.x, piece.y), order.target)


def _preview_at_crate(state: State, order: FireAtCrate) -> Preview:
    if refusal := may_fire_at_crate(state, order):
        return Preview(refusal)
    gun, crate = state.weapon(order.unit, order.weapon), state.crates[order.crate]
    modifiers = _crate_modifiers(state, order)
    volley = volley_of(state, order.unit, gun, modifiers)
    penetration, armour = penetration_of(state, order.unit, gun), state.setup.figures.crate.armour
    strike = damage.strike_on_crate(state, order.crate, gun.damage, penetration)
    stages = to_hit(volley, modifiers, "to hit", PK_40), to_wound(f"the crate's {armour}", armour, penetration, strike)
    seen = line(state, order.unit, (crate.x, crate.y))
    met = Met("", armour, penetration, state.setup.figures.crate.hp)
    told = forecasting.of_shot(volley, strike, gun.accuracy, modifiers, met)
    return Preview(None, seen, modifiers, odds.shot(volley, strike), stages=stages, forecast=told)


def to_hit(volley: Volley, modifiers: tuple[Modifier, ...], name: str, rule: Rule) -> Stage:
    """PK-40, PK-50: the hit dice, and the chance of each number of hits; the last one is open, as twelves go on."""
    most = volley.attacks + 1
    row = odds.hits(volley, most)
    chances: dict[str, Fraction] = {f"{many} hit{'s' * (many != 1)}": row[many] for many in range(most)}
    chances[f"{most} hits or more"] = 1 - sum(row[:most], Fraction(0))
    again = ", ones again" * volley.again
    return Stage(f"{name}, {volley.needed}+{again}", rule.id, f"{volley.attacks}D{volley.die}", modifiers, chances)


def to_wound(what: str, armour: int, penetration: int, strike: Strike) -> Stage:
    """PK-70, PK-75, PK-76: the armour test of one die."""
    wound = Fraction(strike.die + 1 - strike.needed, strike.die)
    name = f"against {what} − PEN {penetration} = {armour - penetration}"
    return Stage(name, PK_75.id, f"{strike.damage}D{strike.die} a hit", (), {"wound": wound, "nothing": 1 - wound})
