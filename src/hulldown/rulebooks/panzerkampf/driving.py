"""Orders to move (PK-03 … PK-18), dive (PK-19), fly (PK-22) and dig in (PK-23), with mines on the way (PK-66)."""

from collections.abc import Iterator, Sequence
from itertools import product
from math import ceil
from typing import Literal

from msgspec.structs import replace

from hulldown.geometry.plane import Base, Field, in_gap, overlap, point, sweep
from hulldown.kernel.dice import Dice
from hulldown.kernel.forecast import BestShot, Forecast, shot_from_there
from hulldown.kernel.picture import Place, Pose
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview, Way
from hulldown.rulebooks.panzerkampf import campaign, command, ground, mines, shooting
from hulldown.rulebooks.panzerkampf.events import Digging, Dived, Event, GameEnded, Moved, Surfaced
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.orders import DigIn, Dive, EndMovement, Enter, Move, Path, Stretch, Surface
from hulldown.rulebooks.panzerkampf.paths import (
    Course,
    Legs,
    Piece,
    Walk,
    allowance,
    bodies,
    cm,
    in_the_way,
    least,
    left_over,
)
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import Edge, destination
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from hulldown.rulebooks.panzerkampf.units import UnitType

PK_02, PK_03, PK_19 = RULES["PK-02"], RULES["PK-03"], RULES["PK-19"]
PK_22, PK_23, PK_R2, PK_R7 = RULES["PK-22"], RULES["PK-23"], RULES["PK-R2"], RULES["PK-R7"]
PK_R9, PK_R10, PK_R31, PK_R47 = RULES["PK-R9"], RULES["PK-R10"], RULES["PK-R31"], RULES["PK-R47"]
INWARDS: dict[Edge, int] = {"north": 180, "east": 270, "south": 0, "west": 90}
Go = Move | Enter


# Who may move


def may_act(state: State, unit: int) -> Refusal | None:
    """PK-02, PK-03, PK-23, PK-77, PK-78: a unit of the side to act that has not moved in this turn, nor given it up."""
    if missing := state.missing(unit):
        return PK_02.refuse(missing)
    piece, name = state.units[unit], state.name(unit, state.side)
    if piece.side is not state.side:
        return PK_02.refuse(f"{name} is not {state.side.label}'s to move; it is {state.side.label}'s turn")
    if not piece.standing and piece.where is not Where.AWAY:
        return state.absent(unit, state.side)
    if piece.done == state.turn:
        return _spent(state, unit, name)
    return None


def _spent(state: State, unit: int, name: str) -> Refusal:
    """Why a unit moves no more in this turn."""
    piece = state.units[unit]
    if piece.moved == state.turn:
        return PK_03.refuse(f"{name} has moved in this turn")
    if piece.digging == state.turn:
        return PK_23.refuse(f"{name} digs a trench in this turn and stays where it is")
    return command.RULE_OF[piece.command].refuse(f"{name} used its command die {piece.command!r} instead of moving")


def standing_room(state: State, row: UnitType, x: int, y: int, heading: int) -> Refusal | None:
    """PK-07, PK-16, PK-79, PK-R3, PK-R5, PK-R31, PK-R47: whether a base may be put there."""
    base, others = Base(x, y, heading, row.length, row.width), bodies(state, row.flying)
    going, here = ground.going(state.ground, row), f"{row.name} cannot stand at {cm(x)}, {cm(y)}"
    blocker = Field([shape for _, shape in others], going.off, going.on).blocked(base)
    if blocker is not None:
        number = blocker.number
        rule, told = in_the_way(state, others[number][0]) if blocker.kind == "body" else going.reason(blocker)
        return rule.refuse(f"{here}: {told}")
    if row.flying and not state.table.whole.holds(x, y):
        return (PK_R7 if row.type == "plane" else PK_R47).refuse(f"{here}: its middle is not on the table")
    mined = not row.flying and any(overlap(base.shape, mines.area(state, at)) for at in range(len(state.mines)))
    return PK_R31.refuse(f"{here}: a mine field is there, and nobody is placed on one") if mined else None


