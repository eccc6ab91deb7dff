"""What each event changes on the table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from hulldown.rulebooks.squadron import driving, events, tiles
from hulldown.rulebooks.squadron.events import Event
from hulldown.rulebooks.squadron.setup import TILES
from hulldown.rulebooks.squadron.state import Activation, Phase, State, Window


def _put(state: State, unit: int, **changed: Any) -> None:
    state.units.put(unit, replace(state.units.units[unit], **changed))


def _first_drawn(state: State, event: events.FirstDrawn) -> None:
    state.first = event.first


def _tile_placed(state: State, event: events.TilePlaced) -> None:
    """SQ-17: the tile lies, and the other side goes on."""
    state.ground = state.ground.with_tile(event.hex, TILES[event.kind])
    red, blue = state.placed
    state.placed = (red, (*blue, event.kind)) if event.side else ((*red, event.kind), blue)
    state.side = tiles.next_to_place(state)


def _deployed(state: State, event: events.Deployed) -> None:
    """SQ-19, SQ-Q32: the tank stands, and the other side goes on."""
    _put(state, event.unit, hex=event.hex, facing=event.facing)
    state.side = tiles.next_to_place(state)


def _phase_began(state: State, event: events.PhaseBegan) -> None:
    """SQ-73, SQ-74, SQ-Q9: with a turn it is noted which tanks begin it in movement."""
    state.phase, state.side, state.turn = event.phase, event.side, event.turn
    if event.phase is Phase.INITIATIVE:
        for unit, piece in enumerate(state.units.units):
            if piece.began != piece.moving:
                _put(state, unit, began=piece.moving)


def _initiative_rolled(state: State, event: events.InitiativeRolled) -> None:
    state.first = event.side


def _swung_back(state: State, event: events.SwungBack) -> None:
    _put(state, event.unit, turret=0)


def _nothing(state: State, event: Event) -> None:
    """Told, but nothing on the table changes by it."""


def _activated(state: State, event: events.Activated) -> None:
    """SQ-09, SQ-11, SQ-30, SQ-Q9: the marker goes when the activation begins."""
    broken = state.turn if event.broken else state.units.units[event.unit].broken
    _put(state, event.unit, activated=state.turn, moving=False, broken=broken)
    state.active = Activation(event.unit)


def _movement_rolled(state: State, event: events.MovementRolled) -> None:
    _put(state, event.unit, activated=state.turn, moving=False)
    state.active = driving.rolled(event.unit, event.points, event.excused)
    state.phase = Phase.MOVEMENT


def _stepped(state: State, event: events.Stepped) -> None:
    """SQ-42, SQ-Q3: entering a hex begins a new stay, in which turning is paid for anew."""
    active = state.active
    assert active is not None
    _put(state, event.unit, hex=event.hex)
    left, entered = active.left - event.cost, active.entered + 1
    state.active = replace(active, left=left, entered=entered, gear=event.gear, corners=0)


def _house_flattened(state: State, event: events.HouseFlattened) -> None:
    state.ground = state.ground.under(event.hex)


def _turned(state: State, event: events.Turned) -> None:
    assert state.active is not None
    state.active = driving.turned(state, state.active, event.facing)
    _put(state, event.unit, facing=event.facing)


def _window_opened(state: State, event: events.WindowOpened) -> None:
    state.window = Window(event.side, event.units)


def _window_closed(state: State, event: events.WindowClosed) -> None:
    state.window = None


def _fired(state: State, event: events.Fired) -> None:
    """SQ-27, SQ-54, SQ-59, SQ-75, SQ-Q15, SQ-Q41: who fired is activated, stands, and has no ambush left."""
    piece = state.units.units[event.unit]
    turret, reacted = (event.corner - piece.facing) % 6, state.turn if event.reaction else piece.reacted
    _put(state, event.unit, turret=turret, activated=state.turn, ambush=0, reacted=reacted, moving=False)
    if not event.reaction:
        state.active = None


def _destroyed(state: State, event: events.Destroyed) -> None:
    """SQ-84, SQ-Q13: a wreck; with the tank under way its activation ends."""
    _put(state, event.unit, destroyed=True, moving=False, ambush=0)
    if state.active is not None and state.active.unit == event.unit:
        state.active = state.window = None


def _ambushed(state: State, event: events.Ambushed) -> None:
    _put(state, event.unit, activated=state.turn, ambush=state.turn, moving=False)
    state.active = None


def _activation_ended(state: State, event: events.ActivationEnded) -> None:
    _put(state, event.unit, moving=event.moving)
    state.active = None


def _game_ended(state: State, event: events.GameEnded) -> None:
    state.phase, state.result = Phase.OVER, event.result
    state.active = state.window = None


CHANGES: dict[type, Callable[[State, Any], None]] = {
    events.FirstDrawn: _first_drawn,
    events.TilePlaced: _tile_placed,
    events.Deployed: _deployed,
    events.PhaseBegan: _phase_began,
    events.InitiativeRolled: _initiative_rolled,
    events.SwungBack: _swung_back,
    events.TurretsKept: _nothing,
    events.Activated: _activated,
    events.MovementRolled: _movement_rolled,
    events.Stepped: _stepped,
    events.HouseFlattened: _house_flattened,
    events.Turned: _turned,
    events.WindowOpened: _window_opened,
    events.WindowClosed: _window_closed,
    events.Fired: _fired,
    events.Destroyed: _destroyed,
    events.Ambushed: _ambushed,
    events.ActivationEnded: _activation_ended,
    events.GameEnded: _game_ended,
}
