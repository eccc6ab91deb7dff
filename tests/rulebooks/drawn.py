"""Tables drawn in the tests: what the casts of the family's books share.

A drawing has one word for each square, in rows. `.` is street, `:` a paved square, `,` garden, `#` house, `C` church; a
book's cast says what else there is. A unit is its letter in the chart, its number, its marks and its facing, Red in
capitals, Blue in small letters: `H1→`, `htd2↙`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from hulldown.geometry.squares import Grid
from hulldown.kernel.conformance import Book
from hulldown.kernel.dice import Dice, ScriptedDice
from hulldown.kernel.rule import Refusal
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.rulebooks.panzerstrike import states
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS

S = TypeVar("S", bound=states.Table)
O = TypeVar("O")  # noqa: E741  an order
E = TypeVar("E")
WALL, DUST, LOW, HIGH = "=", "~", "-", "+"
STREETS = (".", WALL, DUST, LOW, HIGH)


class DrawnTable(Generic[S, O, E]):
    """A state with the words of a player: names of units, squares and facings instead of numbers."""

    book: ClassVar[Book]

    def __init__(self, state: S) -> None:
        self.state = state

    # names

    def unit(self, name: str) -> int:
        """The id of a unit: `H1` is Red's, `h1` Blue's."""
        return next(unit for unit in range(len(self.state.units.units)) if self.name(unit) == name)

    def name(self, unit: int) -> str:
        piece, chart = self.state.units.units[unit], dict[str, Any](self.state.ground.chart)
        letter = chart[piece.kind].letter
        return f"{letter.lower() if piece.side else letter.upper()}{piece.number}"

    def square(self, name: str) -> int:
        return self.state.ground.grid.number(name)

    def pose(self, text: str) -> tuple[int, int]:
        """`C3↗` as square and facing."""
        return self.square(text[:-1]), ARROWS.index(text[-1])

    def where(self, name: str) -> str:
        """A unit's pose, as `C3↗`."""
        piece = self.state.units.units[self.unit(name)]
        return self.state.place(piece.square) + ARROWS[piece.facing]

    # judging and playing

    def orders(self) -> list[O]:
        return list(self.book.orders(self.state))

    def allows(self, order: O) -> bool:
        """Whether an order is accepted; the list of legal orders must say the same."""
        accepted = self.book.refuse(self.state, order) is None
        assert (order in self.orders()) is accepted, f"{order}: accepted {accepted}, listed {not accepted}"
        return accepted

    def refused(self, order: O, rule: str, *told: object) -> Refusal:
        """Asserts that an order is refused by this rule, in a sentence with these figures, and returns the refusal.

        Listing and preview must agree with the judge, and the nearest order, if one is offered, must be legal.
        """
        refusal = self.book.refuse(self.state, order)
        assert refusal is not None, f"{order} is accepted"
        assert order not in self.orders()
        assert self.book.preview(self.state, order).refusal == refusal
        assert refusal.rule == rule, f"refused by {refusal}, not by {rule}"
        for part in told:
            assert str(part) in refusal.sentence, f"{part!r} is not in {refusal.sentence!r}"
        if refusal.nearest is not None:
            assert self.allows(refusal.nearest), f"the nearest, {refusal.nearest}, is refused as well"
        return refusal

    def play(self, order: O, *rolls: tuple[int, ...]) -> tuple[E, ...]:
        """Plays an order with these rolls and no others; returns what happened."""
        dice = ScriptedDice(rolls)
        events = self.play_with(order, dice)
        dice.done()
        return events

    def play_with(self, order: O, dice: Dice) -> tuple[E, ...]:
        refusal = self.book.refuse(self.state, order)
        assert refusal is None, f"{order} is refused: {refusal}"
        state = self.state.copy()
        events: list[E] = []
        for event in self.book.decide(state, order, dice):
            self.book.evolve(state, event)
            events.append(event)
        self.state = state
        faults = list(self.book.faults(state))
        assert not faults, faults
        return tuple(events)

    def sentences(self, order: O, *rolls: tuple[int, ...]) -> list[str]:
        """What the log says of an order, which is played."""
        dice, state = ScriptedDice(rolls), self.state.copy()
        told: list[str] = []
        for event in self.book.decide(state, order, dice):
            told.append(self.book.tell(state, event).sentence)
            self.book.evolve(state, event)
        self.play(order, *rolls)
        return told


class WalledTable(DrawnTable[S, O, E]):
    """A table of a book with walls."""

    def walls(self) -> set[str]:
        return {self.state.place(square) for square in self._ground.walls}

    def dust(self) -> set[str]:
        return {self.state.place(square) for square in self._ground.dust}

    @property
    def _ground(self) -> Any:
        return self.state.ground


# Reading a drawing


def cells_of(drawing: str) -> tuple[list[str], int]:
    """The words of a drawing, and how many are in a row."""
    rows = [row.split() for row in drawing.split("\n") if row.strip()]
    assert len({len(row) for row in rows}) == 1, "the rows of the drawing differ in length"
    return [cell for row in rows for cell in row], len(rows[0])


def rows_of(signs: Sequence[str], columns: int) -> list[str]:
    return ["".join(signs[at : at + columns]) for at in range(0, len(signs), columns)]


def standing(cells: Sequence[str], sign: str) -> tuple[int, ...]:
    """The squares with this word on them."""
    return tuple(at for at, cell in enumerate(cells) if cell == sign)


def side_of(letter: str) -> Side:
    return BLUE if letter.islower() else RED


def in_order(pieces: Iterable[Any], kinds: Iterable[str]) -> list[Any]:
    """Pieces as the book numbers them: by side, by the chart, by number."""
    order = list(kinds)
    return sorted(pieces, key=lambda piece: (piece.side, order.index(piece.kind), piece.number))


def armies_of(
    pieces: Iterable[Any], kinds: Iterable[str], free: Callable[[str], int] = lambda kind: 0
) -> Iterator[dict[str, int]]:
    """The armies that were bought for these pieces, Red's first; so many of a kind were free."""
    pieces, kinds = list(pieces), list(kinds)
    for side in Side:
        counts = {kind: sum((p.side, p.kind) == (side, kind) for p in pieces) - free(kind) for kind in kinds}
        yield {kind: many for kind, many in counts.items() if many > 0}


def field(columns: int, rows: int, **words: str) -> str:
    """A drawing of streets with some words on it: `field(12, 3, A1="H1→", J2="m1←")`."""
    grid = Grid.of(columns, rows)
    cells = ["."] * grid.size
    for square, word in words.items():
        cells[grid.number(square)] = word
    return "\n".join(" ".join(cells[at : at + columns]) for at in range(0, grid.size, columns))