# Orders to move


def may_move(state: State, order: Move) -> Refusal | None:
    """PK-03 … PK-08, PK-11 … PK-18, PK-22: a path that MOV, TRN, the ground and all bases allow."""
    return judged(state, order)[0]


def may_enter(state: State, order: Enter) -> Refusal | None:
    """PK-22, PK-R7: a plane comes back over the edge that it left by, and flies on."""
    return judged(state, order)[0]


def judged(state: State, order: Go) -> tuple[Refusal | None, Walk | None]:
    """What is wrong with a path, and as much of it as is allowed."""
    if refusal := may_act(state, order.unit) or _may_begin(state, order):
        return refusal, None
    course = Course(state, order.unit)
    walk = course.walk(_start(state, order), order.path)
    return _refused(course, order, walk), walk


def _start(state: State, order: Go) -> Base:
    base = state.base(order.unit)
    return replace(base, x=order.x, y=order.y, heading=order.heading) if isinstance(order, Enter) else base


def _may_begin(state: State, order: Go) -> Refusal | None:
    """PK-22, PK-R7: who is on the table moves, who is off it comes back over its edge, looking inwards."""
    piece, name = state.units[order.unit], state.name(order.unit, state.side)
    if isinstance(order, Move):
        if piece.where is Where.AWAY:
            told = f"{name} is off the table; it comes back over the {piece.edge} edge"
            return PK_R7.refuse(told, next(iter(moves(state, order.unit)), None))
        return None
    if piece.where is not Where.AWAY or not piece.edge:
        return PK_R7.refuse(f"{name} is on the table; it moves from where it is")
    width, height = state.table.width, state.table.height
    line = {"north": order.y, "south": order.y - height, "west": order.x, "east": order.x - width}[piece.edge]
    if line or not state.table.whole.holds(order.x, order.y):
        told = f"{name} left over the {piece.edge} edge; {cm(order.x)}, {cm(order.y)} is not on it"
        return PK_R7.refuse(told, next(iter(moves(state, order.unit)), None))
    inwards = INWARDS[piece.edge]
    if abs((order.heading - inwards + 180) % 360 - 180) > 90:
        told = f"{name} comes back with a heading within 90° of {inwards}°, which is inwards; {order.heading}° is not"
        return PK_R7.refuse(told, next(iter(moves(state, order.unit)), None))
    return None


def _refused(course: Course, order: Go, walk: Walk) -> Refusal | None:
    """The first thing wrong with a path, and the nearest path that is allowed."""
    if walk.stopped:
        rule, told = walk.stopped
        return rule.refuse(told, _nearest(course, order, walk.path))
    if walk.length < course.least:
        told = f"{course.name} flies {cm(walk.length)} cm on this path; it must fly {cm(course.least)} cm at least"
        *before, (turn, length) = walk.path or ((0, 0),)
        return PK_22.refuse(told, _nearest(course, order, (*before, (turn, length + course.least - walk.length))))
    if not walk.pieces:
        return PK_R2.refuse(f"the path of {course.name} leads nowhere")
    if isinstance(order, Enter) and left_over(walk.legs, course.state.table):
        for better in moves(course.state, order.unit)[:1]:
            if _nearest(course, better, better.path):
                return PK_R7.refuse(f"{course.name} must end on the table if it can, and it can", better)
    return None


def _nearest(course: Course, order: Go, path: Path) -> Go | None:
    """The order with another path, if that is allowed; one that comes back ends on the table (PK-R7)."""
    walk = course.walk(_start(course.state, order), path)
    off = isinstance(order, Enter) and left_over(walk.legs, course.state.table)
    legal = walk.pieces and not walk.stopped and walk.length >= course.least and not off
    return replace(order, path=path) if legal else None


def resolve_move(state: State, order: Move, dice: Dice) -> Iterator[Event]:
    """PK-03, PK-66, PK-96: the unit goes along its path, over mines on its way, and may arrive."""
    yield from _go(state, order, dice)


