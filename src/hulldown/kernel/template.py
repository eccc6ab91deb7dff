"""Orders with blanks: all of an order but what a hand has still to say, such as the pose that a unit is dragged to.

A template is an order as plain data in which a field that is left open holds `{"blank": name}`. The name says what
belongs there, whatever the book calls the field, so whoever fills it in knows no order of any book.
"""

from collections.abc import Mapping
from typing import Any, Literal

from hulldown.kernel.wire import plain

Template = dict[str, Any]
# A cell and a facing make a pose on a grid; `trail` is the cell on which what is towed ends. On a free table a place
# is `x` and `y`, `along` a length of the path that was flown.
Blank = Literal["cell", "facing", "trail", "unit", "x", "y", "heading", "path", "along"]


def template(order: Any, **blanks: Blank) -> Template:
    """An order, or what is settled of it, with blanks in these fields, by their names on the wire."""
    settled: Template = plain(order)
    return settled | {field: {"blank": name} for field, name in blanks.items()}


def blanks_of(open_order: Mapping[str, Any]) -> list[str]:
    """The names of the blanks that are still open."""
    return [value["blank"] for value in open_order.values() if isinstance(value, dict) and "blank" in value]


def filled(open_order: Mapping[str, Any], **values: Any) -> Template:
    """A template with these blanks filled in; those of others stay open, and what it has no blank for is left out."""
    return {
        field: values.get(value["blank"], value) if isinstance(value, dict) and "blank" in value else value
        for field, value in open_order.items()
    }
