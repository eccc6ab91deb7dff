"""The table as a picture: the ground, the models on it, what lies about, and the tray with all there is to choose."""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from hashlib import blake2b
from math import isqrt

import msgspec

from hulldown.geometry.plane import Base, Leg, Shape, stride
from hulldown.kernel.picture import (
    Badge,
    CommandDie,
    Feature,
    Footing,
    Mark,
    Picture,
    Piece,
    Place,
    Pose,
    Put,
    Terrain,
    Tray,
)
from hulldown.kernel.rulebook import Survey
from hulldown.kernel.side import Side
from hulldown.kernel.template import template
from hulldown.kernel.wire import plain
from hulldown.rulebooks.panzerkampf import (
    command,
    damage,
    deployment,
    mines,
    orders,
    tables,
)
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.judging import refuse
from hulldown.rulebooks.panzerkampf.setup import Box, destination, reinforcement
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.table.telling import at, many, trench_of, zone_rule
from hulldown.rulebooks.panzerkampf.tables import BRIDGE, WATER, Table
from hulldown.rulebooks.panzerkampf.units import UnitType
from hulldown.rulebooks.scenes import Scene, tray_of

TURN = (Phase.MOVEMENT, Phase.COUNTER, Phase.SHOOTING)
SET_UP = (Phase.BEGIN, Phase.CHOICE, Phase.DEPLOYMENT, Phase.FIRST)
COUNTER = "counter-attack"
# PK-109 … PK-120: what each command die is called, when it may be used, and what it does.
COMMANDS = {
    "advance": ("Advance", "before the unit moves, it may move {advance} times as far"),
    "camouflage": ("Camouflage", "instead of moving, shots at the unit have −{camouflage} until it moves"),
    "smoke": (
        "Smoke",
        "instead of moving, shots at the unit and at all within {smoke_reach} cm have −{smoke} until its next turn",
    ),
    "entrench": ("Entrench", "instead of moving, the front armour has +{entrench} until the unit moves"),
    "dummy": (
        "Dummy",
        "instead of moving, a standard battle tank takes a point of damage only on {dummy} or more",
    ),
    "repair": ("Repair", "instead of all actions, the unit has {mended} hit point back"),
    "aim": ("Perfect aim", "before shooting, the unit's shots have +{aim} in this turn"),
    "ammunition": ("Extra ammo", "before shooting, the unit fires {extra_rounds} round more in this turn"),
    "penetration": (
        "Penetrating ammo",
        "before shooting, the unit pierces {extra_penetration} more in this turn",
    ),
    "mark": (
        "Mark",
        "at the start of the turn, artillery and bombs at an enemy roll {mark} deviation die more; the lowest counts",
    ),
    "supplies": (
        "Supplies",
        "at the start of the turn, a crate is dropped; who is near may roll ones again",
    ),
}


# The ground


@lru_cache(maxsize=64)
def terrain_of(table: Table) -> Terrain:
    """PK-07, PK-09: the bare table, named by a hash of all that is on it. Laid bridges come, so they are marks."""
    features = tuple([_feature(feature) for feature in table.features])
    bare = Terrain("", table.name, "free", table.width, table.height, 0, {}, (), features)
    return msgspec.structs.replace(bare, id=blake2b(msgspec.json.encode(bare), digest_size=12).hexdigest())


def _feature(feature: tables.Feature) -> Feature:
    (told, rule), name = _does(feature), feature.called
    return Feature(feature.kind, name, f"{name.capitalize()}: {told}.", rule, places(feature.corners))


def _does(feature: tables.Feature) -> tuple[str, str]:
    """PK-07 … PK-09, PK-16, PK-R52: what a piece of terrain does, and the rule for the weightier part of it."""
    if feature.kind == BRIDGE:
        return "it is crossed like open ground, whatever lies under it", "PK-R52"
    moving, rule = {
        "free": ("", "PK-09"),
        "slow": ("each centimetre in it costs more", "PK-08"),
        "impassable": ("it is impassable", "PK-07"),
        WATER: ("only what swims, floats, hovers or flies goes there", "PK-16"),
    }[feature.movement]
    seeing = "it blocks the view" if feature.sight == "blocks" else ""
    return " and ".join(filter(None, (moving, seeing))) or "it does nothing", "PK-07" if feature.idle else rule


def places(points: Iterable[tuple[int, int]]) -> tuple[Place, ...]:
    return tuple([Place(x, y) for x, y in points])


def drawn(shape: Shape) -> tuple[Place, ...]:
    return places(shape.drawn)