def resolve_enter(state: State, order: Enter, dice: Dice) -> Iterator[Event]:
    """PK-22, PK-R7: the plane is back over the table."""
    yield from _go(state, order, dice)


def _go(state: State, order: Go, dice: Dice) -> Iterator[Event]:
    unit, entered = order.unit, state.units[order.unit].edge if isinstance(order, Enter) else ""
    course, start = Course(state, unit), _start(state, order)
    walk = course.walk(start, order.path)
    told = None
    for at in _met(state, unit, walk):
        piece = walk.pieces[at.piece]
        until = (*walk.path[: at.piece], (piece.turn, at.length if piece.length >= 0 else -at.length))
        met = course.walk(start, until)
        if (moved := _moved(course, met, entered)) != told:
            told = moved
            yield moved
            if arrives(state, unit, met.stations):
                yield from _arrived(state, unit)
                return
        yield from mines.strike(state, unit, at.field, dice)
        if state.result or not state.units[unit].standing:
            return
    if (moved := _moved(course, walk, entered)) != told:
        yield moved
        if arrives(state, unit, walk.stations):
            yield from _arrived(state, unit)


def _met(state: State, unit: int, walk: Walk) -> list[mines.Contact]:
    return mines.contacts(state, unit, [(piece.base, piece.length) for piece in walk.pieces])


def _moved(course: Course, walk: Walk, entered: Edge | Literal[""]) -> Moved:
    end, table = walk.end, course.state.table
    return Moved(
        unit=course.unit,
        legs=walk.legs,
        x=end.x,
        y=end.y,
        heading=end.heading,
        cost=ceil(walk.cost),
        turned=walk.turned,
        edge=left_over(walk.legs, table) if course.row.type == "plane" else "",
        entered=entered,
    )


def arrives(state: State, unit: int, legs: Legs) -> bool:
    """PK-96, PK-R43: whether a support unit of the escort came near enough to the destination on its way.

    The gap between its base and the point counts, anywhere on a straight piece, after each turn and where it stands.
    """
    setup, side = state.setup, state.units[unit].side
    edge = state.edges[side]
    if setup.campaign != "escort" or side is not setup.defending or not state.type(unit).support or not edge:
        return False
    goal, near = point(*destination(setup, edge)), setup.figures.escort.arrival * CM
    base = state.base(unit)
    pieces = [Piece(0, replace(base, x=x, y=y, heading=heading), length) for x, y, heading, length in legs]
    return any(in_gap(shape, goal, near) for shape in [base.shape, *[sweep(at.base, at.leg) for at in pieces]])


def _arrived(state: State, unit: int) -> Iterator[Event]:
    yield GameEnded(campaign.arrival(state, unit))


def preview(state: State, order: Go) -> Preview:
    """PK-03, PK-04, PK-66: the path as far as it is allowed, what it takes, why it goes no farther, mines on it."""
    refusal, walk = judged(state, order)
    if walk is None:
        return Preview(refusal)
    corners = [walk.start]
    for piece in walk.pieces:
        corners += [piece.base] * bool(piece.turn) + [piece.end] * bool(piece.length)
    way = Way(
        poses=tuple([Pose(base.x, base.y, base.heading) for base in corners]),
        swept=tuple(
            [tuple([Place(*at) for at in sweep(piece.base, piece.leg).drawn]) for piece in walk.pieces if piece.length]
        ),
        slow=walk.slow,
        cost=ceil(walk.cost),
        move=allowance(state, order.unit),
        turned=walk.turned,
        turn=state.type(order.unit).turn,
        least=least(state, order.unit),
        leaves=bool(left_over(walk.legs, state.table)),
    )
    met = _met(state, order.unit, walk)
    said, best = mines.said(state, order.unit, met), _from_there(state, order, walk)
    if best is not None:
        said = (*said, shot_from_there(*best, "harm"))
    forecast = Forecast(said=tuple(said), then=best and best[1]) if said else None
    return Preview(refusal, stages=mines.stages(state, order.unit, met), way=way, forecast=forecast)


