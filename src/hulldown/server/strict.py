"""JSON as it is accepted from outside: bounded, with no key twice, no NaN, not nested without end."""

import json
from typing import Any

from hulldown.kernel.files import Fault
from hulldown.kernel.wire import decode
from hulldown.server.protocol import Wrong

MOST_BYTES = 64 << 10
MOST_DEPTH = 32


class _Twice(Exception):
    """A key stands twice in one object."""


def _once(pairs: list[tuple[str, Any]]) -> None:
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise _Twice


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def check(body: bytes, most_bytes: int = MOST_BYTES) -> None:
    """Refuses what readers of JSON do not agree about; raises `Wrong`."""
    if len(body) > most_bytes:
        raise Wrong("order/size", f"The message has {len(body):,} bytes; at most {most_bytes:,} are read.", 413)
    if body.count(b"[") + body.count(b"{") > MOST_DEPTH and _depth(body) > MOST_DEPTH:
        raise Wrong("order/bad", f"The JSON is nested more than {MOST_DEPTH} deep.")
    try:
        json.loads(body.decode(), object_pairs_hook=_once, parse_constant=_no_constant, parse_int=_int)
    except _Twice:
        raise Wrong("order/bad", "The JSON has a key twice in one object; each key stands once.") from None
    except (ValueError, RecursionError):
        raise Wrong("order/bad", "The message is not JSON.") from None


def _int(digits: str) -> int:
    if len(digits) > 30:
        raise ValueError("a number has too many digits")
    return int(digits)


def _depth(body: bytes) -> int:
    """How deep the brackets go, those in strings not counted."""
    depth = most = 0
    quoted = escaped = False
    for byte in body:
        if quoted:
            quoted = escaped or byte != 0x22
            escaped = byte == 0x5C and not escaped
        elif byte == 0x22:
            quoted = True
        elif byte in b"[{":
            depth += 1
            most = max(most, depth)
        elif byte in b"]}":
            depth -= 1
    return most


def parse(body: bytes, kind: Any, most_bytes: int = MOST_BYTES) -> Any:
    """A message of one kind, or `Wrong`."""
    check(body, most_bytes)
    try:
        return decode(body, kind, "message")
    except Fault as fault:
        raise Wrong("order/bad", f"The message is not as it should be: {fault.message}.") from None
