"""Engineers: mine fields planted and defused (PK-64, PK-65), and the vehicle that becomes a bridge (PK-68, PK-69)."""

from collections.abc import Iterator

import msgspec

from hulldown.geometry.plane import Base, overlap, stride
from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview
from hulldown.rulebooks.panzerkampf import forecasting, ground, mines, odds, shooting, turn
from hulldown.rulebooks.panzerkampf.events import BridgeLaid, Defused, Event, Planted
from hulldown.rulebooks.panzerkampf.figures import CM, Figures
from hulldown.rulebooks.panzerkampf.orders import Defuse, LayBridge, Plant
from hulldown.rulebooks.panzerkampf.paths import bodies
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.sight import centimetres, distance, may_reach, nearest_in_range
from hulldown.rulebooks.panzerkampf.state import State, numbered
from hulldown.rulebooks.panzerkampf.tables import overlaps

PK_29, PK_64, PK_68 = RULES["PK-29"], RULES["PK-64"], RULES["PK-68"]
PK_R31, PK_R32, PK_R64 = RULES["PK-R31"], RULES["PK-R32"], RULES["PK-R64"]


def _may_work(state: State, unit: int, weapon: int, use: str) -> Refusal | None:
    """PK-64, PK-68: a tool of this kind that may be used now."""
    if refusal := shooting.may_use(state, unit, weapon):
        return refusal
    tool = state.weapon(unit, weapon)
    if tool.use != use:
        rule = PK_64 if use == "mines" else PK_68
        return rule.refuse(f"the {tool.name} cannot be used for {'mines' if use == 'mines' else 'bridges'}")
    return None


# Mines


def may_plant(state: State, order: Plant) -> Refusal | None:
    """PK-29, PK-30, PK-64, PK-65, PK-R31: in reach, on land, clear of bases and fields, and the layer's only one."""
    if refusal := _may_work(state, order.unit, order.weapon, "mines"):
        return refusal
    if any(field.owner == order.unit for field in state.mines):
        return PK_R31.refuse(f"{state.name(order.unit, state.acting)} has a mine field on the table already")
    if refusal := may_reach(state, order.unit, state.weapon(order.unit, order.weapon), order.x, order.y, "the middle"):
        return _nearer(state, order, refusal)
    return _may_lie(state, order)


def _nearer(state: State, order: Plant, refusal: Refusal) -> Refusal:
    """PK-29: the same with the nearest place in range, if a field may lie there."""
    if refusal.rule != PK_29.id:
        return refusal
    x, y = nearest_in_range(state, order.unit, state.weapon(order.unit, order.weapon), order.x, order.y)
    nearest = msgspec.structs.replace(order, x=x, y=y)
    return msgspec.structs.replace(refusal, nearest=nearest) if may_plant(state, nearest) is None else refusal


def _may_lie(state: State, order: Plant) -> Refusal | None:
    """PK-65, PK-R31: a field lies on the table, on land, and over no base or other field."""
    size = state.setup.figures.mine.size
    shape = Base(order.x, order.y, 0, size, size).shape
    if not state.table.firm.carries(shape):
        return PK_R31.refuse(f"a field of {size / CM:g} × {size / CM:g} cm there is not wholly on passable land")
    for unit, base in bodies(state, flying=False):
        if overlap(shape, base):
            return PK_R31.refuse(f"a field there would lie under {state.body(unit, state.acting)}")
    if any(overlap(shape, mines.area(state, field)) for field in range(len(state.mines))):
        return PK_R31.refuse("a field there would overlap another one")
    return None


def resolve_plant(state: State, order: Plant, dice: Dice) -> Iterator[Event]:
    """PK-64: with one success at least the field lies."""
    volley = shooting.volley_of(state, order.unit, state.weapon(order.unit, order.weapon), ())
    hits, faces = shooting.roll(state, volley, PK_64, dice)
    yield Planted(order.unit, order.weapon, order.x, order.y, volley.needed, faces, hits > 0)


def may_defuse(state: State, order: Defuse) -> Refusal | None:
    """PK-29, PK-64, PK-R31: a field, of either side, whose middle is in range."""
    if refusal := _may_work(state, order.unit, order.weapon, "mines"):
        return refusal
    if order.field >= len(state.mines):
        return PK_64.refuse(f"there is no mine field {order.field}; {numbered(len(state.mines))}")
    field, tool = state.mines[order.field], state.weapon(order.unit, order.weapon)
    far = distance(state, order.unit, field.x, field.y)
    if far > tool.range * CM:
        told = f"the middle of the field is {centimetres(far)} away"
        return PK_29.refuse(f"{told}; the {tool.name} can reach {tool.range} cm")
    return None


