"""A set-up beside what this version ships under the names that it carries, part by part: as shipped, or changed.

What was changed is told with its old and new value. Large values are told by a digest, so that two different changes
never read alike. It compares JSON, so that the set-up of another version can be told as well.
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from functools import cache
from hashlib import blake2b
from typing import Any

import msgspec

from hulldown.kernel.library import Library
from hulldown.kernel.wire import decode, encode

PARTS = ("figures", "dice", "board", "scenario", "options", "armies")
BY_NAME = ("figures", "dice", "board")  # what may be that of another scenario, and is as shipped all the same
MOST_VALUE, MOST_TOLD = 60, 360  # characters of a value, and of all changes
Fields = dict[str, Any]  # a part of a set-up: its values by field


class Nothing(Enum):
    """Where a set-up lacks what the other one has."""

    HERE = ()


NOTHING = Nothing.HERE


class Likeness(msgspec.Struct, frozen=True):
    """A part of a set-up, whether it is as shipped, and a sentence that says how not."""

    part: str
    shipped: bool
    sentence: str


def compare(setup: msgspec.Raw, library: Library) -> Iterator[Likeness]:
    """Each part of a set-up beside that of the scenario whose name it carries."""
    known = _shipped(library)  # type: ignore[arg-type]  # a module, or one shelf: it is what it is
    found = _parts(decode(setup, Any, "line 1"), library)
    scenario = name_of(found["scenario"])
    for part in PARTS:
        shipped = {name: parts[part] for name, parts in known.items()}
        judge = _known if scenario in known else _unknown
        yield judge(part, found[part], scenario, shipped)


@cache
def _shipped(library: Library) -> dict[str, dict[str, Fields]]:
    """The scenarios of this version by the names that their set-ups carry, part by part."""
    setups = [decode(encode(library.build(row.id)), Any) for row in library.scenarios()]
    parts = [_parts(setup, library) for setup in setups]
    return {name_of(one["scenario"]): one for one in parts}


def _parts(setup: Any, library: Library) -> dict[str, Fields]:
    """A set-up's fields by the part that each belongs to; what the book does not name is an option."""
    found: dict[str, Fields] = {part: {} for part in PARTS}
    for name, value in setup.items() if isinstance(setup, dict) else [("set-up", setup)]:
        part = library.PARTS.get(name, "options")
        inside = {path for path in library.PARTS if path.startswith(f"{name}.")}
        if inside and isinstance(value, dict):
            for key, one in value.items():
                found[library.PARTS.get(f"{name}.{key}", part)][f"{name}.{key}"] = one
        else:
            found[part][name] = value
    return found


def name_of(fields: Fields) -> str:
    """What a part is called: the first name in it."""
    for value in fields.values():
        name = value.get("name") if isinstance(value, dict) else value
        if isinstance(name, str):
            return name
    return ""


def _known(part: str, found: Fields, scenario: str, shipped: Mapping[str, Fields]) -> Likeness:
    """Beside the same part of its scenario."""
    called = _called(part, found)
    if encode(found) == encode(shipped[scenario]):
        return Likeness(part, True, f"as shipped{called}")
    if twin := _twin(part, found, shipped):
        return Likeness(part, False, f"changed{called}: as shipped with {quoted(twin)}, not as with {quoted(scenario)}")
    return Likeness(part, False, f"changed{called}: {told_changes(shipped[scenario], found)}")


def _unknown(part: str, found: Fields, scenario: str, shipped: Mapping[str, Fields]) -> Likeness:
    """In a scenario of somebody's own: figures, dice and board may still be shipped ones; the rest is told."""
    called = _called(part, found)
    if twin := _twin(part, found, shipped):
        return Likeness(part, True, f"as shipped{called}, with {quoted(twin)}")
    if part == "scenario":
        return Likeness(part, False, f"changed: this version ships no such scenario: {told_changes({}, found)}")
    like = [name for name, fields in shipped.items() if part != "board" or name_of(fields) == name_of(found)]
    if part in BY_NAME and like:
        told = told_changes(shipped[like[0]], found)
        return Likeness(part, False, f"changed{called}, from that shipped with {quoted(like[0])}: {told}")
    return Likeness(part, False, f"changed: nothing is shipped to compare with: {told_changes({}, found)}")


def _called(part: str, found: Fields) -> str:
    return f" ({quoted(name_of(found))})" if part in ("board", "scenario") else ""


