"""Counter-attacks: the ledger's case Y14, and our own."""

from typing import Any

from hulldown.kernel.dice import ScriptedDice
from hulldown.kernel.side import BLUE, RED
from hulldown.rulebooks.panzerkampf import counter, shooting
from hulldown.rulebooks.panzerkampf.changes import CHANGES
from hulldown.rulebooks.panzerkampf.events import (
    Destroyed,
    Event,
    Fired,
    PhaseBegan,
    Shelled,
    WindowClosed,
    WindowOpened,
)
from hulldown.rulebooks.panzerkampf.orders import EndTurn, Fire, FireAtCrate, Pass, Shell
from hulldown.rulebooks.panzerkampf.state import Phase, State, Unit, Window
from tests.marks import rule
from tests.rulebooks.panzerkampf.cast import (
    allows,
    altered,
    armed,
    battle,
    blue,
    change,
    cm,
    field,
    house,
    play,
    red,
    refused,
)

SHOOTING = PhaseBegan(Phase.SHOOTING, RED, 3)


def moved(*units: Unit, **more: Any) -> State:
    """The end of Red's movement in turn 3, with the windows that follow."""
    state = battle(units, **more)
    for event in counter.open_windows(state):
        CHANGES[type(event)](state, event)
    return state


def opened(state: State) -> list[Event]:
    return list(counter.open_windows(state))


# Windows


@rule("PK-57")
def test_a_window_opens_when_somebody_has_a_shot_and_only_then() -> None:
    state = battle([red("medium-tank", 40, 40), blue("aa-half-track", 60, 40)])
    assert opened(state) == [WindowOpened(BLUE, (1,))]
    change(state, 1, x=cm(80.001))
    assert opened(state) == [SHOOTING]
    behind = battle([red("medium-tank", 40, 40), blue("aa-half-track", 60, 40)], table=field(house(48, 30, 4, 20)))
    assert opened(behind) == [SHOOTING]


@rule("PK-57", "PK-R29")
def test_only_weapons_with_the_modifier_fire_in_a_window() -> None:
    state = moved(red("medium-tank", 40, 40), blue("aa-half-track", 60, 40), blue("medium-tank", 60, 50))
    assert state.acting is BLUE
    refused(state, Fire(2, 0, 0), "PK-57", "75 mm gun", "shooting phase")
    refused(state, Fire(0, 0, 1), "PK-25", "Blue's units")
    assert allows(state, Fire(1, 0, 0))


@rule("PK-57", "PK-58", "PK-R29")
def test_the_other_side_first_then_the_active_one_then_the_shooting_phase() -> None:
    state = moved(red("aa-half-track", 40, 40), blue("aa-half-track", 60, 40))
    assert state.window == Window(BLUE, (1,))
    assert play(state, Pass()) == (WindowClosed(BLUE, passed=True), WindowOpened(RED, (0,)))
    assert state.acting is RED
    assert play(state, Pass()) == (WindowClosed(RED, passed=True), SHOOTING)
    assert state.phase is Phase.SHOOTING
    refused(state, Pass(), "PK-57", "nobody has a counter-attack to make now")


@rule("PK-57", "PK-60", "PK-R29")
def test_each_weapon_fires_once_in_a_window() -> None:
    """PK-R29: after a shot the window goes on with whoever is left."""
    units = [red("medium-tank", 40, 40, 90), blue("aa-half-track", 60, 40), blue("aa-half-track", 60, 45)]
    state = moved(*units)
    assert state.window == Window(BLUE, (1, 2))
    events = play(state, Fire(1, 0, 0), (1, 1, 1, 1))
    assert events[1:] == (WindowOpened(BLUE, (2,)),)
    fired = events[0]
    assert isinstance(fired, Fired)
    assert fired.counter
    refused(state, Fire(1, 0, 0), "PK-R29", "silent")
    events = play(state, Fire(2, 0, 0), (1, 1, 1, 1))
    assert events[1:] == (WindowClosed(BLUE, passed=False), SHOOTING)


@rule("PK-58", "PK-60", "PK-R29")
def test_y14_now_or_later_but_not_both() -> None:
    """Y14, PK-R29: silent in B's own window and shooting phase; free again in A's next turn."""
    units = [red("medium-tank", 40, 40, 90), blue("aa-half-track", 60, 40), red("medium-tank", 40, 60)]
    state = moved(*units)
    play(state, Fire(1, 0, 0), (1, 1, 1, 1))
    play(state, EndTurn())
    assert (state.side, state.turn) == (BLUE, 4)
    assert opened(state) == [PhaseBegan(Phase.SHOOTING, BLUE, 4)]
    state.phase = Phase.SHOOTING
    refused(state, Fire(1, 0, 0), "PK-60", "silent with it until its next shooting phase is over")
    play(state, EndTurn())
    assert state.units[1].silent == ()
    state.phase = Phase.MOVEMENT
    assert opened(state) == [WindowOpened(BLUE, (1,))]


