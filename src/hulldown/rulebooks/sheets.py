"""Files and words that every book reads alike: charts with their sources, scenarios, armies, options, odds.

What is wrong with one is said with its line and field.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

from hulldown.geometry.squares import Zone
from hulldown.kernel.files import Fault, convert, line_of, read_toml

T = TypeVar("T")
Reader = Callable[[str, str], Any]  # of what is written, and the option's name
Readers = Mapping[str, Reader]
ON_OFF = ("on", "off")


class Row(Protocol):
    """A unit of a chart's file, with the source of each of its figures."""

    @property
    def id(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def letter(self) -> str: ...
    @property
    def source(self) -> Mapping[str, Any]: ...


R = TypeVar("R", bound=Row)


def read_sheet(path: Path, kind: type[T]) -> T:
    text, data = read_toml(path)
    return convert(data, kind, str(path), text)


# Charts


def check_sources(
    rows: Iterable[R], wanted: Callable[[R], Iterable[str]], sources: str, path: Path, text: str, table: str = "unit"
) -> None:
    """Each figure of a chart says whose it is."""
    for at, row in enumerate(rows):
        for figure in wanted(row):
            if figure not in row.source:
                told = f"the {row.name} does not say whether its {figure} is {sources}"
                raise Fault(f"{path}:{line_of(text, f'$.{table}[{at}].source')}", told)


def without_sources(rows: Iterable[Row], kind: Callable[..., T]) -> tuple[T, ...]:
    """The rows of a chart as a set-up holds them."""
    fields: tuple[str, ...] = kind.__struct_fields__  # type: ignore[attr-defined]
    return tuple(kind(*(getattr(row, name) for name in fields)) for row in rows)


def unit_of(rows: Iterable[R], unit: str, what: str) -> R:
    """A unit of a chart by id, name or letter; the first that is called so."""
    rows = list(rows)
    for row in rows:
        if unit.lower() in (row.id, row.name.lower(), row.letter.lower()):
            return row
    raise Fault("unit", f"there is no {what} {unit[:40]!r}; there is {', '.join(row.id for row in rows)}")


# Scenarios and armies


def scenario_path(home: Path, scenario: str) -> Path:
    """A scenario by id, or by the path of a file."""
    if scenario.endswith(".toml"):
        return Path(scenario)
    known = [path.stem for path in scenario_files(home)]
    if scenario not in known:
        raise Fault(
            "scenario", f"there is no scenario {scenario[:60]!r}; there is {', '.join(known)}, or give a .toml file"
        )
    return home / "scenarios" / f"{scenario}.toml"


def scenario_files(home: Path) -> list[Path]:
    """The scenarios of a book, by id."""
    return sorted((home / "scenarios").glob("*.toml"), key=lambda path: path.stem)


def counts_of(
    text: str, what: str, where: str, like: str = "heavy=2,medium=5,light=4", rule: str = ""
) -> dict[str, int]:
    """The units of an army that is written in one line, `like` this."""
    units: dict[str, int] = {}
    for part in text.split(","):
        kind, _, count = part.strip().partition("=")
        if not count.isdecimal() or len(count) > 3:
            raise Fault(where, f"{part.strip()[:40]!r} is not a {what} and a count; write {like}", rule)
        units[kind] = units.get(kind, 0) + int(count)
    return units


# Set-ups


def ends_by_itself(setup: T) -> tuple[T, str]:
    """What `bounded` is for a book whose games all end: nothing is set for those that nobody watches."""
    return setup, ""


# Options


def switch(value: str, what: str) -> bool:
    if value not in ON_OFF:
        raise Fault(f"option {what}", f"{value[:40]!r} must be on or off")
    return value == "on"


def whole(value: str, what: str, digits: int = 4) -> int:
    if not value.isdecimal() or len(value) > digits:
        raise Fault(f"option {what}", f"{value[:40]!r} is not a whole number")
    return int(value)


def read_options(options: Mapping[str, str], known: Iterable[str], readers: Readers) -> dict[str, Any]:
    """What the players agreed otherwise; an option without a reader is taken as it is written."""
    changed: dict[str, Any] = {}
    for key, value in options.items():
        if key not in known:
            raise Fault(f"option {key[:40]}", f"there is no such option; there is {', '.join(known)}")
        read = readers.get(key)
        changed[key] = read(value, key) if read else value
    return changed


# Odds


def check_odds_options(options: Mapping[str, str], known: Mapping[str, Iterable[str]]) -> None:
    for key, value in options.items():
        if value not in known.get(key, ()):
            *most, last = (f"{name}={'|'.join(values)}" for name, values in known.items())
            raise Fault(f"option {key[:40]}", f"the options are {', '.join(most)} and {last}")


def zone_of(zone: str) -> Zone:
    if zone not in list(Zone):
        raise Fault("zone", f"{zone[:40]!r} is none of {', '.join(Zone)}")
    return Zone(zone)
