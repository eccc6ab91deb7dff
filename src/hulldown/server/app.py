"""The server: what it is made of, from the database to the routes."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from fractions import Fraction

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

import hulldown
from hulldown.server import strict
from hulldown.server.analyst import Analyst
from hulldown.server.counting import TALLY
from hulldown.server.database import StoreFailed
from hulldown.server.fairness import Fairness
from hulldown.server.guests import DEAREST, MOST_WORK_BYTES, check_request, seat_of
from hulldown.server.health import Health, healthz, readyz
from hulldown.server.journal import noted
from hulldown.server.judge import Judge
from hulldown.server.limits import A_SEAT, AN_ADDRESS, TO_KEEP, TO_SEND, Limits, Pace, Sockets, shared
from hulldown.server.manners import add_headers, on_failure, on_http, on_store_failed, on_wrong
from hulldown.server.matches import PATIENCE_HOURS, Matches
from hulldown.server.packing import packed
from hulldown.server.protocol import Wrong
from hulldown.server.routes.books import (
    chart_form,
    figure,
    handbook,
    languages,
    rule_notes,
    rulebook,
    rulebooks,
    shipped_works,
)
from hulldown.server.routes.invitations import claim, invitation, invite, watch
from hulldown.server.routes.lessons import learn, lesson, lessons
from hulldown.server.routes.matches import (
    cited,
    create,
    do_act,
    ending,
    first,
    fork,
    give_key,
    give_orders,
    lines,
    look,
    move_now,
    placing,
    preview,
    rehearse,
    stand,
    survey,
    table,
    terrain,
    why,
)
from hulldown.server.routes.page import page
from hulldown.server.routes.questions import ask_ground, ask_position, compare, odds, shoot
from hulldown.server.routes.records import proofs, record, upload
from hulldown.server.routes.setups import quick_fills, setup
from hulldown.server.routes.studies import (
    analyse,
    analysis,
    another,
    ask_fairness,
    ask_look,
    battles,
    fairness,
    fight,
    look_at_game,
    stop_fairness,
    stop_look,
)
from hulldown.server.routes.works import check_work, differ, fetch_parcel, keep_work, send_parcel, show_work, work
from hulldown.server.shelf import Shelf
from hulldown.server.store import Store
from hulldown.server.stream import stream
from hulldown.server.thinker import Choosing, Thinker
from hulldown.server.thinkers import Thinkers
from hulldown.server.turns import Turns

HEARTBEAT_SECONDS = 15.0
MOST_SOCKETS, MOST_SOCKETS_OF_ONE = 4_000, 64
MATCHES_A_MINUTE, MATCHES_A_DAY = 60, 600
MOST_LISTINGS, MOST_LISTINGS_OF_ONE = 1_000, 64  # that wait, as one is made at a time
OF_ADDRESS = "Too much was asked from this address in a short time"
OF_SEAT = "Too much was asked from this seat in a short time"
BROUGHT = "This address has brought as much as it may in a day"
SENT = "This address has sent as many shelves as it may in an hour"
ROUTES = (  # in the order in which the OpenAPI document tells them
    rulebooks,
    rulebook,
    setup,
    create,
    look,
    give_orders,
    do_act,
    stand,
    move_now,
    why,
    survey,
    proofs,
    send_parcel,
    fetch_parcel,
    work,
    keep_work,
    check_work,
    show_work,
    differ,
    chart_form,
    shipped_works,
    give_key,
    first,
    quick_fills,
    ending,
    watch,
    invite,
    table,
    handbook,
    rule_notes,
    figure,
    cited,
    languages,
    lessons,
    lesson,
    learn,
    ask_position,
    ask_ground,
    shoot,
    fairness,
    ask_fairness,
    stop_fairness,
    analysis,
    analyse,
    battles,
    fight,
    another,
    look_at_game,
    ask_look,
    stop_look,
    odds,
    compare,
    healthz,
    readyz,
    placing,
    preview,
    rehearse,
    lines,
    record,
    upload,
    fork,
    terrain,
    invitation,
    claim,
)


def create_app(
    database: str,
    thinker: Choosing | None = None,
    hosts: Sequence[str] = (),
    most_matches_a_minute: int = MATCHES_A_MINUTE,
    heartbeat: float = HEARTBEAT_SECONDS,
    patience_hours: int = PATIENCE_HOURS,
    strangers: bool = False,
    processes: int = 0,
    archive_days: int = 0,
    workers: int = 1,
) -> Litestar:
    """The server on a database. `hosts` are the names it answers to, all if none are given.

    `patience_hours` is how long friends wait for each other before one may go on without the other. Where `strangers`
    come, what is dear is worked out in other processes, and nobody may ask for more than his share. `processes` are
    how many judge and how many think, one a core if it is not said. What nobody opens for `archive_days` is packed,
    unless that is 0. Of several `workers`, each counts for itself and gives its share of what strangers may have.
    """
    may_come, may_hold = MOST_SOCKETS // workers, max(1, MOST_SOCKETS_OF_ONE // workers)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = Store(database)
        await store.open()
        app.state.shelf = Shelf(store, judge := Judge(processes=processes), elsewhere=strangers)
        app.state.analyst = Analyst(store, strangers)
        app.state.fairness = Fairness(store, judge, strangers)
        thinks = thinker or Thinkers(Thinker, processes)
        app.state.matches = Matches(store, thinks, patience_hours, app.state.shelf, archive_days)
        await app.state.matches.open()
        app.state.health = Health(store)
        beside = [asyncio.create_task(TALLY.watch_the_loop())]
        if strangers:
            beside.append(asyncio.create_task(judge.begin()))
        try:
            yield
        finally:
            for task in beside:
                task.cancel()
            await asyncio.gather(*beside, return_exceptions=True)
            await judge.close()
            await app.state.analyst.close()
            await app.state.fairness.close()
            await app.state.matches.close()

    return Litestar(
        [*ROUTES, stream, page],
        lifespan=[lifespan],
        state=State(
            {
                "pace": Pace(
                    max(1, most_matches_a_minute // workers), MATCHES_A_DAY // workers if strangers else sys.maxsize
                ),
                "to_keep": Limits(shared(TO_KEEP, workers, MOST_WORK_BYTES), BROUGHT) if strangers else None,
                "to_send": Limits(shared(TO_SEND, workers, 1), SENT) if strangers else None,
                "heartbeat": heartbeat,
                "listing": Turns(1, MOST_LISTINGS, MOST_LISTINGS_OF_ONE),
                "hosts": frozenset(hosts),
                "of_address": Limits(shared(AN_ADDRESS, workers, DEAREST), OF_ADDRESS) if strangers else None,
                "of_seat": Limits(shared(A_SEAT, workers, DEAREST), OF_SEAT) if strangers else None,
                "sockets": Sockets(may_come, may_hold if strangers else may_come),
            }
        ),
        dependencies={"seat": Provide(seat_of)},
        before_request=check_request,
        middleware=[noted, packed],
        before_send=[add_headers],
        exception_handlers={
            Wrong: on_wrong,
            StoreFailed: on_store_failed,
            HTTPException: on_http,
            Exception: on_failure,
        },
        type_encoders={Fraction: str},
        request_max_body_size=strict.MOST_BYTES,
        openapi_config=OpenAPIConfig(
            title="Hulldown",
            version=hulldown.__version__,
            path="/api/schema",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        logging_config=None,
    )
