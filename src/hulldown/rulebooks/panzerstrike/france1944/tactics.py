"""What a bot may know of France 1944."""

from collections.abc import Iterator
from typing import Any


def promising(state: Any) -> Iterator[tuple[float, Any]]:
    raise LookupError("written next")
