"""Reading what people write: bounded before it is parsed, and every fault in one sentence with its place."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

MOST_BYTES = 1 << 20
MOST_KEY_PARTS = 4
MOST_NESTING = 32
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
_LONG_KEY = re.compile(rf"(?:\.[ \t]*+(?:[\w-]++|\")[ \t]*+){{{MOST_KEY_PARTS}}}")


class Fault(Exception):
    """What is wrong with a file or a value that somebody gave: where it is, and one sentence."""

    def __init__(self, where: str, message: str, rule: str = "") -> None:
        super().__init__(f"{where}: {message}" + (f" — {rule}" if rule else ""))
        self.where, self.message, self.rule = where, message, rule


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
    """TOML with its hostile forms refused first: tomllib takes hours over long dotted keys, and recurses into lists."""
    bare = _QUOTED.sub(lambda quoted: ("" if quoted[0][0] == "#" else '"') + "\n" * quoted[0].count("\n"), text)
    if long := _LONG_KEY.search(bare):
        at = bare.count("\n", 0, long.start()) + 1
        raise Fault(f"{where}:{at}", f"the key has more than {MOST_KEY_PARTS} parts")
    depth = 0
    for bracket in re.finditer(r"[][{}]", bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > MOST_NESTING:
            at = bare.count("\n", 0, bracket.start()) + 1
            raise Fault(f"{where}:{at}", f"lists are nested more than {MOST_NESTING} deep")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"\(at line (\d+), column (\d+)\)", str(error))
        at_place = f"{where}:{place[1]}:{place[2]}" if place else where
        raise Fault(at_place, f"not TOML: {re.sub(r' *[(]at .*[)]', '', str(error)).lower()}") from None
    except ValueError:  # what int() says of digits without end; tomllib does not know where
        raise Fault(where, "a number has too many digits") from None


def convert(data: Any, kind: type[T], where: str, text: str = "") -> T:
    """Plain data as a struct; the fault names the field and, with the file's text, its line."""
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at ")
        path = path.strip("`")
        missing = re.search(r"(?:missing required|contains unknown) field `(\w+)`", message)
        spot = f"{path}.{missing[1]}" if missing and "unknown" in message else path
        line = line_of(text, spot) if text else 0
        field = f" in {path[2:]}" if path.startswith("$.") else ""
        message = message[:1].lower() + message[1:]
        raise Fault(f"{where}:{line}" if line else where, f"{message}{field}".replace("`", "'")) from None


def merged(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Some entries of a table laid over all of it."""
    both = dict(old)
    for key, value in new.items():
        below = old.get(key)
        both[key] = merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return both


def line_of(text: str, path: str) -> int:
    """The line of a TOML file that a path such as `$.unit[2].points` means; its table's, if the key is not there."""
    parts = re.findall(r"\w+|\[\d+\]", path.removeprefix("$"))
    start = best = 0
    lines = text.split("\n")
    for at, part in enumerate(parts):
        if part.startswith("["):
            continue
        wanted = int(parts[at + 1][1:-1]) if at + 1 < len(parts) and parts[at + 1].startswith("[") else 0
        pattern = re.compile(rf"\s*(\[+\s*([\w-]+\.)*{re.escape(part)}\s*\]+|(\w+\.)*{re.escape(part)}\s*[=.])")
        found = [number for number in range(start, len(lines)) if pattern.match(lines[number])]
        if len(found) == 1 or (found and not lines[found[0]].lstrip().startswith("[")):
            wanted = 0  # a number behind a key counts the items of its list, not tables of that name
        if wanted >= len(found):
            break
        start = found[wanted]
        best = start + 1
    return best
