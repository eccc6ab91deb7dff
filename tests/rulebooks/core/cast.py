"""The standard cast: tables drawn in the tests, with units placed by a drawing instead of a deployment.

A drawing has one word for each square, in rows. `.` is street, `:` a paved square, `,` garden, `#` house, `C` church;
`=` a standing wall, `~` the dust of one that fell in this turn, `-` a low barricade and `+` a high one. A unit is its
letter in the chart, its number and its facing, Red in capitals, Blue in small letters: `H1→`, `htd2↙`. Marks stand
before the arrow: `!` immobilised, `½` semi-immobilised, `^` injured crew, `*` the command tank, `(3)` a repair timer:
`m2!(3)↙`, `M1*→`. A second arrow is where the turret points: `M1→↗`. `×m2` is a wreck; it faces up, or where its arrow
says: `×m2→`. The letters are those of the generic chart, or of the types with `chart=TYPES`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import msgspec

from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.files import convert, read_toml
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import RED, Side
from hulldown.rulebooks.panzerstrike.board import LEGEND, Board
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.events import Event, Fired
from hulldown.rulebooks.panzerstrike.core.orders import (
    Announce,
    AnnounceWall,
    Deploy,
    EndMovement,
    EndTurn,
    Move,
    NameCommand,
    OpenFire,
    Order,
    Push,
    Resolve,
    RollSpeed,
    StartRepair,
    StopRepair,
    TurnTurret,
)
from hulldown.rulebooks.panzerstrike.core.rules import HERE
from hulldown.rulebooks.panzerstrike.core.setup import SPAA, Army, Figures, Setup, UnitType
from hulldown.rulebooks.panzerstrike.core.state import Colour, Gear, Ground, Mode, Phase, State, Tracks, Unit, Units
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS
from tests.rulebooks import drawn
from tests.rulebooks.drawn import (
    DUST,
    HIGH,
    LOW,
    STREETS,
    WALL,
    WalledTable,
    armies_of,
    cells_of,
    in_order,
    rows_of,
    side_of,
    standing,
)


def chart(name: str) -> tuple[UnitType, ...]:
    """The rows of a chart's file."""
    rows = [{key: row[key] for key in row if key != "source"} for row in read_toml(HERE / "units" / name)[1]["unit"]]
    return tuple(convert(row, UnitType, name) for row in rows)


CHART, TYPES = chart("generic.toml"), chart("types.toml")
KINDS = {kind.id: kind for kind in (*TYPES, *CHART)}
_UNIT = re.compile(rf"([A-Z]+|[a-z]+)(\d+)([!½^*]*)(?:\((\d)\))?([{ARROWS}])([{ARROWS}]?)")
_WRECK = re.compile(rf"×([A-Z]+|[a-z]+)(\d+)([{ARROWS}]?)")
field = drawn.field


def figures(**changed: Any) -> Figures:
    """The figures of `dice.toml`, with some of them changed."""
    given = read_toml(HERE / "dice.toml")[1]
    return convert({key: given[key] for key in Figures.__struct_fields__} | changed, Figures, "figures")


def altered(kind: str, rows: tuple[UnitType, ...] = CHART, **changed: Any) -> tuple[UnitType, ...]:
    """A chart with one row changed."""
    return tuple(msgspec.structs.replace(row, **changed) if row.id == kind else row for row in rows)


def setup_of(
    rows: Iterable[str],
    red: dict[str, int],
    blue: dict[str, int],
    *,
    total: int = 500,
    chart: tuple[UnitType, ...] = CHART,
    changed: dict[str, Any] | None = None,
    **more: Any,
) -> Setup:
    """A set-up on a small drawn board whose north is up, so that compass words are as on paper."""
    board = Board("A drawn board", "up", tuple(rows))
    return Setup("drawn", board, chart, figures(**(changed or {})), Army(red, total), Army(blue, total), **more)


