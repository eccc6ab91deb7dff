"""The paper: a position's text as it was written, so that whatever is wrong with it can be pointed at."""

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from hulldown.kernel.fields import nearest
from hulldown.kernel.files import MOST_BYTES, Fault, parse_toml
from hulldown.kernel.position.drawing import Drawing
from hulldown.kernel.position.sheet import MOST_UNITS
from hulldown.kernel.position.words import literals_of, words_of
from hulldown.kernel.rule import Rule

MOST_TOLD = 300  # characters of a sentence
T = TypeVar("T")


class Paper:
    """A position's text as it was written, so that whatever is wrong with it can be pointed at."""

    def __init__(self, text: str, where: str) -> None:
        try:
            size = len(text.encode())
        except UnicodeEncodeError as error:
            raise Fault(where, f"sign {error.start} of the text is no character") from None
        if size > MOST_BYTES:
            raise Fault(where, f"the text has {size:,} bytes; at most {MOST_BYTES:,} are read")
        self.text, self.where = text, where
        self.data = parse_toml(text, where)
        self._lines = lines_of(text)
        self._paths = list[str]()
        if isinstance(self.data.get("wreck", []), list) and isinstance(self.data.get("unit", []), list):
            self._merge()

    def _merge(self) -> None:
        """Units and wrecks in one list, in the order in which they are written."""
        found = [(key, at, row) for key in ("unit", "wreck") for at, row in enumerate(self.data.pop(key, []))]
        found.sort(key=lambda one: self._lines.get(f"$.{one[0]}[{one[1]}]", 0))
        self.data["unit"] = [
            row | {"wreck": True} if key == "wreck" and isinstance(row, dict) else row for key, _, row in found
        ]
        self._paths = [f"$.{key}[{at}]" for key, at, _ in found]

    def spell_out(self, drawing: Drawing) -> None:
        """Puts what a drawn board says in the place of the board, as if it had been listed."""
        if double := [key for key in drawing.fields if key in self.data and key != "flag"]:
            raise self.fault(f"$.{double[0]}", f"the drawing says {double[0]} already; leave one of them out")
        listed = self.data.get("unit", [])
        for gone in ("board", *drawing.said):
            del self.data[gone]
        flags = [*drawing.fields.get("flag", []), *self.data.get("flag", [])]
        self.data |= {**drawing.fields} | ({"flag": flags} if flags else {}) | {"unit": [*drawing.units, *listed]}
        self._paths = [f"$.board.{at}" for at in range(len(drawing.units))] + self._paths
        self._lines |= {f"$.board.{at}": self._drawn(line) for at, line in enumerate(drawing.lines)}

    def _drawn(self, line: int) -> int:
        """The line in which a line of the drawing stands."""
        first = self._lines.get("$.board", 0)
        return first + line + self.text.split("\n")[first - 1].rstrip().endswith(('"""', "'''"))

    def drawn_at(self, line: int) -> str:
        return f"{self.where}:{self._drawn(line)}"

    def sheet(self, kind: type[T], data: Mapping[str, Any] | None = None) -> T:
        """The text in the words of a book."""
        if len(self._paths) > MOST_UNITS:
            raise self.fault("$.unit", f"there are {len(self._paths):,} units; at most {MOST_UNITS} are read")
        try:
            return msgspec.convert(self.data if data is None else data, kind)
        except msgspec.ValidationError as error:
            message, _, path = str(error).partition(" - at ")
            raise self._explained(message, path.strip("`") or "$", kind) from None

    def _explained(self, message: str, path: str, kind: type) -> Fault:
        """What msgspec says of a field, with the nearest right name of an unknown one."""
        told = message[:1].lower() + message[1:].replace("`", "'")
        if unknown := re.fullmatch(r"object contains unknown field '(.*)'", told, re.DOTALL):
            key = unknown[1]
            told = f"there is no field {key[:40]!r} here{nearest(key, sorted(words_of(kind)))}"
            return self.fault(f"{path}.{key}" if re.fullmatch(r"\w{1,40}", key) else path, told)
        spot = self._where(path).removeprefix("$").removeprefix(".")
        if wrong := re.fullmatch(r"invalid enum value '?(.*?)'?", told, re.DOTALL):
            known = sorted(one for one in literals_of(kind, re.sub(r"\[.*?\]", "", path).rpartition(".")[2]) if one)
            told = f"{wrong[1][:40]!r} is none of {', '.join(known)}"
        return self.fault(path, f"{told} in {spot}" if spot else told)

    @property
    def unit_paths(self) -> tuple[str, ...]:
        """For each unit the list of the text that has it, and its place there: `unit[2]`, `wreck[0]`."""
        return tuple(path.removeprefix("$.") for path in self._paths)

    def leave_out(self, unit: int) -> bool:
        """Reads on as if a unit of the text were not there; false where the text has no such unit."""
        if unit >= len(self._paths):
            return False
        del self.data["unit"][unit], self._paths[unit]
        return True

    def path_at(self, line: int) -> str:
        """What a line belongs to, in the merged list of units."""
        before = [(at, path) for path, at in self._lines.items() if at <= line and path != "$"]
        path = max(before, default=(0, ""))[1]
        for place, unit in enumerate(self._paths):
            if path == unit or path.startswith(f"{unit}."):
                return f"$.unit[{place}]{path.removeprefix(unit)}"
        return path

    def fault(self, path: str, message: str, rule: Rule | str = "") -> Fault:
        """What is wrong with the field of a path such as `$.unit[2].facing`, at its line."""
        line = self._line(self._where(path)) or self._line("$.phase")
        told = message if len(message) <= MOST_TOLD else f"{message[:MOST_TOLD]} …"
        return Fault(f"{self.where}:{line}" if line else self.where, told, rule if isinstance(rule, str) else rule.id)

    def _where(self, path: str) -> str:
        """A path into the merged list of units as one into the text."""
        found = re.match(r"\$\.unit\[(\d+)\]", path)
        if found and int(found[1]) < len(self._paths):
            return self._paths[int(found[1])] + path[found.end() :]
        return path

    def _line(self, path: str) -> int:
        """The line of a path; that of its table or list, if the key is not there."""
        while path and path not in self._lines:
            path = re.sub(r"(\.[\w-]*|\[\d+\]|\$)$", "", path) if re.search(r"[\w$\]-]$", path) else ""
        return self._lines.get(path, 0)


