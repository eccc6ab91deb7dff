"""The drawn spelling of a position: the board in words, one a cell, with the units on it.

It says no more than the listed spelling does and is read into the same fields, so a position that was drawn is written
back as a list. A word is a sign of the ground, a unit, or both: `,:M1→`. A unit is its letters in the chart, its
number, marks and facing, Red in capitals, Blue in small letters: `M1→`, `m1!←`; a second arrow is where its turret
points, and `×m1` is a wreck. What else a unit is or did is said by lists of names: `moved = ["M1"]`.

On a free table nothing is drawn: there the table's own fields, `width`, `height` and `feature`, take the map's place.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from hulldown.kernel.camera import cell_name
from hulldown.kernel.fields import nearest
from hulldown.kernel.files import Fault
from hulldown.kernel.position.writing import toml

MOST_CELLS = 40_000
TABLE = ("width", "height", "feature")  # of a free table
_COUNTED = re.compile(r"(×?)([A-Za-z]+)(\d{1,3})([^A-Za-z0-9×]{0,6})")
Spot = Callable[[int], str]  # where a line of the drawing is
_FLAG = re.compile(r"([RrBb])¶")


class Signs(msgspec.Struct, frozen=True):
    """What a book's drawing is made of.

    `ground` are the signs of the map by those of the drawing, `standing` the fields that list where something stands on
    open ground, `marks` what the marks of a unit say of it, `arrows` its facings. `head` are lines of the map's head.
    """

    ground: Mapping[str, str]
    arrows: str
    standing: Mapping[str, str] = {}
    marks: Mapping[str, Mapping[str, Any]] = {}
    flags: bool = False
    head: str = ""


class Drawing(msgspec.Struct, frozen=True):
    """What a drawing says, in the fields of the listed spelling; each unit with its line in the drawing, from 0.

    `said` are the fields beside the drawing that are said of its units now.
    """

    fields: Mapping[str, Any]
    units: Sequence[dict[str, Any]]
    lines: Sequence[int]
    said: Sequence[str]


class _Unit(msgspec.Struct, frozen=True):
    """A unit as it was drawn, `hull` being what is written on it."""

    hull: str
    order: tuple[int, int, int]
    row: dict[str, Any]
    line: int


def is_drawn(data: Mapping[str, Any]) -> bool:
    return "board" in data or any(key in data for key in TABLE)


def table_of(data: Mapping[str, Any], where: str) -> dict[str, Any]:
    """A free table's fields as the text of its map."""
    if "map" in data:
        raise Fault(where, "the table is said twice; write either a map, or width, height and features")
    said = {key: data[key] for key in TABLE if key in data}
    return {"map": toml({"name": data.get("name") or "A table", **said})}


def read_drawing(
    data: Mapping[str, Any], signs: Signs, letters: Mapping[str, str], states: Iterable[str], spot: Spot
) -> Drawing:
    """A drawn board. `letters` are those of the chart, each with its kind, in the chart's order.

    `states` are fields of units that may be said by a list of names: `moved = ["M1"]` says of the unit M1 that it did.
    """
    text, where = data["board"], spot(0)
    if not isinstance(text, str):
        raise Fault(where, "the board is a text of several lines, one word a cell")
    if "map" in data:
        raise Fault(where, "the board is said twice; write either a map, or draw it")
    rows = [(number, line.split()) for number, line in enumerate(text.split("\n")) if line.strip()]
    if not rows or sum(len(words) for _, words in rows) > MOST_CELLS:
        raise Fault(where, f"a drawn board has 1 to {MOST_CELLS:,} cells")
    reader = _Reader(signs, letters, spot)
    drawn = [reader.row(row, words, line) for row, (line, words) in enumerate(rows)]
    if len({len(row) for row in drawn}) > 1:
        told = ", ".join(str(len(row)) for row in drawn[:20])
        raise Fault(where, f"the rows of the drawing have {told} cells; each needs as many as the others")
    head = f"name: {str(data.get('name') or 'Drawn')[:80]}\n{signs.head}"
    said = _said(data, states, {unit.hull: unit.row for unit in reader.units}, where)
    fields = {"map": f"{head}\n" + "\n".join(drawn) + "\n", **reader.found()}
    units = sorted(reader.units, key=lambda unit: unit.order)
    _unnumbered([unit.row for unit in units])
    return Drawing(fields, [unit.row for unit in units], [unit.line for unit in units], said)


