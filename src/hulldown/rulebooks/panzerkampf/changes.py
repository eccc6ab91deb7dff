"""What each event changes on the table."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from hulldown.kernel.side import RED
from hulldown.rulebooks.panzerkampf import events
from hulldown.rulebooks.panzerkampf.events import Event
from hulldown.rulebooks.panzerkampf.figures import INSTEAD
from hulldown.rulebooks.panzerkampf.setup import OPPOSITE
from hulldown.rulebooks.panzerkampf.state import Crate, LaidBridge, MineField, Phase, State, Unit, Where, Window


def _put(state: State, unit: int, **changed: Any) -> None:
    state.units[unit] = replace(state.units[unit], **changed)


# Set-up


def _rolled_off(state: State, event: events.RolledOff) -> None:
    state.chooser = state.side = event.winner


def _edge_taken(state: State, event: events.EdgeTaken) -> None:
    """PK-83: the other side has the opposite edge."""
    other = OPPOSITE[event.edge]
    state.edges = (event.edge, other) if event.side is RED else (other, event.edge)


def _first_chosen(state: State, event: events.FirstChosen) -> None:
    state.first, state.chosen = event.first, True


def _edges_assigned(state: State, event: events.EdgesAssigned) -> None:
    """PK-89: the escorter's edge, and the attacker's."""
    pair = event.escorter, event.attacker
    state.edges = pair if state.setup.defending is RED else pair[::-1]


def _deployed(state: State, event: events.Deployed) -> None:
    """PK-85, PK-94: a unit stands; a bought one is new and paid for."""
    if event.unit == len(state.units):
        number = 1 + sum(piece.side is event.side and piece.kind == event.kind for piece in state.units)
        state.units.append(Unit(event.side, event.kind, number, state.ground.types[event.kind].hp))
    state.bank -= event.cost
    _put(state, event.unit, where=Where.TABLE, x=event.x, y=event.y, heading=event.heading)


def _turn_taken(state: State, event: events.TurnTaken) -> None:
    state.first = event.first


def _phase_began(state: State, event: events.PhaseBegan) -> None:
    """PK-02, PK-60, PK-105, PK-119, PK-R29: with a turn its pool and mark end, and its side's weapons speak again."""
    if event.turn != state.turn:
        state.pool, state.marked = (), -1
        for unit, piece in enumerate(state.units):
            if piece.silent and piece.side is state.side:
                _put(state, unit, silent=())
    state.phase, state.side, state.turn, state.window = event.phase, event.side, event.turn, None


# The start of a turn


def _bank_grew(state: State, event: events.BankGrew) -> None:
    state.bank = event.bank


def _relief_came(state: State, event: events.ReliefCame) -> None:
    state.relief = event.edge


def _command_rolled(state: State, event: events.CommandRolled) -> None:
    """PK-105, PK-124: the pool, and the counters, which are kept."""
    red, blue = state.counters
    state.pool = tuple([command for command in event.commands if command != "barrage"])
    state.counters = (event.counters, blue) if event.side is RED else (red, event.counters)


def _without(pool: tuple[str, ...], command: str) -> tuple[str, ...]:
    at = pool.index(command)
    return pool[:at] + pool[at + 1 :]


def _commanded(state: State, event: events.Commanded) -> None:
    """PK-106 … PK-119: the die is used; what lasts longer than a turn is marked on the unit."""
    state.pool = _without(state.pool, event.command)
    if event.command == "mark":
        state.marked = event.unit
        return
    changed: dict[str, Any] = {"command": event.command, "commanded": state.turn}
    if event.command in INSTEAD:
        changed["done"] = state.turn
    if event.command == "camouflage":
        changed["camouflaged"] = True
    elif event.command == "entrench":
        changed["dug_in"] = True
    elif event.command == "dummy":
        changed["dummy"] = True
    elif event.command == "repair":
        full = state.type(event.unit).hp
        changed["hp"] = min(full, state.units[event.unit].hp + state.setup.figures.mended)
    _put(state, event.unit, **changed)


def _crate_dropped(state: State, event: events.CrateDropped) -> None:
    """PK-120, PK-122: the die is used, and the crate lies there unless it was destroyed."""
    state.pool = _without(state.pool, "supplies")
    if event.heading >= 0:
        state.crates = (*state.crates, Crate(*event.at, event.heading, state.setup.figures.crate.hp))


# Movement


def _dived(state: State, event: events.Dived) -> None:
    _put(state, event.unit, dived=True, decided=state.turn)


def _surfaced(state: State, event: events.Surfaced) -> None:
    _put(state, event.unit, dived=False, decided=state.turn)


def _digging(state: State, event: events.Digging) -> None:
    _put(state, event.unit, digging=state.turn, done=state.turn)


def _dug_in(state: State, event: events.DugIn) -> None:
    _put(state, event.unit, dug_in=True)


def _moved(state: State, event: events.Moved) -> None:
    """PK-03, PK-53, PK-110, PK-112, PK-114, PK-R7, PK-R8: the new pose; whatever lasts until a move is over."""
    _put(
        state,
        event.unit,
        where=Where.AWAY if event.edge else Where.TABLE,
        x=event.x,
        y=event.y,
        heading=event.heading,
        moved=state.turn,
        flown=event.legs,
        done=state.turn,
        edge=event.edge,
        dug_in=False,
        camouflaged=False,
        dummy=False,
    )


