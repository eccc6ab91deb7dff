"""What the hand needs when it picks a unit up: how it moves, its weapons with their targets, its deeds, or why not."""

from collections.abc import Iterator
from fractions import Fraction

from msgspec.structs import replace

from hulldown.kernel.odds import per_cent
from hulldown.kernel.picture import Place, Put
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Aim, Deed, Mode, Preview, Survey
from hulldown.kernel.template import template
from hulldown.rulebooks.panzerkampf import deployment, driving, engineers, odds, orders, shooting
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.judging import refuse
from hulldown.rulebooks.panzerkampf.orders import Order
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.sight import MOUNTS
from hulldown.rulebooks.panzerkampf.state import State, Where
from hulldown.rulebooks.panzerkampf.table.scenes import chance_of, name_of
from hulldown.rulebooks.panzerkampf.table.showing import drawn, put_for
from hulldown.rulebooks.panzerkampf.table.telling import at, many, path_of, zone_rule
from hulldown.rulebooks.panzerkampf.units import Weapon

PK_19, PK_23, PK_26, PK_41 = RULES["PK-19"], RULES["PK-23"], RULES["PK-26"], RULES["PK-41"]
PK_64, PK_68, PK_123, PK_R7 = RULES["PK-64"], RULES["PK-68"], RULES["PK-123"], RULES["PK-R7"]
DIRECT = ("normal", "heavy")
# What is written on a target that a weapon cannot be fired at, by the rule that forbids it.
CLOSED = {
    "PK-21": "dived",
    "PK-29": "out of range",
    "PK-30": "out of arc",
    "PK-32": "out of arc",
    "PK-37": "flies",
    "PK-38": "no sight",
    "PK-54": "not dived",
    "PK-62": "no ship",
    "PK-63": "no repair",
    "PK-R30": "no repair",
    "PK-R63": "no repair",
}
MODIFIERS = (
    ("reload", "Reload"),
    ("anti_submarine", "Anti-Submarine"),
    ("counter_attack", "Counter-attack"),
    ("ships_only", "Ships only"),
)


def at_rest(state: State, unit: int) -> Survey:
    """A phase in which no unit acts: what each carries."""
    piece = state.units[unit]
    if piece.where is Where.WAITING or not piece.alive:
        return Survey(unit)
    return Survey(unit, modes=tuple(_weapons(state, unit)))


def to_deploy(state: State, unit: int) -> Survey:
    """PK-85, PK-101: a unit that waits can be put into its zone, when it is its turn."""
    piece, name = state.units[unit], state.name(unit, state.side)
    if piece.where is not Where.WAITING or piece.side is not state.side:
        return at_rest(state, unit)
    row = state.type(unit)
    if row.id not in deployment.kinds(state) or unit not in deployment.waiting(state, state.side):
        rule = RULES[zone_rule(state, state.side)]
        return Survey(unit, refusal=rule.refuse(f"{name} is not to be deployed now"))
    return Survey(unit, puts=(put_for(state, row, row.name, unit),))


# Movement


def to_move(state: State, unit: int) -> Survey:
    """PK-02, PK-03, PK-22, PK-R7: the order that a path completes; a plane off the table begins at its edge."""
    piece = state.units[unit]
    if piece.side is not state.side or not piece.alive or piece.where is Where.WAITING:
        return at_rest(state, unit)
    modes, refusal = tuple(_weapons(state, unit)), driving.may_act(state, unit)
    if refusal is not None:
        return Survey(unit, modes=modes, refusal=refusal)
    if state.units[unit].where is Where.AWAY:
        entry = _entry(state, unit)
        return Survey(unit, modes=modes, move=entry.order, entry=entry)
    move = template(orders.Move(unit, ()), path="path")
    return Survey(unit, modes=modes, deeds=tuple(_declared(state, unit)), move=move)


def _declared(state: State, unit: int) -> Iterator[Deed]:
    """PK-19, PK-23: what is said before a move, or instead of one."""
    offered: tuple[tuple[str, Order, str], ...] = (
        ("Dive", orders.Dive(unit), PK_19.id),
        ("Surface", orders.Surface(unit), PK_19.id),
        ("Dig in", orders.DigIn(unit), PK_23.id),
    )
    yield from [Deed(label, order, rule) for label, order, rule in offered if refuse(state, order) is None]


def _entry(state: State, unit: int) -> Put:
    """PK-22, PK-R7: the edge over which a plane comes back, looking inwards, before it flies on."""
    piece, row = state.units[unit], state.type(unit)
    assert piece.edge
    width, height = state.table.width, state.table.height
    ends = {
        "north": ((0, 0), (width, 0)),
        "east": ((width, 0), (width, height)),
        "south": ((0, height), (width, height)),
        "west": ((0, 0), (0, height)),
    }[piece.edge]
    line = tuple([Place(x, y) for x, y in ends])
    order = template(orders.Enter(unit, 0, 0, 0, ()), x="x", y="y", heading="heading", path="path")
    label, inwards = f"Come back over the {piece.edge} edge", driving.INWARDS[piece.edge]
    return Put(label, order, PK_R7.id, row.length, row.width, True, inwards, (line,), unit)


# Weapons


def _weapons(state: State, unit: int) -> Iterator[Mode]:
    """PK-26, PK-27: the weapons with their figures and arcs, and whether each may be used now."""
    for number, weapon in enumerate(state.type(unit).weapon):
        refusal = shooting.may_use(state, unit, number)
        if refusal is None and weapon.kind == "bomb":
            refusal = refuse(state, orders.Bomb(unit, number, 0))
        reach, spread, bearing = weapon.range * CM, weapon.angle, MOUNTS[weapon.mount]
        mode = Mode(name_of(state, unit, number), refusal, figures_of(weapon), reach, spread, bearing)
        yield mode if refusal else _aimed_at_places(state, unit, number, mode)


