"""Reading what people write: bounded before it is parsed, and every fault in one sentence with its place."""

import re
import sys
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.fields import Misfit, misfits
from hulldown.kernel.spans import Span, spans_of

MOST_BYTES = 1 << 20
MOST_KEY_PARTS = 4
MOST_NESTING = 32
MOST_TABLES = 5_000  # headers, and tables within a line
MOST_FAULTS = 100  # that are told of one file
MOST_KEPT = 4  # texts that were read lately
T = TypeVar("T")

# A string or a comment, an unclosed one up to its end. Possessive throughout, so that no file is read twice.
_QUOTED = re.compile(
    r"""  "{3} (?: [^"\\] | \\(?:.|\Z) | "(?!"") )*+ (?: "{3,5} | \Z )
        | '{3} (?: [^'] | '(?!'') )*+ (?: '{3,5} | \Z )
        | " (?: [^"\\\n] | \\. )*+ "?
        | ' [^'\n]*+ '?
        | \# [^\n]*+ """,
    re.VERBOSE | re.DOTALL,
)
_TABLE = re.compile(r"^[ \t]*\[|\{", re.MULTILINE)
_LONG_KEY = re.compile(rf"(?:\.[ \t]*+(?:[\w-]++|\")[ \t]*+){{{MOST_KEY_PARTS}}}")


class Pointed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a fault means, as far as it is known: a square or hex by row and column from 0, a row, a feature and its
    corner, a unit by its id, and the figure of it."""

    row: int | UnsetType = UNSET
    column: int | UnsetType = UNSET
    feature: int | UnsetType = UNSET
    corner: int | UnsetType = UNSET
    unit: str = ""
    figure: str = ""


class TextChange(msgspec.Struct, frozen=True):
    """A run of a text by what stands in its place; counted from 0 in the units of UTF-16, as JavaScript does."""

    start: int
    end: int
    text: str


class TextRepair(msgspec.Struct, frozen=True):
    """What puts a fault right: what the button says, and what then changes in the text."""

    label: str
    changes: tuple[TextChange, ...]


class Offer(msgspec.Struct, frozen=True):
    """A repair before its text is at hand: what the button says, and the field that then has another value."""

    label: str
    field: str
    value: str  # as a TOML file has it


class Fault(Exception):
    """What is wrong with a file or a value that somebody gave: where it is, and one sentence.

    Where more was found than one fault, the first is raised, and carries the others as `also`.
    """

    def __init__(
        self,
        where: str,
        message: str,
        rule: str = "",
        *,
        field: str = "",
        place: Pointed | None = None,
        repairs: tuple[TextRepair, ...] = (),
        offers: tuple[Offer, ...] = (),
    ) -> None:
        super().__init__(f"{where}: {message}" + (f" — {rule}" if rule else ""))
        self.where, self.message, self.rule = where, message, rule
        self.field, self.place, self.repairs, self.offers = field, place, repairs, offers
        self.also: tuple[Fault, ...] = ()

    @property
    def all(self) -> "tuple[Fault, ...]":
        return (self, *self.also)

    @property
    def line(self) -> int:
        """Its line in the file, from 1; 0 if it has none."""
        found = re.search(r":(\d+)(:\d+)?$", self.where)
        return int(found[1]) if found else 0

    def at(self, where: str, field: str = "") -> "Fault":
        """The same, said of another place."""
        told = self.message, self.rule
        repairs, offers = self.repairs, self.offers
        return Fault(where, *told, field=field or self.field, place=self.place, repairs=repairs, offers=offers)

    def with_repairs(self, repairs: "tuple[TextRepair, ...]") -> "Fault":
        told = self.where, self.message, self.rule
        return Fault(*told, field=self.field, place=self.place, repairs=(*self.repairs, *repairs))


def raise_all(faults: "Iterable[Fault]") -> None:
    """Raises the first of several faults, which carries the others; nothing if there is none."""
    found = list({id(one): one for fault in islice(faults, MOST_FAULTS) for one in fault.all}.values())
    if found:
        found[0].also = tuple(found[1:MOST_FAULTS])
        raise found[0]


def faults_of(*steps: Callable[[], object]) -> Iterator[Fault]:
    """What is wrong by each of several steps that do not need each other."""
    for step in steps:
        try:
            step()
        except Fault as fault:
            yield fault


def change_of(text: str, start: int, end: int, new: str) -> TextChange:
    """A run of a text by another, from places that Python counts."""
    before = len(text[:start].encode("utf-16-le")) // 2
    return TextChange(before, before + len(text[start:end].encode("utf-16-le")) // 2, new)


def read_text(path: Path, most_bytes: int = MOST_BYTES) -> str:
    """The text of a file, refused before it is read when it is not one, or too large."""
    try:
        if path.is_dir():
            raise Fault(str(path), "this is a folder; give the path of a file")
        if not path.is_file():
            raise Fault(str(path), "there is no such file; give the path of a file")
        if (size := path.stat().st_size) > most_bytes:
            raise Fault(str(path), f"the file has {size:,} bytes; at most {most_bytes:,} are read")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise Fault(str(path), f"byte {error.start} is not UTF-8; the file must be text") from None
    except (OSError, ValueError) as error:
        raise Fault(str(path), f"the file cannot be read ({getattr(error, 'strerror', None) or error})") from None


def read_toml(path: Path) -> tuple[str, dict[str, Any]]:
    text = read_text(path)
    return text, parse_toml(text, str(path))


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """TOML as plain data of one's own; what is wrong with it is told of `where`."""
    try:
        # Whoever judges a file looks into it several times, and reading it is most of the work.
        found: dict[str, Any] = _fresh(_kept(text))
        return found
    except Fault as fault:
        raise fault.at(f"{where}{fault.where}") from None


