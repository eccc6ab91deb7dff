"""Works: kept, judged, shown and compared; and shelves on their way to another device."""

from typing import Annotated, Any

from litestar import Request, Response, get, post, put
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from hulldown.kernel.files import Fault
from hulldown.kernel.wire import encode
from hulldown.rulebooks.differing import Differing
from hulldown.server import parcels
from hulldown.server.guests import LARGE, MOST_WORK_BYTES, address_of, all_works, weigh
from hulldown.server.judge import Question
from hulldown.server.limits import COST
from hulldown.server.manners import json_response
from hulldown.server.protocol import DifferBody, Parcel, ParcelSent, WorkBody, WorkPicture, WorkVerdict, WorkView
from hulldown.server.setups import find_book

WorkId = Annotated[str, PathParameter(max_length=40)]


@get("/api/works/{work_id:str}")
async def work(work_id: WorkId, state: State) -> WorkView:
    """A work that is kept here, with all that it uses."""
    return await all_works(state).show(work_id)


@put("/api/works/{work_id:str}", request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 20})
async def keep_work(
    work_id: WorkId, data: JSONBody[WorkBody], state: State, request: Request[Any, Any, Any]
) -> WorkView:
    """Keeps a work under the name that its content gives it. The same again is the same; nothing is overwritten."""
    state.pace.step(address_of(request))
    weigh(request, len(await request.body()))
    return await all_works(state).keep(work_id, data, address_of(request))


@post("/api/parcels", request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 20})
async def send_parcel(data: JSONBody[Parcel], state: State, request: Request[Any, Any, Any]) -> ParcelSent:
    """Keeps somebody's shelf for an hour, on its way to another device of theirs."""
    state.pace.step(address_of(request))
    if (to_send := state.to_send) is not None:
        to_send.spend(address_of(request), 1)
    weigh(request, len(data.text))
    return await parcels.send(all_works(state).store, data)


@post("/api/parcels/{parcel_id:str}", status_code=200, opt={COST: 20})
async def fetch_parcel(parcel_id: WorkId, state: State) -> Parcel:
    """Such a shelf, for the first who asks."""
    return await parcels.fetch(all_works(state).store, parcel_id)


@post("/api/check", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 5})
async def check_work(data: JSONBody[WorkBody], state: State, request: Request[Any, Any, Any]) -> WorkVerdict:
    """What a work is, or what is wrong with it; nothing is kept."""
    return await all_works(state).verdict(data.works, address_of(request))


@post("/api/differ", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 10})
async def differ(data: JSONBody[DifferBody], state: State, request: Request[Any, Any, Any]) -> Response[Differing]:
    """What differs between two charts: the figures, and the shots whose exact chances they move most."""
    find_book(data.book)
    return json_response(await all_works(state).differing(data, address_of(request)))


@post("/api/pictures", status_code=200, request_max_body_size=MOST_WORK_BYTES, opt=LARGE | {COST: 5})
async def show_work(data: JSONBody[WorkBody], state: State, request: Request[Any, Any, Any]) -> Response[WorkPicture]:
    """What a work looks like; nothing is kept. What is faulty looks like nothing: the check says why."""
    try:
        return json_response(await all_works(state).judge.ask(Question("show", works=data.works), address_of(request)))
    except Fault:
        return json_response(encode(WorkPicture()))
