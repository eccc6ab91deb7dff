"""The standard cast: tables drawn in the tests, with tanks placed by a drawing instead of a deployment.

A drawing has one word for each square, in rows. `.` is street, `:` a paved square, `,` garden, `#` house, `C` church,
`+` a barricade on a street, `R¶` and `b¶` flags of Red and Blue. A tank is its letter, number and facing, Red in
capitals, Blue in small letters: `H1→`, `m2↙`; `m2!↙` is damaged, and `×m2` is a wreck.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from hulldown.geometry.squares import Grid
from hulldown.kernel.dice import Dice, Die, ScriptedDice
from hulldown.kernel.files import convert
from hulldown.kernel.rule import Refusal, Rule
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike.board import LEGEND, Board
from hulldown.rulebooks.panzerstrike.drawing import ARROWS
from hulldown.rulebooks.panzerstrike.firing import Verdict
from hulldown.rulebooks.panzerstrike.france1944 import library
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

assert load("france1944") is book

LETTERS = {"H": "heavy", "M": "medium", "L": "light"}
CHART = library.classes(library.table_a())
_TANK = re.compile(rf"([HMLhml])(\d+)(!?)([{ARROWS}])")
_WRECK = re.compile(r"×([HMLhml])(\d+)")


def figures(**changed: Any) -> Figures:
    """The figures of `dice.toml`, with some of them changed."""
    return convert(library.figures() | changed, Figures, "figures")


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


class Table:
    """A state with the words of a player: names of tanks, squares and facings instead of numbers."""

    def __init__(self, state: State) -> None:
        self.state = state

    # names

    def unit(self, name: str) -> int:
        """The id of a tank: `H1` is Red's, `h1` Blue's."""
        side = BLUE if name.islower() else RED
        wanted = side, LETTERS[name[0].upper()], int(name[1:])
        return next(
            unit for unit, tank in enumerate(self.state.tanks.units) if (tank.side, tank.kind, tank.number) == wanted
        )

    def name(self, unit: int) -> str:
        tank = self.state.tanks.units[unit]
        letter = self.state.ground.chart[tank.kind].letter
        return f"{letter.lower() if tank.side else letter.upper()}{tank.number}"

    def tank(self, name: str) -> Tank:
        return self.state.tanks.units[self.unit(name)]

    def square(self, name: str) -> int:
        return self.state.ground.grid.number(name)

    def pose(self, text: str) -> tuple[int, int]:
        """`C3↗` as square and facing."""
        return self.square(text[:-1]), ARROWS.index(text[-1])

    def where(self, name: str) -> str:
        """A tank's pose, as `C3↗`."""
        tank = self.tank(name)
        return self.state.place(tank.square) + ARROWS[tank.facing]

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

    def orders(self) -> list[Order]:
        return list(book.orders(self.state))

    def moves(self, name: str, die: int) -> set[str]:
        """Where a tank may go with a die."""
        found = [order for order in book.orders(self.state, self.unit(name)) if isinstance(order, Move)]
        return {self.state.place(o.square) + ARROWS[o.facing] for o in found if o.die == die}

    def targets(self, name: str) -> set[str]:
        """What a tank may fire at."""
        found = book.orders(self.state, self.unit(name))
        return {self.name(order.target) for order in found if isinstance(order, Fire)}

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
    rows = [row.split() for row in drawing.split("\n") if row.strip()]
    assert len({len(row) for row in rows}) == 1, "the rows of the drawing differ in length"
    columns = len(rows[0])
    cells = [cell for row in rows for cell in row]
    signs = [cell if cell in LEGEND else "." for cell in cells]
    flags = tuple(Flag(RED if cell == "R¶" else BLUE, at) for at, cell in enumerate(cells) if cell in ("R¶", "b¶"))
    barricades = tuple(at for at, cell in enumerate(cells) if cell == "+")
    tanks = sorted(_tanks(cells), key=lambda tank: (tank.side, "HML".index(tank.kind[0].upper()), tank.number))
    armies = [
        {kind: many for kind in LETTERS.values() if (many := sum((t.side, t.kind) == (of, kind) for t in tanks))}
        for of in Side
    ]
    more.setdefault("damage", any(tank.condition is Condition.DAMAGED for tank in tanks))
    more.setdefault("flags", tuple(sum(flag.side == of for flag in flags) for of in Side))
    drawn = ["".join(signs[at : at + columns]) for at in range(0, len(signs), columns)]
    changed = {"ranks": max(1, min(5, columns // 2)), **(changed or {})}
    setup = setup_of(drawn, *armies, changed=changed, **more)
    found = Table(State(Ground.of(setup, barricades), Tanks(tanks), phase, side, first, round))
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
        side = BLUE if found[1].islower() else RED
        yield Tank(side, LETTERS[found[1].upper()], int(found[2]), square, facing, condition)


def _mark(found: Table, name: str, word: str) -> None:
    tank = found.tank(name)
    moved = found.state.round if word == "moved" else tank.moved
    fired = found.state.round if word == "fired" else tank.fired
    found.state.tanks.units[found.unit(name)] = Tank(
        tank.side, tank.kind, tank.number, tank.square, tank.facing, tank.condition, moved, fired
    )


def field(columns: int, rows: int, **words: str) -> str:
    """A drawing of streets with some words on it: `field(12, 3, A1="H1→", J2="m1←")`."""
    grid = Grid.of(columns, rows)
    cells = ["."] * grid.size
    for square, word in words.items():
        cells[grid.number(square)] = word
    return "\n".join(" ".join(cells[at : at + columns]) for at in range(0, grid.size, columns))
