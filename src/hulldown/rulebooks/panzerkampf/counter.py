"""Counter-attacks (PK-57 … PK-61): after each movement phase, whoever has a shot, the other side first (PK-R29)."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from hulldown.kernel.dice import Dice
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerkampf import indirect, shooting, turn
from hulldown.rulebooks.panzerkampf.events import Event, PhaseBegan, WindowClosed, WindowOpened
from hulldown.rulebooks.panzerkampf.orders import Fire, Pass, Shell
from hulldown.rulebooks.panzerkampf.state import Phase, State, Window


def open_windows(state: State) -> Iterator[Event]:
    """PK-57, PK-58: after a movement phase the windows one after another, and then the shooting phase."""
    yield from _open(state, (state.side.other, state.side))


def _open(state: State, sides: Sequence[Side]) -> Iterator[Event]:
    """The window of the first of these sides that has a shot, or the shooting phase."""
    for side in sides:
        if units := counterers(state, side):
            yield WindowOpened(side, units)
            return
    yield PhaseBegan(Phase.SHOOTING, state.side, state.turn)


def counterers(state: State, side: Side) -> tuple[int, ...]:
    """PK-57, PK-60: the units of a side that have a counter-attack to make."""
    if not any(weapon.counter_attack for unit in state.standing(side) for weapon in state.type(unit).weapon):
        return ()
    asked = replace(state, phase=Phase.COUNTER, window=Window(side, ()))
    return tuple([unit for unit in state.standing(side) if next(_counters(asked, unit), None)])


def _counters(state: State, unit: int) -> Iterator[Fire | Shell]:
    """A unit's counter-attacks in an open window."""
    if any(weapon.counter_attack for weapon in state.type(unit).weapon):
        yield from [order for order in shooting.shots(state, unit) if isinstance(order, Fire)]
        yield from indirect.shells(state, unit)


def after_shot(state: State) -> Iterator[Event]:
    """PK-57, PK-61, PK-77: the end of the game if it is decided; after a counter-attack the window, or the next one."""
    yield from turn.after_losses(state)
    if state.window is None or state.result is not None:
        return
    side = state.window.side
    if units := counterers(state, side):
        yield WindowOpened(side, units)
    else:
        yield WindowClosed(side, passed=False)
        yield from _open(state, _after(state, side))


def _after(state: State, side: Side) -> tuple[Side, ...]:
    return () if side is state.side else (state.side,)


def resolve_pass(state: State, order: Pass, dice: Dice) -> Iterator[Event]:
    """PK-58: the weapons are kept for the shooting phase; the other side is asked, or that phase begins."""
    side = state.acting
    yield WindowClosed(side, passed=True)
    yield from _open(state, _after(state, side))
