"""The factored face: an order as a unit, a verb and a target, three small numbers instead of one large.

The unit is its number and one more, 0 for none. The verb is the kind of order. The target is that of a shot, by its
number; where one can be shot at in several ways, the next way is `MOST_UNITS` farther on. Of orders without a target
it is the place among those of the same unit and verb, in the order in which the book lists them.
"""

from collections.abc import Sequence
from typing import Any, get_args

import msgspec

from hulldown.envs.features import MOST_UNITS
from hulldown.kernel.rulebook import Rulebook

Triple = tuple[int, int, int]


class Factored:
    """The orders of one decision by their triples."""

    def __init__(self, book: Rulebook[Any, Any, Any], orders: Sequence[Any]) -> None:
        self.book = book
        self.kinds: tuple[type[Any], ...] = get_args(book.order_type)
        self.by: dict[Triple, int] = {}
        for at, order in enumerate(orders):
            self.by[self._free(order)] = at

    def _free(self, order: Any) -> Triple:
        unit, target = self.book.unit_of(order), self.book.target_of(order)
        own = 0 if unit is None else unit + 1
        verb, place, step = self.kinds.index(type(order)), target or 0, 1 if target is None else MOST_UNITS
        while (own, verb, place) in self.by:
            place += step
        return own, verb, place

    @property
    def triples(self) -> list[Triple]:
        """Those of all orders, in their order."""
        return list(self.by)

    def units(self) -> list[int]:
        return sorted({own for own, _, _ in self.by})

    def verbs(self, own: int) -> list[int]:
        return sorted({verb for one, verb, _ in self.by if one == own})

    def targets(self, own: int, verb: int) -> list[int]:
        return sorted(target for one, other, target in self.by if (one, other) == (own, verb))

    def meant(self, triple: Triple) -> Any | None:
        """The order that a triple would mean if it were allowed, as far as unit and target say it."""
        own, verb, target = triple
        if not 0 <= verb < len(self.kinds):
            return None
        kind = self.kinds[verb]
        plain = {field.name: _plainest(field) for field in msgspec.structs.fields(kind)}
        said = {"unit": own - 1, "target": target % MOST_UNITS}
        try:
            return msgspec.convert(
                plain | {name: said[name] for name in said if name in plain}, kind, from_attributes=True
            )
        except (msgspec.ValidationError, TypeError):
            return None


def _plainest(field: msgspec.structs.FieldInfo) -> Any:
    """What a field is if nothing is said of it."""
    return 0 if field.required and field.type is not str else "" if field.required else field.default
