"""Positions: a table in the middle of a game, as text that people write and read.

The text has two parts. The head says what the set-up is made of: the book, a scenario, or a map and what else a
scenario has. The rest says how the table stands. A set-up that begins with a position holds the second part alone,
since all that the head names is in the set-up itself.

Each book has its own words (a `Sheet`) and its own `Positions`, which reads them into a state and writes a state by
them. What cannot stand in a game is refused with its rule, and pointed at.
"""

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import chain, islice
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from hulldown.kernel.files import MOST_BYTES, Fault, convert, parse_toml, read_text
from hulldown.kernel.rule import Rule
from hulldown.kernel.rulebook import Result, Rulebook
from hulldown.kernel.side import Side
from hulldown.kernel.wire import plain

MOST_UNITS, MOST_ROUNDS = 1000, 10_000
MOST_TRIES, MOST_WORK = 120, 6000  # texts that are read to find what is wrong in one, and units in them
MOST_TOLD = 300  # characters of a sentence
HEAD = ("book", "scenario", "map", "chart", "options")
RESERVED = ("position", "red", "blue", "board", "mat", "table", "chart", "cards", "relief")  # no options of a position
FRESH = ("side", "kind", "number", "at", "facing", "heading", "command", "relief")  # what a unit has before play
KEPT = ("side", "kind", "wreck")
PLACES = ("at", "facing", "heading", "number")
FILES = (".toml", ".txt", ".map")
OWN = "position"  # what the scenario of a position without one is called

SideName = Literal["red", "blue"]
Name = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Words = Annotated[str, msgspec.Meta(max_length=400)]
Number = Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)]
Few = Annotated[int, msgspec.Meta(ge=-99, le=999)]
Done = bool | Number  # in this round, or in which one
Refs = Annotated[tuple[Name, ...], msgspec.Meta(max_length=MOST_UNITS)]
Places = Annotated[tuple[Name, ...], msgspec.Meta(max_length=40_000)]
S = TypeVar("S")
T = TypeVar("T")


# The words of a position


class UnitRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit, or what is left of one. Without a number it is the next of its side and kind."""

    side: SideName
    kind: Name
    number: Number = 0
    wreck: bool = False


class Ended(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the game ended, where it is over."""

    rule: Name
    sentence: Words
    winner: SideName | Literal[""] = ""


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What every book's positions have. Fields that are not there are as on a fresh table."""

    book: Annotated[str, msgspec.Meta(max_length=40)] = ""
    name: Annotated[str, msgspec.Meta(max_length=80)] = ""
    scenario: Annotated[str, msgspec.Meta(max_length=400)] = ""
    map: str = ""
    chart: Annotated[str, msgspec.Meta(max_length=400)] = ""
    side: SideName
    phase: Name
    round: Number = 0
    options: dict[str, Any] = {}
    result: Ended | None = None


def side_of(name: str) -> Side:
    return Side(name == "blue")


def side_name(side: Side) -> SideName:
    return "blue" if side else "red"


def round_of(done: Done, now: int) -> int:
    """The round in which something was done: this one where it is only said that it was."""
    return now if done is True else int(done)


def told_round(done: int, now: int) -> Done:
    """As `round_of` reads it."""
    return False if not done else True if done == now else done


def rounds_of(row: UnitRow, deeds: Iterable[str], now: int) -> dict[str, Any]:
    """The rounds of several deeds of a unit."""
    return {deed: round_of(getattr(row, deed), now) for deed in deeds}


def told_rounds(piece: Any, deeds: Iterable[str], now: int) -> dict[str, Any]:
    """As `rounds_of` reads them."""
    return {deed: told_round(getattr(piece, deed), now) for deed in deeds}


def ended(state_result: Result | None) -> Ended | None:
    if state_result is None:
        return None
    winner: SideName | Literal[""] = "" if state_result.winner is None else side_name(state_result.winner)
    return Ended(state_result.rule, state_result.sentence, winner)


def result_of(told: Ended | None) -> Result | None:
    return None if told is None else Result(side_of(told.winner) if told.winner else None, told.rule, told.sentence)


