"""What a book's positions are made of, for an editor: phases, and the fields of units and of the table, by their kinds.

All of it follows from the words of the book's sheet, so that there is no second list of them.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

import msgspec

from hulldown.kernel.position.loader import Loader
from hulldown.kernel.position.sheet import HEAD, SHOWN, Done, Few, Number, Places, Refs, SideName

FieldKind = Literal["switch", "number", "choice", "side", "facing", "places", "numbers", "text"]
PLACED = ("side", "kind", "number", "at", "facing", "heading", "wreck")
TOLD = ("name", "side", "phase", "told", "result", *HEAD, *SHOWN)


class PositionField(msgspec.Struct, frozen=True):
    """A field that only differs from a fresh table where something has happened."""

    name: str
    kind: FieldKind
    values: tuple[str, ...] = ()


class PositionTerms(msgspec.Struct, frozen=True):
    """The phases of play; the fields of a unit and of the table; what else lies on the table, by its lists.

    `facings` are as they are written, in the order of a pose's; there are none on a free table.
    """

    phases: tuple[str, ...]
    unit: tuple[PositionField, ...]
    table: tuple[PositionField, ...]
    lists: Mapping[str, tuple[PositionField, ...]]
    facings: tuple[str, ...]


def terms_of(own: Loader[Any]) -> PositionTerms:
    """The terms of a book's positions."""
    fields = {field.encode_name: field.type for field in msgspec.structs.fields(own.words)}
    rows = {name: row for name, kind in fields.items() if (row := _row_of(kind)) is not None}
    facings = [str(way["facing"]) for way in own.standing("A1") if "facing" in way]
    return PositionTerms(
        own.phases,
        tuple(_fields(own, rows["unit"], PLACED)),
        tuple(_fields(own, own.words, (*TOLD, *rows))),
        {name: tuple(_fields(own, row, ())) for name, row in rows.items() if name != "unit"},
        tuple(facings),
    )


def _row_of(kind: Any) -> Any:
    """The struct that a list's rows are made of, if it is a list of such."""
    info = msgspec.inspect.type_info(kind)
    if not isinstance(info, msgspec.inspect.VarTupleType) or not isinstance(info.item_type, msgspec.inspect.StructType):
        return None
    return info.item_type.cls


def _fields(own: Loader[Any], struct: Any, without: tuple[str, ...]) -> Iterator[PositionField]:
    for field in msgspec.structs.fields(struct):
        if field.encode_name not in without and (words := own.choices.get(field.encode_name)):
            yield PositionField(field.encode_name, "choice", words)
        elif field.encode_name not in without:
            yield PositionField(field.encode_name, *_kind_of(field.encode_name, field.type))


def _kind_of(name: str, kind: Any) -> tuple[FieldKind, tuple[str, ...]]:
    known: dict[Any, FieldKind] = {
        bool: "switch",
        Number: "number",
        Few: "number",
        Places: "places",
        Refs: "text",
        SideName: "side",
    }
    plain = next((one for one in known if kind == one or kind == one | None), None)
    if plain is not None:
        return known[plain], ()
    if kind in (Done, Done | None, bool | None):
        return "switch", ()
    if name in ("turret", "rested", "facing"):
        return "facing", ()
    info = msgspec.inspect.type_info(kind)
    if isinstance(info, msgspec.inspect.LiteralType):
        return "choice", tuple(map(str, info.values))
    if isinstance(info, msgspec.inspect.VarTupleType) and isinstance(info.item_type, msgspec.inspect.IntType):
        return "numbers", ()
    if isinstance(info, msgspec.inspect.IntType):
        return "number", ()
    return "text", ()
