"""Deployment: zones (PK-84, PK-90, PK-92, PK-98, PK-99), thirds (PK-85), reinforcements (PK-94) and relief (PK-101)."""

from collections.abc import Iterator
from functools import lru_cache
from math import isqrt

from msgspec.structs import replace

from hulldown.geometry.plane import FINE, Base, Field, Shape, gap, in_gap, overlap, point
from hulldown.kernel.dice import Dice
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.side import Side
from hulldown.kernel.turn import Due
from hulldown.rulebooks.panzerkampf import campaign, choices, driving, paths, turn
from hulldown.rulebooks.panzerkampf.events import Deployed, DugIn, Event, PhaseBegan
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.ground import going
from hulldown.rulebooks.panzerkampf.orders import Deploy, TakeEdge
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import (
    MOST_UNITS,
    Box,
    Edge,
    allowance,
    around_pocket,
    battle_zone,
    beyond,
    destination,
    escort_zone,
    pocket,
    strip,
)
from hulldown.rulebooks.panzerkampf.state import Ground, Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.tables import box
from hulldown.rulebooks.panzerkampf.units import UnitType

PK_82, PK_84, PK_85, PK_90 = RULES["PK-82"], RULES["PK-84"], RULES["PK-85"], RULES["PK-90"]
PK_92, PK_94, PK_98, PK_99 = RULES["PK-92"], RULES["PK-94"], RULES["PK-98"], RULES["PK-99"]
PK_101, PK_R43, PK_R44, PK_R53 = RULES["PK-101"], RULES["PK-R43"], RULES["PK-R44"], RULES["PK-R53"]
PK_R72, PK_R73 = RULES["PK-R72"], RULES["PK-R73"]
STEP = CM // 2  # in which room is looked for
SPREAD = 8, 3  # how many places along a zone and across it are listed for each kind of unit


# Who is to be deployed


def waiting(state: State, side: Side | None = None) -> list[int]:
    """PK-85, PK-101: the units that a side has still to deploy: at set-up its army, later its large army."""
    side, relief = state.side if side is None else side, state.phase is Phase.START
    waits = [unit for unit, piece in enumerate(state.units) if piece.side is side and piece.where is Where.WAITING]
    return [unit for unit in waits if state.units[unit].relief is relief]


def next_of(state: State, kind: str) -> int:
    """The next unit of a kind that the side to act deploys; −1 if it has none."""
    return next((unit for unit in waiting(state) if state.units[unit].kind == kind), -1)


def buys(state: State) -> bool:
    """PK-94: whether units are bought now."""
    return state.phase is Phase.START and bool(campaign.growth(state, state.side))


def kinds(state: State) -> list[str]:
    """The kinds of units that may be deployed now, if there is room."""
    if buys(state):
        return [row.id for row in state.setup.chart if _may_buy(state, row) is None]
    if state.phase is Phase.START and not state.relief:
        return []
    return list(dict.fromkeys(state.units[unit].kind for unit in waiting(state)))


def to_deploy(state: State) -> tuple[Due, ...]:
    """PK-85, PK-101: the units that the side to act has still to deploy, kind by kind; what it may buy is not among
    them."""
    if state.phase not in (Phase.DEPLOYMENT, Phase.START) or buys(state):
        return ()
    waits, types = [state.units[unit].kind for unit in waiting(state)], state.ground.types
    return tuple([Due(types[kind].name, waits.count(kind), next_of(state, kind)) for kind in kinds(state)])


