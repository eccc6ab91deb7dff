"""What does not fit of plain data that should be a struct: every field, with what it is, and what is needed."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from typing import Any

import msgspec
from msgspec import inspect

LONG = 40  # characters of a value that are told


class Misfit(msgspec.Struct, frozen=True):
    """A field that does not fit: its path as `$.unit[2].front`, whose it is, and what is wrong with it.

    Of an unknown field the nearest right name is given, if one is near.
    """

    path: str
    whose: str
    message: str
    unknown: bool = False
    near: str = ""


def misfits(data: Any, kind: type) -> Iterator[Misfit]:
    """All that does not fit, in the order of the data."""
    yield from _amiss(data, inspect.type_info(kind), "$", "")


def nearest_of(word: str, known: Iterable[str]) -> str:
    """The nearest right name, if one is near."""
    close = get_close_matches(word[:LONG].lower(), list(known), 1, 0.6)
    return close[0] if close else ""


def nearest(word: str, known: Iterable[str]) -> str:
    """A word on the nearest right name, or on all of them where they are few."""
    names = list(known)
    if close := nearest_of(word, names):
        return f"; did you mean {close!r}?"
    return f"; there is {', '.join(names)}" if 0 < len(names) <= 30 else ""


def _amiss(value: Any, kind: inspect.Type, path: str, whose: str) -> Iterator[Misfit]:
    match kind:
        case inspect.Metadata():
            yield from _amiss(value, kind.type, path, whose)
        case inspect.UnionType():
            yield from _amiss_of(value, kind, path, whose)
        case inspect.StructType() if isinstance(value, dict):
            yield from _fields(value, kind, path, whose)
        case inspect.DictType() if isinstance(value, dict):
            for key, one in value.items():
                yield from _amiss(one, kind.value_type, f"{path}.{key}", _within(whose, path))
        case inspect.ListType() | inspect.VarTupleType() if isinstance(value, list | tuple):
            if not _counted(value, kind):
                yield _misfit(value, kind, path, whose)
            for at, one in enumerate(value[: kind.max_length]):
                yield from _amiss(one, kind.item_type, f"{path}[{at}]", whose)
        case inspect.TupleType() if isinstance(value, list | tuple):
            if len(value) != len(kind.item_types):
                yield _misfit(value, kind, path, whose)
                return
            for at, (one, inner) in enumerate(zip(value, kind.item_types, strict=True)):
                yield from _amiss(one, inner, f"{path}[{at}]", whose)
        case _ if not _fits(value, kind):
            yield _misfit(value, kind, path, whose)


def _amiss_of(value: Any, kind: inspect.UnionType, path: str, whose: str) -> Iterator[Misfit]:
    """Of several types the one that the value is like."""
    if any(_fits(value, one) for one in kind.types):
        return
    like = [one for one in kind.types if _like(value, one)]
    if len(like) == 1:
        yield from _amiss(value, like[0], path, whose)
    else:
        yield _misfit(value, kind, path, whose)


def _fields(value: dict[str, Any], kind: inspect.StructType, path: str, whose: str) -> Iterator[Misfit]:
    mine = value.get("name")
    item = _leaf(path) if path != "$" else ""
    named = mine[:LONG] if isinstance(mine, str) and path.endswith("]") else item
    whose = f"{whose}, {named}" if whose and named else whose or named
    fields = {field.encode_name: field for field in kind.fields}
    meant: set[str] = set()  # missing fields, whose names are there with a slip of the pen
    for key in value:
        if key not in fields and kind.forbid_unknown_fields:
            left = [name for name in fields if name not in value]
            near = nearest_of(key, left)
            meant.add(near)
            told = f"there is no field {key[:LONG]!r} here{nearest(key, left)}"
            yield Misfit(f"{path}.{key}", whose, told, unknown=True, near=near)
    for name, field in fields.items():
        if name in value:
            yield from _amiss(value[name], field.type, f"{path}.{name}", whose)
        elif field.required and name not in meant:
            yield Misfit(f"{path}.{name}", whose, f"{name} is missing; {expected(field.type)} is needed")


def _within(whose: str, path: str) -> str:
    leaf = _leaf(path) if path != "$" else ""
    return f"{whose}, {leaf}" if whose and leaf else whose or leaf


def _leaf(path: str) -> str:
    return path.rpartition(".")[2]


def _misfit(value: Any, kind: inspect.Type, path: str, whose: str) -> Misfit:
    what = _leaf(path) if path != "$" else "this"
    return Misfit(path, whose, f"{what} is {told(value)}; {expected(kind)} is needed")


def _like(value: Any, kind: inspect.Type) -> bool:
    """Whether a value is of the same make, though something in it may be wrong."""
    tables, lists = (inspect.StructType, inspect.DictType), (inspect.ListType, inspect.VarTupleType, inspect.TupleType)
    if isinstance(value, dict):
        return isinstance(kind, tables)
    if isinstance(value, list | tuple):
        return isinstance(kind, lists)
    return not isinstance(kind, (*tables, *lists, inspect.NoneType))


def _fits(value: Any, kind: inspect.Type) -> bool:
    match kind:
        case inspect.AnyType():
            return True
        case inspect.NoneType():
            return value is None
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType() | inspect.FloatType():
            return _number(value, kind)
        case inspect.StrType():
            return isinstance(value, str) and (kind.min_length or 0) <= len(value) <= (kind.max_length or len(value))
        case inspect.LiteralType():
            return value in kind.values
        case inspect.EnumType():
            return value in [one.value for one in kind.cls]
        case inspect.UnionType():
            return any(_fits(value, one) for one in kind.types)
        case _:
            return _like(value, kind) and not any(_amiss(value, kind, "$", ""))


def _number(value: Any, kind: inspect.IntType | inspect.FloatType) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    if isinstance(kind, inspect.IntType) and not (isinstance(value, int) or value.is_integer()):
        return False
    bounds = (
        kind.ge is None or value >= kind.ge,
        kind.gt is None or value > kind.gt,
        kind.le is None or value <= kind.le,
        kind.lt is None or value < kind.lt,
    )
    halves = kind.multiple_of is None or value % kind.multiple_of == 0
    return value == value and all(bounds) and halves


def _counted(value: Any, kind: Any) -> bool:
    return (kind.min_length or 0) <= len(value) <= (len(value) if kind.max_length is None else kind.max_length)


def told(value: Any) -> str:
    """A value as a file has it, in a few signs."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    if isinstance(value, int) and abs(value) >= 10**15:
        return "a number of many digits"
    return repr(value[:LONG]) if isinstance(value, str) else str(value)[:LONG]


