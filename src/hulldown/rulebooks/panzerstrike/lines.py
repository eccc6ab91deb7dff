"""Orders as lines of text, as the books on squares share them: driving, turrets, shots, walls, howitzers."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, TypeVar

from msgspec.structs import replace

from hulldown.kernel.lines import Lines, Table
from hulldown.kernel.rulebook import Aim
from hulldown.rulebooks.panzerstrike.states import Table as State
from hulldown.rulebooks.panzerstrike.table.drawing import ARROWS

S = TypeVar("S", bound=State)
HIGH, HALF, WHOLE = "high", "half", "whole"


class FamilyLines(Lines[S]):
    facings: ClassVar[Mapping[str, int]] = {arrow: at for at, arrow in enumerate(ARROWS)}

    def facing(self, word: str, table: Table[S]) -> int | None:
        """An arrow as the board is drawn, or a compass word, which follows its north."""
        board = table.state.ground.setup.board
        words = {board.compass(facing): facing for facing in range(8)}
        words |= {name.replace("-", ""): facing for name, facing in words.items()}
        short = {"".join(part[0] for part in name.split("-")): facing for name, facing in words.items() if "-" in name}
        words |= short | {name[0]: facing for name, facing in words.items() if len(name) == 5 or name in CARDINAL}
        return words.get(word.lower()) if word.lower() in words else super().facing(word, table)

    def near(self, state: S, order: Any, wanted: Any) -> bool:
        """The same unit to the same other square, turned another way: whoever presses a square says no more."""
        if type(order) is not type(wanted) or not hasattr(wanted, "facing"):
            return False
        drives = state.units.units[wanted.unit].square != wanted.square
        return bool(drives and replace(order, facing=wanted.facing) == wanted)

    def word(self, table: Table[S], field: str, value: Any, fields: Mapping[str, Any]) -> str:
        if field == "turret":
            facing = (int(table.state.units.units[fields["unit"]].facing) + int(value)) % 8
            return ARROWS[facing]
        if field == "half":
            return HALF if value else WHOLE
        return super().word(table, field, value, fields)

    def move(self, table: Table[S], words: tuple[str, ...]) -> Iterator[Any]:
        """`move L1 G6↘ 5`: to a place, facing any way if none is said, with a die if one is said."""
        unit = table.unit(words[0])
        yield from self.driven(table, unit, words[1:])
        cell, facing, rest = self.pose(words[1:], table)
        own = table.state.units.units[unit].facing if facing is None else facing
        yield self.moved(table, unit, cell, own, self.number(rest[0], table) if rest else 0)

    def moved(self, table: Table[S], unit: int, cell: int, facing: int, die: int) -> Any:
        """The order to drive there, whether it is allowed or not."""
        raise NotImplementedError

    def place(self, table: Table[S], words: tuple[str, ...]) -> Iterable[Any]:
        """`place L1 B4→`: a unit that is still beside the board."""
        return self.driven(table, table.unit(words[0]), words[1:])

    def turned(self, table: Table[S], unit: int, word: str) -> int:
        """How far a turret that points somewhere is turned against the hull, in eighths."""
        bearing = self.facing(word, table)
        return ((bearing or 0) - int(table.state.units.units[unit].facing)) % 8

    def mode(self, words: tuple[str, ...]) -> Any:
        """Which aims the words after a target mean: direct or in a high arc, with the half-die or without."""
        said = [word.lower() for word in words]
        high = "parabolic" if HIGH in said else "direct"

        def chosen(aim: Aim) -> bool:
            half = HALF in aim.choice
            return aim.mode in ("", high) and (half or HALF not in said) and not (half and WHOLE in said)

        return chosen


CARDINAL = ("north", "east", "south", "west")
