"""Orders by the Dynamic rules as lines of text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from hulldown.kernel.lines import Table
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.dynamic import orders
from hulldown.rulebooks.panzerstrike.dynamic.book import book
from hulldown.rulebooks.panzerstrike.dynamic.state import State
from hulldown.rulebooks.panzerstrike.lines import HALF, HIGH, WHOLE, FamilyLines


class DynamicLines(FamilyLines[State]):
    book = book
    plain: ClassVar[Mapping[str, Sequence[Any]]] = {
        "roll": (orders.RollMovement(), orders.Begin()),
        "end": (orders.EndMovement(), orders.EndTurn()),
        "red first": (orders.ChooseFirst(Side.RED),),
        "blue first": (orders.ChooseFirst(Side.BLUE),),
    }
    sayings: ClassVar[Mapping[str, str]] = {
        "Move": "move {unit} {square}{facing} {die}",
        "Push": "push {unit} {die}",
        "Fire": "fire {unit} {target}",
        "FireAtWall": "wall {unit} {square}",
        "Lob": "lob {unit} {target} {half}",
        "TurnTurret": "turret {unit} {turret}",
        "NameCommand": "command {unit}",
    }

    def __init__(self) -> None:
        super().__init__()
        self.verbs = {
            "move": self.move,
            "push": self.push,
            "turret": self.turret,
            "fire": self.fire,
            "wall": self.wall,
            "lob": self.lob,
            "place": self.place,
            "command": self.command,
        }

    def moved(self, table: Table[State], unit: int, cell: int, facing: int, die: int) -> Any:
        return orders.Move(unit, cell, facing, die)

    def push(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`push MD1`, `push MD1 4`: with the smallest die that covers it, or with this one."""
        unit = table.unit(words[0])
        if len(words) == 1:
            yield from (deed.order for deed in table.survey(unit).deeds if isinstance(deed.order, orders.Push))
        yield orders.Push(unit, self.number(words[1], table) if len(words) > 1 else 0)

    def turret(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`turret M1 ↗`: where it shall point."""
        unit = table.unit(words[0])
        yield orders.TurnTurret(unit, self.turned(table, unit, words[1]))

    def fire(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`fire L1 m1`, `fire AC1 wall K7`, `fire HSP1 m1 high half`."""
        unit, said = table.unit(words[0]), [word.lower() for word in words[1:]]
        if said[0] == "wall":
            yield orders.FireAtWall(unit, table.cell(words[2]))
        elif HIGH in said:
            yield from self.lob(table, tuple(word for word in words if word.lower() != HIGH))
        else:
            yield orders.Fire(unit, table.unit(words[1], enemy=True))

    def wall(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`wall M1 I6`."""
        yield orders.FireAtWall(table.unit(words[0]), table.cell(words[1]))

    def lob(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`lob LSP1 m1 half`: with the half-die; `whole` without it; else whichever is better."""
        unit, target = table.unit(words[0]), table.unit(words[1], enemy=True)
        said = [word.lower() for word in words[2:]]
        if HALF not in said and WHOLE not in said:
            yield from self.aimed(table, unit, words[1:2], self.mode((HIGH,)))
        yield orders.Lob(unit, target, HALF in said)

    def command(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`command M1`: which tank commands."""
        yield orders.NameCommand(table.unit(words[0]))


LINES = DynamicLines()
