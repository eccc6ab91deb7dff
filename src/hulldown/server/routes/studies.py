"""What is worked out for long: how fair a scenario is, analyses of games, battles."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import FromPath, JSONBody, QueryParameter

from hulldown.server.guests import (
    LARGE,
    MOST_WORK_BYTES,
    Here,
    MatchId,
    address_of,
    all_matches,
    analyst_of,
    fairness_in,
)
from hulldown.server.limits import COST
from hulldown.server.packing import PLAIN
from hulldown.server.protocol import (
    AnalysisView,
    AnotherBody,
    AnotherView,
    BattlesView,
    FairBot,
    FairnessBody,
    FairnessStop,
    FairnessView,
)
from hulldown.server.routes.works import WorkId


@get("/api/fairness/{work_id:str}")
async def fairness(work_id: WorkId, state: State, bot: Annotated[FairBot, QueryParameter()] = "greedy") -> FairnessView:
    """Whether a scenario is fair, as far as that is known here; nothing is begun."""
    return await fairness_in(state).view(work_id, bot)


@post("/api/fairness", status_code=202, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 20})
async def ask_fairness(data: JSONBody[FairnessBody], state: State, request: Request[Any, Any, Any]) -> FairnessView:
    """Has a scenario played by a bot on both sides, to see how fair it is."""
    return await fairness_in(state).ask(data, address_of(request))


@post("/api/fairness/{work_id:str}/stop", status_code=200)
async def stop_fairness(
    work_id: WorkId, data: JSONBody[FairnessStop], state: State, request: Request[Any, Any, Any]
) -> FairnessView:
    """Stops it, if nobody else waits for it; what is known is kept."""
    return await fairness_in(state).stop(work_id, data.bot, address_of(request))


@get("/api/matches/{match_id:str}/analysis")
async def analysis(match_id: MatchId, seat: Here, state: State) -> AnalysisView:
    """How far the analysis of a finished game is, and the analysis itself when it is done."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).view(text)


@post("/api/matches/{match_id:str}/analysis", status_code=202, opt={PLAIN: True})
async def analyse(match_id: MatchId, seat: Here, state: State, request: Request[Any, Any, Any]) -> AnalysisView:
    """Begins the analysis of a finished game, unless it is there or under way."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).ask(text, address_of(request))


@get("/api/matches/{match_id:str}/analysis/{order:int}/battles")
async def battles(match_id: MatchId, order: FromPath[int], seat: Here, state: State) -> BattlesView:
    """How far the battles are that measure an order's decision, and what they say when they have been fought."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).battles(text, order)


@post("/api/matches/{match_id:str}/analysis/{order:int}/battles", status_code=202, opt={PLAIN: True})
async def fight(
    match_id: MatchId, order: FromPath[int], seat: Here, state: State, request: Request[Any, Any, Any]
) -> BattlesView:
    """Begins to measure an order's decision by battles, unless that is done or under way."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).fight(text, order, address_of(request))


@post("/api/matches/{match_id:str}/analysis/{order:int}/another", status_code=202)
async def another(
    match_id: MatchId,
    order: FromPath[int],
    data: JSONBody[AnotherBody],
    seat: Here,
    state: State,
    request: Request[Any, Any, Any],
) -> AnotherView:
    """Begins to measure other orders in the place of a decision, or says how far that is."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).another(text, order, data, address_of(request))


@get("/api/matches/{match_id:str}/analysis/look")
async def look_at_game(match_id: MatchId, seat: Here, state: State) -> AnalysisView:
    """How far a look at the whole game is: of how many rolls and decisions so many are measured by battles."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).look(text)


@post("/api/matches/{match_id:str}/analysis/look", status_code=202, opt={PLAIN: True})
async def ask_look(match_id: MatchId, seat: Here, state: State, request: Request[Any, Any, Any]) -> AnalysisView:
    """Begins a look at the whole game by battles, or goes on with it."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).begin_look(text, address_of(request))


@post("/api/matches/{match_id:str}/analysis/look/stop", status_code=200, opt={PLAIN: True})
async def stop_look(match_id: MatchId, seat: Here, state: State, request: Request[Any, Any, Any]) -> AnalysisView:
    """Ends a look that nobody else asked for; what was measured is kept."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    return await analyst_of(state).stop_look(text, address_of(request))
