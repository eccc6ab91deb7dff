"""The standard cast: tables drawn in the tests, with tanks placed by a drawing instead of a deployment.

A drawing has one word for each square, in rows. `.` is street, `:` a paved square, `,` garden, `#` house, `C` church,
`+` a barricade on a street, `R¶` and `b¶` flags of Red and Blue. A tank is its letter, number and facing, Red in
capitals, Blue in small letters: `H1→`, `m2↙`; `m2!↙` is damaged, and `×m2` is a wreck.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.files import convert
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike.board import LEGEND, Board
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944 import files
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.events import Event, Fired
from hulldown.rulebooks.panzerstrike.france1944.orders import (
    Deploy,
    EndMovement,
    EndTurn,
    Fire,
    Move,
    Order,
    PlaceBarricade,
    PlaceFlag,
    RollMovement,
)
from hulldown.rulebooks.panzerstrike.france1944.setup import Army, Figures, Setup
from hulldown.rulebooks.panzerstrike.france1944.state import Flag, Ground, Phase, State, Tank, Tanks
from hulldown.rulebooks.panzerstrike.pieces import Condition
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS
from tests.rulebooks import drawn
from tests.rulebooks.drawn import DrawnTable, armies_of, cells_of, in_order, rows_of, side_of, standing

assert load("france1944") is book

LETTERS = {"H": "heavy", "M": "medium", "L": "light"}
CHART = files.classes(files.table_a())
_TANK = re.compile(rf"([HMLhml])(\d+)(!?)([{ARROWS}])")
_WRECK = re.compile(r"×([HMLhml])(\d+)")
field = drawn.field


def figures(**changed: Any) -> Figures:
    """The figures of `dice.toml`, with some of them changed."""
    return convert(files.figures() | changed, Figures, "figures")


def setup_of(
    rows: Iterable[str],
    red: dict[str, int],
    blue: dict[str, int],
    *,
    total: int = 100,
    changed: dict[str, Any] | None = None,
    **more: Any,
) -> Setup:
    """A set-up on a small drawn board whose north is up, so that compass words are as on paper."""
    board = Board("A drawn board", "up", tuple(rows))
    return Setup("drawn", board, CHART, figures(**(changed or {})), Army(red, total), Army(blue, total), **more)


class Table(DrawnTable[State, Order, Event]):
    """A state with the words of a player."""

    book = book

    def tank(self, name: str) -> Tank:
        return self.state.tanks.units[self.unit(name)]

    # orders

    def move(self, name: str, die: int, pose: str) -> Move:
        return Move(self.unit(name), die, *self.pose(pose))

    def fire(self, shooter: str, target: str) -> Fire:
        return Fire(self.unit(shooter), self.unit(target))

    def deploy(self, kind: str, pose: str) -> Deploy:
        return Deploy(kind, *self.pose(pose))

    def flag(self, square: str) -> PlaceFlag:
        return PlaceFlag(self.square(square))

    def barricade(self, square: str) -> PlaceBarricade:
        return PlaceBarricade(self.square(square))

    def moves(self, name: str, die: int) -> set[str]:
        """Where a tank may go with a die."""
        found = [order for order in book.orders(self.state, self.unit(name)) if isinstance(order, Move)]
        return {self.state.place(o.square) + ARROWS[o.facing] for o in found if o.die == die}

    def targets(self, name: str) -> set[str]:
        """What a tank may fire at."""
        found = book.orders(self.state, self.unit(name))
        return {self.name(order.target) for order in found if isinstance(order, Fire)}

    def shoot(self, shooter: str, target: str, *faces: int) -> Verdict:
        """Fires with these dice; returns the verdict."""
        fired = self.play(self.fire(shooter, target), faces)[0]
        assert isinstance(fired, Fired)
        return fired.verdict

    def roll(self, *faces: int) -> None:
        self.play(RollMovement(), faces)

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
    """Dice that show these faces again and again: `large` ones for movement, `small` ones for all else."""

    def __init__(self, large: tuple[int, ...] = (3,), small: tuple[int, ...] = (1,)) -> None:
        super().__init__()
        self.large, self.small = large, small

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        shown = self.large if rule.id == "FR-16" else self.small
        return tuple(shown[at % len(shown)] for at in range(count))


def table(
    drawing: str,
    *,
    phase: Phase = Phase.MOVEMENT,
    side: Side = RED,
    first: Side = RED,
    round: int = 2,  # noqa: A002  the word of the game
    rolled: tuple[int, ...] = (),
    dice: tuple[int, ...] | None = None,
    moved: Iterable[str] = (),
    fired: Iterable[str] = (),
    changed: dict[str, Any] | None = None,
    last_loss: int = 0,
    **more: Any,
) -> Table:
    """A table in the middle of a game. `moved` and `fired` name the tanks that did so in this round.

    `rolled` are the movement dice; `dice` those still in the tray, by default all. Set-up fields (`damage`, `flags`,
    `turn_limit` …) may follow; `changed` are figures that differ from the usual ones.
    """
    cells, columns = cells_of(drawing)
    signs = [cell if cell in LEGEND else "." for cell in cells]
    flags = tuple(Flag(RED if cell == "R¶" else BLUE, at) for at, cell in enumerate(cells) if cell in ("R¶", "b¶"))
    kinds = LETTERS.values()
    tanks = in_order(_tanks(cells), kinds)
    more.setdefault("damage", any(tank.condition is Condition.DAMAGED for tank in tanks))
    more.setdefault("flags", tuple(sum(flag.side == of for flag in flags) for of in Side))
    changed = {"ranks": max(1, min(5, columns // 2)), **(changed or {})}
    setup = setup_of(rows_of(signs, columns), *armies_of(tanks, kinds), changed=changed, **more)
    found = Table(State(Ground.of(setup, standing(cells, "+")), Tanks(tanks), phase, side, first, round))
    for names, word in ((moved, "moved"), (fired, "fired")):
        for name in names:
            _mark(found, name, word)
    if rolled and dice is None:
        dice = tuple(sorted(rolled + (rolled[:1] if len(rolled) > 1 and len(set(rolled)) == 1 else ())))
    found.state.rolled, found.state.dice = rolled, dice or ()
    found.state.flags, found.state.last_loss = flags, last_loss
    return found


def _tanks(cells: list[str]) -> Iterator[Tank]:
    for square, cell in enumerate(cells):
        if cell in LEGEND or cell in ("+", "R¶", "b¶"):
            continue
        if found := _TANK.fullmatch(cell):
            condition = Condition.DAMAGED if found[3] else Condition.SOUND
            facing = ARROWS.index(found[4])
        elif found := _WRECK.fullmatch(cell):
            condition, facing = Condition.DESTROYED, 0
        else:
            raise AssertionError(f"{cell!r} is no word of a drawing")
        yield Tank(side_of(found[1]), LETTERS[found[1].upper()], int(found[2]), square, facing, condition)


def _mark(found: Table, name: str, word: str) -> None:
    tank = found.tank(name)
    moved = found.state.round if word == "moved" else tank.moved
    fired = found.state.round if word == "fired" else tank.fired
    found.state.tanks.units[found.unit(name)] = Tank(
        tank.side, tank.kind, tank.number, tank.square, tank.facing, tank.condition, moved, fired
    )