class Table(WalledTable[State, Order, Event]):
    """A state with the words of a player."""

    book = book

    def piece(self, name: str) -> Unit:
        return self.state.units.units[self.unit(name)]

    def change(self, name: str, **fields: Any) -> None:
        """Changes fields of a unit, as no rule did."""
        self.state.units.put(self.unit(name), msgspec.structs.replace(self.piece(name), **fields))

    # orders

    def move(self, name: str, pose: str, gear: Gear = Gear.FORWARD, tow: str = "", trail: str = "") -> Move:
        towed = (self.unit(tow), self.square(trail)) if tow else (-1, -1)
        return Move(self.unit(name), *self.pose(pose), gear, *towed)

    def back(self, name: str, pose: str) -> Move:
        return self.move(name, pose, Gear.REVERSE)

    def push(self, name: str) -> Push:
        return Push(self.unit(name))

    def lay(self, name: str, arrow: str) -> TurnTurret:
        """The order that points a turret this way on the board."""
        return TurnTurret(self.unit(name), (ARROWS.index(arrow) - self.piece(name).facing) % 8)

    def announce(self, shooter: str, target: str, mode: Mode = Mode.DIRECT, colour: Colour = Colour.WHITE) -> Announce:
        return Announce(self.unit(shooter), self.unit(target), mode, colour)

    def lob(self, howitzer: str, target: str) -> Announce:
        return self.announce(howitzer, target, Mode.PARABOLIC)

    def announce_wall(self, shooter: str, square: str) -> AnnounceWall:
        return AnnounceWall(self.unit(shooter), self.square(square))

    def start_repair(self, name: str) -> StartRepair:
        return StartRepair(self.unit(name))

    def stop_repair(self, name: str) -> StopRepair:
        return StopRepair(self.unit(name))

    def deploy(self, kind: str, pose: str) -> Deploy:
        return Deploy(kind, *self.pose(pose))

    def command(self, name: str) -> NameCommand:
        return NameCommand(self.unit(name))

    def moves(self, name: str, gear: Gear = Gear.FORWARD, tow: str = "") -> set[str]:
        """Where a unit may go in a gear, or with a weapon in tow: then with its trail, as `C3↗ C4`."""
        found = [order for order in book.orders(self.state, self.unit(name)) if isinstance(order, Move)]
        towed = self.unit(tow) if tow else -1
        place = self.state.place
        return {
            place(o.square) + ARROWS[o.facing] + (f" {place(o.trail)}" if tow else "")
            for o in found
            if (o.gear, o.tow) == (gear, towed)
        }

    def targets(self, name: str, mode: Mode = Mode.DIRECT) -> set[str]:
        """What a unit may announce a shot at."""
        found = book.orders(self.state, self.unit(name))
        return {self.name(order.target) for order in found if isinstance(order, Announce) and order.mode is mode}

    def wall_targets(self, name: str) -> set[str]:
        found = book.orders(self.state, self.unit(name))
        return {self.state.place(order.square) for order in found if isinstance(order, AnnounceWall)}

    def roll_speed(self, name: str, face: int) -> tuple[Event, ...]:
        return self.play(RollSpeed(self.unit(name)), (face,))

    def end_movement(self) -> tuple[Event, ...]:
        return self.play(EndMovement())

    def open_fire(self) -> tuple[Event, ...]:
        return self.play(OpenFire())

    def resolve(self, shooter: str, *rolls: tuple[int, ...]) -> Fired:
        """Rolls for an announced shot, roll by roll; returns what came of it."""
        fired = self.play(Resolve(self.unit(shooter)), *rolls)[0]
        assert isinstance(fired, Fired)
        return fired

    def shoot(self, order: Announce | AnnounceWall, *rolls: tuple[int, ...]) -> Fired:
        """Announces a shot, opens fire and rolls."""
        self.play(order)
        self.open_fire()
        return self.resolve(self.name(order.unit), *rolls)

    def end_turn(self) -> tuple[Event, ...]:
        return self.play(EndTurn())

    def pass_turn(self) -> tuple[Event, ...]:
        """A whole turn in which nothing is done."""
        self.end_movement()
        return self.end_turn()


