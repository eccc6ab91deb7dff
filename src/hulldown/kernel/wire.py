"""JSON of everything the engine knows. States, orders, events and set-ups are their own wire format.

A class that is not plain data (a compiled map, a list with masks beside it) says what it is on the wire by
`to_wire`, and is made again by `from_wire`, whose argument's annotation is `wire_type`.
"""

import re
from fractions import Fraction
from typing import Any

import msgspec

from hulldown.kernel.files import Fault

# Bounded, and never over zero: Fraction itself would take "1/0", or "1e999999999" for as long as it likes.
_FRACTION = re.compile(r"-?[0-9]{1,400}(?:/(?!0+\Z)[0-9]{1,400})?")


def _to_wire(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if hasattr(value, "to_wire"):
        return value.to_wire()
    raise TypeError(f"{type(value).__name__} has no wire form")


def _from_wire(kind: type, value: Any) -> Any:
    if kind is Fraction:
        if not isinstance(value, str) or not _FRACTION.fullmatch(value):
            raise ValueError("Expected a fraction such as '5/36'")
        return Fraction(value)
    return kind.from_wire(msgspec.convert(value, kind.wire_type, dec_hook=_from_wire))  # type: ignore[attr-defined]


_encoder = msgspec.json.Encoder(enc_hook=_to_wire)


def encode(value: Any) -> bytes:
    return _encoder.encode(value)


def plain(value: Any) -> Any:
    """The same as dicts and lists."""
    return msgspec.to_builtins(value, enc_hook=_to_wire)


def decode(data: bytes | msgspec.Raw, kind: Any, where: str = "JSON") -> Any:
    try:
        return msgspec.json.decode(data, type=kind, dec_hook=_from_wire)
    except RecursionError:
        raise Fault(where, "the JSON is nested too deeply") from None
    except UnicodeDecodeError:
        raise Fault(where, "the JSON is not UTF-8") from None
    except msgspec.MsgspecError as error:
        told = str(error).replace("`", "'")
        raise Fault(where, told if told.startswith("JSON") else told[:1].lower() + told[1:]) from None
