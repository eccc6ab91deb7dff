"""Orders of France 1944 as lines of text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from hulldown.kernel.lines import Table
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.france1944 import orders
from hulldown.rulebooks.panzerstrike.france1944.book import book
from hulldown.rulebooks.panzerstrike.france1944.state import State
from hulldown.rulebooks.panzerstrike.lines import FamilyLines


class FranceLines(FamilyLines[State]):
    book = book
    plain: ClassVar[Mapping[str, Sequence[Any]]] = {
        "roll": (orders.RollMovement(), orders.Begin()),
        "end": (orders.EndMovement(), orders.EndTurn(), orders.EndBarricades()),
        "red first": (orders.ChooseFirst(Side.RED),),
        "blue first": (orders.ChooseFirst(Side.BLUE),),
    }
    sayings: ClassVar[Mapping[str, str]] = {
        "Move": "move {unit} {square}{facing} {die}",
        "Fire": "fire {unit} {target}",
        "PlaceFlag": "spot {square}",
        "PlaceBarricade": "spot {square}",
    }

    def __init__(self) -> None:
        super().__init__()
        self.verbs = {"move": self.move, "fire": self.fire, "place": self.place, "spot": self.spot}

    def moved(self, table: Table[State], unit: int, cell: int, facing: int, die: int) -> Any:
        return orders.Move(unit, die or next(iter(table.state.dice), 1), cell, facing)

    def fire(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`fire L1 m1`."""
        yield orders.Fire(table.unit(words[0]), table.unit(words[1], enemy=True))

    def spot(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`spot D5`: a flag or a barricade, whichever is to be put down."""
        cell = table.cell(words[0])
        yield from (orders.PlaceFlag(cell), orders.PlaceBarricade(cell))


LINES = FranceLines()
