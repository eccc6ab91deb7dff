"""The manners of every answer: its headers, and what goes wrong in the voice of the house."""

import logging
from typing import Any

from litestar import MediaType, Request, Response
from litestar.exceptions import HTTPException
from litestar.types import Message, Scope

from hulldown.server.database import StoreFailed
from hulldown.server.protocol import ErrorBody, Wrong

FOR_EVER = "public, max-age=31536000, immutable"
HEADERS = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
logger = logging.getLogger("hulldown.server")


def json_response(body: bytes, headers: dict[str, str] | None = None) -> Response[Any]:
    """What was written as JSON before."""
    return Response(body, media_type=MediaType.JSON, headers=headers)


STORE_FAILED = Wrong("store/failed", "The database did not take it and nothing has changed; try again.", 503)


def error_response(wrong: Wrong) -> Response[ErrorBody]:
    return Response(wrong.body, status_code=wrong.status, media_type=MediaType.JSON)


def on_wrong(request: Request[Any, Any, Any], wrong: Wrong) -> Response[ErrorBody]:
    return error_response(wrong)


def on_store_failed(request: Request[Any, Any, Any], error: StoreFailed) -> Response[ErrorBody]:
    logger.error("the database failed: %s", error)
    return error_response(STORE_FAILED)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[ErrorBody]:
    """What the framework refuses, in the house voice."""
    status = error.status_code
    if status == 413:
        return error_response(Wrong("order/size", "The message is too large to be read.", 413))
    if status in (404, 405):
        return error_response(Wrong("page/unknown", f"{request.method} is not possible at this address.", status))
    if status >= 500:
        logger.error("a request failed", exc_info=error)
        return error_response(Wrong("server/failed", "That failed on the server's side; nothing has changed.", status))
    extra = error.extra[0] if isinstance(error.extra, list) and error.extra else {}
    where = extra.get("key", "") if isinstance(extra, dict) else ""
    what = extra.get("message", "") if isinstance(extra, dict) else ""
    told = ": ".join(filter(None, (where, what))) or error.detail
    return error_response(Wrong("order/bad", f"The message is not as it should be: {told[:300]}.", status))


def on_failure(request: Request[Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    logger.exception("a request failed", exc_info=error)
    return error_response(Wrong("server/failed", "That failed on the server's side; nothing has changed.", 500))


async def add_headers(message: Message, scope: Scope) -> None:
    """The same manners on every answer, errors included."""
    if message["type"] == "http.response.start":
        known = {name.lower() for name, _ in message["headers"]}
        extra = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        if b"cache-control" not in known:
            extra.append((b"cache-control", b"no-store"))
        message["headers"] = [*message["headers"], *extra]
