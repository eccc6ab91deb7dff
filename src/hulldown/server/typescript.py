"""The client's types, written from the schema of the wire.

python -m hulldown.server.typescript > web/src/api/types.ts
"""

import json
import sys
from collections.abc import Iterator
from textwrap import wrap
from typing import Any

from hulldown.server.schema import NAMED, schema

HEAD = """\
/**
 * The wire: JSON as the server's structs make it. Written by `make types`; do not edit.
 * A side is 0 (Red) or 1 (Blue). What each rulebook fills in its own way is in open.ts.
 */
import type { MapFeature, Order, UnitRow } from "./open";
export type * from "./open";
"""
OPEN = {
    "before": "readonly Order[]",
    "features": "readonly MapFeature[]",
    "move": "Order",
    "nearest": "Order",
    "order": "Order",
    "orders": "readonly Order[]",
    "strides": "readonly Order[]",
    "trace": "Trace | CoverTrace | LinesTrace | TableTrace",
    "units": "readonly UnitRow[]",
}
"""Fields that the structs leave to the rulebook, and what the client takes them for."""
WIDTH = 112  # with the signs of a comment, the width of the house
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


class Open(Exception):
    """A schema that says nothing of what it holds."""


def comment(text: str) -> Iterator[str]:
    """A docstring as a comment."""
    if lines := wrap(" ".join(text.split()), WIDTH):
        yield (
            f"/** {lines[0]} */\n"
            if len(lines) == 1
            else "".join(("/**\n", *(f" * {line}\n" for line in lines), " */\n"))
        )


class Writer:
    """Writes types, by their names wherever they have one."""

    def __init__(self, parts: dict[str, Any]) -> None:
        self.parts = parts
        self.names = {json.dumps(parts[name]): name for name in NAMED}

    def kind(self, part: dict[str, Any]) -> str:
        """A schema as a type."""
        part = {key: value for key, value in part.items() if key not in ("default", "description")}
        return self.names.get(json.dumps(part)) or self.spelled(part)

    def spelled(self, part: dict[str, Any]) -> str:
        if "$ref" in part:
            return str(part["$ref"]).rpartition("/")[2]
        if "enum" in part:
            return " | ".join(json.dumps(value) for value in part["enum"])
        if "anyOf" in part:
            return " | ".join(self.kind(choice) for choice in part["anyOf"])
        if "prefixItems" in part:
            return f"readonly [{', '.join(self.kind(item) for item in part['prefixItems'])}]"
        if part in ({}, {"type": "object"}, {"type": "array"}):
            raise Open
        if part["type"] == "array":
            item = self.kind(part["items"])
            return f"readonly ({item})[]" if " " in item else f"readonly {item}[]"
        if part["type"] == "object":
            return f"Readonly<Record<string, {self.kind(part['additionalProperties'])}>>"
        return PLAIN[part["type"]]

    def field(self, owner: str, name: str, part: dict[str, Any], required: bool) -> str:
        try:
            kind = self.kind(part)
        except Open:
            if name not in OPEN:
                raise ValueError(f"{owner}.{name} says nothing of what it holds; name it in OPEN") from None
            kind = OPEN[name] + (" | null" if "default" in part and part["default"] is None else "")
        return f"  readonly {name}{'' if required else '?'}: {kind};\n"

    def lines(self) -> Iterator[str]:
        yield HEAD
        for name, part in self.parts.items():
            yield "\n"
            yield from comment(part.get("description", ""))
            if "properties" in part:
                required = part.get("required", ())
                fields = part["properties"].items()
                yield f"export interface {name} {{\n"
                yield from (self.field(name, field, inner, field in required) for field, inner in fields)
                yield "}\n"
            else:
                yield f"export type {name} = {self.spelled(part)};\n"


def types() -> str:
    """The text of types.ts."""
    return "".join(Writer(schema()["$defs"]).lines())


if __name__ == "__main__":
    sys.stdout.write(types())