def _unnumbered(rows: Sequence[dict[str, Any]]) -> None:
    """Takes away the numbers that the order of the units says already."""
    many = Counter[tuple[str, str]]()
    for row in rows:
        many[row["side"], row["kind"]] += 1
        if row["number"] == many[row["side"], row["kind"]]:
            del row["number"]


def _said(data: Mapping[str, Any], states: Iterable[str], hulls: Mapping[str, dict[str, Any]], where: str) -> list[str]:
    """The fields of `data` that are lists of names, once each is said of its units."""
    found = [state for state in states if isinstance(data.get(state), list)]
    for state in found:
        for name in data[state]:
            if name not in hulls:
                raise Fault(where, f"{state} names {str(name)[:40]!r}{nearest(str(name), hulls)}")
            hulls[name][state] = True
    return found


class _Reader:
    """Reads a drawing word by word, and gathers what stands on it."""

    def __init__(self, signs: Signs, letters: Mapping[str, str], spot: Spot) -> None:
        self.units = list[_Unit]()
        self._signs, self._letters, self._spot = signs, letters, spot
        self._line = 0
        self._standing = dict[str, list[str]]()
        self._flags = list[dict[str, str]]()

    def found(self) -> dict[str, Any]:
        return {**self._standing, **({"flag": self._flags} if self._flags else {})}

    def row(self, row: int, words: Sequence[str], line: int) -> str:
        """The map's signs for a row of cells; what else is in the words is kept."""
        self._line = line
        return "".join(self._cell(word, cell_name(column, row)) for column, word in enumerate(words))

    def _cell(self, word: str, place: str) -> str:
        signs = self._signs
        sign, colon, unit = word.partition(":") if len(word) > 2 and word[1] == ":" else ("", "", "")
        if colon:
            if sign not in signs.ground:
                raise self._fault(place, word, "what stands before the colon is no sign of the ground")
            self._unit(unit, place)
            return signs.ground[sign]
        if word in signs.standing:
            self._standing.setdefault(signs.standing[word], []).append(place)
        elif word in signs.ground:
            return signs.ground[word]
        elif signs.flags and (flag := _FLAG.fullmatch(word)):
            self._flags.append({"side": "red" if flag[1] in "Rr" else "blue", "at": place})
        else:
            self._unit(word, place)
        return signs.ground["."]

    def _unit(self, word: str, place: str) -> None:
        found, signs = _COUNTED.fullmatch(word), " ".join([*self._signs.ground, *self._signs.standing])
        if not found or not (found[2].isupper() or found[2].islower()):
            raise self._fault(place, word, f"a cell is a unit such as M1→, or one of {signs}")
        cross, letters, number, rest = found.groups()
        kinds = list(self._letters)
        if letters.upper() not in self._letters:
            raise self._fault(place, word, f"the chart's letters are {', '.join(kinds)}")
        side = "red" if letters.isupper() else "blue"
        row = {"side": side, "kind": self._letters[letters.upper()], "number": int(number), "at": place}
        arrows = "".join(sign for sign in rest if sign in self._signs.arrows)
        if len(arrows) > 2 or (not arrows and not cross):
            raise self._fault(place, word, "a unit has one arrow, where it faces, and may have one for its turret")
        row["facing"] = arrows[0] if arrows else self._signs.arrows[0]
        row |= {"turret": arrows[1]} if len(arrows) == 2 else {}
        row |= {"wreck": True} if cross else {}
        for mark in rest:
            if mark not in self._signs.arrows:
                row |= self._mark(mark, place, word)
        order = (int(side == "blue"), kinds.index(letters.upper()), int(number))
        self.units.append(_Unit(f"{letters}{number}", order, row, self._line))

    def _mark(self, mark: str, place: str, word: str) -> Mapping[str, Any]:
        if mark not in self._signs.marks:
            known = " ".join(self._signs.marks) or "none in this book"
            raise self._fault(place, word, f"there is no mark {mark!r}; the marks are {known}")
        return self._signs.marks[mark]

    def _fault(self, place: str, word: str, told: str) -> Fault:
        return Fault(self._spot(self._line), f"{word[:20]!r} on {place} cannot be read; {told}")