def expected(kind: inspect.Type) -> str:
    """What is needed, in words."""
    match kind:
        case inspect.Metadata():
            return expected(kind.type)
        case inspect.IntType():
            return f"a whole number{_bounds(kind)}"
        case inspect.FloatType():
            return f"a number{_bounds(kind)}{_steps(kind)}"
        case inspect.StrType():
            return f"a text{_lengths(kind, 'signs')}"
        case inspect.BoolType():
            return "true or false"
        case inspect.LiteralType():
            return f"one of {', '.join(map(str, kind.values))}"
        case inspect.EnumType():
            return f"one of {', '.join(str(one.value) for one in kind.cls)}"
        case inspect.ListType() | inspect.VarTupleType():
            return f"a list{_lengths(kind, 'entries')}"
        case inspect.TupleType():
            return f"a list of {len(kind.item_types)}"
        case inspect.UnionType():
            real = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
            return " or ".join(expected(one) for one in real)
        case _:
            return "a table"


def _bounds(kind: inspect.IntType | inspect.FloatType) -> str:
    least, most = kind.ge, kind.le
    if least is not None and most is not None:
        return f" from {least:g} to {most:g}"
    if most is not None:
        return f" of {most:g} or less"
    return f" of {least:g} or more" if least is not None else ""


def _steps(kind: inspect.FloatType) -> str:
    return f" in steps of {kind.multiple_of:g}" if kind.multiple_of else ""


def _lengths(kind: Any, what: str) -> str:
    least, most = kind.min_length or 0, kind.max_length
    if most is None:
        return f" of {least} or more {what}" if least else ""
    return f" of {least} to {most} {what}" if least else f" of {most} {what} at most"
