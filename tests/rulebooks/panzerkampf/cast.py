"""The standard cast: tables and positions in centimetres, with units placed as the tests need them.

`battle([red("medium-tank", 20, 30, 90), blue("infantry", 40, 30)], table=field(wood(30, 20, 10, 10)))` is a state in
the middle of a game; units have the numbers of their places in the list. `play` gives an order with scripted dice.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, overload

import msgspec

from hulldown.kernel.dice import Dice, ScriptedDice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Preview
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.kernel.wire import plain
from hulldown.rulebooks.panzerkampf import files
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.events import Event
from hulldown.rulebooks.panzerkampf.figures import CM, Figures
from hulldown.rulebooks.panzerkampf.orders import Move, Order
from hulldown.rulebooks.panzerkampf.setup import Army, Edge, Setup
from hulldown.rulebooks.panzerkampf.state import Crate, Ground, LaidBridge, MineField, Phase, State, Unit, Where
from hulldown.rulebooks.panzerkampf.tables import Feature, Table
from hulldown.rulebooks.panzerkampf.units import UnitType, Weapon

CHART = files.types()
BY_ID = {row.id: row for row in CHART}


@overload
def cm(measure: float) -> int: ...
@overload
def cm(measure: float, other: float) -> tuple[int, int]: ...
def cm(measure: float, other: float | None = None) -> int | tuple[int, int]:
    """Centimetres in 1/100 mm: a length, or a place."""
    return round(measure * CM) if other is None else (round(measure * CM), round(other * CM))


# Tables


def feature(kind: str, movement: str, sight: str, *corners: tuple[float, float], name: str = "") -> Feature:
    """A polygon; two corners are those of a rectangle."""
    if len(corners) == 2:
        (left, top), (right, bottom) = corners
        corners = ((left, top), (right, top), (right, bottom), (left, bottom))
    return Feature(kind, movement, sight, tuple([cm(*corner) for corner in corners]), name)  # type: ignore[arg-type]


def _box(left: float, top: float, width: float, height: float) -> tuple[tuple[float, float], tuple[float, float]]:
    return (left, top), (left + width, top + height)


def house(*box: float) -> Feature:
    """Impassable, blocks sight; left, top, width, height, like all that follow."""
    return feature("house", "impassable", "blocks", *_box(*box))


def wood(*box: float) -> Feature:
    """Slow, blocks sight."""
    return feature("wood", "slow", "blocks", *_box(*box))


def marsh(*box: float) -> Feature:
    """Slow, open."""
    return feature("marsh", "slow", "open", *_box(*box))


def ditch(*box: float) -> Feature:
    """Impassable, open."""
    return feature("ditch", "impassable", "open", *_box(*box))


def hedge(*box: float) -> Feature:
    """Free to cross, blocks sight."""
    return feature("hedge", "free", "blocks", *_box(*box))


def lake(*box: float) -> Feature:
    return feature("water", "water", "open", *_box(*box), name="lake")


def bridge(*box: float) -> Feature:
    return feature("bridge", "free", "open", *_box(*box))


def field(*features: Feature, width: int = 120, height: int = 80) -> Table:
    """Open ground with some features."""
    return Table("A field", width * CM, height * CM, features)


# Units


def unit(side: Side, kind: str, x: float, y: float, heading: int = 0, **fields: Any) -> Unit:
    """A unit on the table, its number and hit points filled in unless they are given."""
    known: dict[str, Any] = {"number": 0, "hp": BY_ID[kind].hp if kind in BY_ID else 1, "where": Where.TABLE}
    return Unit(side, kind, x=cm(x), y=cm(y), heading=heading, **(known | fields))


def red(kind: str, x: float, y: float, heading: int = 0, **fields: Any) -> Unit:
    return unit(RED, kind, x, y, heading, **fields)


def blue(kind: str, x: float, y: float, heading: int = 0, **fields: Any) -> Unit:
    return unit(BLUE, kind, x, y, heading, **fields)


def figures(**changed: Any) -> Figures:
    """The usual figures with some changed; of a group such as `mine` only those that are named."""
    usual = plain(files.usual())
    merged = {name: usual[name] | value if isinstance(value, dict) else value for name, value in changed.items()}
    return msgspec.convert(usual | merged, Figures)


def altered(kind: str, weapon: int | None = None, chart: tuple[UnitType, ...] = CHART, **changed: Any) -> Any:
    """The chart with one row changed, or one weapon of it."""

    def row_of(row: UnitType) -> UnitType:
        if weapon is None:
            return msgspec.structs.replace(row, **changed)
        weapons = list(row.weapon)
        weapons[weapon] = msgspec.structs.replace(weapons[weapon], **changed)
        return msgspec.structs.replace(row, weapon=tuple(weapons))

    return tuple(row_of(row) if row.id == kind else row for row in chart)


def armed(kind: str, *weapons: dict[str, Any], chart: tuple[UnitType, ...] = CHART) -> Any:
    """The chart with other weapons on one row: `armed("medium-tank", {"kind": "heavy", "attacks": 2, …})`."""
    usual = {"name": "gun", "kind": "normal", "range": 40, "angle": 180, "attacks": 1, "accuracy": 6, "damage": 1}
    rows = tuple(msgspec.convert(usual | weapon, Weapon) for weapon in weapons)
    return tuple(msgspec.structs.replace(row, weapon=rows) if row.id == kind else row for row in chart)


# Positions


def battle(
    units: Sequence[Unit],
    *,
    table: Table | None = None,
    phase: Phase = Phase.MOVEMENT,
    side: Side = RED,
    turn: int = 3,
    first: Side | None = None,
    edges: tuple[Edge | Literal[""], Edge | Literal[""]] = ("south", "north"),
    mines: Iterable[tuple[int, float, float]] = (),
    crates: Iterable[tuple[float, float, int]] = (),
    bridges: Iterable[tuple[float, float, int]] = (),
    chart: tuple[UnitType, ...] = CHART,
    changed: dict[str, Any] | None = None,
    scenario: str = "drawn",
    campaign: str = "standard",
    limit: int = 2000,
    relief: dict[str, int] | None = None,
    defender: str = "red",
    command: bool = False,
    reverse: bool = False,
    infantry_wrecks: bool = True,
    last_support: bool = False,
    dug_in: bool = False,
    silent_start: bool = False,
    third_flying: bool = False,
    **more: Any,
) -> State:
    """A game under way: by default in Red's movement phase of turn 3, a standard battle without command dice.

    `changed` are figures that differ from the usual ones; `mines` are (owner, x, y), `crates` and `bridges` (x, y,
    heading). Other fields of the state (`pool`, `counters`, `marked`, `window`, `bank`, …) may follow.
    """
    pieces = _numbered(units)
    armies = [_army(pieces, of) for of in Side]
    setup = Setup(
        scenario=scenario,
        campaign=campaign,  # type: ignore[arg-type]
        limit=limit,
        table=table or field(),
        chart=chart,
        figures=figures(**(changed or {})),
        red=armies[0],
        blue=armies[1],
        defender=defender,  # type: ignore[arg-type]
        relief=None if relief is None else Army(relief),
        command=command,
        reverse=reverse,
        infantry_wrecks=infantry_wrecks,
        last_support=last_support,
        dug_in=dug_in,
        silent_start=silent_start,
        third_flying=third_flying,
    )
    laid = tuple(LaidBridge(*cm(x, y), heading) for x, y, heading in bridges)
    state = State(
        Ground.of(setup, laid),
        pieces,
        phase,
        side,
        turn,
        first=side if first is None and turn % 2 else side.other if first is None else first,
        chosen=True,
        edges=edges,
        mines=tuple(MineField(owner, *cm(x, y)) for owner, x, y in mines),
        crates=tuple(Crate(*cm(x, y), heading, setup.figures.crate.hp) for x, y, heading in crates),
    )
    for name, value in more.items():
        setattr(state, name, value)
    return state


def pocket(**more: Any) -> State:
    """Encircled infantry, a medium tank of the large army that waits, and a besieger; Red is to choose its edge."""
    units = [
        red("infantry", 60, 60),
        red("medium-tank", 0, 0, where=Where.WAITING, relief=True),
        blue("infantry", 10, 10),
    ]
    usual: dict[str, Any] = {"phase": Phase.START, "turn": 11, "edges": ("", ""), "relief": {"medium-tank": 1}}
    return battle(units, table=field(height=120), campaign="encircled", **(usual | more))


def _numbered(units: Sequence[Unit]) -> list[Unit]:
    found: list[Unit] = []
    for piece in units:
        number = 1 + sum((other.side, other.kind) == (piece.side, piece.kind) for other in found)
        found.append(piece if piece.number else msgspec.structs.replace(piece, number=number))
    return found


def _army(pieces: list[Unit], side: Side) -> Army:
    kinds = [piece.kind for piece in pieces if piece.side is side and not piece.relief]
    return Army({kind: kinds.count(kind) for kind in dict.fromkeys(kinds)})


def change(state: State, unit: int, **fields: Any) -> None:
    """Changes fields of a unit, as no rule did."""
    state.units[unit] = msgspec.structs.replace(state.units[unit], **fields)


def where(state: State, unit: int) -> tuple[float, float, int]:
    """A unit's pose, in centimetres."""
    piece = state.units[unit]
    return piece.x / CM, piece.y / CM, piece.heading