def lines_of(text: str) -> dict[str, int]:
    """The lines of a TOML text by path, as `$.unit[2].facing`: tables, keys, and the items of a list, one to a line."""
    found, counts, home, block, listed = dict[str, int](), dict[str, int](), "$", "", ""
    for number, line in enumerate(text.split("\n"), 1):
        quotes = re.findall(r'"""|\'\'\'', line)
        if block or quotes:  # a text of several lines, which may look like TOML itself
            if not block and (key := _KEY.match(line)):
                found.setdefault(f"{home}.{key[1]}", number)
            block = "" if (len(quotes) + bool(block)) % 2 == 0 else block or quotes[0]
        elif table := _TABLE.match(line):
            home, listed = f"$.{table[2]}", ""
            if table[1] == "[[":
                counts[home] = counts.get(home, -1) + 1
                home = f"{home}[{counts[home]}]"
            found.setdefault(home, number)
        elif listed and line.lstrip().startswith("{"):
            counts[listed] = counts.get(listed, -1) + 1
            found.setdefault(f"{listed}[{counts[listed]}]", number)
        elif key := _KEY.match(line):
            found.setdefault(f"{home}.{key[1]}", number)
            listed = f"{home}.{key[1]}" if line.rstrip().endswith("[") else ""
    return found


_TABLE = re.compile(r"[ \t]*(\[\[?)[ \t]*([\w.-]+)[ \t]*\]")
_KEY = re.compile(r"[ \t]*([\w-]+)[ \t]*[=.]")


def choice(value: str, known: type[T], paper: Paper, path: str, what: str) -> T:
    """One of the names that the engine has, such as a phase."""
    names = [str(one.value) for one in known]  # type: ignore[attr-defined]
    if value not in names:
        raise paper.fault(path, f"there is no {what} {value[:40]!r}{nearest(value, names)}")
    return known(value)  # type: ignore[call-arg]