def _twin(part: str, found: Fields, shipped: Mapping[str, Fields]) -> str:
    """A scenario that is shipped with the very same figures, dice or board."""
    same = (name for name, fields in shipped.items() if part in BY_NAME and encode(fields) == encode(found))
    return next(same, "")


# What was changed


def told_changes(old: Any, new: Any) -> str:
    """All changes in one sentence; where they are many, the first and a digest of all that is new."""
    changes, told = list(_changes(old, new, "")), ""
    for at, change in enumerate(changes):
        longer = f"{told}; {change}" if told else change
        if len(longer) > MOST_TOLD:
            return f"{told}{'; and ' if told else ''}{len(changes) - at} more, digest {digest_of(new)}"
        told = longer
    return told or "nothing"


def _changes(old: Any, new: Any, path: str) -> Iterator[str]:
    if NOTHING not in (old, new) and encode(old) == encode(new):
        return
    if (rows := _by_id(old)) and (new_rows := _by_id(new)):
        yield from _entries(rows, new_rows, path, "[{}]")
    elif isinstance(old, dict | Nothing) and isinstance(new, dict) and new:
        yield from _entries(old if isinstance(old, dict) else {}, new, path, ".{}" if path else "{}")
    elif (pair := _side_by_side(old, new)) is not None:
        yield from _entries(*pair, path, "[{}]")
    elif new is NOTHING:
        yield f"no {path} instead of {told_value(old)}"
    elif old is NOTHING:
        yield f"{path} {told_value(new)}"
    else:
        yield f"{path} {told_value(new)} instead of {told_value(old)}"


def _entries(old: Mapping[Any, Any], new: Mapping[Any, Any], path: str, form: str) -> Iterator[str]:
    for key in dict.fromkeys((*old, *new)):
        plain = r"[\w-]{1,40}" if path else r"[\w.-]{1,40}"
        step = key if re.fullmatch(plain, str(key), re.ASCII) else told_value(key)
        yield from _changes(old.get(key, NOTHING), new.get(key, NOTHING), path + form.format(step))
    if list(new) != [*(key for key in old if key in new), *(key for key in new if key not in old)]:
        yield f"{path} in the order {told_value(list(new))}"


def _by_id(value: Any) -> dict[str, Any]:
    """The rows of a chart by their ids; nothing if this is no chart."""
    listed = value if isinstance(value, list) else []
    rows = {row["id"]: row for row in listed if isinstance(row, dict) and isinstance(row.get("id"), str)}
    return rows if len(rows) == len(listed) else {}


def _side_by_side(old: Any, new: Any) -> tuple[dict[int, Any], dict[int, Any]] | None:
    """Two long lists or texts of one length, such as the rows of a map, entry by entry."""
    if not (isinstance(old, list) and isinstance(new, list)) and not (isinstance(old, str) and isinstance(new, str)):
        return None
    if len(old) != len(new) or len(encode(old)) <= MOST_VALUE // 2 or len(old) == 1:
        return None
    return dict(enumerate(old)), dict(enumerate(new))


def told_value(value: Any) -> str:
    """A value in a few words, or its size and a digest."""
    text = _told(value)
    if len(text) <= MOST_VALUE:
        return text
    size = f"{len(value):,} entries, " if isinstance(value, list | dict) else ""
    return f"({size}digest {digest_of(value)})"


def _told(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if value is None:
        return "none"
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, list):
        return f"[{', '.join(map(_told, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_told(key)}: {_told(one)}' for key, one in value.items())}}}"
    return encode(value).decode()


def digest_of(value: Any) -> str:
    return blake2b(encode(value), digest_size=16).hexdigest()


def quoted(text: str) -> str:
    """A text of a record in quotes. Signs that cannot be seen, or look like others, are told by their numbers."""
    shown = "".join(_sign(sign, text[at - 1 : at]) for at, sign in enumerate(text[:MOST_VALUE]))
    if len(text) > MOST_VALUE or len(shown) > 2 * MOST_VALUE:
        return f"({len(text):,} characters, digest {digest_of(text)})"
    return f'"{shown}"'


def _sign(sign: str, before: str) -> str:
    if sign in '"\\':
        return f"\\{sign}"
    if (ord(sign) > 0x24F and sign not in "–—…’") or not sign.isprintable() or sign == before == " ":
        return f"\\u{{{ord(sign):x}}}"
    return sign
