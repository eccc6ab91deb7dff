"""The head: the part of a position that says what its set-up is made of, read into a set-up and told of one."""

from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from hulldown.kernel.fields import nearest
from hulldown.kernel.files import Fault, convert, merged, parse_toml, read_text
from hulldown.kernel.position.loader import Loader
from hulldown.kernel.position.paper import Paper
from hulldown.kernel.wire import plain

RESERVED = (
    "position",
    "works",
    "red",
    "blue",
    "board",
    "mat",
    "table",
    "chart",
    "cards",
    "relief",
)  # no options of a position
FILES = (".toml", ".txt", ".map")
OWN = "position"  # what the scenario of a position without one is called
T = TypeVar("T")


class Heads:
    """A book's heads. They are told by what differs from a scenario of the book, so those are kept."""

    def __init__(self, own: Loader[Any]) -> None:
        self._own = own
        self._base = lru_cache(maxsize=32)(self._shipped)
        self._scenarios = lru_cache(maxsize=1)(lambda: frozenset(row.id for row in own.library.scenarios()))

    def setup(self, sheet: Any, paper: Paper, beside: Path | None) -> Any:
        """The set-up that a sheet's head names, with armies of the sheet's units."""
        setup = self._based(sheet.scenario, paper, beside)
        fields = plain(setup) | self._charted(setup, sheet.chart, paper, beside)
        if sheet.map:
            text = _map_text(sheet.map, paper, beside)
            fields |= _pointed(paper, "map", lambda: plain(self._own.on_map(setup, text, paper.where)))
        setup = convert(fields, self._own.setup_type, paper.where)
        fields |= self._options(sheet, paper, setup)
        setup = self._converted(fields, paper)
        self._own.roster(sheet, paper, setup)
        return self._converted(plain(setup) | plain(self._own.armed(setup, sheet, paper)), paper)

    def chart(self, scenario: str, chart: str, paper: Paper, beside: Path | None) -> Any:
        """A set-up that has the chart of a head, whatever its board."""
        setup = self._based(scenario, paper, beside)
        return convert(plain(setup) | self._charted(setup, chart, paper, beside), self._own.setup_type, paper.where)

    def _charted(self, setup: Any, chart: str, paper: Paper, beside: Path | None) -> dict[str, Any]:
        """The fields of a set-up that follow from a chart."""
        if not chart.endswith(FILES):
            return _pointed(paper, "chart", lambda: plain(self._own.on_chart(setup, chart))) if chart else {}
        rows, figures = self._own.read_chart(setup, _file(chart, paper, "$.chart", beside))
        return {self._own.figures: plain(rows), "figures": merged(plain(setup.figures), dict(figures))}

    def _based(self, scenario: str, paper: Paper, beside: Path | None) -> Any:
        if not scenario:
            return self._base(self._own.plain_scenario, True)
        if scenario.endswith(FILES):
            path = _file(scenario, paper, "$.scenario", beside)
            return self._own.library.build(str(path))
        return _pointed(paper, "scenario", lambda: self._base(scenario, False))

    def _shipped(self, scenario: str, bare: bool) -> Any:
        """A scenario of the book; bare, as a position without one is based on it, without its options."""
        setup = self._own.library.build(scenario)
        if not bare:
            return setup
        fields = msgspec.structs.fields(self._own.setup_type)
        optional = {field.name: field.default for field in fields if not field.required}
        kept = {name: getattr(setup, name) for name in ("walls", "low", "high") if name in optional}
        return self._own.begins(replace(setup, **(optional | kept | {"scenario": OWN})))

    def _options(self, sheet: Any, paper: Paper, setup: Any) -> dict[str, Any]:
        """What differs from the scenario, by the names that the set-up has; of figures only those that are named."""
        known, base, found = self._known(), plain(setup), dict[str, Any]()
        for name, value in sheet.options.items():
            path = f"$.options.{name}"
            if name == self._own.figures and isinstance(value, list):
                found[name] = value
                continue
            if name not in known:
                raise paper.fault(path, f"there is no option {name[:40]!r}{nearest(name, known)}")
            heard = _pointed(paper, f"options.{name}", partial(self._own.option, setup, name, value, paper.where))
            old = base.get(name)
            found[name] = merged(old, heard) if isinstance(old, dict) and isinstance(heard, dict) else heard
        return found

    def _converted(self, fields: Mapping[str, Any], paper: Paper) -> Any:
        """Bounds of every figure, wherever it came from."""
        try:
            return msgspec.convert(fields, self._own.setup_type)
        except msgspec.ValidationError as error:
            message, _, path = str(error).partition(" - at ")
            spot = path.strip("`").removeprefix("$.")
            told = f"{message[:1].lower()}{message[1:]} in {spot}".replace("`", "'")
            raise paper.fault(f"$.options.{spot}", told) from None

    def tell(self, setup: Any) -> dict[str, Any]:
        """The scenario, and what differs from it."""
        bare = setup.scenario not in self._scenarios()
        base = self._base(self._own.plain_scenario if bare else setup.scenario, bare)
        head: dict[str, Any] = {} if bare else {"scenario": setup.scenario}
        if getattr(setup, self._own.ground) != getattr(base, self._own.ground):
            head["map"] = self._own.map_of(setup)
            base = convert(plain(base) | plain(self._own.on_map(base, head["map"], "map")), self._own.setup_type, "map")
        options = dict[str, Any]()
        if getattr(setup, self._own.figures) != getattr(base, self._own.figures):
            if chart := self._own.chart_of(setup):
                head["chart"] = chart
            else:
                options[self._own.figures] = plain(getattr(setup, self._own.figures))
        options |= self._told_options(setup, base)
        return head | ({"options": options} if options else {})

    def _told_options(self, setup: Any, base: Any) -> dict[str, Any]:
        """As `_options` reads them."""
        old, new, found = plain(base), plain(setup), dict[str, Any]()
        for field in self._known():
            if field not in new and old.get(field):  # a switch that the set-up does not have yet is off
                found[field] = False
            elif field in new and new[field] != old.get(field):
                found[field] = self._own.told_option(setup, field, changed(old.get(field), new[field]))
        return found

    def _known(self) -> list[str]:
        """The names of options."""
        return [name for name in self._own.setup_type.__struct_fields__ if name not in RESERVED]