class Always(Dice):
    """Dice that show the same face again and again, by its place on the die."""

    def __init__(self, at: int = 0) -> None:
        super().__init__()
        self.at = at

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        return (die[self.at % len(die)],) * count


def table(
    drawing: str,
    *,
    phase: Phase = Phase.MOVEMENT,
    side: Side = RED,
    first: Side = RED,
    round: int = 2,  # noqa: A002  the word of the game
    moved: Iterable[str] = (),
    turned: Iterable[str] = (),
    fired: Iterable[str] = (),
    broke: Iterable[str] = (),
    coordinated: Iterable[str] = (),
    hitched: Iterable[tuple[str, str]] = (),
    chart: tuple[UnitType, ...] = CHART,
    changed: dict[str, Any] | None = None,
    **more: Any,
) -> Table:
    """A table in the middle of a game. `moved`, `turned`, `fired` and `broke` name the units that did so in this round.

    `coordinated` have taken a slot, `hitched` are vehicles with the fixed weapons that they may pull. Set-up fields
    (`speed_die`, `spaa`, `turn_limit` …) may follow; `changed` are figures that differ from the usual ones. Of the
    SPAA drawn, `spaa` on each side are the free ones.
    """
    cells, columns = cells_of(drawing)
    signs = ["." if cell in STREETS or cell not in LEGEND else cell for cell in cells]
    walls, dust, low, high = (standing(cells, sign) for sign in (WALL, DUST, LOW, HIGH))
    kinds = [kind.id for kind in chart]
    pieces = in_order(_units(cells, {kind.letter: kind.id for kind in chart}), kinds)
    armies = armies_of(pieces, kinds, lambda kind: more.get("spaa", 0) * (kind == SPAA))
    more.setdefault("command", any(piece.command for piece in pieces))
    changed = {"ranks": max(1, min(5, len(cells) // columns // 2)), **(changed or {})}
    more |= {"walls": tuple(sorted(walls + dust)), "low": low, "high": high}
    setup = setup_of(rows_of(signs, columns), *armies, chart=chart, changed=changed, **more)
    found = Table(State(Ground.of(setup, walls, dust), Units(pieces), phase, side, first, round))
    for names, word in ((moved, "moved"), (turned, "turned"), (fired, "fired"), (broke, "broke")):
        for name in names:
            found.change(name, **{word: round})
    found.state.coordinated = tuple(map(found.unit, coordinated))
    found.state.hitched = tuple((found.unit(vehicle), found.unit(gun)) for vehicle, gun in hitched)
    return found


types = partial(table, chart=TYPES)


def _units(cells: list[str], letters: dict[str, str]) -> Iterator[Unit]:
    for square, cell in enumerate(cells):
        if cell in LEGEND or cell in STREETS:
            continue
        marks, timer, facing, turret, condition = "", 0, 0, 0, Condition.SOUND
        if found := _UNIT.fullmatch(cell):
            marks, timer, facing = found[3], int(found[4] or 0), ARROWS.index(found[5])
            turret = (ARROWS.index(found[6]) - facing) % 8 if found[6] else 0
        elif found := _WRECK.fullmatch(cell):
            condition, facing = Condition.DESTROYED, ARROWS.index(found[3]) if found[3] else 0
        else:
            raise AssertionError(f"{cell!r} is no word of a drawing")
        yield Unit(
            side_of(found[1]),
            letters[found[1].upper()],
            int(found[2]),
            square,
            facing,
            condition,
            injured="^" in marks,
            tracks=Tracks.IMMOBILE if "!" in marks else Tracks.SEMI if "½" in marks else Tracks.WHOLE,
            hurt=1 if "!" in marks or "½" in marks else 0,
            timer=timer,
            showed=timer,
            turret=turret,
            rested=turret,
            began=square,
            command="*" in marks,
        )
