"""Set-ups that are only asked about."""

import asyncio
from typing import Any

import msgspec
from litestar import Request, Response, post
from litestar.datastructures import State
from litestar.params import JSONBody

from hulldown.kernel.files import Fault
from hulldown.rulebooks.fills import Fill
from hulldown.server.guests import LARGE, MOST_WORK_BYTES, address_of, all_works
from hulldown.server.limits import COST
from hulldown.server.manners import json_response
from hulldown.server.protocol import FillsBody, NewMatch, SetupAnswer, Wrong
from hulldown.server.setups import check as check_setup
from hulldown.server.setups import only_ids, refused
from hulldown.server.setups import quick_fills as fills_of


@post("/api/setup", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 5})
async def setup(
    data: JSONBody[NewMatch], state: State, request: Request[Any, Any, Any]
) -> SetupAnswer | Response[SetupAnswer]:
    """Checks a set-up without making a match."""
    shelf = all_works(state)
    wish = await shelf.whole(data)
    if not wish.works and not shelf.elsewhere:
        return await asyncio.to_thread(check_setup, wish)
    try:
        nameless = msgspec.structs.replace(wish, name="Red", keys=None)  # what many ask is answered once
        return json_response(await shelf.ask("answer", nameless, address_of(request)))
    except Fault as fault:
        return refused(fault)


@post("/api/fills", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 5})
async def quick_fills(
    data: JSONBody[FillsBody], state: State, request: Request[Any, Any, Any]
) -> list[Fill] | Response[list[Fill]]:
    """Armies in a few styles for a side of a set-up."""
    shelf = all_works(state)
    wish = await shelf.whole(data)
    try:
        if wish.works or shelf.elsewhere:
            return json_response(await shelf.ask("fills", wish, address_of(request)))
        only_ids(wish)
    except Fault as fault:
        raise Wrong("setup/bad", f"{fault}.") from None
    return await asyncio.to_thread(fills_of, wish)