def area(box: Box) -> tuple[Place, ...]:
    left, top, right, bottom = box
    return Place(left, top), Place(right, top), Place(right, bottom), Place(left, bottom)


# The picture


def picture_of(state: State, scene: Scene) -> Picture:
    """All that is on the table. Who became a bridge is no unit any more (PK-R32)."""
    pieces = [_piece(state, unit, piece) for unit, piece in enumerate(state.units) if not bridged(piece)]
    return Picture(terrain_of(state.table).id, tuple(pieces), tuple(_marks(state)), _tray(state, scene))


def bridged(piece: Unit) -> bool:
    """PK-68: gone without damage: a bridge now."""
    return piece.where is Where.GONE and piece.hp > 0


def _piece(state: State, unit: int, piece: Unit) -> Piece:
    """Off the table a unit has no pose, and one that is gone for ever is a wreck all the same."""
    row = state.ground.types[piece.kind]
    pose = Pose(piece.x, piece.y, piece.heading) if piece.where is Where.TABLE else None
    badges = tuple(_badges(state, unit, piece, row)) if piece.alive else ()
    footing = Footing(row.length, row.width, "dived" if piece.dived else "air" if row.flying else "ground")
    label, lost = f"{row.letter}{piece.number}", not piece.alive
    return Piece(unit, row.silhouette, piece.side, label, state.name(unit), pose, lost, (), badges, footing)


def _badges(state: State, unit: int, piece: Unit, row: UnitType) -> Iterator[Badge]:
    """What is to be seen on a unit, the weightiest first: on a small board only that has room."""
    figures, turn = state.setup.figures, state.turn
    if piece.hp < row.hp:
        yield Badge("hit points", f"{piece.hp} of {row.hp} hit points are left.", "PK-75", f"{piece.hp}/{row.hp}")
    if state.marked == unit:
        yield Badge("marked", "Marked: artillery and bombs at it have a further deviation die.", "PK-119")
    if piece.where is Where.AWAY:
        told = f"Off the table: it comes back over the {piece.edge} edge in its next movement phase."
        yield Badge("away", told, "PK-R7")
    if piece.dived:
        yield Badge("dived", "Dived: it fires nothing, and only Anti-Submarine weapons attack it.", "PK-21")
    if piece.digging == turn and turn:
        yield Badge("digging", "Digs a trench and does nothing else in this turn.", "PK-23")
    if piece.dug_in:
        plus, rule = trench_of(state, unit)
        yield Badge("dug in", f"Dug in: front armour +{plus} until it moves.", rule)
    if piece.camouflaged:
        yield Badge("camouflaged", f"Camouflaged: shots at it have −{figures.camouflage} until it moves.", "PK-110")
    if piece.dummy:
        told = f"Dummy: a point of damage counts only on {figures.dummy} or more, and less removes the dummy."
        yield Badge("dummy", told, "PK-113")
    for name in ("smoke", "repair", "advance", "aim", "ammunition", "penetration"):
        if state.commanded(unit, name):
            (title, told), rule = COMMANDS[name], command.RULE_OF[name].id
            yield Badge(title.lower(), f"{title}: {told.format(**plain(figures))}.", rule)
    if piece.silent:
        names = ", ".join(row.weapon[weapon].name for weapon in piece.silent)
        told = f"{names} made a counter-attack: silent until its owner's next shooting phase ends."
        yield Badge("silent", told, "PK-60", str(len(piece.silent)))
    if state.setup.campaign == "escort" and row.support and piece.side is state.setup.defending:
        yield Badge("support", "Support: the escort wins when such a unit reaches the destination.", "PK-96")
    if state.phase is Phase.MOVEMENT and piece.side is state.side and piece.done == turn:
        yield Badge("moved", "Done with moving in this turn.", "PK-02")


# What lies about


