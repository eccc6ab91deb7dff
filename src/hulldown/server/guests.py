"""Who asks, what a call costs them, and whether what they send is what it should be."""

from typing import Annotated, Any

from litestar import Request
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.exceptions import InternalServerException
from litestar.params import PathParameter

from hulldown.server import strict
from hulldown.server.analyst import Analyst
from hulldown.server.fairness import Fairness
from hulldown.server.limits import COST, USUAL, guest_at
from hulldown.server.matches import Matches
from hulldown.server.protocol import Wrong
from hulldown.server.shelf import Shelf
from hulldown.server.store import Seat

MatchId = Annotated[str, PathParameter(max_length=40)]
Here = NamedDependency[Seat]
MOST_WORK_BYTES = 4 << 20  # a bundle of works, as JSON
LARGE = {"most_bytes": MOST_WORK_BYTES}
DEAREST = 60  # points
OF_LARGE = 3  # times as much costs what is asked at a large table


async def seat_of(request: Request[Any, Any, Any], state: State, match_id: MatchId) -> Seat:
    """The seat that the token of a request opens."""
    if not (token := bearer_of(request)):
        await all_matches(state).get(match_id)
        told = "A token is needed, as `Authorization: Bearer TOKEN`; the link to the match carries it."
        raise Wrong("auth/token", told, 401)
    seat = await all_matches(state).seat(match_id, token)
    charge_seat(request, seat)
    return seat


def bearer_of(request: Request[Any, Any, Any]) -> str:
    """The token that a request carries; empty, if there is none that could be one."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" and len(token) <= 100 else ""


def all_works(state: State) -> Shelf:
    found: Shelf = state.shelf
    return found


def all_matches(state: State) -> Matches:
    found: Matches = state.matches
    return found


def analyst_of(state: State) -> Analyst:
    analyst: Analyst = state.analyst
    return analyst


def fairness_in(state: State) -> Fairness:
    found: Fairness = state.fairness
    return found


def address_of(request: Request[Any, Any, Any]) -> str:
    return guest_at(request.client.host) if request.client else ""


def check_origin(headers: Any) -> None:
    """A page of another site must not act here."""
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2].lower() != headers.get("host", "").lower():
        raise Wrong("auth/origin", "The request comes from a page of another site; open Hulldown itself.", 403)


def check_host(headers: Any, hosts: frozenset[str]) -> None:
    """A server for this machine alone answers to no other name, whatever that name leads to."""
    if hosts and headers.get("host", "").partition(":")[0].lower() not in hosts:
        raise Wrong("auth/origin", f"This server answers to {' and '.join(sorted(hosts))} only.", 403)


def charge(request: Request[Any, Any, Any]) -> None:
    """What a call costs its address; nothing on a server for this machine alone."""
    if (purses := request.app.state.of_address) is not None:
        purses.spend(address_of(request), cost_of(request))


def charge_seat(request: Request[Any, Any, Any], seat: Seat) -> None:
    """What a call costs at a match, whose sides and watchers have a purse each: none of them empties another's."""
    state = request.app.state
    if state.of_seat is None:
        return
    cost, large = cost_of(request), all_matches(state).is_large(seat.match)
    if large:
        state.of_address.spend(address_of(request), cost * (OF_LARGE - 1))
    state.of_seat.spend(f"{seat.match} {seat.role} {seat.side}", cost * (OF_LARGE if large else 1))


def cost_of(request: Request[Any, Any, Any]) -> int:
    cost: int = request.route_handler.opt.get(COST, USUAL)
    return cost


def weigh(request: Request[Any, Any, Any], many_bytes: int) -> None:
    """What somebody brings to be kept; nothing on a server for this machine alone."""
    if (to_keep := request.app.state.to_keep) is not None:
        to_keep.spend(address_of(request), many_bytes)


async def check_request(request: Request[Any, Any, Any]) -> None:
    """Who sends it, how much, and whether it is what it should be: the framework would take "0" for 0."""
    check_host(request.headers, request.app.state.hosts)
    if "\0" in request.scope["path"]:  # no database looks for it
        raise Wrong("page/unknown", "There is no such page; the games are at /.", 404)
    charge(request)
    if request.method in ("POST", "PUT"):
        check_origin(request.headers)
        if (field := request.route_handler.parsed_data_field) is not None:
            most = request.route_handler.opt.get("most_bytes", strict.MOST_BYTES)
            strict.parse(await body_of(request), field.annotation, most)


async def body_of(request: Request[Any, Any, Any]) -> bytes:
    """The body of a request; whoever left before its end hears no answer, and is no failure of the server's."""
    try:
        return await request.body()
    except InternalServerException:
        raise Wrong("order/bad", "The message ended in its midst; send it again.", 400) from None