def _parsed(text: str) -> dict[str, Any]:
    """TOML with its hostile forms refused first: tomllib takes hours over long dotted keys, and recurses into lists."""
    bare = _QUOTED.sub(lambda quoted: ("" if quoted[0][0] == "#" else '"') + "\n" * quoted[0].count("\n"), text)
    if long := _LONG_KEY.search(bare):
        at = bare.count("\n", 0, long.start()) + 1
        raise Fault(f":{at}", f"the key has more than {MOST_KEY_PARTS} parts")
    depth = 0
    for bracket in re.finditer(r"[][{}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MOST_NESTING:
            at = bare.count("\n", 0, bracket.start()) + 1
            raise Fault(f":{at}", f"lists are nested more than {MOST_NESTING} deep")
    for at, table in enumerate(_TABLE.finditer(bare)):
        if at == MOST_TABLES:
            line = bare.count("\n", 0, table.end()) + 1
            raise Fault(f":{line}", f"the file has more than {MOST_TABLES} tables")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        at_place = f":{place[1]}:{place[2]}" if place else ""
        raise Fault(at_place, f"not TOML: {re.sub(r' *[(]at .*[)]', '', str(error)).lower()}") from None
    except ValueError:  # what int() says of digits without end; tomllib does not know where
        raise _long_number(text) from None


def _long_number(text: str) -> Fault:
    most = sys.get_int_max_str_digits()
    for path, (_, start, end) in spans_of(text).items():
        number = text[start:end]
        if re.fullmatch(r"[+-]?[\d_]+", number, re.ASCII) and sum(map(str.isdigit, number)) > most:
            line, column = text.count("\n", 0, start) + 1, start - text.rfind("\n", 0, start)
            return Fault(f":{line}:{column}", "a number has too many digits", field=path[2:])
    return Fault("", "a number has too many digits")  # in a field that is there twice


_kept = lru_cache(maxsize=MOST_KEPT)(_parsed)


def _fresh(value: Any) -> Any:
    """The same data once more, for whoever changes what he was given."""
    if isinstance(value, dict):
        return {key: _fresh(one) for key, one in value.items()}
    return [_fresh(one) for one in value] if isinstance(value, list) else value


def convert(data: Any, kind: type[T], where: str, text: str = "") -> T:
    """Plain data as a struct; the faults name all fields that do not fit and, with the file's text, their lines."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise_all(_misfit(misfit, data, where, text) for misfit in misfits(data, kind))
        message, _, path = str(error).partition(" - at ")
        path = path.strip("`")
        told = f"{message[:1].lower()}{message[1:]}" + (f" in {path[2:]}" if path.startswith("$.") else "")
        raise Fault(place_in(where, text, path), told.replace("`", "'"), field=path[2:]) from None


def _misfit(misfit: Misfit, data: Any, where: str, text: str) -> Fault:
    whose = f"{misfit.whose}: " if misfit.whose else ""
    span = spans_of(text).get(misfit.path) if text else None
    return Fault(
        place_in(where, text, misfit.path),
        f"{whose}{misfit.message}",
        field=misfit.path[2:],
        place=_place_of(misfit.path, data),
        repairs=_field_repairs(misfit, text, span) if span else (),
    )


def _field_repairs(misfit: Misfit, text: str, span: Span) -> tuple[TextRepair, ...]:
    """An unknown field gets the name that is near, or goes; its line too, if it has one of its own."""
    if not misfit.unknown:
        return ()
    repairs = []
    if misfit.near and text.startswith(misfit.path.rpartition(".")[2], span.key):
        name = len(misfit.path.rpartition(".")[2])
        renamed = change_of(text, span.key, span.key + name, misfit.near)
        repairs.append(TextRepair(f"Write {misfit.near}", (renamed,)))
    start, end = text.rfind("\n", 0, span.key) + 1, text.find("\n", span.end)
    if not text[start : span.key].strip() and not text[span.end : end].partition("#")[0].strip() and end > 0:
        repairs.append(TextRepair("Leave it out", (change_of(text, start, end + 1, ""),)))
    return tuple(repairs)


def _place_of(path: str, data: Any) -> Pointed | None:
    """The unit and figure, or the feature and corner, that a path means."""
    found = re.match(r"\$\.(unit|card|feature)\[(\d+)\](?:\.(\w+))?(?:\[(\d+)\])?", path)
    if not found:
        return None
    kind, number, figure, item = found[1], int(found[2]), found[3] or "", found[4]
    if kind == "feature":
        return Pointed(feature=number, corner=int(item) if figure == "polygon" and item else UNSET, figure=figure)
    row = data[kind][number]
    named = row.get("id") if isinstance(row, dict) else None
    return Pointed(unit=named if isinstance(named, str) else "", figure=figure)


def place_in(where: str, text: str, path: str) -> str:
    """A file with the line that a path means, if it is known."""
    line = line_of(text, path) if text else 0
    return f"{where}:{line}" if line else where


def merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Some entries of a table laid over all of it."""
    both = dict(old)
    for key, value in new.items():
        below = old.get(key)
        both[key] = merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return both


def line_of(text: str, path: str) -> int:
    """The line of a TOML file that a path such as `$.unit[2].points` means; its table's, if the key is not there."""
    found = spans_of(text)
    while path not in found and (step := re.search(r"(\.[^.\[\]]*|\[\d+\])$", path)):
        path = path[: step.start()]
    return text.count("\n", 0, found[path].key) + 1 if path in found else 0
