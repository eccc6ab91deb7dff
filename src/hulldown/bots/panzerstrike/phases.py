"""What a player orders in each phase: `promising` of a book's tactics asks a table of them."""

from collections.abc import Callable, Iterator
from typing import Any

Promising = Callable[[Any], Iterator[tuple[float, Any]]]


def only(order: Any) -> Promising:
    """A phase in which there is one thing to order, or one that is best."""
    return lambda state: iter([(0, order)])