# The text


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


def words_of(kind: Any) -> set[str]:
    """All names of fields that a sheet has, in its rows too."""
    found = set[str]()
    for field in msgspec.structs.fields(kind):
        found.add(field.encode_name)
        for inner in msgspec.inspect.multi_type_info([field.type]):
            found |= {"wreck"} if field.name == "unit" else set()
            found |= {one.encode_name for struct in _structs(inner) for one in struct.fields}
    return found


def _structs(kind: Any) -> Iterator[Any]:
    if isinstance(kind, msgspec.inspect.StructType):
        yield kind
    for part in _parts(kind):
        yield from _structs(part)


def literals_of(kind: Any, name: str) -> set[str]:
    """The words that the fields of a name may have."""
    rows = [one for struct in _structs(msgspec.inspect.type_info(kind)) for one in struct.fields]
    inner = [one for row in rows for struct in _structs(row.type) for one in struct.fields]
    fields = [row.type for row in (*rows, *inner) if row.encode_name == name]
    return {str(word) for field in fields for word in _literals(field)}


def _literals(kind: Any) -> Iterator[Any]:
    yield from getattr(kind, "values", ())
    for part in _parts(kind):
        yield from _literals(part)


def _parts(kind: Any) -> Iterator[Any]:
    """What a type is made of: the items of a list, the choices of a union."""
    yield from (getattr(kind, "item_type", None) and [kind.item_type]) or ()
    yield from (*getattr(kind, "types", ()), *getattr(kind, "item_types", ()))


def nearest(word: str, known: Iterable[str]) -> str:
    """A word on the nearest right name, or on all of them where they are few."""
    names = list(known)
    if close := get_close_matches(word[:40].lower(), names, 1, 0.6):
        return f"; did you mean {close[0]!r}?"
    return f"; there is {', '.join(names)}" if len(names) <= 30 else ""


# Writing


def written(sheet: Sheet) -> str:
    """The canonical text of a sheet: fields in their order, only what differs from a fresh table, then the tables."""
    lines, tables = list[str](), list[str]()
    for field, value in _told_fields(sheet):
        if isinstance(value, Mapping):
            tables += _table(field, value)
        elif isinstance(value, tuple | list) and value and isinstance(value[0], msgspec.Struct):
            for row in value:
                fields = dict(_told_fields(row))
                tables += [f"\n[[{'wreck' if fields.pop('wreck', False) else field}]]", *map(_line, fields.items())]
        elif isinstance(value, msgspec.Struct):
            tables += _table(field, dict(_told_fields(value)))
        else:
            lines.append(_line((field, value)))
    return "\n".join([*lines, *tables]) + "\n"


