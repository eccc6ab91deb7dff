"""The words of a sheet: the names of its fields, what may stand in them, and the nearest to a wrong one."""

from collections.abc import Iterator
from typing import Any

import msgspec


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