def _from_there(state: State, order: Go, walk: Walk) -> tuple[str, BestShot | None] | None:
    """PK-25, PK-53: the best shot of the shooting phase, as all others stand now, from where a way ends."""
    end = walk.end
    if not walk.pieces or left_over(walk.legs, state.table):
        return None
    then = replace(state, phase=Phase.SHOOTING, units=state.units.copy())
    pose = {"where": Where.TABLE, "x": end.x, "y": end.y, "heading": end.heading}
    then.units[order.unit] = replace(state.units[order.unit], moved=state.turn, **pose)
    return shooting.best_shot(then, order.unit)


# Submarines and trenches


def may_dive(state: State, order: Dive) -> Refusal | None:
    """PK-19: a submarine on the surface, before it moves."""
    if refusal := may_act(state, order.unit) or _may_decide(state, order.unit, "dive"):
        return refusal
    if state.units[order.unit].dived:
        return PK_19.refuse(f"{state.name(order.unit, state.side)} is dived already")
    return None


def may_surface(state: State, order: Surface) -> Refusal | None:
    """PK-19, PK-R9: a dived submarine over which no base lies, before it moves."""
    if refusal := may_act(state, order.unit) or _may_decide(state, order.unit, "surface"):
        return refusal
    unit, name = order.unit, state.name(order.unit, state.side)
    if not state.units[unit].dived:
        return PK_19.refuse(f"{name} is on the surface already")
    shape = state.base(unit).shape
    above = next((other for other, body in bodies(state, False, unit) if overlap(shape, body)), None)
    if above is not None:
        return PK_R9.refuse(f"{name} stays dived: {state.name(above, state.side)} lies over it")
    return None


def _may_decide(state: State, unit: int, deed: str) -> Refusal | None:
    name = state.name(unit, state.side)
    if state.type(unit).type != "submarine":
        return PK_19.refuse(f"{name} is no submarine and cannot {deed}")
    if state.units[unit].decided == state.turn:
        return PK_R9.refuse(f"{name} has decided in this turn, and keeps to it until the next")
    return None


def resolve_dive(state: State, order: Dive, dice: Dice) -> Iterator[Event]:
    yield Dived(order.unit)


def resolve_surface(state: State, order: Surface, dice: Dice) -> Iterator[Event]:
    yield Surfaced(order.unit)


def may_dig_in(state: State, order: DigIn) -> Refusal | None:
    """PK-23, PK-R10: infantry that has not moved, and is not dug in yet."""
    if refusal := may_act(state, order.unit):
        return refusal
    name, piece = state.name(order.unit, state.side), state.units[order.unit]
    if state.type(order.unit).type != "infantry":
        return PK_23.refuse(f"{name} is no infantry and digs no trench")
    return PK_R10.refuse(f"{name} is dug in already") if piece.dug_in else None


def resolve_dig_in(state: State, order: DigIn, dice: Dice) -> Iterator[Event]:
    yield Digging(order.unit)


# The end of the phase


def owed(state: State) -> list[int]:
    """PK-22, PK-R7: the planes that must still fly in this movement phase; those off the table come back."""
    return [
        unit
        for unit, piece in enumerate(state.units)
        if piece.side is state.side
        and (piece.standing or piece.where is Where.AWAY)
        and piece.done != state.turn
        and state.type(unit).type == "plane"
    ]


def may_end_movement(state: State, order: EndMovement) -> Refusal | None:
    """PK-02, PK-22, PK-R7, PK-R55: when every plane has flown that can."""
    for unit in owed(state):
        if flights := moves(state, unit):
            name, far = state.name(unit, state.side), cm(least(state, unit))
            away = state.units[unit].where is Where.AWAY
            told = f"come back over the {state.units[unit].edge} edge and fly" if away else "fly"
            rule = PK_R7 if away else PK_22
            return rule.refuse(f"{name} must {told} {far} cm at least before the movement ends", flights[0])
    return None


# Samples

