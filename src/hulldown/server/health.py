"""Whether a server can keep what is played (`/healthz`), and whether guests should be sent to it (`/readyz`)."""

import asyncio
import logging
import secrets
import time

from litestar import MediaType, Response, get
from litestar.datastructures import State

from hulldown.server.database import Conflict, StoreFailed
from hulldown.server.limits import COST
from hulldown.server.protocol import ErrorBody, Wrong
from hulldown.server.store import Store

SECONDS = 2.0  # for which an answer is good, however often it is asked for
SECONDS_TO_STORE = 8.0
FULL = Wrong("store/failed", "The database takes nothing now; what is stored can be looked at.", 503)
LEAVING = Wrong("server/stopping", "The server is being restarted; come back in a moment.", 503)
FREE = {COST: 0}
logger = logging.getLogger("hulldown.server")


class Health:
    """What was found last, and whether the server is about to stop."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._name = secrets.token_hex(4)
        self._turn = asyncio.Lock()
        self._at, self._well = -SECONDS, True
        self.stopping = False

    async def can_store(self) -> bool:
        """Whether a little was written just now, as a move would be."""
        async with self._turn:
            if time.monotonic() - self._at >= SECONDS:
                well = await self._try()
                if well is not self._well:
                    logger.warning("the database %s", "takes what it is given again" if well else "takes nothing")
                self._at, self._well = time.monotonic(), well
            return self._well

    async def _try(self) -> bool:
        try:
            await asyncio.wait_for(self._store.beat(self._name), SECONDS_TO_STORE)
        except (StoreFailed, Conflict, TimeoutError):
            return False
        return True


def _said(wrong: Wrong | None) -> Response[str] | Response[ErrorBody]:
    if wrong is None:
        return Response("well\n", media_type=MediaType.TEXT)
    return Response(wrong.body, status_code=wrong.status, media_type=MediaType.JSON, headers={"retry-after": "5"})


@get("/healthz", opt=FREE, include_in_schema=False)
async def healthz(state: State) -> Response[str] | Response[ErrorBody]:
    """Whether what is played can be kept."""
    return _said(None if await state.health.can_store() else FULL)


@get("/readyz", opt=FREE, include_in_schema=False)
async def readyz(state: State) -> Response[str] | Response[ErrorBody]:
    """Whether guests should be sent here."""
    health: Health = state.health
    return _said(LEAVING if health.stopping else None if await health.can_store() else FULL)