def _marks(state: State) -> Iterator[Mark]:
    """PK-65, PK-68, PK-91, PK-111, PK-120: what is on the ground, with what it does."""
    figures, setup = state.setup.figures, state.setup
    yield from _zones(state)
    if setup.campaign == "escort" and (edge := state.edges[setup.defending]):
        reach, spot = figures.escort.arrival, destination(setup, edge)
        told = f"Destination at {at(*spot)}: a support unit that comes within {reach} cm of it wins."
        yield Mark("destination", places([spot]), told, "PK-R43", setup.defending)
    for shape, bridge in zip(state.ground.spans, state.ground.bridges, strict=True):
        told = f"Laid bridge at {at(bridge.x, bridge.y)}: crossed like open ground."
        yield Mark("bridge", drawn(shape), told, "PK-68")
    mine = figures.mine
    for number, field in enumerate(state.mines):
        told = f"Mine field of {state.name(field.owner)} at {at(field.x, field.y)}: {many(mine.hits, 'hit')}"
        told = f"{told} that pierce {mine.penetration}, on the bottom of what drives over it"
        spent = "; it has struck, and is removed after this movement" if field.struck else ""
        yield Mark("mine", drawn(mines.area(state, number)), f"{told}{spent}.", "PK-66", state.units[field.owner].side)
    for number, crate in enumerate(state.crates):
        told = f"Crate at {at(crate.x, crate.y)}: units within {figures.crate.reach} cm may roll ones again."
        yield Mark("crate", drawn(damage.crate_base(state, number).shape), told, "PK-121")
    for unit in state.standing():
        if state.commanded(unit, "smoke"):
            reach = figures.smoke_reach
            told = f"Smoke of {state.name(unit)}: shots at what is within {reach} cm have −{figures.smoke}."
            ring = places(around(state.base(unit), reach * CM))
            yield Mark("smoke", ring, told, "PK-111", state.units[unit].side)
    if state.phase in TURN:
        yield from _flown(state)


def around(base: Base, reach: int) -> list[tuple[int, int]]:
    """The outline of all that is so near to a base, for drawing."""
    found = []
    rounding = zip(base.shape.drawn, (270, 0, 90, 180), strict=True)  # each corner, and where its round part begins
    for (x, y), first in rounding:
        ways = [stride(reach, base.heading + first + step) for step in (0, 30, 60, 90)]
        found += [(x + dx, y + dy) for dx, dy in ways]
    return found


def _flown(state: State) -> Iterator[Mark]:
    """PK-45: the paths along which bombs can be dropped in this turn."""
    for unit in state.standing(state.side):
        piece, row = state.units[unit], state.type(unit)
        if piece.moved == state.turn and piece.flown and any(weapon.kind == "bomb" for weapon in row.weapon):
            path = [(x, y) for x, y, _, _ in piece.flown] + [Leg(*piece.flown[-1]).end]
            told = f"The path of {state.name(unit)} in this turn: its bombs are dropped somewhere along it."
            yield Mark("flown", places(path), told, "PK-45", piece.side)


def _zones(state: State) -> Iterator[Mark]:
    """PK-84, PK-90, PK-92, PK-98, PK-99, PK-101: where units are placed now."""
    sides = Side if state.phase is Phase.DEPLOYMENT else [state.side] if state.phase is Phase.START else []
    for side in sides:
        for box in deployment.zones(msgspec.structs.replace(state, side=side)):
            yield Mark("zone", area(box), f"{side.label} deploys here.", zone_rule(state, side), side)


# The tray


def _tray(state: State, scene: Scene) -> Tray:
    return tray_of(
        scene,
        state,
        tuple(map(str, _track(state))),
        None if state.phase is Phase.OVER else state.acting,
        state.round,
        (_goal(state, Side.RED), _goal(state, Side.BLUE)),
        window=COUNTER if state.window is not None else "",
        puts=tuple(_bought(state)),
        commands=tuple(_commands(state)),
        purse=_purse(state),
    )


def _track(state: State) -> Iterator[Phase]:
    if state.setup.command:
        yield Phase.COMMAND
    if state.setup.command or state.setup.campaign != "standard":
        yield Phase.START
    yield from TURN


def _goal(state: State, side: Side) -> str:
    """PK-87, PK-95, PK-96, PK-102, PK-103, PK-R46: how near a side is to what it fights for, and how long there is."""
    setup, enemies = state.setup, [unit for unit, piece in enumerate(state.units) if piece.side is side.other]
    lost = [unit for unit in enemies if not state.units[unit].alive and not bridged(state.units[unit])]
    worth = sum(state.type(unit).points for unit in lost)
    told = f"destroyed {len(lost)} of {side.other.label}'s {len(enemies)}, {worth} points"
    if setup.campaign == "escort" and side is setup.defending:
        told = _way_to_go(state)
    elif setup.campaign == "encircled":
        small = [piece for piece in state.units if piece.side is setup.defending and not piece.relief]
        held = f"{sum(piece.alive for piece in small)} of {len(small)} of the small army stand"
        told = held if side is setup.defending else f"{told}; {held}"
    rounds = setup.figures.rounds
    return f"{told}; round {state.round} of {rounds}" if 0 < rounds * 3 <= state.round * 4 else told