@rule("PK-58", "PK-60", "PK-R29")
def test_in_ones_own_window_it_is_the_phase_that_follows_at_once() -> None:
    state = moved(red("aa-half-track", 40, 40), blue("medium-tank", 60, 40), red("light-tank", 60, 60))
    assert state.window == Window(RED, (0,))
    play(state, Fire(0, 0, 1), (1, 1, 1, 1))
    assert state.phase is Phase.SHOOTING
    refused(state, Fire(0, 0, 1), "PK-60", "silent")
    play(state, EndTurn())
    assert state.units[0].silent == ()


@rule("PK-58")
def test_a_weapon_that_was_kept_fires_in_the_shooting_phase() -> None:
    state = moved(red("aa-half-track", 40, 40), blue("medium-tank", 60, 40))
    play(state, Pass())
    assert allows(state, Fire(0, 0, 1))


@rule("PK-61", "PK-R29")
def test_casualties_are_gone_at_once() -> None:
    """PK-R29: and fire no more, neither in their own window nor in the phase."""
    state = moved(red("aa-half-track", 40, 40, hp=1), blue("aa-half-track", 60, 40), red("medium-tank", 40, 70))
    events = play(state, Fire(1, 0, 0), (6, 6, 1, 1), (12, 12, 1, 1))
    assert Destroyed(0, exploded=True) in events
    assert events[-1] == SHOOTING
    assert shooting.shots(state, 0) == []


@rule("PK-53", "PK-57", "PK-R29")
def test_reload_asks_for_the_owners_latest_movement() -> None:
    """PK-R29: Blue's was in turn 2; Red's is turn 3 itself; before his first one nobody has moved."""
    gun = blue("at-gun", 60, 40, 270)
    state = battle([red("medium-tank", 40, 40), gun])
    assert opened(state) == [WindowOpened(BLUE, (1,))]
    change(state, 1, moved=2)
    assert opened(state) == [SHOOTING]
    state = battle([red("medium-tank", 40, 40), gun], turn=1)
    assert opened(state) == [WindowOpened(BLUE, (1,))]
    own = battle([red("at-gun", 40, 40, 90, moved=3), blue("medium-tank", 60, 40)])
    assert opened(own) == [SHOOTING]


@rule("PK-57", "PK-81", "PK-R61")
def test_a_counter_attack_is_made_at_an_enemy_not_at_wrecks_or_crates() -> None:
    units = [red("medium-tank", 40, 40), blue("aa-half-track", 60, 40), red("light-tank", 60, 50, wreck=True, hp=0)]
    state = moved(*units, crates=[(55, 35, 0)])
    refused(state, Fire(1, 0, 2), "PK-R61", "wreck")
    refused(state, FireAtCrate(1, 0, 0), "PK-R61", "crate")
    change(state, 0, x=cm(5))
    state.window, state.phase = None, Phase.MOVEMENT
    assert opened(state) == [SHOOTING]


@rule("PK-57", "PK-R61")
def test_bombs_are_never_a_counter_attack() -> None:
    chart = armed("bomber", {"kind": "bomb", "range": 0, "angle": 0, "counter_attack": True})
    flown = ((*cm(30, 40), 90, cm(40)),)
    state = battle([red("bomber", 70, 40, 90, moved=3, flown=flown), blue("medium-tank", 50, 40)], chart=chart)
    assert opened(state) == [SHOOTING]


@rule("PK-57")
def test_artillery_with_the_modifier_counter_attacks_too() -> None:
    chart = altered("howitzer", 0, counter_attack=True)
    state = moved(red("medium-tank", 40, 40), blue("howitzer", 80, 40, 270), chart=chart)
    assert state.window == Window(BLUE, (1,))
    events = play(state, Shell(1, 0, *cm(40, 40)), (11,), (3,))
    shelled = events[0]
    assert isinstance(shelled, Shelled)
    assert (shelled.counter, shelled.side) == (True, BLUE)
    assert state.units[1].silent == (0,)
    assert events[-1] == SHOOTING


@rule("PK-57", "PK-99", "PK-R44")
def test_the_attacker_of_an_encirclement_does_not_counter_attack_in_his_first_turn() -> None:
    """PK-R44: the encircled do."""
    units = [red("aa-half-track", 60, 60), blue("aa-half-track", 60, 30)]
    more = {"campaign": "encircled", "side": BLUE, "turn": 2, "relief": {"medium-tank": 1}, "silent_start": True}
    state = moved(*units, **more)
    assert state.window == Window(RED, (0,))
    play(state, Pass())
    assert state.window is None


@rule("PK-23", "PK-57", "PK-R10")
def test_who_digs_in_this_turn_makes_no_counter_attack() -> None:
    state = battle([red("at-gun", 40, 40, 90, digging=3), blue("medium-tank", 60, 40)])
    assert opened(state) == [SHOOTING]


@rule("PK-57")
def test_opening_windows_rolls_nothing_and_changes_nothing() -> None:
    state = battle([red("medium-tank", 40, 40), blue("aa-half-track", 60, 40)])
    before = state.copy()
    opened(state)
    assert state == before
    dice = ScriptedDice(())
    assert [*counter.resolve_pass(moved(*state.units), Pass(), dice)]
    dice.done()
