"""The reference of the protocol, from the OpenAPI document that a server sends."""

from collections.abc import Iterator, Mapping
from typing import Any

from hulldown.server.app import create_app
from website.page import Page, slug, table

HERE = "reference/http.md"
STRUCTS = "reference/structs.md"
Schema = Mapping[str, Any]


def protocol_pages() -> Iterator[Page]:
    document = create_app("sqlite+aiosqlite:///").openapi_schema.to_schema()
    yield Page(HERE, _calls(document))
    yield Page(STRUCTS, _structs(document["components"]["schemas"]))


def _calls(document: Schema) -> str:
    calls = [
        (f"{method.upper()} {path}", call)
        for path, methods in document["paths"].items()
        for method, call in methods.items()
    ]
    told = (
        "Every call of the server, from the document that it sends itself at `/api/schema/openapi.json`. What the "
        "calls mean, the stream of a match and the words of an order are told in [the protocol](../protocol.md)."
    )
    rows = [(f"[`{name}`](#{slug(name)})", call.get("description") or call["summary"]) for name, call in calls]
    parts = ["# The HTTP interface", told, table(("call", ""), rows)]
    for name, call in calls:
        parts += [f"## {name} {{#{slug(name)}}}", *_call(call)]
    return "\n\n".join(parts)


def _call(call: Schema) -> Iterator[str]:
    yield call.get("description") or f"{call['summary']}."
    if given := call.get("parameters"):
        rows = [
            (f"`{one['name']}`", one["in"], _kind(one["schema"]), "" if one.get("required") else "may be left out")
            for one in given
        ]
        yield table(("parameter", "in", "is", ""), rows)
    if body := call.get("requestBody"):
        yield (
            "Takes "
            + ", ".join(f"{_kind(content['schema'])} (`{kind}`)" for kind, content in body["content"].items())
            + "."
        )
    answers = [
        (status, ", ".join(_kind(content["schema"]) for content in answer.get("content", {}).values()) or "nothing")
        for status, answer in call["responses"].items()
        if not status.startswith("4")
    ]
    yield table(("status", "answer"), answers)


def _structs(schemas: Mapping[str, Schema]) -> str:
    told = "What is sent and taken, by name. A field that may be left out is left out where there is nothing to say."
    parts = ["# Structs of the protocol", told]
    for name, schema in sorted(schemas.items()):
        parts += [f"## {name} {{#{slug(name)}}}", *_struct(schema)]
    return "\n\n".join(parts)


def _struct(schema: Schema) -> Iterator[str]:
    if told := schema.get("description"):
        yield " ".join(told.split())
    needed = schema.get("required", ())
    rows = [
        (f"`{name}`", _kind(one), "" if name in needed else "may be left out")
        for name, one in schema.get("properties", {}).items()
    ]
    yield table(("field", "is", ""), rows) if rows else f"It is {_kind(schema)}."


def _kind(schema: Schema) -> str:
    """A schema in a few words, with links to the structs it names."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](structs.md#{slug(name)})"
    for many in ("oneOf", "anyOf"):
        if many in schema:
            return " or ".join(dict.fromkeys(_kind(one) for one in schema[many]))
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return " or ".join(f"`{value}`" for value in schema["enum"])
    match schema.get("type"):
        case "array":
            return f"list of {_kind(schema['items'])}" if schema.get("items") else "list"
        case "object":
            inner = schema.get("additionalProperties")
            return f"names with {_kind(inner)}" if inner else "object"
        case list() as kinds:
            return " or ".join(map(str, kinds))
        case str() as kind:
            return f"{kind}{_limits(schema)}"
    return "anything"


def _limits(schema: Schema) -> str:
    least = schema.get("minimum", schema.get("minLength"))
    most = schema.get("maximum", schema.get("maxLength"))
    if most is None:
        return "" if least is None else f", at least {least:g}"
    return f", {least or 0:g} to {most:g}{' letters' if 'maxLength' in schema else ''}"