def _way_to_go(state: State) -> str:
    """PK-96: how far the nearest support unit is from the destination."""
    edge, own = state.edges[state.setup.defending], state.setup.defending
    support = [unit for unit in state.standing(own) if state.type(unit).support]
    if not edge or not support:
        return f"{many(len(support), 'support unit')} on the table"
    x, y = destination(state.setup, edge)
    way = min((state.units[unit].x - x) ** 2 + (state.units[unit].y - y) ** 2 for unit in support)
    return f"{many(len(support), 'support unit')}, the nearest {isqrt(way) // CM} cm from the destination"


def _purse(state: State) -> str:
    """PK-94, PK-101: the attacker's bank, or when the relief comes."""
    setup = state.setup
    if setup.campaign == "escort":
        return f"{setup.defending.other.label}'s bank: {state.bank} points, +{reinforcement(setup)} each turn"
    if setup.campaign == "encircled":
        if state.relief:
            return f"{setup.defending.label}'s large army came in at the {state.relief} edge"
        return f"{setup.defending.label}'s large army comes in round {setup.figures.encircled.relief}"
    return ""


# What there is to put


def put_for(state: State, row: UnitType, label: str, unit: int | None = None) -> Put:
    """PK-85, PK-94, PK-101: a unit in the hand, where it may be put, and which way it looks at first."""
    order = template(orders.Deploy(row.id, 0, 0, 0), x="x", y="y", heading="heading")
    boxes = deployment.zones(state)
    left, top, right, bottom = boxes[0]
    looks = deployment.facing(state, (left + right) // 2, (top + bottom) // 2)
    zones, rule = tuple([area(box) for box in boxes]), zone_rule(state, state.side)
    return Put(label, order, rule, row.length, row.width, True, looks, zones, unit, row.silhouette)


def _bought(state: State) -> Iterator[Put]:
    """PK-94: what an escort's attacker can buy for the points in his bank."""
    if deployment.buys(state):
        for row in [state.ground.types[kind] for kind in deployment.kinds(state)]:
            yield put_for(state, row, f"{row.name}, {row.points} points")


# Command dice


def _commands(state: State) -> Iterator[CommandDie]:
    """PK-105, PK-124: the dice of this turn, each with whom it may be used on, and the counters."""
    if not state.setup.command or state.phase in (*SET_UP, Phase.OVER):
        return
    figures, uses = plain(state.setup.figures), list(command.uses(state))
    for name in state.pool:
        (title, told), rule = COMMANDS[name], command.RULE_OF[name].id
        sentence = f"{title}: {told.format(**figures)}."
        if name == "supplies":
            put = supply_put(state)
            ready = refuse(state, orders.Supply(state.table.width // 2, state.table.height // 2)) is None
            yield CommandDie(title, sentence, rule, "ready" if ready else "locked", put=put if ready else None)
            continue
        units = tuple([order.unit for order in uses if order.command == name])
        order = template(orders.Command(name, 0), unit="unit") if units else None
        yield CommandDie(title, sentence, rule, "ready" if units else "locked", order, units)
    yield from _barrage(state)


def supply_put(state: State) -> Put:
    size = state.setup.figures.crate.size
    return Put("Supplies", template(orders.Supply(0, 0), x="x", y="y"), "PK-120", size, size)


def _barrage(state: State) -> Iterator[CommandDie]:
    """PK-124, PK-125: counters, and the attack that they buy."""
    barrage, held = state.setup.figures.barrage, state.counters[state.acting]
    if not held:
        return
    ready = refuse(state, orders.Barrage(state.table.width // 2, state.table.height // 2)) is None
    told = f"Barrage: in the shooting phase {barrage.counters} counters buy an artillery attack anywhere"
    told = f"{told}: {many(barrage.attacks, 'shot')}, aims {barrage.accuracy}, pierces {barrage.penetration}"
    told = f"{told}, harms {barrage.damage}."
    put = Put("Barrage", template(orders.Barrage(0, 0), x="x", y="y"), "PK-125") if ready else None
    value = f"{held} of {barrage.counters}"
    yield CommandDie("Barrage", told, "PK-124", "ready" if ready else "locked", put=put, value=value)


# What a unit has done


def done(state: State, unit: int, found: Survey) -> str:
    """PK-02, PK-26: what a unit of the side to act has done of what the phase is for."""
    piece, name = state.units[unit], state.name(unit, state.acting)
    if state.phase is Phase.MOVEMENT and piece.standing and piece.done == state.turn:
        return found.refusal.sentence if found.refusal else ""
    fired = state.phase is Phase.SHOOTING and piece.standing and piece.fired == state.turn and bool(piece.rounds)
    return f"{name} has fired" if fired and found.refusal else ""
