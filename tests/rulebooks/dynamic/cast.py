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

from hulldown.geometry.squares import Grid
from hulldown.kernel.dice import Dice, Die, ScriptedDice
from hulldown.kernel.files import convert
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike import tray
from hulldown.rulebooks.panzerstrike.board import LEGEND, Board
from hulldown.rulebooks.panzerstrike.drawing import ARROWS
from hulldown.rulebooks.panzerstrike.dynamic import library
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

assert load("dynamic") is book

CHART = library.classes(library.generic())
KINDS = {kind.id: kind for kind in CHART}
LETTERS = {kind.letter.upper(): kind.id for kind in CHART}
_UNIT = re.compile(rf"([A-Z]+|[a-z]+)(\d+)([!*]*)([{ARROWS}])([{ARROWS}]?)")
_WRECK = re.compile(rf"×([A-Z]+|[a-z]+)(\d+)([{ARROWS}]?)")
WALL, DUST, LOW, HIGH = "=", "~", "-", "+"
STREETS = (".", WALL, DUST, LOW, HIGH)


def figures(**changed: Any) -> Figures:
    """The figures of `dice.toml`, with some of them changed."""
    return convert(library.figures() | changed, Figures, "figures")


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


class Table:
    """A state with the words of a player: names of units, squares and facings instead of numbers."""

    def __init__(self, state: State) -> None:
        self.state = state

    # names

    def unit(self, name: str) -> int:
        """The id of a unit: `H1` is Red's, `h1` Blue's."""
        letter = name.rstrip("0123456789")
        side = BLUE if letter.islower() else RED
        wanted = side, LETTERS[letter.upper()], int(name[len(letter) :])
        return next(
            unit
            for unit, piece in enumerate(self.state.units.units)
            if (piece.side, piece.kind, piece.number) == wanted
        )

    def name(self, unit: int) -> str:
        piece = self.state.units.units[unit]
        letter = self.state.ground.chart[piece.kind].letter
        return f"{letter.lower() if piece.side else letter.upper()}{piece.number}"

    def piece(self, name: str) -> Unit:
        return self.state.units.units[self.unit(name)]

    def square(self, name: str) -> int:
        return self.state.ground.grid.number(name)

    def pose(self, text: str) -> tuple[int, int]:
        """`C3↗` as square and facing."""
        return self.square(text[:-1]), ARROWS.index(text[-1])

    def where(self, name: str) -> str:
        """A unit's pose, as `C3↗`."""
        piece = self.piece(name)
        return self.state.place(piece.square) + ARROWS[piece.facing]

    def walls(self) -> set[str]:
        return {self.state.place(square) for square in self.state.ground.walls}

    def dust(self) -> set[str]:
        return {self.state.place(square) for square in self.state.ground.dust}

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

    def orders(self) -> list[Order]:
        return list(book.orders(self.state))

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

    # judging and playing

    def allows(self, order: Order) -> bool:
        """Whether an order is accepted; the list of legal orders must say the same."""
        accepted = book.refuse(self.state, order) is None
        assert (order in self.orders()) is accepted, f"{order}: accepted {accepted}, listed {not accepted}"
        return accepted

    def refused(self, order: Order, rule: str, *told: object) -> Refusal:
        """Asserts that an order is refused by this rule, in a sentence with these figures, and returns the refusal.

        Listing and preview must agree with the judge, and the nearest order, if one is offered, must be legal.
        """
        refusal = book.refuse(self.state, order)
        assert refusal is not None, f"{order} is accepted"
        assert order not in self.orders()
        assert book.preview(self.state, order).refusal == refusal
        assert refusal.rule == rule, f"refused by {refusal}, not by {rule}"
        for part in told:
            assert str(part) in refusal.sentence, f"{part!r} is not in {refusal.sentence!r}"
        if refusal.nearest is not None:
            assert self.allows(refusal.nearest), f"the nearest, {refusal.nearest}, is refused as well"
        return refusal

    def play(self, order: Order, *rolls: tuple[int, ...]) -> tuple[Event, ...]:
        """Plays an order with these rolls and no others; returns what happened."""
        dice = ScriptedDice(rolls)
        events = self.play_with(order, dice)
        dice.done()
        return events

    def play_with(self, order: Order, dice: Dice) -> tuple[Event, ...]:
        refusal = book.refuse(self.state, order)
        assert refusal is None, f"{order} is refused: {refusal}"
        state = self.state.copy()
        events: list[Event] = []
        for event in book.decide(state, order, dice):
            book.evolve(state, event)
            events.append(event)
        self.state = state
        assert not list(book.faults(state))
        return tuple(events)

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

    def sentences(self, order: Order, *rolls: tuple[int, ...]) -> list[str]:
        """What the log says of an order, which is played."""
        dice, state = ScriptedDice(rolls), self.state.copy()
        told: list[str] = []
        for event in book.decide(state, order, dice):
            told.append(book.tell(state, event).sentence)
            book.evolve(state, event)
        self.play(order, *rolls)
        return told


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
    rows = [row.split() for row in drawing.split("\n") if row.strip()]
    assert len({len(row) for row in rows}) == 1, "the rows of the drawing differ in length"
    columns = len(rows[0])
    cells = [cell for row in rows for cell in row]
    signs = ["." if cell in STREETS or cell not in LEGEND else cell for cell in cells]
    walls, dust, low, high = (
        tuple(at for at, cell in enumerate(cells) if cell == sign) for sign in (WALL, DUST, LOW, HIGH)
    )
    order = list(KINDS)
    pieces = sorted(_units(cells), key=lambda piece: (piece.side, order.index(piece.kind), piece.number))
    free = {SPAA: more.get("spaa", 0)}
    armies = [
        {
            kind: many
            for kind in KINDS
            if (many := sum((p.side, p.kind) == (of, kind) for p in pieces) - free.get(kind, 0)) > 0
        }
        for of in Side
    ]
    more.setdefault("command", any(piece.command for piece in pieces))
    more.setdefault("turrets", any(piece.turret for piece in pieces))
    drawn = ["".join(signs[at : at + columns]) for at in range(0, len(signs), columns)]
    changed = {"ranks": max(1, min(5, columns // 2)), **(changed or {})}
    standing = tuple(sorted(walls + dust))
    setup = setup_of(drawn, *armies, changed=changed, walls=standing, low=low, high=high, **more)
    found = Table(State(Ground.of(setup, walls, dust), Units(pieces), phase, side, first, round))
    for names, word in ((moved, "moved"), (fired, "fired"), (broke, "broke")):
        for name in names:
            unit = found.unit(name)
            found.state.units.units[unit] = msgspec.structs.replace(found.piece(name), **{word: round})
    found.state.rolled = rolled
    found.state.dice = tray.with_extra(rolled) if setup.extra else tuple(sorted(rolled))
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
        side = BLUE if found[1].islower() else RED
        yield Unit(
            side,
            LETTERS[found[1].upper()],
            int(found[2]),
            square,
            facing,
            condition,
            turret=turret,
            rested=turret,
            command="*" in marks,
        )


def field(columns: int, rows: int, **words: str) -> str:
    """A drawing of streets with some words on it: `field(12, 3, A1="H1→", J2="m1←")`."""
    grid = Grid.of(columns, rows)
    cells = ["."] * grid.size
    for square, word in words.items():
        cells[grid.number(square)] = word
    return "\n".join(" ".join(cells[at : at + columns]) for at in range(0, grid.size, columns))
