"""The standard cast: tables drawn in the tests, with units placed by a drawing instead of a deployment.

A drawing has one word for each square, in rows. `.` is street, `:` a paved square, `,` garden, `#` house, `C` church;
`=` a standing wall, `~` the dust of one that fell in this turn, `-` a low barricade and `+` a high one. A unit is its
letter in the chart, its number and its facing, Red in capitals, Blue in small letters: `H1→`, `htd2↙`. `!` before the
arrow is damaged and `*` the command tank: `m2!↙`, `M1*→`; a second arrow is where the turret points: `M1→↗`. `×m2` is
a wreck; it faces up, or where its arrow says: `×m2→`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.files import convert
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import RED, Side
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike import movement_dice
from hulldown.rulebooks.panzerstrike.board import LEGEND, Board
from hulldown.rulebooks.panzerstrike.dynamic import files
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.events import Event, Fired, FiredAtWall, Lobbed
from hulldown.rulebooks.panzerstrike.dynamic.orders import (
    Deploy,
    EndMovement,
    EndTurn,
    Fire,
    FireAtWall,
    Lob,
    Move,
    NameCommand,
    Order,
    Push,
    RollMovement,
    TurnTurret,
)
from hulldown.rulebooks.panzerstrike.dynamic.setup import SPAA, Army, Figures, Setup, UnitClass
from hulldown.rulebooks.panzerstrike.dynamic.state import Ground, Phase, State, Unit, Units
from hulldown.rulebooks.panzerstrike.firing import Verdict
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

assert load("dynamic") is book

CHART = files.classes(files.generic())
KINDS = {kind.id: kind for kind in CHART}
LETTERS = {kind.letter.upper(): kind.id for kind in CHART}
_UNIT = re.compile(rf"([A-Z]+|[a-z]+)(\d+)([!*]*)([{ARROWS}])([{ARROWS}]?)")
_WRECK = re.compile(rf"×([A-Z]+|[a-z]+)(\d+)([{ARROWS}]?)")
field = drawn.field


def figures(**changed: Any) -> Figures:
    """The figures of `dice.toml`, with some of them changed."""
    return convert(files.figures() | changed, Figures, "figures")


def altered(kind: str, **changed: Any) -> tuple[UnitClass, ...]:
    """The chart with one class changed."""
    return tuple(msgspec.structs.replace(row, **changed) if row.id == kind else row for row in CHART)


def setup_of(
    rows: Iterable[str],
    red: dict[str, int],
    blue: dict[str, int],
    *,
    total: float = 500.0,
    chart: tuple[UnitClass, ...] = CHART,
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

    # orders

    def move(self, name: str, pose: str, die: int = 0) -> Move:
        return Move(self.unit(name), *self.pose(pose), die)

    def push(self, name: str, die: int = 0) -> Push:
        return Push(self.unit(name), die)

    def lay(self, name: str, arrow: str) -> TurnTurret:
        """The order that points a turret this way on the board."""
        return TurnTurret(self.unit(name), (ARROWS.index(arrow) - self.piece(name).facing) % 8)

    def fire(self, shooter: str, target: str) -> Fire:
        return Fire(self.unit(shooter), self.unit(target))

    def fire_at_wall(self, shooter: str, square: str) -> FireAtWall:
        return FireAtWall(self.unit(shooter), self.square(square))

    def lob(self, howitzer: str, target: str, half: bool = False) -> Lob:
        return Lob(self.unit(howitzer), self.unit(target), half)

    def deploy(self, kind: str, pose: str) -> Deploy:
        return Deploy(kind, *self.pose(pose))

    def command(self, name: str) -> NameCommand:
        return NameCommand(self.unit(name))

    def moves(self, name: str, die: int = 0) -> set[str]:
        """Where a unit may go with a die, or without naming one."""
        found = [order for order in book.orders(self.state, self.unit(name)) if isinstance(order, Move)]
        return {self.state.place(o.square) + ARROWS[o.facing] for o in found if o.die == die}

    def targets(self, name: str) -> set[str]:
        """What a unit may fire at directly."""
        found = book.orders(self.state, self.unit(name))
        return {self.name(order.target) for order in found if isinstance(order, Fire)}

    def wall_targets(self, name: str) -> set[str]:
        found = book.orders(self.state, self.unit(name))
        return {self.state.place(order.square) for order in found if isinstance(order, FireAtWall)}

    def lobs(self, name: str, half: bool = False) -> set[str]:
        """What a howitzer may fire at in a high arc."""
        found = book.orders(self.state, self.unit(name))
        return {self.name(order.target) for order in found if isinstance(order, Lob) and order.half is half}

    def _rolls(self, shooter: str, faces: tuple[int, ...]) -> list[tuple[int, ...]]:
        """The Red dice as one handful, the half-die, which is the last, as another."""
        half = KINDS[self.piece(shooter).kind].half
        return [faces[:-1], faces[-1:]] if half else [faces]

    def shoot(self, shooter: str, target: str, *faces: int) -> Verdict:
        """Fires with these dice, a half-die last; returns the verdict."""
        fired = self.play(self.fire(shooter, target), *self._rolls(shooter, faces))[0]
        assert isinstance(fired, Fired)
        return fired.verdict

    def shoot_wall(self, shooter: str, square: str, *faces: int) -> Verdict:
        fired = self.play(self.fire_at_wall(shooter, square), *self._rolls(shooter, faces))[0]
        assert isinstance(fired, FiredAtWall)
        return fired.verdict

    def loft(self, howitzer: str, target: str, *faces: int, half: bool = False) -> Verdict:
        """Fires in a high arc with these dice, the half-die, if it is used, last; returns the verdict."""
        rolls = [faces[:-1], faces[-1:]] if half else [faces]
        lobbed = self.play(self.lob(howitzer, target, half), *rolls)[0]
        assert isinstance(lobbed, Lobbed)
        return lobbed.verdict

    def roll(self, *faces: int) -> None:
        self.play(RollMovement(), *([faces] if faces else []))

    def end_movement(self) -> None:
        self.play(EndMovement())

    def end_turn(self) -> tuple[Event, ...]:
        return self.play(EndTurn())

    def pass_turn(self) -> tuple[Event, ...]:
        """A whole turn in which nothing is done."""
        self.play_with(RollMovement(), Always())
        self.end_movement()
        return self.end_turn()


class Always(Dice):
    """Dice that show these faces again and again: `blue` ones for movement, `red` ones for all else.

    A die that lacks a face shows its highest.
    """

    def __init__(self, blue: tuple[int, ...] = (3, 4), red: tuple[int, ...] = (1,)) -> None:
        super().__init__()
        self.blue, self.red = blue, red

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        shown = self.blue if rule.id == "DYN-38" else self.red
        faces = [shown[at % len(shown)] for at in range(count)]
        return tuple([face if face in die else max(die) for face in faces])


def table(
    drawing: str,
    *,
    phase: Phase = Phase.MOVEMENT,
    side: Side = RED,
    first: Side = RED,
    round: int = 2,  # noqa: A002  the word of the game
    rolled: tuple[int, ...] = (),
    moved: Iterable[str] = (),
    fired: Iterable[str] = (),
    broke: Iterable[str] = (),
    changed: dict[str, Any] | None = None,
    last_change: int = 0,
    **more: Any,
) -> Table:
    """A table in the middle of a game. `moved`, `fired` and `broke` name the units that did so in this round.

    `rolled` are the Blue dice, all still in the tray. Set-up fields (`extra`, `spaa`, `turn_limit` …) may follow;
    `changed` are figures that differ from the usual ones. Of the SPAA drawn, `spaa` on each side are the free ones.
    """
    cells, columns = cells_of(drawing)
    signs = ["." if cell in STREETS or cell not in LEGEND else cell for cell in cells]
    walls, dust, low, high = (standing(cells, sign) for sign in (WALL, DUST, LOW, HIGH))
    pieces = in_order(_units(cells), KINDS)
    armies = armies_of(pieces, KINDS, lambda kind: more.get("spaa", 0) * (kind == SPAA))
    more.setdefault("command", any(piece.command for piece in pieces))
    more.setdefault("turrets", any(piece.turret for piece in pieces))
    changed = {"ranks": max(1, min(5, columns // 2)), **(changed or {})}
    more |= {"walls": tuple(sorted(walls + dust)), "low": low, "high": high}
    setup = setup_of(rows_of(signs, columns), *armies, changed=changed, **more)
    found = Table(State(Ground.of(setup, walls, dust), Units(pieces), phase, side, first, round))
    for names, word in ((moved, "moved"), (fired, "fired"), (broke, "broke")):
        for name in names:
            unit = found.unit(name)
            found.state.units.units[unit] = msgspec.structs.replace(found.piece(name), **{word: round})
    found.state.rolled = rolled
    found.state.dice = movement_dice.with_extra(rolled) if setup.extra else tuple(sorted(rolled))
    found.state.last_change = last_change
    return found


def _units(cells: list[str]) -> Iterator[Unit]:
    for square, cell in enumerate(cells):
        if cell in LEGEND or cell in STREETS:
            continue
        marks, facing, turret = "", 0, 0
        if found := _UNIT.fullmatch(cell):
            marks, facing = found[3], ARROWS.index(found[4])
            turret = (ARROWS.index(found[5]) - facing) % 8 if found[5] else 0
            condition = Condition.DAMAGED if "!" in marks else Condition.SOUND
        elif found := _WRECK.fullmatch(cell):
            condition, facing = Condition.DESTROYED, ARROWS.index(found[3]) if found[3] else 0
        else:
            raise AssertionError(f"{cell!r} is no word of a drawing")
        yield Unit(
            side_of(found[1]),
            LETTERS[found[1].upper()],
            int(found[2]),
            square,
            facing,
            condition,
            turret=turret,
            rested=turret,
            command="*" in marks,
        )
