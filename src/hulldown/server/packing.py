"""Packing: what is sent compressed, as far as whoever asks understands it.

The client's files are packed when it is built, and answers while they are sent. An answer that has a token in it is
sent as it is: where somebody's words stand beside a secret, the length of both packed together would tell of it.
"""

import asyncio
import zlib
from typing import cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPResponseStartEvent, Message, Receive, Scope, Send

SUFFIXES = {"br": ".br", "gzip": ".gz"}
"""How a file is packed, the smallest first, and what its name then ends in."""
LEAST_BYTES = 1024  # below it the answer is one packet anyway
MANY_BYTES = 64 << 10  # above it others are served meanwhile
LEVEL = 6
PLAIN = "plain"
"""An option of a route whose answers have tokens in them."""


def accepted(header: str) -> tuple[str, ...]:
    """The ways of packing that an `Accept-Encoding` takes, the best first."""
    wanted = dict[str, float]()
    for part in header.lower().split(","):
        name, _, rest = part.partition(";")
        key, _, value = rest.partition("=")
        try:
            wanted[name.strip()] = float(value) if key.strip() == "q" else 1.0
        except ValueError:
            wanted[name.strip()] = 0.0
    found = {name: wanted.get(name, wanted.get("*", 0.0)) for name in SUFFIXES}
    plain = wanted.get("identity", 0.0)
    return tuple(
        sorted((name for name, much in found.items() if much > 0 and much >= plain), key=lambda one: -found[one])
    )


def gzipped(body: bytes) -> bytes:
    """The same bytes for the same text, whenever it is packed."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, 16 + zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush()


def packed(app: ASGIApp) -> ASGIApp:
    """Packs answers in JSON that are large enough for it. Streams, and what was packed before, go as they are."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        start: HTTPResponseStartEvent | None = None

        async def pack(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                if _is_json(message) and PLAIN not in scope["route_handler"].opt:
                    message["headers"] = [*message["headers"], (b"vary", b"Accept-Encoding")]
                    start = message
                    return
            elif message["type"] == "http.response.body" and start is not None:
                first, start, body = start, None, message["body"]
                if not message["more_body"] and len(body) >= LEAST_BYTES and _takes_gzip(scope):
                    body = await asyncio.to_thread(gzipped, body) if len(body) > MANY_BYTES else gzipped(body)
                    message["body"] = body
                    kept = [(name, value) for name, value in first["headers"] if name.lower() != b"content-length"]
                    length = str(len(body)).encode()
                    first["headers"] = [*kept, (b"content-length", length), (b"content-encoding", b"gzip")]
                await send(first)
            await send(message)

        await app(scope, receive, pack)

    return cast("ASGIApp", answer)


def _is_json(start: HTTPResponseStartEvent) -> bool:
    told = {name.lower(): value for name, value in start["headers"]}
    return b"json" in told.get(b"content-type", b"") and b"content-encoding" not in told


def _takes_gzip(scope: Scope) -> bool:
    told = [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == b"accept-encoding"]
    return "gzip" in accepted(",".join(told))
