"""Points at which a server falls as if it were killed; planted from outside, as what is shipped has no such switch."""

import os
from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from hulldown.server import store, stream
from hulldown.server.store import Store

Act = Callable[..., Awaitable[Any]]
POINTS = ("before-begin", "after-insert", "after-commit", "at-first-told", "at-second-told")


def plant(point: str, times: int) -> None:
    """Lets this process fall at a point once it has passed there so many times."""
    passing = count()

    def fall(*_: Any) -> None:
        if next(passing) >= times:
            os._exit(137)

    if point == "before-begin":
        Store.write = around(Store.write, before=fall)  # type: ignore[method-assign]
    elif point == "after-insert":
        store._write = around(store._write, after=fall)
    elif point == "after-commit":
        Store.write = around(Store.write, after=fall)  # type: ignore[method-assign]
    else:
        stream._send = around(stream._send, before=told_to(1 + (point == "at-second-told"), fall))


def around(act: Act, before: Callable[..., None] = lambda *_: None, after: Callable[..., None] = lambda: None) -> Any:
    async def done(*given: Any, **named: Any) -> Any:
        before(*given)
        answer = await act(*given, **named)
        after()
        return answer

    return done


def told_to(listener: int, fall: Callable[[], None]) -> Callable[..., None]:
    """Falls when a line is told that so many have heard with this one."""
    heard: dict[bytes, int] = {}

    def hear(socket: Any, text: bytes) -> None:
        if text.startswith(b'{"type":"line"'):
            heard[text] = heard.get(text, 0) + 1
            if heard[text] == listener:
                fall()

    return hear
