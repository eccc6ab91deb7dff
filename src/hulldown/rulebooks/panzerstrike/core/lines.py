"""Orders by the Core rules as lines of text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from hulldown.kernel.files import Fault
from hulldown.kernel.lines import Table
from hulldown.rulebooks.panzerstrike.core import orders
from hulldown.rulebooks.panzerstrike.core.book import book
from hulldown.rulebooks.panzerstrike.core.state import Colour, Gear, Mode, State
from hulldown.rulebooks.panzerstrike.lines import HIGH, FamilyLines


class CoreLines(FamilyLines[State]):
    book = book
    plain: ClassVar[Mapping[str, Sequence[Any]]] = {
        "roll": (orders.Begin(),),
        "end": (orders.EndMovement(), orders.EndTurn()),
        "open": (orders.OpenFire(),),
        "open fire": (orders.OpenFire(),),
    }
    sayings: ClassVar[Mapping[str, str]] = {
        "Move": "{gear} {unit} {square}{facing}",
        "Push": "push {unit}",
        "Announce": "announce {unit} {target} {mode} {colour}",
        "AnnounceWall": "wall {unit} {square}",
        "TurnTurret": "turret {unit} {turret}",
        "StartRepair": "repair {unit}",
        "StopRepair": "repair {unit} stop",
        "Resolve": "resolve {unit}",
        "RollSpeed": "roll {unit}",
        "NameCommand": "command {unit}",
    }

    def __init__(self) -> None:
        super().__init__()
        self.verbs = {
            "move": self.move,
            "reverse": self.reverse,
            "tow": self.tow,
            "push": self.push,
            "turret": self.turret,
            "announce": self.announce,
            "wall": self.wall,
            "lob": self.lob,
            "resolve": self.resolve,
            "repair": self.repair,
            "roll": self.roll,
            "place": self.place,
            "command": self.command,
        }

    def word(self, table: Table[State], field: str, value: Any, fields: Mapping[str, Any]) -> str:
        if field == "gear":
            return "tow" if fields["tow"] >= 0 else "reverse" if value == Gear.REVERSE else "move"
        if field == "mode":
            return HIGH if value == Mode.PARABOLIC else ""
        if field == "colour":
            return "" if value == Colour.WHITE else str(value)
        return super().word(table, field, value, fields)

    def move(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`move SH1 C3→`: ahead where it can be."""
        found = list(super().move(table, words))
        yield from sorted(found, key=lambda order: isinstance(order, dict) and order["gear"] != Gear.FORWARD.value)

    def moved(self, table: Table[State], unit: int, cell: int, facing: int, die: int) -> Any:
        return orders.Move(unit, cell, facing)

    def reverse(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`reverse SH1 A3→`."""
        unit = table.unit(words[0])
        driven = self.driven(table, unit, words[1:])
        yield from (order for order in driven if order["gear"] == Gear.REVERSE.value)
        cell, facing, _ = self.pose(words[1:], table)
        own = table.state.units.units[unit].facing if facing is None else facing
        yield orders.Move(unit, cell, own, Gear.REVERSE)

    def tow(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`tow HT1 K9→`: with what is hitched."""
        unit = table.unit(words[0])
        tows = [band.tow for band in table.survey(unit).bands if band.tow is not None]
        if not tows:
            raise Fault(table.where, f"{words[0][:20]} has nothing hitched that it could tow")
        yield from self.driven(table, unit, words[1:], tows[0])

    def push(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`push SD1`."""
        yield orders.Push(table.unit(words[0]))

    def turret(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`turret HC1 ↗`: where it shall point."""
        unit = table.unit(words[0])
        yield orders.TurnTurret(unit, self.turned(table, unit, words[1]))

    def announce(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`announce P1 sh1`, `announce P1 wall K7`, `announce LSP1 m1 high`, `announce P1 sh1 orange`."""
        unit, said = table.unit(words[0]), [word.lower() for word in words[2:]]
        if words[1].lower() == "wall":
            yield orders.AnnounceWall(unit, table.cell(words[2]))
            return
        mode = Mode.PARABOLIC if HIGH in said else Mode.DIRECT
        colour = next((colour for colour in Colour if colour.value in said), Colour.WHITE)
        yield orders.Announce(unit, table.unit(words[1], enemy=True), mode, colour)

    def wall(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`wall P1 K7`."""
        yield orders.AnnounceWall(table.unit(words[0]), table.cell(words[1]))

    def lob(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`lob LSP1 m1`."""
        yield from self.announce(table, (*words, HIGH))

    def resolve(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`resolve HC1`: roll for its announced shot."""
        yield orders.Resolve(table.unit(words[0]))

    def repair(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`repair M1`, `repair M1 stop`."""
        unit = table.unit(words[0])
        yield orders.StopRepair(unit) if words[1:] == ("stop",) else orders.StartRepair(unit)

    def roll(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`roll SH1`: the speed die."""
        yield orders.RollSpeed(table.unit(words[0]))

    def command(self, table: Table[State], words: tuple[str, ...]) -> Iterator[Any]:
        """`command M1`: which tank commands."""
        yield orders.NameCommand(table.unit(words[0]))


LINES = CoreLines()
