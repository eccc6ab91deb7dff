"""The roster: the units of a position by side, kind and number, as other fields name them."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches

from hulldown.kernel.fields import nearest
from hulldown.kernel.position.paper import Paper
from hulldown.kernel.position.sheet import UnitRow, side_name, side_of
from hulldown.kernel.rule import Rule
from hulldown.kernel.side import Side


class Roster:
    """The units of a position by their names in it, such as `red heavy 1`, each with its place in the list."""

    def __init__(self, units: Iterable[tuple[Side, str, int]]) -> None:
        self.units = list(units)
        self.names = [f"{side_name(side)} {kind} {number}" for side, kind, number in self.units]
        self._places = {name: place for place, name in enumerate(self.names)}

    def find(self, name: str, paper: Paper, path: str) -> int:
        if name not in self._places:
            close = get_close_matches(name[:80].lower(), self.names, 1, 0.6)
            told = f"did you mean {close[0]!r}?" if close else "write side, kind and number, as 'red heavy 1'"
            raise paper.fault(path, f"there is no unit {name[:40]!r}; {told}")
        return self._places[name]

    def find_all(self, names: Iterable[str], paper: Paper, path: str) -> tuple[int, ...]:
        return tuple(self.find(name, paper, path) for name in names)


def numbered(rows: Sequence[UnitRow], known: Iterable[str], paper: Paper, rule: Rule) -> Roster:
    """The units with their numbers within side and kind: as they are given, or in the order of the text."""
    kinds, many, taken = list(known), dict[tuple[str, str], int](), set[tuple[str, str, int]]()
    for place, row in enumerate(rows):
        if row.kind not in kinds:
            raise paper.fault(f"$.unit[{place}].kind", f"there is no {row.kind[:40]!r}{nearest(row.kind, kinds)}", rule)
        many[row.side, row.kind] = many.get((row.side, row.kind), 0) + 1
    for side in ("red", "blue"):
        if not any(row.side == side for row in rows):
            raise paper.fault("$.unit", f"{side} has no unit; both sides need one at least, if only a wreck", rule)
    found, next_number = list[tuple[Side, str, int]](), dict[tuple[str, str], int]()
    for place, row in enumerate(rows):
        own = (row.side, row.kind)
        next_number[own] = next_number.get(own, 0) + 1
        number = row.number or next_number[own]
        if number > many[own] or (*own, number) in taken:
            told = f"{row.side} has {many[own]} {row.kind}, so their numbers are 1 to {many[own]}, each once"
            raise paper.fault(f"$.unit[{place}].number", f"{told}; here is another {number}", rule)
        taken.add((*own, number))
        found.append((side_of(row.side), row.kind, number))
    return Roster(found)


def numbers_told(units: Iterable[tuple[Side, str, int]]) -> Iterator[int]:
    """For each unit the number to write: 0 where the order says it."""
    seen = dict[tuple[Side, str], int]()
    for side, kind, number in units:
        seen[side, kind] = seen.get((side, kind), 0) + 1
        yield 0 if seen[side, kind] == number else number
