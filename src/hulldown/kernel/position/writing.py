"""Writing: the canonical text of a sheet, in TOML."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from hulldown.kernel.position.sheet import Sheet


def written(sheet: Sheet) -> str:
    """The canonical text of a sheet: fields in their order, only what differs from a fresh table, then the tables."""
    lines, tables = list[str](), list[str]()
    for field, value in told_fields(sheet):
        if isinstance(value, Mapping):
            tables += _table(field, value)
        elif isinstance(value, tuple | list) and value and isinstance(value[0], msgspec.Struct):
            for row in value:
                fields = dict(told_fields(row))
                tables += [f"\n[[{'wreck' if fields.pop('wreck', False) else field}]]", *map(_line, fields.items())]
        elif isinstance(value, msgspec.Struct):
            tables += _table(field, dict(told_fields(value)))
        else:
            lines.append(_line((field, value)))
    return "\n".join([*lines, *tables]) + "\n"


def toml(fields: Mapping[str, Any]) -> str:
    """Plain data as text: keys first, then its tables and lists of tables."""
    bare = {key: value for key, value in fields.items() if not (isinstance(value, Mapping) or is_rows(value))}
    lines = [_line(pair) for pair in bare.items()]
    for key, value in fields.items():
        if isinstance(value, Mapping):
            lines += _table(key, value)
        elif is_rows(value):
            for row in value:
                lines += [f"\n[[{_key(key)}]]", *map(_line, row.items())]
    return "\n".join(lines) + "\n"


def told_fields(row: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for field in msgspec.structs.fields(row):
        value = getattr(row, field.name)
        fresh = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        if field.required or not _same(value, fresh):
            yield field.encode_name, value


def _same(value: Any, default: Any) -> bool:
    return bool(value == default) and (type(value) is type(default) or not isinstance(value, bool | int))


def _table(name: str, fields: Mapping[str, Any]) -> list[str]:
    inner = {key: value for key, value in fields.items() if isinstance(value, Mapping)}
    lists = {key: value for key, value in fields.items() if is_rows(value)}
    lines = [f"\n[{name}]", *[_line(pair) for pair in fields.items() if pair[0] not in inner and pair[0] not in lists]]
    for key, value in inner.items():
        lines += _table(f"{name}.{_key(key)}", value)
    for key, rows in lists.items():
        for row in rows:
            lines += [f"\n[[{name}.{_key(key)}]]", *[_line(pair) for pair in row.items() if pair[1] is not None]]
    return lines


def is_rows(value: Any) -> bool:
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
