"""The record of a match, what it proves, and records that somebody brings."""

from dataclasses import dataclass
from typing import Any

from litestar import Request, Response, get, post
from litestar.datastructures import State
from litestar.openapi.spec import OpenAPIMediaType, OpenAPIType, Operation, RequestBody, Schema

from hulldown.kernel.proof import Proof
from hulldown.server.guests import DEAREST, Here, MatchId, address_of, all_matches, body_of, weigh
from hulldown.server.limits import COST
from hulldown.server.packing import PLAIN
from hulldown.server.protocol import Watched, Wrong

MOST_RECORD_BYTES = 4 << 20


@get("/api/matches/{match_id:str}/record", media_type="application/jsonl")
async def record(match_id: MatchId, seat: Here, state: State) -> Response[str]:
    """The record of a match, as `hulldown verify` reads it."""
    text = await (await all_matches(state).get(match_id)).record(seat)
    told = {"content-disposition": f'attachment; filename="hulldown-{match_id}.jsonl"'}
    return Response(text, media_type="application/jsonl", headers=told)


@get("/api/matches/{match_id:str}/proofs", opt={COST: DEAREST})
async def proofs(match_id: MatchId, seat: Here, state: State, request: Request[Any, Any, Any]) -> list[Proof]:
    """What the record of a match proves, line by line, as `hulldown verify` says it."""
    return list(await all_matches(state).proofs(match_id, seat, address_of(request)))


@dataclass
class Upload(Operation):
    """The call whose body is text."""

    def __post_init__(self) -> None:
        text = OpenAPIMediaType(Schema(type=OpenAPIType.STRING, description="a record, line by line"))
        self.request_body = RequestBody({"text/plain": text}, required=True)


@post("/api/records", opt={PLAIN: True, COST: DEAREST}, request_max_body_size=MOST_RECORD_BYTES, operation_class=Upload)
async def upload(state: State, request: Request[Any, Any, Any]) -> Watched:
    """A record as a match that can only be watched."""
    state.pace.step(address_of(request))
    try:
        body = await body_of(request)
        weigh(request, len(body))
        text = body.decode()
    except UnicodeDecodeError:
        raise Wrong("record/bad", "The record is not UTF-8 text.") from None
    return await all_matches(state).upload(text, address_of(request))