def batch(state: State, side: Side) -> int:
    """PK-85, PK-92, PK-98: how many units a side places before the other one: a third, rounded up, or all of them."""
    many = sum(state.setup.army(side).units.values())
    thirds = state.setup.figures.standard.batches if state.setup.campaign == "standard" else 1
    return -(-many // thirds)


def left_in_batch(state: State) -> int:
    """PK-85: how many units the side to act places before it is the other side's turn."""
    many, to_come = sum(state.setup.army(state.side).units.values()), len(waiting(state))
    size = batch(state, state.side)
    return min(to_come, size - (many - to_come) % size)


# Where


def zones(state: State, side: Side | None = None) -> tuple[Box, ...]:
    """PK-84, PK-90, PK-92, PK-94, PK-98, PK-99, PK-101: boxes in which a side may deploy now, as far as boxes go."""
    setup, side = state.setup, state.side if side is None else side
    edge = state.edges[side]
    if state.phase is Phase.START:
        if side is not state.side:
            return ()
        if buys(state):
            assert edge
            return (strip(state.table, edge, max(row.length for row in setup.chart)),)
        return (strip(state.table, state.relief, setup.figures.encircled.depth * CM),) if state.relief else ()
    if setup.campaign == "standard":
        return (battle_zone(setup, edge),) if edge else ()
    if setup.campaign == "escort":
        escorts = state.edges[setup.defending]
        if not escorts:
            return ()
        return (escort_zone(setup, escorts),) if side is setup.defending else beyond(setup, escorts)
    return (pocket(setup),) if side is setup.defending else around_pocket(setup)


def facing(state: State, x: int, y: int) -> int:
    """Which way a unit looks if nobody says otherwise: inwards from its edge, the encircled outwards."""
    if state.phase is Phase.START and state.relief:
        return driving.INWARDS[state.relief]
    if edge := state.edges[state.side]:
        return driving.INWARDS[edge]
    dx, dy = state.table.width // 2 - x, state.table.height // 2 - y
    inwards = (90 if dx > 0 else 270) if abs(dx) > abs(dy) else 180 if dy > 0 else 0
    return (inwards + 180) % 360 if state.side is state.setup.defending else inwards


def base_of(row: UnitType, order: Deploy) -> Shape:
    return Base(order.x, order.y, order.heading, row.length, row.width).shape


def _inside(shape: Shape, zone: Box) -> bool:
    """PK-R44: whether the whole base lies in a zone; its edge belongs to it."""
    left, top, right, bottom = shape.box
    west, north, east, south = (side * FINE for side in zone)
    return west <= left and north <= top and right <= east and bottom <= south


def _moved_into(row: UnitType, order: Deploy, zone: Box) -> Deploy:
    """The nearest place at which a base with this heading lies in a zone."""
    left, top, right, bottom = base_of(row, order).box
    x = _pushed(left, right, zone[0], zone[2])
    y = _pushed(top, bottom, zone[1], zone[3])
    return replace(order, x=order.x + x, y=order.y + y)


def _pushed(low: int, high: int, least: int, most: int) -> int:
    """By how many 1/100 mm a stretch in fine parts has to be pushed, to lie between two places."""
    if low < least * FINE:
        return -((low - least * FINE) // FINE)
    return min(0, (most * FINE - high) // FINE)


# Judging


def may_deploy(state: State, order: Deploy) -> Refusal | None:
    """PK-84 … PK-101: a unit that is to come, in its zone, where it can stand, and with room left for the others."""
    row = state.ground.types.get(order.kind)
    if row is None:
        return PK_82.refuse(f"there is no unit {order.kind[:40]!r}; there is {', '.join(state.ground.types)}")
    refusal = _may_come(state, row) or may_stand(state, row, order)
    return refusal or (_leaves_room(state, row, order) if state.phase is Phase.DEPLOYMENT else None)


def may_stand(state: State, row: UnitType, order: Deploy) -> Refusal | None:
    """PK-84, PK-90, PK-92, PK-94, PK-98, PK-99, PK-101, PK-R31: in the zone, and where a base can stand."""
    found = _out_of_zone(state, row, order)
    return found or driving.standing_room(state, row, order.x, order.y, order.heading)


def _may_come(state: State, row: UnitType) -> Refusal | None:
    if buys(state):
        return _may_buy(state, row)
    label = state.side.label
    if state.phase is Phase.START and not campaign.relief_due(state, state.side, state.turn):
        if waiting(state):
            due = state.setup.figures.encircled.relief
            return PK_101.refuse(f"{label}'s large army comes in round {due}; this is round {state.round}")
        return all_placed(state).refuse(f"all units of {label} stand already")
    if state.phase is Phase.START and not state.relief:
        return PK_101.refuse("choose the edge at which the large army comes in first", TakeEdge("north"))
    if next_of(state, row.id) < 0:
        rule = PK_101 if state.phase is Phase.START else all_placed(state)
        return rule.refuse(f"{label} has no {row.name} left to deploy")
    return None


def all_placed(state: State) -> Rule:
    """PK-85, PK-92, PK-98, PK-99: the rule by which the side to act places all its units before play."""
    defends = state.side is state.setup.defending
    return {"standard": PK_85, "escort": PK_92, "encircled": PK_98 if defends else PK_99}[state.setup.campaign]


def _may_buy(state: State, row: UnitType) -> Refusal | None:
    """PK-94, PK-R72: what the bank pays for."""
    if row.points > state.bank:
        return PK_94.refuse(f"a {row.name} costs {row.points} points, and the bank has {state.bank}")
    had = sum(piece.side is state.side for piece in state.units)
    if had >= MOST_UNITS:
        return PK_R72.refuse(f"{state.side.label} has had {had} units; there are no more")
    return _may_fly(state, row) if row.flying and state.setup.third_flying else None


def _may_fly(state: State, row: UnitType) -> Refusal | None:
    """PK-R53: of all points that the attacker has had so far a third may fly."""
    over, under = state.setup.figures.flying
    most = (allowance(state.setup, state.side) + state.round * campaign.growth(state, state.side)) * over // under
    types, own = state.ground.types, [piece for piece in state.units if piece.side is state.side]
    aloft = row.points + sum(types[piece.kind].points for piece in own if types[piece.kind].flying)
    if aloft <= most:
        return None
    told = f"with a {row.name} {state.side.label}'s flying units have cost {aloft} points"
    return PK_R53.refuse(f"{told}; {most} are allowed so far")


def _out_of_zone(state: State, row: UnitType, order: Deploy) -> Refusal | None:
    setup, shape, label = state.setup, base_of(row, order), state.side.label
    if buys(state):
        return _off_the_edge(state, row, order, shape)
    if state.phase is Phase.START:
        assert state.relief
        depth, clear = setup.figures.encircled.depth, setup.figures.encircled.clear
        told = f"relief is deployed within {depth} cm of the {state.relief} edge"
        refusal = _not_inside(state, row, order, zones(state)[0], PK_R44, told)
        return refusal or _too_near(state, row, shape, clear, PK_R44)
    if setup.campaign == "standard":
        zone = zones(state)[0]
        depth = min(zone[2] - zone[0], zone[3] - zone[1]) // CM
        told = f"{label}'s zone is {depth} cm deep along the {state.edges[state.side]} edge"
        return _not_inside(state, row, order, zone, PK_84, told)
    if setup.campaign == "escort":
        return _out_of_escort_zone(state, row, order, shape)
    if state.side is setup.defending:
        side = setup.figures.encircled.square
        told = f"{label} deploys in the {side} × {side} cm in the middle"
        return _not_inside(state, row, order, zones(state)[0], PK_98, told)
    return _too_near(state, row, shape, setup.figures.encircled.apart, PK_99)


def _out_of_escort_zone(state: State, row: UnitType, order: Deploy, shape: Shape) -> Refusal | None:
    """PK-90, PK-92, PK-R43: the escorter in his zone, the attacker outside of it and not around the destination."""
    setup, figures = state.setup, state.setup.figures.escort
    edge = state.edges[setup.defending]
    assert edge
    zone = escort_zone(setup, edge)
    if state.side is setup.defending:
        told = f"{state.side.label}'s zone is {figures.depth} cm deep along the {edge} edge"
        return _not_inside(state, row, order, zone, PK_90, told)
    if overlap(box(*zone), shape):
        told = f"the {row.name} would lie in {setup.defending.label}'s zone"
        return PK_92.refuse(f"{told}, {figures.depth} cm along the {edge} edge")
    return _at_the_destination(state, row, shape)


def _at_the_destination(state: State, row: UnitType, shape: Shape) -> Refusal | None:
    """PK-R43: with `clear` nobody of the attacker is placed near the destination."""
    edge, clear = state.edges[state.setup.defending], state.setup.figures.escort.clear
    assert edge
    if clear and in_gap(shape, point(*destination(state.setup, edge)), clear * CM):
        return PK_R43.refuse(f"the {row.name} would be within {clear} cm of the destination; keep farther away")
    return None


def _off_the_edge(state: State, row: UnitType, order: Deploy, shape: Shape) -> Refusal | None:
    """PK-94, PK-R43, PK-R72: at the attacker's own edge, so that no 1/100 mm fits between, off the destination."""
    edge = state.edges[state.side]
    assert edge
    placed = _at_edge(state, row, order, edge)
    if (placed.x, placed.y) != (order.x, order.y):
        told = f"reinforcements touch the {edge} edge, and the {row.name} would not"
        return PK_R43.refuse(told, _if_legal(state, row, placed))
    return _at_the_destination(state, row, shape)


def _at_edge(state: State, row: UnitType, order: Deploy, edge: Edge) -> Deploy:
    """The place at which a base with this heading touches an edge from inside."""
    left, top, right, bottom = base_of(row, order).box
    if edge == "west":
        return replace(order, x=order.x - left // FINE)
    if edge == "north":
        return replace(order, y=order.y - top // FINE)
    if edge == "east":
        return replace(order, x=order.x + state.table.width - -(-right // FINE))
    return replace(order, y=order.y + state.table.height - -(-bottom // FINE))


def _not_inside(state: State, row: UnitType, order: Deploy, zone: Box, rule: Rule, told: str) -> Refusal | None:
    if _inside(base_of(row, order), zone):
        return None
    nearest = _if_legal(state, row, _moved_into(row, order, zone))
    return rule.refuse(f"{told}, and the {row.name} would not lie in it as a whole", nearest)


def _if_legal(state: State, row: UnitType, order: Deploy) -> Deploy | None:
    """A place that is put forward instead, if a unit may be there."""
    whole = _inside(base_of(row, order), (0, 0, state.table.width, state.table.height))
    return order if whole and may_deploy(state, order) is None else None


def _too_near(state: State, row: UnitType, shape: Shape, apart: int, rule: Rule) -> Refusal | None:
    """PK-99, PK-101, PK-R44: so many centimetres between the bases of both sides."""
    for unit in state.standing(state.side.other):
        square = gap(shape, state.base(unit).shape)
        if square < (apart * CM) ** 2:
            told = f"the {row.name} would be {isqrt(int(square)) / CM:.2f} cm from {state.name(unit, state.side)}"
            return rule.refuse(f"{told}; {apart} cm are needed")
    return None


# Room for all


def _leaves_room(state: State, row: UnitType, order: Deploy) -> Refusal | None:
    """PK-R73: no unit stands so that another one of its army finds no place any more."""
    if _ample(state.ground, state.side, state.edges):
        return None
    shape, here = base_of(row, order), next_of(state, row.id)
    plan = _plan(state)
    if plan is None or not any(unit != here and overlap(shape, base.shape) for unit, base in plan.items()):
        return None
    after = state.copy()
    after.units[here] = _standing(after.units[here], order.x, order.y, order.heading)
    if _plan(after) is not None:
        return None
    name = next(state.ground.types[state.units[unit].kind].name for unit in plan if unit != here)
    return PK_R73.refuse(f"the {row.name} would leave no room in the zone for all others, the {name} among them")


@lru_cache(maxsize=64)
def _ample(ground: Ground, side: Side, edges: tuple[Edge, Edge]) -> bool:
    """Whether a zone is so large that there is always room, wherever everyone stands; ships have to look for water.

    Each thing keeps the middle of a base out of no more than a box around it; if all of these together are smaller than
    the zone, a place is left.
    """
    state = State(ground, [], Phase.DEPLOYMENT, side, edges=edges)
    rows = [ground.types[kind] for kind, count in ground.setup.army(side).units.items() for _ in range(count)]
    wide = max(row.length + row.width for row in rows)  # more than any of them, however it is turned
    if any(row.naval for row in rows):
        return False
    closed = [feature.area.box for feature in ground.table.features if feature.movement in ("impassable", "water")]
    for left, top, right, bottom in zones(state):
        taken = len(rows) * (2 * wide) ** 2
        for west, north, east, south in closed:
            across = min(right, east // FINE) - max(left, west // FINE) + wide
            down = min(bottom, south // FINE) - max(top, north // FINE) + wide
            taken += max(0, across) * max(0, down)
        if taken < (right - left - wide) * (bottom - top - wide):
            return True
    return False


def _standing(piece: Unit, x: int, y: int, heading: int) -> Unit:
    return replace(piece, where=Where.TABLE, x=x, y=y, heading=heading)


def _plan(state: State) -> dict[int, Base] | None:
    """A place for each unit that the side to act has still to deploy; none if none was found."""
    return _planned(state.ground, state.side, state.edges, tuple(state.units))


@lru_cache(maxsize=64)
def _planned(ground: Ground, side: Side, edges: tuple[Edge, Edge], units: tuple[Unit, ...]) -> dict[int, Base] | None:
    """The largest first, each at the first place that is free."""
    state = State(ground, list(units), Phase.DEPLOYMENT, side, edges=edges)
    types, found = ground.types, dict[int, Base]()
    scans: dict[str, Iterator[Deploy]] = {}
    size = {row.id: (-row.length * row.width, row.id) for row in ground.setup.chart}
    for unit in sorted(waiting(state, side), key=lambda unit: size[units[unit].kind]):
        row = types[units[unit].kind]
        order = next(scans.setdefault(row.id, _scan(state, row)), None)
        if order is None:
            return None
        state.units[unit] = _standing(units[unit], order.x, order.y, order.heading)
        found[unit] = state.base(unit)
    return found


def _scan(state: State, row: UnitType) -> Iterator[Deploy]:
    """Places of a kind of unit in the zones, row by row, that are free when they are asked for."""
    for turned in (0, 90):
        long, wide = (row.width, row.length) if turned else (row.length, row.width)
        for left, top, right, bottom in zones(state):
            heading = (facing(state, (left + right) // 2, (top + bottom) // 2) // 180 * 180 + turned) % 360
            for y in range(top + (long + 1) // 2, bottom - (long + 1) // 2 + 1, STEP):
                yield from _scan_row(state, row, (left + (wide + 1) // 2, right - (wide + 1) // 2), y, heading)


def _scan_row(state: State, row: UnitType, ends: tuple[int, int], y: int, heading: int) -> Iterator[Deploy]:
    """Places from left to right, past whatever stands there."""
    x, room = ends[0], _Room(state, row)
    while x <= ends[1]:
        order = Deploy(row.id, x, y, heading)
        if (past := room.past(order)) is not None:
            x = max(x + 1, past)
            continue
        if (edge := state.edges[state.side]) and buys(state):
            order = _at_edge(state, row, order, edge)
        if may_stand(state, row, order) is None:
            yield order
            room = _Room(state, row)
        x += STEP


class _Room:
    """What a base may not overlap, looked up once for many places."""

    def __init__(self, state: State, row: UnitType) -> None:
        self.row, where = row, going(state.ground, row)
        self.bodies = [shape for _, shape in paths.bodies(state, row.flying)]
        self.field = Field(self.bodies, where.off, where.on)

    def past(self, order: Deploy) -> int | None:
        """From where to look on if a place is taken: right of the base that is there, or a step on."""
        base = Base(order.x, order.y, order.heading, self.row.length, self.row.width)
        blocker = self.field.blocked(base)
        if blocker is None:
            return None
        if blocker.kind != "body":
            return order.x + STEP
        left, _, _, _ = base.shape.box
        return order.x - (left - self.bodies[blocker.number].box[2]) // FINE


def first_place(state: State) -> Deploy | None:
    """A place for any of the units that may be deployed now; none if none was found."""
    for kind in kinds(state):
        for order in _scan(state, state.ground.types[kind]):
            return order
    return None


# Deploying


def resolve_deploy(state: State, order: Deploy, dice: Dice) -> Iterator[Event]:
    """PK-85, PK-94, PK-98, PK-101, PK-R44: the unit stands; of a small army it is dug in. Then the next one."""
    row, bought = state.ground.types[order.kind], buys(state)
    unit = len(state.units) if bought else next_of(state, order.kind)
    ends_batch = not bought and state.phase is Phase.DEPLOYMENT and left_in_batch(state) == 1
    cost = row.points if bought else 0
    yield Deployed(unit, state.side, order.kind, order.x, order.y, order.heading, cost)
    if state.phase is Phase.START:
        yield from turn.go_on(state)
        return
    if starts_dug_in(state, unit):
        yield DugIn(unit)
    if ends_batch:
        yield from _next_batch(state)


def starts_dug_in(state: State, unit: int) -> bool:
    """PK-R44: with `dug_in` the small army's ground units are."""
    setup, piece, row = state.setup, state.units[unit], state.type(unit)
    small = setup.campaign == "encircled" and piece.side is setup.defending and not piece.relief
    return small and setup.dug_in and not row.flying and not row.naval


def _next_batch(state: State) -> Iterator[Event]:
    """PK-85, PK-92, PK-98: the other side if it has units left, else the same again, else play begins."""
    for side in (state.side.other, state.side):
        if waiting(state, side):
            yield PhaseBegan(Phase.DEPLOYMENT, side, 0)
            return
    yield from choices.after_deployment(state)


# A sample of places


def places(state: State, kind: str) -> Iterator[Deploy]:
    """Legal places for a kind of unit: some spread over the zones, or the first that is found."""
    row, none = state.ground.types[kind], True
    for order in spread(state, row):
        if may_deploy(state, order) is None:
            none = False
            yield order
    if none:
        yield from _any_place(state, row)


def _any_place(state: State, row: UnitType) -> Iterator[Deploy]:
    for order in _scan(state, row):
        if may_deploy(state, order) is None:
            yield order
            return


def spread(state: State, row: UnitType) -> list[Deploy]:
    found = dict[Deploy, None]()
    columns, rows = SPREAD
    for zone in zones(state):
        left, top, right, bottom = zone
        wide, high = (columns, rows) if right - left >= bottom - top else (rows, columns)
        for down in range(high):
            for across in range(wide):
                x = left + (right - left) * (2 * across + 1) // (2 * wide)
                y = top + (bottom - top) * (2 * down + 1) // (2 * high)
                found[placed(state, row, x, y, facing(state, x, y), zone)] = None
    return list(found)


def placed(state: State, row: UnitType, x: int, y: int, heading: int, zone: Box) -> Deploy:
    """A place pushed into its zone, and for a reinforcement to its edge."""
    order = Deploy(row.id, x, y, heading)
    if buys(state):
        edge = state.edges[state.side]
        assert edge
        return _at_edge(state, row, order, edge)
    return _moved_into(row, order, zone)