def resolve_defuse(state: State, order: Defuse, dice: Dice) -> Iterator[Event]:
    """PK-64: with one success at least the field is gone."""
    volley = shooting.volley_of(state, order.unit, state.weapon(order.unit, order.weapon), ())
    hits, faces = shooting.roll(state, volley, PK_64, dice)
    yield Defused(order.unit, order.weapon, order.field, volley.needed, faces, hits > 0)


# The bridge


def span_of(state: State, unit: int) -> Base:
    """PK-68: where the bridge of a unit would lie."""
    return span_from(state.setup.figures, state.base(unit))


def span_from(figures: Figures, base: Base) -> Base:
    """PK-68, PK-R32: a bridge lies along the heading, its rear end a little behind the vehicle's front."""
    size = figures.bridge
    middle = base.moved(base.length // 2 - size.lap + size.length // 2)
    return msgspec.structs.replace(middle, length=size.length, width=size.width)


def may_lay_bridge(state: State, order: LayBridge) -> Refusal | None:
    """PK-68, PK-R32, PK-R64: a bridge layer with room for its bridge: on the table, over no base, and in open view."""
    if refusal := shooting.may_shoot(state, order.unit):
        return refusal
    name = state.name(order.unit, state.acting)
    tool = _bridge_of(state, order.unit)
    if tool is None:
        return PK_68.refuse(f"{name} is no bridge layer")
    if refusal := _may_work(state, order.unit, tool, "bridge"):
        return refusal
    shape = span_of(state, order.unit).shape
    if not all(state.table.whole.holds(x, y) for x, y in shape.drawn):
        return PK_R64.refuse(f"{name}'s bridge would reach over the edge of the table")
    for unit, base in bodies(state, flying=False, but=order.unit, dived=True):
        if overlap(shape, base):
            return PK_R32.refuse(f"{name}'s bridge would lie on {state.body(unit, state.acting)}")
    for feature in ground.blinds(state.ground):
        if overlaps(feature.area, shape):
            return PK_R64.refuse(f"{name}'s bridge would lie on the {feature.called}, which blocks sight")
    return None


def _bridge_of(state: State, unit: int) -> int | None:
    return next((at for at, tool in enumerate(state.type(unit).weapon) if tool.use == "bridge"), None)


def resolve_lay_bridge(state: State, order: LayBridge, dice: Dice) -> Iterator[Event]:
    """PK-68, PK-69: the vehicle is a bridge from now on; a side without any other unit may have lost."""
    span = span_of(state, order.unit)
    yield BridgeLaid(order.unit, span.x, span.y, span.heading)
    yield from turn.after_losses(state)


# Beforehand


def preview(state: State, order: Plant | Defuse) -> Preview:
    """PK-64: the chance of a success, or what is in the way."""
    planting = isinstance(order, Plant)
    refusal = may_plant(state, order) if isinstance(order, Plant) else may_defuse(state, order)
    if refusal is not None:
        return Preview(refusal)
    tool = state.weapon(order.unit, order.weapon)
    volley = shooting.volley_of(state, order.unit, tool, ())
    word = "planted" if planting else "defused"
    stage = shooting.to_hit(volley, (), "to plant" if planting else "to defuse", PK_64)
    told = forecasting.of_tool(volley, word, tool.accuracy, PK_64.id)
    return Preview(None, odds=odds.success(volley, word), stages=(stage,), forecast=told)


def deeds(state: State, unit: int) -> list[Plant | Defuse | LayBridge]:
    """PK-64, PK-68, PK-R61: what an engineer can do in the shooting phase: plant around it, defuse, become a bridge."""
    if state.window is not None or shooting.may_shoot(state, unit) is not None:
        return []
    found: list[Plant | Defuse | LayBridge] = []
    piece = state.units[unit]
    for weapon, tool in enumerate(state.type(unit).weapon):
        if tool.use == "mines" and shooting.may_use(state, unit, weapon) is None:
            rings = [stride(far * CM, at * 30) for far in (tool.range, tool.range * 3 // 4) for at in range(12)]
            spots = [Plant(unit, weapon, piece.x + dx, piece.y + dy) for dx, dy in rings]
            found += [order for order in spots if may_plant(state, order) is None]
            fields = [Defuse(unit, weapon, field) for field in range(len(state.mines))]
            found += [order for order in fields if may_defuse(state, order) is None]
        elif tool.use == "bridge" and may_lay_bridge(state, LayBridge(unit)) is None:
            found.append(LayBridge(unit))
    return found