def _aimed_at_places(state: State, unit: int, number: int, mode: Mode) -> Mode:
    """PK-41, PK-45, PK-64: what is carried to a place, or dropped along the path; all else is aimed at units."""
    weapon, size = state.weapon(unit, number), state.setup.figures.mine.size
    if weapon.use == "mines":
        plant = template(orders.Plant(unit, number, 0, 0), x="x", y="y")
        return replace(mode, put=Put(f"{mode.name}: plant a field", plant, PK_64.id, size, size, unit=unit))
    if weapon.kind == "artillery":
        shell = template(orders.Shell(unit, number, 0, 0), x="x", y="y")
        return replace(mode, put=Put(f"{mode.name}: aim", shell, PK_41.id, unit=unit))
    if weapon.kind == "bomb":
        path = tuple(path_of(state.units[unit].flown))
        return replace(mode, order=template(orders.Bomb(unit, number, 0), along="along"), path=path)
    return mode


def figures_of(weapon: Weapon) -> str:
    """PK-28, PK-33: a weapon's row of figures, in the words of the house; the book's are behind the card's labels."""
    if weapon.use == "bridge":
        return "becomes a bridge"
    told: list[str] = [weapon.use if weapon.use != "fire" else weapon.kind]
    told += [f"reaches {weapon.range} cm", f"swings {weapon.angle}°"] if weapon.range else []
    told += [many(weapon.attacks, "shot" if weapon.use == "fire" else "throw"), f"aims {weapon.accuracy}"]
    told += [f"pierces {weapon.penetration}", f"harms {weapon.damage}"] if weapon.use == "fire" else []
    told += [name for field, name in MODIFIERS if getattr(weapon, field)]
    told += [f"Fast mount ({weapon.fast_mount})"] * bool(weapon.fast_mount)
    return " · ".join(told)


# Shooting


def to_fire(state: State, unit: int) -> Survey:
    """PK-25, PK-26, PK-57: what each weapon can be fired at, and the deeds of tools."""
    piece = state.units[unit]
    if piece.side is not state.acting or not piece.alive or piece.where is Where.WAITING:
        return at_rest(state, unit)
    modes = tuple(_weapons(state, unit))
    ready = [number for number, mode in enumerate(modes) if mode.refusal is None]
    aims = tuple([aim for number in ready for aim in _aims(state, unit, number)])
    deeds = tuple([deed for number in ready for deed in _deeds(state, unit, number)])
    idle = not deeds and all(aim.preview.refusal for aim in aims)
    idle = idle and not any(mode.put or mode.order for mode in modes)
    return Survey(unit, aims=aims, modes=modes, deeds=deeds, refusal=_why_not(state, unit, modes) if idle else None)


def _aims(state: State, unit: int, number: int) -> Iterator[Aim]:
    """PK-34, PK-63, PK-81: every enemy and wreck on the table, or of a repair tool every friend."""
    weapon = state.weapon(unit, number)
    if weapon.kind not in DIRECT or weapon.use not in ("fire", "repair"):
        return
    name = name_of(state, unit, number)
    for target, piece in enumerate(state.units):
        friend = piece.side is state.acting and not piece.wreck
        if piece.where is Where.TABLE and target != unit and friend == (weapon.use == "repair"):
            order = orders.Fire(unit, number, target)
            seen = shooting.preview(state, order)
            yield Aim(target, order, seen, word_of(seen), mode=name)


def word_of(seen: Preview) -> str:
    """What is written on a target: the chance of any effect and that to destroy it, or why there is none."""
    if seen.refusal is not None:
        return CLOSED.get(seen.refusal.rule, "cannot fire")
    destroyed, harmed = odds.destroyed(seen.odds or {}), chance_of(seen)
    told = per_cent(harmed)
    return f"{told} · kills {per_cent(destroyed)}" if Fraction(1, 1000) <= destroyed < harmed else told


def _deeds(state: State, unit: int, number: int) -> Iterator[Deed]:
    """PK-64, PK-68, PK-123: fields to be defused, the bridge, and crates to fire at."""
    weapon, name = state.weapon(unit, number), name_of(state, unit, number)
    if weapon.use == "bridge":
        lay = orders.LayBridge(unit)
        if refuse(state, lay) is None:
            span = drawn(engineers.span_of(state, unit).shape)
            yield Deed("Become a bridge, for ever", lay, PK_68.id, outline=span)
    elif weapon.use == "mines":
        for field, mine in enumerate(state.mines):
            defuse = orders.Defuse(unit, number, field)
            if refuse(state, defuse) is None:
                yield Deed(f"Defuse the field at {at(mine.x, mine.y)}", defuse, PK_64.id)
    elif weapon.use == "fire" and weapon.kind in DIRECT:
        for number_of, crate in enumerate(state.crates):
            fire = orders.FireAtCrate(unit, number, number_of)
            if refuse(state, fire) is None:
                chance = per_cent(chance_of(shooting.preview(state, fire)))
                yield Deed(f"{name} at the crate at {at(crate.x, crate.y)}, {chance}", fire, PK_123.id)


def _why_not(state: State, unit: int, modes: tuple[Mode, ...]) -> Refusal:
    """Why a unit of the side to act can do nothing now."""
    if refusal := shooting.may_shoot(state, unit):
        return refusal
    name = state.name(unit, state.acting)
    if not modes:
        return PK_26.refuse(f"{name} has no weapons")
    closed = next((mode.refusal for mode in modes if mode.refusal), None)
    return closed if closed and all(mode.refusal for mode in modes) else PK_26.refuse(f"{name} has nothing in reach")
