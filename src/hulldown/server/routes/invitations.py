"""The links of a match: to the other seat, and to watch."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from hulldown.server.guests import Here, MatchId, all_matches, bearer_of
from hulldown.server.packing import PLAIN
from hulldown.server.protocol import ClaimBody, Claimed, InvitationView, Invited, InvitingBody, Watched

Token = Annotated[str, PathParameter(max_length=100)]


@get("/api/invitations/{token:str}", opt={PLAIN: True})
async def invitation(token: Token, state: State, request: Request[Any, Any, Any]) -> InvitationView:
    """What an invitation is to. Opening the link claims nothing; when somebody did is kept, unless they sit there."""
    return await all_matches(state).invitations.look(token, bearer_of(request))


@post("/api/invitations/{token:str}", status_code=200, opt={PLAIN: True})
async def claim(token: Token, data: JSONBody[ClaimBody], state: State) -> Claimed:
    """Takes the seat of an invitation; the same claim again is answered as the first time."""
    return await all_matches(state).invitations.claim(token, data)


@post("/api/matches/{match_id:str}/invitation", status_code=200, opt={PLAIN: True})
async def invite(match_id: MatchId, seat: Here, data: JSONBody[InvitingBody], state: State) -> Invited:
    """Takes back the link to the other seat while nobody has it, and makes a new one if that is wished for."""
    return await all_matches(state).invitations.invite(match_id, seat, data)


@post("/api/matches/{match_id:str}/watch", status_code=200, opt={PLAIN: True})
async def watch(match_id: MatchId, seat: Here, state: State, request: Request[Any, Any, Any]) -> Watched:
    """A token that watches and does nothing else, to be handed on; a seat gets the same one whenever it asks."""
    return await all_matches(state).watcher(match_id, seat, bearer_of(request))
