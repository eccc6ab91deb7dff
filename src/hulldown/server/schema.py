"""The wire as a JSON schema, from which the client's types are made.

python -m hulldown.server.schema > web/src/api/schema.json
"""

import json
import sys
from fractions import Fraction
from typing import Any

import msgspec

from hulldown.kernel import picture, rule, rulebook
from hulldown.server import protocol

MODULES = (protocol, rulebook, rule, picture)
WIRE = (
    protocol.ErrorBody,
    protocol.BookLine,
    protocol.Book,
    protocol.NewMatch,
    protocol.SetupAnswer,
    protocol.Created,
    protocol.Watched,
    protocol.MatchView,
    protocol.OrdersBody,
    protocol.ActBody,
    protocol.Answer,
    protocol.SurveyAnswer,
    protocol.PreviewBody,
    protocol.ForkBody,
    protocol.InvitationView,
    protocol.ClaimBody,
    protocol.Claimed,
    protocol.Hello,
    protocol.LineMessage,
    protocol.Heartbeat,
    protocol.Notice,
    protocol.StreamError,
)


def fraction(kind: type) -> dict[str, Any]:
    if kind is Fraction:
        return {"type": "string", "description": "a fraction such as 5/36"}
    raise NotImplementedError


def listed(schema: Any) -> Any:
    """Tuples as the older `items`, since json-schema-to-typescript reads past `prefixItems`."""
    if isinstance(schema, list):
        return [listed(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    parts = {key: listed(value) for key, value in schema.items()}
    if "prefixItems" in parts:
        parts["items"] = parts.pop("prefixItems")
    return parts


def always_sent(name: str) -> bool:
    """Whether every field is on the wire: the server's own structs, but those that leave defaults out."""
    for module in MODULES:
        if isinstance(kind := getattr(module, name, None), type) and issubclass(kind, msgspec.Struct):
            config = kind.__struct_config__
            return not (config.omit_defaults or config.forbid_unknown_fields)
    return False


def schema() -> dict[str, Any]:
    """Every struct of the protocol by its name."""
    _, components = msgspec.json.schema_components(WIRE, schema_hook=fraction, ref_template="#/$defs/{name}")
    for name, component in components.items():
        if always_sent(name):
            component["required"] = list(component["properties"])
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Hulldown's protocol",
        "$defs": listed(dict(sorted(components.items()))),
    }


if __name__ == "__main__":
    sys.stdout.write(json.dumps(schema(), indent=2) + "\n")
