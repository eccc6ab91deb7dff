"""The games of our books as types: what their states, orders and events are, for annotations and type checkers."""

from collections.abc import Mapping
from pathlib import Path
from typing import TypedDict

from hulldown.kernel.game import Game
from hulldown.rulebooks.panzerkampf import events as panzerkampf_events
from hulldown.rulebooks.panzerkampf import orders as panzerkampf_orders
from hulldown.rulebooks.panzerkampf import state as panzerkampf_state
from hulldown.rulebooks.panzerstrike.core import events as core_events
from hulldown.rulebooks.panzerstrike.core import orders as core_orders
from hulldown.rulebooks.panzerstrike.core import state as core_state
from hulldown.rulebooks.panzerstrike.dynamic import events as dynamic_events
from hulldown.rulebooks.panzerstrike.dynamic import orders as dynamic_orders
from hulldown.rulebooks.panzerstrike.dynamic import state as dynamic_state
from hulldown.rulebooks.panzerstrike.france1944 import events as france1944_events
from hulldown.rulebooks.panzerstrike.france1944 import orders as france1944_orders
from hulldown.rulebooks.panzerstrike.france1944 import state as france1944_state
from hulldown.rulebooks.squadron import events as squadron_events
from hulldown.rulebooks.squadron import orders as squadron_orders
from hulldown.rulebooks.squadron import state as squadron_state

Seed = int | str | None
France1944 = Game[france1944_state.State, france1944_orders.Order, france1944_events.Event]
Dynamic = Game[dynamic_state.State, dynamic_orders.Order, dynamic_events.Event]
Core = Game[core_state.State, core_orders.Order, core_events.Event]
Squadron = Game[squadron_state.State, squadron_orders.Order, squadron_events.Event]
Panzerkampf = Game[panzerkampf_state.State, panzerkampf_orders.Order, panzerkampf_events.Event]


class Choices(TypedDict, total=False):
    """What a new game may be told: a position or a ready opening to begin with; or armies, board, options and chart."""

    position: str | Path
    opening: str
    red: str
    blue: str
    board: str
    options: Mapping[str, str] | None
    chart: str