def move(unit: int, *stretches: tuple[int, float]) -> Move:
    """A move of turns in degrees, each followed by so many centimetres."""
    return Move(unit, tuple((turn, cm(length)) for turn, length in stretches))


# Judging and playing


def refusal(state: State, order: Order) -> Refusal | None:
    return book.refuse(state, order)


def allows(state: State, order: Order) -> bool:
    return refusal(state, order) is None


def refused(state: State, order: Order, rule: str, *told: object) -> Refusal:
    """Asserts that an order is refused by this rule, in a sentence with these figures, and returns the refusal."""
    found = book.refuse(state, order)
    assert found is not None, f"{order} is accepted"
    assert book.preview(state, order).refusal == found
    assert found.rule == rule, f"refused by {found}, not by {rule}"
    for part in told:
        assert str(part) in found.sentence, f"{part!r} is not in {found.sentence!r}"
    if found.nearest is not None:
        assert allows(state, found.nearest), (
            f"the nearest, {found.nearest}, is refused: {refusal(state, found.nearest)}"
        )
    return found


def play(state: State, order: Order, *rolls: Sequence[int]) -> tuple[Event, ...]:
    """Plays an order on this very state, with these rolls and no others; returns what happened."""
    dice = ScriptedDice(rolls)
    events = play_with(state, order, dice)
    dice.done()
    return events


def play_with(state: State, order: Order, dice: Dice) -> tuple[Event, ...]:
    found = book.refuse(state, order)
    assert found is None, f"{order} is refused: {found}"
    events: list[Event] = []
    for event in book.decide(state, order, dice):
        book.evolve(state, event)
        events.append(event)
    return tuple(events)


def preview(state: State, order: Order) -> Preview:
    """The preview of a legal order, by the book."""
    found = book.preview(state, order)
    assert found.refusal is None, f"{order} is refused: {found.refusal}"
    return found
