"""Matches: made, looked at, played and gone on from."""

import asyncio
from contextlib import nullcontext
from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter, QueryParameter

from hulldown.kernel.picture import Terrain
from hulldown.kernel.rulebook import Preview
from hulldown.kernel.wire import encode
from hulldown.server.guests import LARGE, MOST_WORK_BYTES, Here, MatchId, address_of, all_matches
from hulldown.server.limits import COST
from hulldown.server.manners import FOR_EVER, json_response
from hulldown.server.packing import PLAIN
from hulldown.server.protocol import (
    ActBody,
    Answer,
    Cited,
    Created,
    Ending,
    ForkBody,
    KeysBody,
    LineMessage,
    MatchView,
    NewMatch,
    OrdersBody,
    PlacingAnswer,
    PreviewBody,
    Rehearsal,
    RehearsalBody,
    StandingBody,
    SurveyAnswer,
    TableText,
    Wrong,
)
from hulldown.server.turns import Crowded

LISTED = Wrong("rate/limit", "Too many listings are asked for at once; try again in a moment.", 429)


@post("/api/matches", request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {PLAIN: True} | {COST: 20})
async def create(data: JSONBody[NewMatch], state: State, request: Request[Any, Any, Any]) -> Created:
    """A new match, and the secrets that open it."""
    state.pace.step(address_of(request))
    return await all_matches(state).create(data, address_of(request))


@get("/api/matches/{match_id:str}")
async def look(match_id: MatchId, seat: Here, state: State) -> MatchView:
    """A match as the holder of the token may see it."""
    return await (await all_matches(state).get(match_id)).look(seat)


@post("/api/matches/{match_id:str}/orders", status_code=200)
async def give_orders(match_id: MatchId, seat: Here, data: JSONBody[OrdersBody], state: State) -> Answer:
    """Plays orders until one is refused, a die falls or the other side is to act."""
    return await all_matches(state).orders(match_id, seat, data)


@post("/api/matches/{match_id:str}/acts", status_code=200)
async def do_act(match_id: MatchId, seat: Here, data: JSONBody[ActBody], state: State) -> Answer:
    """Undo, resign, offers and their answers, rematch."""
    return await all_matches(state).act(match_id, seat, data)


@post("/api/matches/{match_id:str}/keys", status_code=200)
async def give_key(match_id: MatchId, seat: Here, data: JSONBody[KeysBody], state: State) -> Answer:
    """Sealed dice: a seat's key, its deposit, or the link for dice that are called."""
    return await all_matches(state).keys(match_id, seat, data)


@get("/api/matches/{match_id:str}/first", media_type="application/json")
async def first(match_id: MatchId, seat: Here, state: State) -> Response[str]:
    """The set-up line of the record, with which a client begins to check sealed dice."""
    live = await all_matches(state).get(match_id)
    return Response(encode(live.log.first).decode(), media_type="application/json")


@post("/api/matches/{match_id:str}/standing", status_code=200)
async def stand(match_id: MatchId, seat: Here, data: JSONBody[StandingBody], state: State) -> Answer:
    """Standing orders: when to be asked in a window of this round."""
    return await all_matches(state).stand(match_id, seat, data)


@post("/api/matches/{match_id:str}/move-now", status_code=200)
async def move_now(match_id: MatchId, seat: Here, state: State) -> Answer:
    """The bot that thinks plays the best that it has, for the rest of its turn."""
    return await all_matches(state).move_now(match_id, seat)


@get("/api/matches/{match_id:str}/why")
async def why(match_id: MatchId, seat: Here, state: State) -> dict[int, tuple[str, ...]]:
    """Why bots gave their orders, by positions; nothing of a turn that is not over."""
    return (await all_matches(state).get(match_id)).why()


@get("/api/matches/{match_id:str}/survey")
async def survey(
    match_id: MatchId, seat: Here, state: State, unit: Annotated[int, QueryParameter(ge=0, le=100_000)]
) -> SurveyAnswer:
    """Where a unit can go and what it can hit."""
    return await (await all_matches(state).get(match_id)).survey(seat, unit)


@get("/api/matches/{match_id:str}/table")
async def table(
    match_id: MatchId,
    seat: Here,
    state: State,
    at: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
    whole: Annotated[bool, QueryParameter()] = False,
) -> TableText:
    """The table as the text of a position."""
    return await (await all_matches(state).get(match_id)).table(seat, at, whole)


@get("/api/matches/{match_id:str}/placing", opt={COST: 5})
async def placing(match_id: MatchId, seat: Here, state: State) -> PlacingAnswer:
    """Orders that set up what is left."""
    return await (await all_matches(state).get(match_id)).placing(seat)


@post("/api/matches/{match_id:str}/preview", status_code=200)
async def preview(match_id: MatchId, seat: Here, data: JSONBody[PreviewBody], state: State) -> Preview:
    """What an order would meet."""
    return await (await all_matches(state).get(match_id)).preview(seat, data.order, data.before)


@post("/api/matches/{match_id:str}/rehearse", status_code=200)
async def rehearse(match_id: MatchId, seat: Here, data: JSONBody[RehearsalBody], state: State) -> Rehearsal:
    """The table as orders would leave it; nothing is played."""
    return await (await all_matches(state).get(match_id)).rehearse(seat, data)


@get("/api/matches/{match_id:str}/lines", opt={COST: 3})
async def lines(
    match_id: MatchId,
    seat: Here,
    state: State,
    request: Request[Any, Any, Any],
    first: Annotated[int, QueryParameter(name="from", ge=0, le=1_000_000)] = 0,
    last: Annotated[int, QueryParameter(name="to", ge=0, le=1_000_000)] = 100,
) -> Response[list[LineMessage]]:
    """Lines of the log as this viewer may know them, at most 100."""
    live = await all_matches(state).get(match_id)
    try:
        async with state.listing.turn(address_of(request)) if live.log.large else nullcontext():
            found = await asyncio.to_thread(live.lines, seat, first, last)
    except Crowded:
        raise LISTED from None
    return json_response(b"[" + b",".join(found) + b"]")


@get("/api/matches/{match_id:str}/cited")
async def cited(match_id: MatchId, seat: Here, state: State) -> dict[str, Cited]:
    """Which rules decided something in a match, how often, and where last."""
    return await asyncio.to_thread((await all_matches(state).get(match_id)).cited, seat)


@get("/api/matches/{match_id:str}/ending")
async def ending(match_id: MatchId, seat: Here, state: State) -> Ending:
    """What a finished game came to: who decided it, what is left of the armies, how long it took."""
    return await (await all_matches(state).get(match_id)).ending()


@post("/api/matches/{match_id:str}/fork", opt={PLAIN: True, COST: 20})
async def fork(
    match_id: MatchId, seat: Here, data: JSONBody[ForkBody], state: State, request: Request[Any, Any, Any]
) -> Created:
    """Play on from a position, in a match of its own."""
    state.pace.step(address_of(request))
    return await all_matches(state).fork(match_id, seat, data, address_of(request))


@get("/api/terrains/{terrain_id:str}")
async def terrain(terrain_id: Annotated[str, PathParameter(max_length=60)], state: State) -> Response[Terrain]:
    """The ground of a map; it never changes."""
    if (text := await all_matches(state).store.terrain(terrain_id)) is None:
        raise Wrong("page/unknown", "There is no such terrain; a picture names the one it stands on.", 404)
    return json_response(text.encode(), {"cache-control": FOR_EVER})