def _mine_struck(state: State, event: events.MineStruck) -> None:
    fields = list(state.mines)
    fields[event.field] = replace(fields[event.field], struck=(*fields[event.field].struck, event.unit))
    state.mines = tuple(fields)


def _fields_removed(state: State, event: events.FieldsRemoved) -> None:
    state.mines = tuple([field for at, field in enumerate(state.mines) if at not in event.fields])


# Counter-attacks


def _window_opened(state: State, event: events.WindowOpened) -> None:
    state.phase, state.window = Phase.COUNTER, Window(event.side, event.units)


def _window_closed(state: State, event: events.WindowClosed) -> None:
    state.window = None


# Shooting


def _used(state: State, unit: int, weapon: int, counter: bool) -> None:
    """PK-26, PK-60, PK-114: a weapon has fired; in a counter-attack it is silent afterwards; a dummy is gone."""
    piece = state.units[unit]
    rounds = list(piece.rounds) if piece.fired == state.turn else [0] * len(state.type(unit).weapon)
    rounds[weapon] += not counter
    silent = (*piece.silent, weapon) if counter else piece.silent
    _put(state, unit, fired=state.turn, rounds=tuple(rounds), silent=silent, dummy=False)


def _fired(state: State, event: events.Fired) -> None:
    _used(state, event.unit, event.weapon, event.counter)


def _shelled(state: State, event: events.Shelled) -> None:
    """PK-41, PK-125: a weapon has fired, or counters are paid."""
    if event.unit >= 0:
        _used(state, event.unit, event.weapon, event.counter)
        return
    red, blue = state.counters
    price = state.setup.figures.barrage.counters
    state.counters = (red - price, blue) if event.side is RED else (red, blue - price)


def _bombed(state: State, event: events.Bombed) -> None:
    _used(state, event.unit, event.weapon, False)


def _repaired(state: State, event: events.Repaired) -> None:
    """PK-63: the friend has its hit points back."""
    _used(state, event.unit, event.weapon, event.counter)
    _put(state, event.target, hp=state.units[event.target].hp + event.hp)


def _planted(state: State, event: events.Planted) -> None:
    _used(state, event.unit, event.weapon, False)
    if event.planted:
        state.mines = (*state.mines, MineField(event.unit, event.x, event.y))


def _defused(state: State, event: events.Defused) -> None:
    _used(state, event.unit, event.weapon, False)
    if event.defused:
        state.mines = state.mines[: event.field] + state.mines[event.field + 1 :]


def _bridge_laid(state: State, event: events.BridgeLaid) -> None:
    """PK-68, PK-69: the vehicle is terrain from now on."""
    _put(state, event.unit, where=Where.GONE)
    state.ground = state.ground.with_bridge(LaidBridge(event.x, event.y, event.heading))


# Damage


def _damaged(state: State, event: events.Damaged) -> None:
    """PK-75, PK-113, PK-114: hit points are lost; a dummy that failed its test is gone."""
    dummy = state.units[event.unit].dummy and event.lost == event.wounds
    _put(state, event.unit, hp=event.hp, dummy=dummy)


def _wrecked(state: State, event: events.Wrecked) -> None:
    """PK-78, PK-R33: a wreck is neither dug in nor hidden."""
    _put(state, event.unit, wreck=True, hp=0, dug_in=False, camouflaged=False, dummy=False, command="")


def _destroyed(state: State, event: events.Destroyed) -> None:
    _put(state, event.unit, where=Where.GONE)


def _crate_hit(state: State, event: events.CrateHit) -> None:
    at, crates = event.crate, state.crates
    left = (replace(crates[at], hp=event.hp),) if event.hp > 0 else ()
    state.crates = crates[:at] + left + crates[at + 1 :]


def _game_ended(state: State, event: events.GameEnded) -> None:
    state.phase, state.window, state.result = Phase.OVER, None, event.result


CHANGES: dict[type[Event], Callable[[State, Any], None]] = {
    events.RolledOff: _rolled_off,
    events.EdgeTaken: _edge_taken,
    events.FirstChosen: _first_chosen,
    events.EdgesAssigned: _edges_assigned,
    events.Deployed: _deployed,
    events.TurnTaken: _turn_taken,
    events.PhaseBegan: _phase_began,
    events.BankGrew: _bank_grew,
    events.ReliefCame: _relief_came,
    events.CommandRolled: _command_rolled,
    events.Commanded: _commanded,
    events.CrateDropped: _crate_dropped,
    events.Dived: _dived,
    events.Surfaced: _surfaced,
    events.Digging: _digging,
    events.DugIn: _dug_in,
    events.Moved: _moved,
    events.MineStruck: _mine_struck,
    events.FieldsRemoved: _fields_removed,
    events.WindowOpened: _window_opened,
    events.WindowClosed: _window_closed,
    events.Fired: _fired,
    events.Shelled: _shelled,
    events.Bombed: _bombed,
    events.Repaired: _repaired,
    events.Planted: _planted,
    events.Defused: _defused,
    events.BridgeLaid: _bridge_laid,
    events.Damaged: _damaged,
    events.Wrecked: _wrecked,
    events.Destroyed: _destroyed,
    events.CrateHit: _crate_hit,
    events.GameEnded: _game_ended,
}