@lru_cache(maxsize=64)
def name_of(position: str) -> str:
    """What the position of a set-up is called."""
    return str(parse_toml(position, OWN).get("name", ""))


@lru_cache(maxsize=64)
def story_of(position: str) -> tuple[str, ...]:
    """What the position of a set-up tells of the time before it."""
    return tuple(parse_toml(position, OWN).get("told", ()))


def _map_text(name: str, paper: Paper, beside: Path | None) -> str:
    if "\n" in name or not name.endswith(FILES):
        return name
    return read_text(_file(name, paper, "$.map", beside)).rstrip("\n") + "\n"


def _file(name: str, paper: Paper, path: str, beside: Path | None) -> Path:
    if beside is None or "\0" in name:
        told = f"{name[:60]!r} is a file, and files are not read here"
        raise paper.fault(path, f"{told}; give an id or the whole text")
    return beside / name


def _pointed(paper: Paper, key: str, made: Callable[[], T]) -> T:
    """What is wrong with something that a field names is told at that field."""
    try:
        return made()
    except Fault as fault:
        raise paper.fault(f"$.{key}", fault.message, fault.rule) from None


def changed(old: Any, new: Any) -> Any:
    """Of a table the entries that differ; anything else as it is."""
    if not (isinstance(old, dict) and isinstance(new, dict)) or set(old) != set(new):
        return new
    return {key: changed(old[key], value) for key, value in new.items() if value != old[key]}