FAN = (0, 15, -15, 30, -30, 45, -45, 60, -60, 90, -90, 135, -135, 180)
BENDS = (30, -30, 60, -60, 90, -90)
BANKS = (0, 15, -15, 30, -30, 60, -60, 90, -90, 120, -120)


def moves(state: State, unit: int) -> list[Go]:
    """PK-03 … PK-05, PK-22: legal moves of many shapes, farthest first; of a plane those that stay on the table.

    A plane that cannot stay has those that leave it.
    """
    if state.phase is not Phase.MOVEMENT or may_act(state, unit):
        return []
    course, found = Course(state, unit), dict[Go, bool]()
    for order in _wanted(state, course):
        walk = course.walk(_start(state, order), order.path)
        if walk.pieces and walk.length >= course.least:
            found[replace(order, path=walk.path)] = not left_over(walk.legs, state.table)
    return [order for order, stays in found.items() if stays] or list(found)


def _wanted(state: State, course: Course) -> Iterator[Go]:
    unit, piece = course.unit, state.units[course.unit]
    if piece.where is Where.AWAY:
        assert piece.edge
        yield from _entries(state, course, piece.edge)
    else:
        yield from [Move(unit, path) for path in (_flights if course.row.type == "plane" else _drives)(course)]


def _turns(course: Course, wanted: Sequence[int]) -> list[int]:
    """Turns no farther than TRN, each once."""
    most = course.row.turn
    return list(dict.fromkeys(max(-most, min(most, turn)) for turn in wanted))


def _drives(course: Course) -> Iterator[Path]:
    """Turn and go, go and turn and go, quarters ahead, turns on the spot, and backwards."""
    far = course.move
    for length, turn in product((far, far // 2), _turns(course, FAN)):
        yield ((turn, length),)
    yield from [((0, 3 * far // 4),), ((0, far // 4),)]
    for turn in _turns(course, BENDS):
        yield (0, far // 2), (turn, far - far // 2)
    for turn in _turns(course, (45, -45)):
        yield (turn, far // 2), (-turn, far - far // 2)
    for turn in _turns(course, (30, -30, 90, -90, 180)):
        yield ((turn, 0),)
    if course.state.setup.reverse:
        yield from [((0, -far // 2),), ((0, -far // 4),)]


def _flights(course: Course) -> Iterator[Path]:
    """Turn and fly, fly and turn and fly, and two turns to the same hand, from the least flight to the whole MOV."""
    low, far, turn = course.least, course.move, course.row.turn
    for bank, length in product(_turns(course, BANKS), (low, (low + far) // 2, far)):
        yield ((bank, length),)
    for bank in _turns(course, (45, -45, turn, -turn)):
        yield (0, low // 2), (bank, low - low // 2)
        yield (0, low // 4), (bank, low - low // 4)
    for bank in (turn // 2, -(turn // 2)):
        yield (bank, low // 2), (bank, low - low // 2)
        yield (bank, low // 4), (bank, low - low // 4)


def _entries(state: State, course: Course, edge: Edge) -> Iterator[Enter]:
    """Places of the edge, headings inwards, and flights from there."""
    low, far, turn = course.least, course.move, course.row.turn
    width, height, inwards = state.table.width, state.table.height, INWARDS[edge]

    def enter(tenth: int, heading: int, path: tuple[Stretch, ...]) -> Enter:
        x = {"west": 0, "east": width}.get(edge, width * tenth // 10)
        y = {"north": 0, "south": height}.get(edge, height * tenth // 10)
        return Enter(course.unit, x, y, (inwards + heading) % 360, path)

    for tenth, heading in product((5, 3, 7, 1, 9), (0, 30, -30, 60, -60, 90, -90)):
        yield enter(tenth, heading, ((0, low),))
    for tenth, length in product((5, 3, 7, 1, 9), ((low + far) // 2, far)):
        yield enter(tenth, 0, ((0, length),))
    for tenth, bank in product((5, 1, 9), (min(90, turn), -min(90, turn))):
        yield enter(tenth, 0, ((0, low // 2), (bank, low - low // 2)))