def _told_fields(row: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(row):
        value = getattr(row, field.name)
        fresh = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        if field.required or not _same(value, fresh):
            yield field.encode_name, value


def _same(value: Any, default: Any) -> bool:
    return bool(value == default) and (type(value) is type(default) or not isinstance(value, bool | int))


def _table(name: str, fields: Mapping[str, Any]) -> list[str]:
    inner = {key: value for key, value in fields.items() if isinstance(value, Mapping)}
    lists = {key: value for key, value in fields.items() if _is_rows(value)}
    lines = [f"\n[{name}]", *[_line(pair) for pair in fields.items() if pair[0] not in inner and pair[0] not in lists]]
    for key, value in inner.items():
        lines += _table(f"{name}.{_key(key)}", value)
    for key, rows in lists.items():
        for row in rows:
            lines += [f"\n[[{name}.{_key(key)}]]", *[_line(pair) for pair in row.items() if pair[1] is not None]]
    return lines


def _is_rows(value: Any) -> bool:
    return isinstance(value, list | tuple) and bool(value) and all(isinstance(row, Mapping) for row in value)


def _line(pair: tuple[str, Any]) -> str:
    return f"{_key(pair[0])} = {_value(pair[1])}"


def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _quoted(key)


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _block(value) if "\n" in value else _quoted(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(_line((key, one)) for key, one in value.items() if one is not None) + " }"
    if isinstance(value, Sequence):
        return f"[{', '.join(map(_value, value))}]"
    return repr(int(value) if isinstance(value, float) and value.is_integer() else value)


def _quoted(text: str) -> str:
    return f'"{_escaped(text)}"'


def _block(text: str) -> str:
    return '"""\n' + "\n".join(map(_escaped, text.split("\n"))) + '"""'


def _escaped(text: str) -> str:
    return "".join(
        f"\\{sign}" if sign in '"\\' else f"\\u{ord(sign):04X}" if ord(sign) < 32 or ord(sign) == 127 else sign
        for sign in text
    )


# Units by name


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


def choice(value: str, known: type[T], paper: Paper, path: str, what: str) -> T:
    """One of the names that the engine has, such as a phase."""
    names = [str(one.value) for one in known]  # type: ignore[attr-defined]
    if value not in names:
        raise paper.fault(path, f"there is no {what} {value[:40]!r}{nearest(value, names)}")
    return known(value)  # type: ignore[call-arg]


# Set-ups, and the judge


class Problem(NamedTuple):
    sentence: str
    rule: str


class Positions(ABC, Generic[S]):
    """A book's positions: its words, how they are read into a state and a state is written by them."""

    book: ClassVar[str]
    words: ClassVar[type[Sheet]]
    plain_scenario: ClassVar[str]  # whose chart and figures a position without a scenario has
    ground: ClassVar[str]  # the set-up's field that the map makes,
    figures: ClassVar[str]  # and the one that the chart makes
    library: ClassVar[Any]
    setup_type: ClassVar[Any]
    fresh_rule: ClassVar[Rule]  # by which the table is set up,
    hidden_rule: ClassVar[Rule | str] = ""  # and maybe unseen

    def __init__(self) -> None:
        self._begun = lru_cache(maxsize=16)(self._begin)
        self._base = lru_cache(maxsize=32)(self._shipped)
        self._scenarios = lru_cache(maxsize=1)(lambda: frozenset(row.id for row in self.library.scenarios()))

    # what each book says

    @abstractmethod
    def read(self, sheet: Any, paper: Paper, setup: Any) -> S:
        """The state that a sheet tells, on the ground of a set-up."""

    @abstractmethod
    def tell(self, state: S) -> Any:
        """The sheet of a state, without its head."""

    @abstractmethod
    def roster(self, sheet: Any, paper: Paper, setup: Any) -> Roster:
        """The units of a sheet, which must be of the chart."""

    @abstractmethod
    def armed(self, setup: Any, sheet: Any, paper: Paper) -> dict[str, Any]:
        """The fields of a set-up that follow from the units: the armies."""

    @abstractmethod
    def on_map(self, setup: Any, text: str, where: str) -> dict[str, Any]:
        """The fields of a set-up that follow from a map, which is given by id or by its whole text."""

    @abstractmethod
    def map_of(self, setup: Any) -> str:
        """The map of a set-up, as `on_map` takes it."""

    @abstractmethod
    def check_setup(self, setup: Any, where: str) -> None:
        """Refuses a set-up that cannot be played."""

    @abstractmethod
    def decided(self, state: S) -> Result | None:
        """Who has won already by what stands on the table."""

    @abstractmethod
    def in_play(self, state: S) -> bool:
        """Whether all units stand; before that their zones matter."""

    def option(self, setup: Any, name: str, value: Any, where: str) -> Any:
        """An option as the set-up has it, from how people write it."""
        return value

    def told_option(self, setup: Any, name: str, value: Any) -> Any:
        """An option as people write it."""
        return value

    @abstractmethod
    def read_chart(self, setup: Any, path: Path) -> Any:
        """A chart from its file, as a set-up holds it."""

    def on_chart(self, setup: Any, chart: str) -> dict[str, Any]:
        """The fields of a set-up that follow from another chart of the book."""
        raise Fault("chart", f"there is one chart in this book; there is none called {chart[:40]!r}")

    def chart_of(self, setup: Any) -> str:
        """The chart of a set-up, as `on_chart` takes it; nothing if it has no name."""
        return ""

    def begins(self, setup: Any) -> Any:
        """What a position without a scenario changes in the set-up that it is based on."""
        return setup

    # set-ups

    def setup(self, text: str, where: str = "position", beside: Path | None = None) -> Any:
        """The set-up that begins with the position of a text. Files that it names lie in the folder `beside` it."""
        paper = Paper(text, where)
        sheet = self._sheet(paper)
        if sheet.book != self.book:
            told = f"the position is for the book {sheet.book[:40]!r}, not for {self.book!r}"
            told = told if sheet.book else f"a position names its book; write book = {self.book!r}"
            raise paper.fault("$.book", told)
        setup = self._built(sheet, paper, beside)
        setup = replace(setup, position=written(_headless(sheet)))
        self.check_setup(setup, where)
        return setup

    def _sheet(self, paper: Paper, data: Mapping[str, Any] | None = None) -> Any:
        sheet: Any = paper.sheet(self.words, data)
        return sheet

    def _built(self, sheet: Any, paper: Paper, beside: Path | None) -> Any:
        setup = self._based(sheet, paper, beside)
        fields = plain(setup)
        if sheet.chart.endswith(FILES):
            path = self._file(sheet.chart, paper, "$.chart", beside)
            fields |= {self.figures: plain(self.read_chart(setup, path))}
        elif sheet.chart:
            fields |= self._pointed(paper, "chart", lambda: plain(self.on_chart(setup, sheet.chart)))
        if sheet.map:
            text = self._map_text(sheet.map, paper, beside)
            fields |= self._pointed(paper, "map", lambda: plain(self.on_map(setup, text, paper.where)))
        setup = convert(fields, self.setup_type, paper.where)
        fields |= self._options(sheet, paper, setup)
        setup = self._converted(fields, paper)
        self.roster(sheet, paper, setup)
        return self._converted(plain(setup) | plain(self.armed(setup, sheet, paper)), paper)

    def _based(self, sheet: Any, paper: Paper, beside: Path | None) -> Any:
        if not sheet.scenario:
            return self._base(self.plain_scenario, True)
        scenario = sheet.scenario
        if scenario.endswith(FILES):
            path = self._file(scenario, paper, "$.scenario", beside)
            return self.library.build(str(path))
        return self._pointed(paper, "scenario", lambda: self._base(scenario, False))

    def _shipped(self, scenario: str, bare: bool) -> Any:
        """A scenario of the book; bare, as a position without one is based on it, without its options."""
        setup = self.library.build(scenario)
        if not bare:
            return setup
        fields = msgspec.structs.fields(self.setup_type)
        optional = {field.name: field.default for field in fields if not field.required}
        kept = {name: getattr(setup, name) for name in ("walls", "low", "high") if name in optional}
        return self.begins(replace(setup, **(optional | kept | {"scenario": OWN})))

    def _map_text(self, name: str, paper: Paper, beside: Path | None) -> str:
        if "\n" in name or not name.endswith(FILES):
            return name
        return read_text(self._file(name, paper, "$.map", beside)).rstrip("\n") + "\n"

    def _file(self, name: str, paper: Paper, path: str, beside: Path | None) -> Path:
        if beside is None or "\0" in name:
            told = f"{name[:60]!r} is a file, and files are not read here"
            raise paper.fault(path, f"{told}; give an id or the whole text")
        return beside / name

    def _pointed(self, paper: Paper, key: str, made: Callable[[], T]) -> T:
        """What is wrong with something that a field names is told at that field."""
        try:
            return made()
        except Fault as fault:
            raise paper.fault(f"$.{key}", fault.message, fault.rule) from None

    def _options(self, sheet: Any, paper: Paper, setup: Any) -> dict[str, Any]:
        """What differs from the scenario, by the names that the set-up has; of figures only those that are named."""
        known = [name for name in self.setup_type.__struct_fields__ if name not in RESERVED]
        before, found = plain(setup), dict[str, Any]()
        for name, value in sheet.options.items():
            path = f"$.options.{name}"
            if name == self.figures and isinstance(value, list):
                found[name] = value
                continue
            if name not in known:
                raise paper.fault(path, f"there is no option {name[:40]!r}{nearest(name, known)}")
            heard = self._pointed(paper, f"options.{name}", partial(self.option, setup, name, value, paper.where))
            old = before.get(name)
            found[name] = merged(old, heard) if isinstance(old, dict) and isinstance(heard, dict) else heard
        return found

    def _converted(self, fields: Mapping[str, Any], paper: Paper) -> Any:
        """Bounds of every figure, wherever it came from."""
        try:
            return msgspec.convert(fields, self.setup_type)
        except msgspec.ValidationError as error:
            message, _, path = str(error).partition(" - at ")
            spot = path.strip("`").removeprefix("$.")
            told = f"{message[:1].lower()}{message[1:]} in {spot}".replace("`", "'")
            raise paper.fault(f"$.options.{spot}", told) from None

    # games

    def start(self, book: Rulebook[Any, Any, Any], setup: Any) -> S:
        """The state that a set-up begins with. It is judged: what cannot stand in a game is refused with its rule."""
        state: Any = self._begun(book, setup)  # type: ignore[arg-type]  # a book is what it is
        fresh: S = state.copy()
        return fresh

    def _begin(self, book: Rulebook[Any, Any, Any], setup: Any) -> S:
        paper = Paper(setup.position, "set-up, position")
        sheet = self._sheet(paper)
        for name in HEAD:
            if getattr(sheet, name):
                raise paper.fault(f"$.{name}", f"a set-up's position has no {name}: the set-up itself says it")
        return self.judged(book, paper, setup)

    def judged(self, book: Rulebook[Any, Any, Any], paper: Paper, setup: Any) -> S:
        """The state that a text tells on a set-up's ground, or what is wrong with it."""
        bare = replace(setup, position=msgspec.UNSET)
        sheet = self._sheet(paper)
        state = self.read(sheet, paper, bare)
        if not self.in_play(state):
            self._check_fresh(sheet, paper)
            self.check_setup(bare, paper.where)
        if problem := self._problem(book, state):
            raise paper.fault(self._culprit(book, paper, bare, problem), *problem)
        if any(book.view(state, side) is not state for side in Side):
            told = "units are deployed unseen, and both sides read a set-up; begin before them, or after both stand"
            raise paper.fault("$.phase", told, self.hidden_rule)
        return state

    def _check_fresh(self, sheet: Any, paper: Paper) -> None:
        """Before play no round is counted, and nothing has happened to any unit."""
        if sheet.round:
            raise paper.fault("$.round", "rounds are counted once all units stand", self.fresh_rule)
        for place, row in enumerate(sheet.unit):
            if marks := [name for name, _ in _told_fields(row) if name not in FRESH]:
                told = f"nothing can have happened to a unit before play, and this one has {marks[0]!r}"
                raise paper.fault(f"$.unit[{place}].{marks[0]}", told, self.fresh_rule)

    def _problem(self, book: Rulebook[Any, Any, Any], state: S) -> Problem | None:
        """The first thing that keeps a state from being played on."""
        if result := book.result(state) or self.decided(state):
            return Problem(f"the game is over: {result.sentence}", result.rule)
        for fault in book.faults(state):
            found = re.fullmatch(r"(.*) \(([^()]*)\)", fault, re.DOTALL)
            return Problem(found[1], found[2]) if found else Problem(fault, "")
        if next(iter(book.orders(state)), None) is None:
            return Problem("nobody could do anything in this position", "")
        return None

    def _culprit(self, book: Rulebook[Any, Any, Any], paper: Paper, setup: Any, problem: Problem) -> str:
        """The field without which nothing would be wrong, or at least something else; failing that the phase."""
        other = ""
        for path, data in _without_one(paper.data):
            try:
                left = self._problem(book, self.read(self._sheet(paper, data), paper, setup))
            except Fault:
                continue
            if left is None:
                return path
            other = other or (path if left != problem else "")
        return other or "$.phase"

    # texts

    def check(self, book: Rulebook[Any, Any, Any], text: str, where: str, beside: Path | None = None) -> Any:
        """The set-up that begins with a text, once it is judged: what is wrong is pointed at in this very text."""
        setup = self.setup(text, where, beside)
        self.judged(book, Paper(text, where), setup)
        return setup

    def write(self, state: S, name: str = "") -> str:
        """A state as canonical text, with its head."""
        sheet = self.tell(state)
        setup = state.ground.setup  # type: ignore[attr-defined]
        return written(replace(sheet, book=self.book, name=name, **self._head(setup)))

    def _head(self, setup: Any) -> dict[str, Any]:
        """The scenario, and what differs from it."""
        bare = setup.scenario not in self._scenarios()
        base = self._base(self.plain_scenario if bare else setup.scenario, bare)
        head: dict[str, Any] = {} if bare else {"scenario": setup.scenario}
        if getattr(setup, self.ground) != getattr(base, self.ground):
            head["map"] = self.map_of(setup)
            base = convert(plain(base) | plain(self.on_map(base, head["map"], "map")), self.setup_type, "map")
        options = dict[str, Any]()
        if getattr(setup, self.figures) != getattr(base, self.figures):
            if chart := self.chart_of(setup):
                head["chart"] = chart
            else:
                options[self.figures] = plain(getattr(setup, self.figures))
        known = [name for name in self.setup_type.__struct_fields__ if name not in RESERVED]
        old, new = plain(base), plain(setup)
        for field in known:
            if field not in new and old.get(field):  # a switch that the set-up does not have yet is off
                options[field] = False
            elif field in new and new[field] != old.get(field):
                value = changed(old.get(field), new[field])
                options[field] = self.told_option(setup, field, value)
        return head | ({"options": options} if options else {})


def _headless(sheet: Any) -> Any:
    return replace(sheet, book="", scenario="", map="", chart="", options={})


def merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Some entries of a table laid over all of it."""
    both = dict(old)
    for key, value in new.items():
        below = old.get(key)
        both[key] = merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return both


def changed(old: Any, new: Any) -> Any:
    """Of a table the entries that differ; anything else as it is."""
    if not (isinstance(old, dict) and isinstance(new, dict)) or set(old) != set(new):
        return new
    return {key: changed(old[key], value) for key, value in new.items() if value != old[key]}


def _without_one(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The data of a text without one of its fields, each in turn, with the path of the field; then without all of a
    name. Places come last, since every unit has one. The more units there are, the fewer are tried."""
    units: Any = data.get("unit")
    most = min(MOST_TRIES, MOST_WORK // max(1, len(units) if isinstance(units, list) else 1))
    each = islice(chain(_thinner(data, places=False), _thinner(data, places=True)), most)
    return chain(each, _without_all(data, units if _is_rows(units) else []))


def _without_all(data: Mapping[str, Any], units: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The data without a field of units, wherever it is, and the path of the first; but for places."""
    names = dict.fromkeys(name for row in units for name in row if name not in (*PLACES, *KEPT))
    for name in names:
        first = next(place for place, row in enumerate(units) if name in row)
        bare = [{key: value for key, value in row.items() if key != name} for row in units]
        yield f"$.unit[{first}].{name}", {**data, "unit": bare}


def _thinner(data: Mapping[str, Any], places: bool) -> Iterator[tuple[str, dict[str, Any]]]:
    for key, value in data.items():
        if key in HEAD or key in ("side", "phase", "name"):
            continue
        for at, row in enumerate(value if _is_rows(value) else []):
            for field, less in _less(row):
                if (field in PLACES) is places:
                    yield f"$.{key}[{at}].{field}", {**data, key: [*value[:at], less, *value[at + 1 :]]}
            if key != "unit" and not places:
                yield f"$.{key}[{at}]", {**data, key: [*value[:at], *value[at + 1 :]]}
        if places:
            continue
        for field, less in _less(value if isinstance(value, dict) else {}):
            yield f"$.{key}.{field}", {**data, key: less}
        if not _is_rows(value):
            yield f"$.{key}", {name: one for name, one in data.items() if name != key}


def _less(row: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """A table without one of its fields, each in turn."""
    for field in row:
        if field not in KEPT:
            yield field, {name: one for name, one in row.items() if name != field}
