"""Questions without a match: shots and their odds, positions, boards."""

import asyncio
from typing import Any

from litestar import Request, Response, post
from litestar.datastructures import State
from litestar.params import JSONBody

from hulldown.kernel.files import Fault
from hulldown.kernel.prospect import GroundReply
from hulldown.kernel.rule import Refusal
from hulldown.kernel.wire import encode
from hulldown.rulebooks.asking import PositionReply
from hulldown.server.asking import answered, bad, compared
from hulldown.server.guests import LARGE, MOST_WORK_BYTES, address_of, all_works
from hulldown.server.limits import COST
from hulldown.server.manners import json_response
from hulldown.server.protocol import (
    AskBody,
    CompareAnswer,
    CompareBody,
    OddsAnswer,
    OddsBody,
    ProspectBody,
    ShotAnswer,
    ShotBody,
    Wrong,
)
from hulldown.server.setups import find_book
from hulldown.server.shots import fire


@post("/api/odds", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 3})
async def odds(
    data: JSONBody[OddsBody], state: State, request: Request[Any, Any, Any]
) -> OddsAnswer | Response[OddsAnswer]:
    """The exact chances of a shot without a battle, at one range and over all."""
    find_book(data.rulebook)
    try:
        if data.chart:
            return json_response(await all_works(state).odds(data, address_of(request)))
    except Fault as fault:
        raise bad(fault) from None
    return await asyncio.to_thread(answered, data)


@post("/api/compare", status_code=200, sync_to_thread=True, opt={COST: 10})
def compare(data: JSONBody[CompareBody]) -> CompareAnswer:
    """The same duel under every book that has it, side by side."""
    return compared(data)


@post("/api/ask", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 2})
async def ask_position(
    data: JSONBody[AskBody], state: State, request: Request[Any, Any, Any]
) -> Response[PositionReply]:
    """A question about a position, which need not be whole; nothing is played or kept."""
    try:
        return json_response(await all_works(state).asked(data, address_of(request)))
    except Fault as fault:
        raise Wrong("ask/bad", f"{fault}.") from None


@post("/api/prospect", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 2})
async def ask_ground(
    data: JSONBody[ProspectBody], state: State, request: Request[Any, Any, Any]
) -> Response[GroundReply]:
    """A question about a board on which nobody stands yet; nothing is kept. A faulty one is answered with why not."""
    try:
        return json_response(await all_works(state).prospect(data, address_of(request)))
    except Fault as fault:
        return json_response(encode(GroundReply(refusal=Refusal(fault.rule, f"{fault}"))))


@post("/api/shot", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 2})
async def shoot(
    data: JSONBody[ShotBody], state: State, request: Request[Any, Any, Any]
) -> ShotAnswer | Response[ShotAnswer]:
    """One shot without any table, with dice that people type."""
    find_book(data.rulebook)
    try:
        if data.chart:
            return json_response(await all_works(state).shot(data, address_of(request)))
    except Fault as fault:
        return ShotAnswer(refusal=Refusal(fault.rule, f"{fault}"))
    return await asyncio.to_thread(fire, data)
