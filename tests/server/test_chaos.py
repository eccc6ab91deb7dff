"""Pages of the client on a bad network: both show what is stored, and no order is lost or doubled."""

import socket

from hulldown.server import door
from hulldown.server.app import create_app
from tests.marks import soak_times
from tests.server.chaos import play
from tests.server.conftest import Inside, serving


def test_two_pages_play_to_the_end_over_a_network_that_cuts_and_delays(database: str) -> None:
    listener = socket.create_server(("127.0.0.1", 0))
    app = create_app(database, Inside(), most_matches_a_minute=1_000)
    with serving(app, listener, http=door.door(1_000), ws=door.Streamed, lifespan="on") as port:
        came = play(f"http://127.0.0.1:{port}", seed=4, many=soak_times(5, 10))
    assert came.lines > 100
    assert came.ends["cut"] > 2, "the network was too good"
