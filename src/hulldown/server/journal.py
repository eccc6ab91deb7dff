"""The journal of a server: one line of JSON for each thing, with the number of the request that it was about.

What was asked is told by its route (`/api/invitations/{token}`), so that no line carries a secret.
"""

import json
import logging
import secrets
import sys
import time
from contextvars import ContextVar
from typing import Any, Literal, cast

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from hulldown.server.counting import TALLY

Log = Literal["problems", "requests"]
SLOW = 1.0  # second, from which on an answer is a problem
NUMBER = ContextVar("number", default="")
logger = logging.getLogger("hulldown.requests")
logger.setLevel(logging.CRITICAL)  # where no journal is kept, nobody wants to read of requests


class AsJson(logging.Formatter):
    """A line for programs to read."""

    def format(self, record: logging.LogRecord) -> str:
        when = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, Any] = {"at": f"{when}.{int(record.msecs):03}Z", "level": record.levelname.lower()}
        line["from"] = record.name
        if number := NUMBER.get():
            line["request"] = number
        line["says"] = record.getMessage()
        line |= getattr(record, "about", {})
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def keep_journal(log: Log) -> None:
    """From now on all that is logged is a line on stderr: what went wrong, or every request, too."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(AsJson())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("hulldown").setLevel(logging.INFO if log == "requests" else logging.WARNING)
    logger.setLevel(logging.NOTSET)


def noted(app: ASGIApp) -> ASGIApp:
    """Gives each request a number, which its answer carries, and counts the answer."""

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            return
        number, began, status = secrets.token_hex(6), time.monotonic(), 500
        token = NUMBER.set(number)

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message["headers"], (b"x-request-id", number.encode())]
            await send(message)

        try:
            await app(scope, receive, note)
        finally:
            seconds = time.monotonic() - began
            TALLY.answer(status, seconds)
            _say(scope, status, seconds)
            NUMBER.reset(token)

    return cast("ASGIApp", answer)


def _say(scope: Scope, status: int, seconds: float) -> None:
    bad = status >= 500 or seconds > SLOW
    if not logger.isEnabledFor(logging.WARNING if bad else logging.INFO):
        return
    about: dict[str, Any] = {"method": scope.get("method", ""), "route": scope.get("path_template", "")}
    if (match := scope.get("path_params", {}).get("match_id")) is not None:
        about["match"] = str(match)[:40]
    about |= {"status": status, "ms": round(1000 * seconds, 1)}
    if scope["client"]:
        about["address"] = scope["client"][0]
    says = "an answer took long" if seconds > SLOW and status < 500 else "answered"
    logger.log(logging.WARNING if bad else logging.INFO, says, extra={"about": about})
