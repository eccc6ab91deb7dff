"""Limits: what happens at equality, in the first and the last turn, and where two rules meet."""

from random import Random
from typing import Any

import msgspec
import pytest

from hulldown.kernel.conformance import play_through
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game, Played
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks.panzerkampf import damage, indirect, shooting
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.events import (
    BankGrew,
    Bombed,
    Damaged,
    Destroyed,
    DugIn,
    Fired,
    GameEnded,
    MineStruck,
    Moved,
    Part,
    PhaseBegan,
    WindowClosed,
    WindowOpened,
    Wrecked,
)
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.judging import CHAPTERS
from hulldown.rulebooks.panzerkampf.orders import (
    Bomb,
    Command,
    Defuse,
    Deploy,
    DigIn,
    Dive,
    EndMovement,
    EndStart,
    EndTurn,
    Enter,
    Fire,
    LayBridge,
    Pass,
    Plant,
    Shell,
    Surface,
)
from hulldown.rulebooks.panzerkampf.state import Phase, State, Where
from hulldown.rulebooks.panzerkampf.units import UnitType, Weapon
from tests.marks import rule, soak_times
from tests.rulebooks.panzerkampf.cast import (
    CHART,
    allows,
    altered,
    armed,
    battle,
    blue,
    change,
    cm,
    field,
    figures,
    lake,
    move,
    play,
    pocket,
    preview,
    red,
    refused,
    where,
)
from tests.rulebooks.panzerkampf.test_book import random_game, small

SHOOTING = Phase.SHOOTING
FAR = blue("infantry", 110, 70)  # somebody who keeps the game going


# Ranges, angles and sides


@rule("PK-29", "PK-63", "PK-64", "PK-R11")
def test_equal_to_the_range_is_in_range_for_guns_tools_and_mines() -> None:
    """30, 40, 50 is a right angle: the distance is exact, and 1/100 mm more is too much."""
    chart = armed("medium-tank", {"range": 50})
    for x, able in ((30 * CM, True), (30 * CM + 1, False)):
        state = battle([red("medium-tank", 20, 20), blue("infantry", 50, 60)], chart=chart, phase=SHOOTING)
        change(state, 1, x=20 * CM + x)
        assert allows(state, Fire(0, 0, 1)) is able
        state = battle([red("howitzer", 20, 20, 180), FAR], chart=altered("howitzer", 0, range=50), phase=SHOOTING)
        assert allows(state, Shell(0, 0, 20 * CM, 20 * CM + x + 20 * CM)) is able
        state = battle([red("minelayer", 20, 20), FAR], mines=[(0, 26, 20)], phase=SHOOTING)
        state.mines = (msgspec.structs.replace(state.mines[0], x=26 * CM + x - 30 * CM),)
        assert allows(state, Defuse(0, 0, 0)) is able


@rule("PK-71", "PK-R26")
@pytest.mark.parametrize(
    ("dx", "dy", "part"),
    [
        (10_000, -10_000, Part.FRONT),
        (10_001, -10_000, Part.SIDE),
        (10_000, 10_000, Part.SIDE),
        (-10_000, 10_000, Part.SIDE),
        (9_999, 10_000, Part.BACK),
        (0, 0, Part.FRONT),
    ],
)
def test_45_and_135_degrees_belong_to_the_defender_to_the_last_hundredth(dx: int, dy: int, part: Part) -> None:
    state = battle([red("helicopter", 40, 40), blue("medium-tank", 40, 40, 0)])
    change(state, 0, x=40 * CM + dx, y=40 * CM + dy)
    assert damage.part_of(state, 0, 1, state.weapon(0, 0)) is part


@rule("PK-111", "PK-121", "PK-R11")
def test_two_centimetres_between_bases_are_near_and_a_hundredth_more_is_not() -> None:
    state = battle([red("medium-tank", 40, 40), blue("medium-tank", 60, 40)], crates=[(40, 44.5, 0)], phase=SHOOTING)
    assert shooting.supplied(state, 0)  # 3 × 2 cm, the crate 2 × 2: 1.5 + 2 + 1
    change(state, 0, y=40 * CM - 1)
    assert not shooting.supplied(state, 0)


# Hit points


@rule("PK-78", "PK-80", "PK-R33")
@pytest.mark.parametrize(
    ("kind", "table", "options", "left"),
    [
        ("hover-tank", field(), {}, Wrecked),
        ("hover-tank", field(lake(50, 30, 30, 20)), {}, Destroyed),
        ("apc", field(lake(50, 30, 30, 20)), {}, Destroyed),
        ("infantry", field(), {}, Wrecked),
        ("infantry", field(), {"infantry_wrecks": False}, Destroyed),
        ("helicopter", field(), {}, Destroyed),
    ],
)
def test_at_exactly_0_what_stands_on_land_is_a_wreck_and_nothing_else(
    kind: str, table: object, options: dict[str, bool], left: type
) -> None:
    units = [red("medium-tank", 40, 40, 90), blue(kind, 60, 40, 270, hp=1), FAR]
    chart = armed("medium-tank", {"accuracy": 1, "penetration": 20})
    state = battle(units, table=table, chart=chart, phase=SHOOTING, **options)  # type: ignore[arg-type]
    events = play(state, Fire(0, 0, 1), (5,), (5,))
    assert [type(event) for event in events] == [Fired, Damaged, left]
    assert left is Wrecked or events[-1] == Destroyed(1, exploded=False)


@rule("PK-38", "PK-79", "PK-81", "PK-R62")
def test_a_wreck_of_ones_own_closes_lines_and_ways_and_may_be_shot_away() -> None:
    units = [red("medium-tank", 40, 40, 90), red("medium-tank", 50, 40, wreck=True, hp=0), blue("infantry", 60, 40)]
    chart = armed("medium-tank", {"accuracy": 1, "penetration": 20})
    state = battle(units, chart=chart, phase=SHOOTING)
    refused(state, Fire(0, 0, 2), "PK-38", "the wreck of Medium tank 2")
    assert play(state, Fire(0, 0, 1), (5,), (5,))[-1] == Destroyed(1, exploded=True)
    change(state, 0, fired=0)
    assert allows(state, Fire(0, 0, 2))
    state = battle(units, chart=chart)
    refused(state, move(0, (0, 15)), "PK-79", "the wreck of Medium tank 2")


@rule("PK-113", "PK-66")
def test_a_dummy_takes_a_point_of_a_mine_field_too() -> None:
    units = [red("medium-tank", 20, 40, 90, hp=1, dummy=True), red("infantry", 80, 70), FAR]
    state = battle(units, mines=[(1, 30, 40)], changed={"mine": {"hits": 1}})
    events = play(state, move(0, (0, 10)), (7,))
    struck = next(event for event in events if isinstance(event, Damaged))
    assert struck.tests == (), "who moved has no dummy any more"


# Bases that touch


@rule("PK-07")
def test_who_touches_goes_along_and_turns_only_into_the_clear() -> None:
    state = battle([red("medium-tank", 40, 40, 0), red("medium-tank", 42, 40, 0), FAR])
    assert allows(state, move(0, (0, 10))), "side by side"
    found = refused(state, move(0, (10, 0)), "PK-R3", "Medium tank 2 is there")
    assert found.nearest is None
    assert allows(state, move(0, (180, 0))) is False, "TRN is 120"
    state = battle([red("infantry", 40, 40, 0), red("infantry", 42, 40, 0), FAR])
    assert allows(state, move(0, (90, 0))), "a square base fits again after a quarter"
    refused(state, move(0, (45, 0)), "PK-R3")


@rule("PK-03", "PK-04")
def test_the_last_hundredth_and_the_last_degree() -> None:
    state = battle([red("medium-tank", 40, 40, 90), FAR])
    assert allows(state, move(0, (120, 18)))
    assert refused(state, move(0, (120, 18.001)), "PK-03", "18.001", "18 of 18").nearest == move(0, (120, 18))
    assert refused(state, move(0, (121, 18)), "PK-04", "121°", "120 of 120°").nearest == move(0, (120, 0))


@rule("PK-22")
def test_a_plane_flies_half_its_mov_to_the_last_hundredth() -> None:
    state = battle([red("fighter", 20, 40, 90), FAR])
    assert allows(state, move(0, (0, 35)))
    assert refused(state, move(0, (0, 34.999)), "PK-22", "34.999", "35").nearest == move(0, (0, 35))


# Planes off the table


@rule("PK-22", "PK-87", "PK-119", "PK-R7")
def test_a_plane_off_the_table_is_out_of_everyones_reach_and_alive() -> None:
    away = blue("bomber", -4, 40, 270, where=Where.AWAY, edge="west")
    chart = armed("medium-tank", {"range": 200})
    state = battle([red("medium-tank", 10, 40), away], chart=chart, phase=SHOOTING, command=True, pool=("mark",))
    refused(state, Fire(0, 0, 1), "PK-R7", "off the table")
    state.phase = Phase.START
    refused(state, Command("mark", 1), "PK-R7", "off the table")
    state = battle([red("medium-tank", 10, 40), away], phase=SHOOTING, side=BLUE, turn=4)
    refused(state, Bomb(1, 0, 0), "PK-R7", "off the table")
    assert play(state, EndTurn())[-1] == PhaseBegan(Phase.MOVEMENT, RED, 5), "an army of a plane away goes on"


@rule("PK-22", "PK-109", "PK-R37")
def test_a_plane_comes_back_with_advance_and_may_shoot_then() -> None:
    away = red("fighter", -4, 40, 270, where=Where.AWAY, edge="west")
    state = battle([away, blue("infantry", 100, 40)], command=True, pool=("advance", "aim"))
    refused(state, Command("aim", 0), "PK-R7", "off the table")
    refused(state, EndMovement(), "PK-R7", "come back over the west edge")
    far = Enter(0, 0, 40 * CM, 90, ((0, 80 * CM),))
    refused(state, far, "PK-03", "70 of 70 cm")
    play(state, Command("advance", 0))
    refused(state, Enter(0, 0, 40 * CM, 90, ((0, 34 * CM),)), "PK-22", "35 cm")
    play(state, far)
    assert where(state, 0) == (80, 40, 90)
    play(state, EndMovement())
    assert allows(state, Fire(0, 0, 1))


@rule("PK-22", "PK-106")
def test_a_plane_with_a_die_still_owes_its_flight() -> None:
    state = battle([red("fighter", 20, 40, 90), FAR], command=True, pool=("aim", "camouflage"))
    play(state, Command("aim", 0))
    refused(state, EndMovement(), "PK-22", "35 cm")
    refused(state, Command("camouflage", 0), "PK-106")


# Dived submarines and bridges


@rule("PK-18", "PK-68", "PK-R32")
def test_no_bridge_is_laid_over_a_dived_submarine() -> None:
    """Under it there would be land, where no submarine can be."""
    sea = field(lake(45, 30, 20, 20))
    units = [red("bridge-layer", 43.25, 40, 90), blue("submarine", 48, 40, 0, dived=True), FAR]
    state = battle(units, table=sea, phase=SHOOTING)
    refused(state, LayBridge(0), "PK-R32", "Blue Submarine 1")
    change(state, 1, x=60 * CM)
    play(state, LayBridge(0))
    assert list(book.faults(state)) == []


@rule("PK-16", "PK-68", "PK-R32")
def test_bridges_overlap_and_not_while_somebody_stands_there() -> None:
    sea = field(lake(45, 0, 20, 80))
    units = [red("bridge-layer", 43.25, 40, 90), red("medium-tank", 47, 40, 90), FAR]
    state = battle(units, table=sea, bridges=[(48, 40, 90)], phase=SHOOTING)
    refused(state, LayBridge(0), "PK-R32", "Medium tank 1")
    change(state, 1, x=10 * CM)
    play(state, LayBridge(0))
    change(state, 1, x=46 * CM)
    assert not any("stands where it may not be" in fault for fault in book.faults(state))


@rule("PK-19", "PK-20", "PK-21", "PK-R9")
def test_two_dived_submarines_at_one_place_and_only_one_of_them_comes_up() -> None:
    units = [red("submarine", 40, 40, dived=True), red("submarine", 40, 41, dived=True), FAR]
    state = battle(units, table=field(lake(0, 0, 80, 80)))
    play(state, Surface(0))
    refused(state, Surface(1), "PK-R9", "Submarine 1 lies over it")
    refused(state, Dive(0), "PK-R9", "has decided in this turn")
    assert list(book.faults(state)) == []


@rule("PK-119", "PK-R74")
def test_what_artillery_never_hits_is_not_marked() -> None:
    units = [red("howitzer", 20, 20), blue("fighter", 60, 40), blue("submarine", 90, 40, dived=True), FAR]
    state = battle(units, table=field(lake(80, 0, 20, 80)), phase=Phase.START, command=True, pool=("mark",))
    refused(state, Command("mark", 1), "PK-R74", "flies")
    refused(state, Command("mark", 2), "PK-R74", "dived")
    assert allows(state, Command("mark", 3))


@rule("PK-119")
def test_a_mark_on_a_unit_that_is_gone_helps_nobody() -> None:
    units = [red("howitzer", 40, 20, 180), blue("medium-tank", 40, 60, hp=0, wreck=True), FAR]
    state = battle(units, phase=SHOOTING, command=True, marked=1)
    assert not indirect.salvo_of(state, Shell(0, 0, *cm(40, 60))).marked


# Counter-attacks


@rule("PK-57", "PK-61", "PK-R76")
def test_who_falls_to_its_own_salvo_in_a_window_is_gone_from_it() -> None:
    """Artillery that counter-attacks may land on itself."""
    chart = armed("aa-half-track", {"kind": "artillery", "range": 40, "counter_attack": True, "attacks": 1})
    chart = tuple(msgspec.structs.replace(row, top=1) if row.id == "aa-half-track" else row for row in chart)
    units = [red("medium-tank", 40, 42, 90), blue("aa-half-track", 40, 40, hp=1), FAR]
    state = battle(units, chart=chart)
    assert play(state, EndMovement())[-1] == WindowOpened(BLUE, (1,))
    # 9 − ACC 6: 3 cm up the table from the aim point
    events = play(state, Shell(1, 0, *cm(40, 43)), (9,), (12,), (5,))
    assert Wrecked(1) in events
    assert events[-2:] == (WindowClosed(BLUE, passed=False), PhaseBegan(SHOOTING, RED, 3))
    assert state.units[1].silent == (0,)


@rule("PK-57")
def test_a_window_of_artillery_alone_says_who_may_and_how_well() -> None:
    chart = armed("aa-half-track", {"name": "mortar", "kind": "artillery", "counter_attack": True, "accuracy": 11})
    state = battle([red("medium-tank", 40, 50, 90), blue("aa-half-track", 40, 40)], chart=chart)
    play(state, EndMovement())
    (todo,) = book.picture(state).tray.todo
    assert (todo.unit, todo.chance) == (1, 1 - preview(state, Shell(1, 0, *cm(40, 50))).odds["nothing"])  # type: ignore[index]


@rule("PK-60", "PK-117", "PK-R38")
def test_extra_ammo_does_not_wake_a_silent_weapon() -> None:
    chart = armed("medium-tank", {"name": "gun"}, {"name": "flak", "counter_attack": True})
    units = [red("medium-tank", 40, 40, 90, silent=(1,)), blue("infantry", 60, 40), FAR]
    state = battle(units, chart=chart, phase=SHOOTING, command=True, pool=("ammunition",))
    play(state, Command("ammunition", 0))
    refused(state, Fire(0, 1, 1), "PK-60", "silent")
    for _ in range(2):
        play(state, Fire(0, 0, 1), (1,))
    refused(state, Fire(0, 0, 1), "PK-117", "2 times")


@rule("PK-116", "PK-117", "PK-118", "PK-R74")
@pytest.mark.parametrize("name", ["aim", "ammunition", "penetration"])
def test_a_die_before_shooting_is_not_for_who_cannot_shoot_any_more(name: str) -> None:
    def state_of(kind: str, **fields: object) -> State:
        units = [red(kind, 40, 40, 90, **fields), blue("infantry", 60, 40), FAR]
        table = field(lake(0, 0, 80, 80)) if kind == "submarine" else None
        return battle(units, table=table, phase=SHOOTING, command=True, pool=(name,))

    for kind, fields, told in (
        ("aa-half-track", {"silent": (0,)}, "keeps silent"),
        ("at-gun", {"moved": 3, "done": 3}, "does not move at all"),
        ("submarine", {"dived": True}, "is dived"),
    ):
        found = book.refuse(state_of(kind, **fields), Command(name, 0))
        assert found is not None, kind
        assert told in found.sentence, found
    assert allows(state_of("aa-half-track"), Command(name, 0))
    before = state_of("submarine", dived=True)
    before.phase = Phase.MOVEMENT
    assert allows(before, Command(name, 0)), "it may still surface"


@rule("PK-99", "PK-116", "PK-R44")
def test_in_the_encirclers_first_turn_no_die_before_shooting_is_used() -> None:
    silent: dict[str, Any] = {"phase": Phase.MOVEMENT, "side": BLUE, "command": True, "silent_start": True}
    state = pocket(turn=2, pool=("aim",), **silent)
    refused(state, Command("aim", 2), "PK-R44", "movement only")
    state = pocket(turn=4, pool=("aim",), **silent)
    assert allows(state, Command("aim", 2))


@rule("PK-57", "PK-116", "PK-R74")
def test_after_a_counter_attack_in_ones_own_turn_a_die_before_shooting_is_too_late() -> None:
    chart = armed("medium-tank", {"name": "gun"}, {"name": "flak", "counter_attack": True})
    units = [red("medium-tank", 40, 40, 90), blue("infantry", 60, 40), FAR]
    state = battle(units, chart=chart, command=True, pool=("aim",))
    play(state, EndMovement())
    play(state, Fire(0, 1, 1), (1,))
    assert state.phase is SHOOTING
    refused(state, Command("aim", 0), "PK-116", "has fired")
    assert allows(state, Fire(0, 0, 1)), "its other weapon has not"


@rule("PK-57", "PK-60")
def test_a_counter_attack_in_the_enemys_turn_leaves_the_dice_of_the_next_one() -> None:
    chart = armed("medium-tank", {"name": "gun"}, {"name": "flak", "counter_attack": True})
    units = [red("medium-tank", 40, 40, 90), blue("infantry", 60, 40), FAR]
    state = battle(units, chart=chart, command=True, side=BLUE, turn=2, limit=1000)
    play(state, EndMovement())
    play(state, Fire(0, 1, 1), (1,))
    play(state, EndTurn())
    state.phase, state.pool = Phase.MOVEMENT, ("aim",)
    assert allows(state, Command("aim", 0))


@rule("PK-57", "PK-99", "PK-R44")
@pytest.mark.parametrize("attacker_first", [True, False])
def test_windows_of_the_first_turns_around_the_encircled(attacker_first: bool) -> None:
    """The attacker does not fire in his own first turn; the defender does, and the attacker in the defender's."""
    units = [red("aa-half-track", 60, 60), blue("aa-half-track", 80, 60)]

    def opened(side: object, turn: int) -> object:
        more = {"campaign": "encircled", "relief": {"infantry": 1}, "side": side, "turn": turn, "silent_start": True}
        state = battle(units, table=field(width=120, height=120), **more)  # type: ignore[arg-type]
        windows = [play(state, EndMovement())]
        while state.phase is Phase.COUNTER:
            windows.append(play(state, Pass()))
        return [event.side for events in windows for event in events if isinstance(event, WindowOpened)]

    assert opened(BLUE, 1 if attacker_first else 2) == [RED]
    assert opened(RED, 2 if attacker_first else 1) == [BLUE, RED]
    assert opened(BLUE, 3 if attacker_first else 4) == [RED, BLUE]


# Command dice


@rule("PK-23", "PK-106")
def test_who_digs_gets_no_die_and_who_has_had_one_instead_of_moving_does_not_dig() -> None:
    state = battle([red("infantry", 40, 40), FAR], command=True, pool=("smoke", "aim", "entrench"))
    play(state, DigIn(0))
    for name, cited in (("smoke", "PK-111"), ("entrench", "PK-112"), ("aim", "PK-23")):
        refused(state, Command(name, 0), cited, "digs a trench")
    state = battle([red("infantry", 40, 40), FAR], command=True, pool=("smoke",))
    play(state, Command("smoke", 0))
    refused(state, DigIn(0), "PK-111", "instead of moving")


@rule("PK-111", "PK-R75")
def test_smoke_is_gone_with_the_unit_and_hides_enemies_too() -> None:
    smoker = blue("infantry", 60, 40, command="smoke", commanded=2)
    units = [red("medium-tank", 40, 40, 90), smoker, blue("infantry", 60, 43), red("infantry", 60, 37), FAR]
    state = battle(units, phase=SHOOTING)

    def hidden(at: int, by: int) -> bool:
        weapon = state.weapon(by, 0)
        return any(one.rule == "PK-111" for one in shooting.modifiers_of(state, by, weapon, at))

    assert hidden(1, 0)
    assert hidden(2, 0)
    assert hidden(3, 4), "one of the other side"
    change(state, 1, wreck=True, hp=0)
    assert not hidden(2, 0)
    change(state, 1, where=Where.GONE)
    assert not hidden(3, 4)


@rule("PK-115", "PK-R50")
def test_repair_ends_at_full_hit_points_and_binds_until_the_owners_next_turn() -> None:
    units = [red("aa-half-track", 40, 40, hp=2), blue("infantry", 60, 40)]
    state = battle(units, command=True, pool=("repair", "repair"))
    play(state, Command("repair", 0))
    assert state.units[0].hp == 3
    refused(state, Command("repair", 0), "PK-106")
    refused(state, move(0, (10, 0)), "PK-115")
    assert play(state, EndMovement()) == (PhaseBegan(SHOOTING, RED, 3),), "no window of its own"
    refused(state, Fire(0, 0, 1), "PK-115")
    play(state, EndTurn())
    state.phase = Phase.MOVEMENT
    assert play(state, EndMovement()) == (PhaseBegan(SHOOTING, BLUE, 4),), "and none of the enemy's turn"
    play(state, EndTurn())
    state.phase = Phase.MOVEMENT
    assert play(state, EndMovement())[-1] == WindowOpened(RED, (0,))


@rule("PK-121", "PK-123")
def test_a_crate_that_is_destroyed_helps_nobody_any_more() -> None:
    chart = armed("medium-tank", {"accuracy": 2, "penetration": 9}, {"accuracy": 6})
    units = [red("medium-tank", 40, 40, 90), blue("infantry", 60, 40), FAR]
    state = battle(units, chart=chart, crates=[(40, 42, 0), (42.5, 40, 0)], phase=SHOOTING)
    assert shooting.supplied(state, 0)
    state.crates = state.crates[1:]
    assert shooting.supplied(state, 0)
    state.crates = ()
    assert not shooting.supplied(state, 0)


# Mines


@rule("PK-66", "PK-67")
def test_one_field_strikes_each_of_several_units_of_a_phase_once() -> None:
    units = [red("heavy-tank", 20, 40, 90), red("heavy-tank", 30, 50, 0), red("hover-tank", 30, 60), FAR]
    state = battle(units, mines=[(0, 30, 40)], chart=altered("heavy-tank", bottom=40))
    dice = (1, 1, 1, 1, 1, 1)
    play(state, move(0, (0, 8)), dice)
    events = play(state, move(1, (0, 7)), dice)
    assert MineStruck(0, 1) in events
    assert state.mines[0].struck == (0, 1)
    play(state, move(2, (0, 10)))
    play(state, EndMovement())
    assert state.mines == ()


@rule("PK-66", "PK-R57")
def test_whoever_starts_on_a_field_is_struck_there_and_hover_units_are_not() -> None:
    """A hover unit stands on fields and is not struck; whoever starts on one is, where it stands, and drives on."""
    state = battle([red("hover-tank", 30, 40, 90), FAR], mines=[(1, 30, 40)])
    assert not [event for event in play(state, move(0, (0, 5))) if isinstance(event, MineStruck)]
    state = battle([red("heavy-tank", 30, 40, 90), FAR], mines=[(1, 30, 40)], chart=altered("heavy-tank", bottom=40))
    events = play(state, move(0, (0, 5)), (1, 1, 1, 1, 1, 1))
    moved = [event for event in events if isinstance(event, Moved)]
    assert [event.x for event in moved] == [30 * CM, 35 * CM]


@rule("PK-64", "PK-65")
def test_no_field_is_planted_under_a_unit_whichever_it_is() -> None:
    units = [red("minelayer", 20, 40), red("hover-tank", 25, 40), blue("infantry", 15, 40, wreck=True, hp=0), FAR]
    state = battle(units, phase=SHOOTING)
    refused(state, Plant(0, 0, *cm(20, 40)), "PK-R31", "Minelayer 1")
    refused(state, Plant(0, 0, *cm(25, 40)), "PK-R31", "Hover tank 1")
    refused(state, Plant(0, 0, *cm(15, 40)), "PK-R31", "the wreck of Blue Infantry platoon 1")
    assert allows(state, Plant(0, 0, *cm(20, 36.5))), "it may touch a base"
    refused(state, Plant(0, 0, 20 * CM, 36 * CM + 501), "PK-R31")


@rule("PK-66", "PK-96", "PK-R43")
def test_the_last_support_unit_lost_on_a_mine_loses_the_escort() -> None:
    units = [red("supply-truck", 20, 40, 90), red("medium-tank", 10, 60), blue("infantry", 110, 70)]
    state = battle(units, mines=[(2, 28, 40)], campaign="escort", edges=("west", "north"), last_support=True)
    events = play(state, move(0, (0, 8)), (8, 8, 8, 8, 8, 8))
    ended = events[-1]
    assert isinstance(ended, GameEnded)
    assert (ended.result.winner, ended.result.rule) == (BLUE, "PK-R43")
    state = battle(units, mines=[(2, 28, 40)], campaign="escort", edges=("west", "north"))
    play(state, move(0, (0, 8)), (8, 8, 8, 8, 8, 8))
    assert state.result is None


# Campaigns


@rule("PK-96", "PK-R43")
def test_a_support_unit_arrives_by_a_turn_alone_and_by_one_that_it_takes_back() -> None:
    """The destination is 60, 40. A supply truck is 2.5 × 1.5 cm: looking at it, its front is 1.25 cm ahead."""
    units = [red("supply-truck", 56, 40, 0), blue("infantry", 110, 70)]
    for path in ((move(0, (90, 0))), move(0, (75, 0), (-75, 0))):
        state = battle(units, campaign="escort", edges=("west", "north"))
        ended = play(state, path)[-1]
        assert isinstance(ended, GameEnded), path
        assert (ended.result.winner, ended.result.rule) == (RED, "PK-96")
    state = battle(units, campaign="escort", edges=("west", "north"))
    assert not isinstance(play(state, move(0, (5, 0)))[-1], GameEnded)


@rule("PK-96")
def test_nobody_else_arrives_neither_a_tank_of_the_escort_nor_a_truck_of_the_attacker() -> None:
    escort: dict[str, Any] = {"campaign": "escort", "edges": ("west", "north")}
    units = [red("medium-tank", 55, 40, 90), red("supply-truck", 10, 40), blue("infantry", 110, 70)]
    assert isinstance(play(battle(units, **escort), move(0, (0, 4)))[-1], Moved)
    for goal in (40, 60):  # the destination, and where one from the attacker's edge would be
        units = [red("supply-truck", 10, 40), blue("supply-truck", 60, goal + 5, 0)]
        state = battle(units, side=BLUE, turn=2, **escort)
        assert isinstance(play(state, move(1, (0, 4)))[-1], Moved)


@rule("PK-94", "PK-R43")
def test_the_bank_has_its_first_share_in_the_attackers_first_turn() -> None:
    units = [red("supply-truck", 10, 40), red("medium-tank", 10, 60), blue("infantry", 110, 70)]
    state = battle(units, campaign="escort", edges=("west", "north"), phase=SHOOTING, turn=1)
    assert play(state, EndTurn()) == (PhaseBegan(Phase.START, BLUE, 2), BankGrew(200, 200))
    refused(state, Deploy("medium-tank", *cm(60, 1.5), 180), "PK-94", "250", "200")
    bought = play(state, Deploy("light-tank", *cm(60, 1.25), 180))
    assert bought[-1] == PhaseBegan(Phase.MOVEMENT, BLUE, 2), "20 points buy nothing more"


@rule("PK-101", "PK-R44")
@pytest.mark.parametrize(("turn", "due"), [(9, False), (10, False), (11, True), (12, True)])
def test_the_large_army_comes_in_the_sixth_turn_whoever_began(turn: int, due: bool) -> None:
    state = pocket(turn=turn - 1, side=BLUE, phase=SHOOTING)
    phase = Phase.START if due else Phase.MOVEMENT
    assert play(state, EndTurn()) == (PhaseBegan(phase, RED, turn),)
    if due:
        refused(state, EndStart(), "PK-101", "edge")


@rule("PK-02", "PK-23", "PK-87", "PK-R46")
def test_the_last_turn_ends_with_its_trenches() -> None:
    state = battle([red("infantry", 40, 40), FAR], turn=30, first=BLUE, phase=SHOOTING, changed={"rounds": 15})
    change(state, 0, digging=30, done=30)
    events = play(state, EndTurn())
    assert events[0] == DugIn(0)
    assert isinstance(events[1], GameEnded)
    assert book.to_act(state) is None
    state = battle([red("infantry", 40, 40), FAR], turn=29, phase=SHOOTING, changed={"rounds": 15})
    assert play(state, EndTurn()) == (PhaseBegan(Phase.MOVEMENT, BLUE, 30),)


@rule("PK-53", "PK-57", "PK-R29")
def test_before_ones_first_movement_nobody_has_moved() -> None:
    state = battle([red("medium-tank", 40, 40, 0), blue("at-gun", 40, 20, 180)], turn=1)
    assert play(state, EndMovement())[-1] == WindowOpened(BLUE, (1,))


# Bombs of a helicopter


@rule("PK-45", "PK-47", "PK-R24")
def test_bombs_on_a_way_flown_backwards_fall_along_it() -> None:
    chart = armed("helicopter", {"kind": "bomb", "range": 0, "angle": 0, "attacks": 2, "accuracy": 11, "damage": 1})
    state = battle([red("helicopter", 60, 40, 90), blue("infantry", 53, 40), FAR], chart=chart, reverse=True)
    play(state, move(0, (0, 4), (0, -10)))
    assert where(state, 0) == (54, 40, 90)
    play(state, EndMovement())
    refused(state, Bomb(0, 0, 14 * CM + 1), "PK-45", "flew 14 cm", "14.001")
    assert preview(state, Bomb(0, 0, 14 * CM)).fall is not None
    assert indirect.bombs(state, 0)
    bombed = play(state, Bomb(0, 0, 14 * CM), (1,), (12,), (1, 1))[0]
    assert isinstance(bombed, Bombed)
    assert (bombed.drop, bombed.heading) == (cm(54, 40), 270)
    assert bombed.impacts == (cm(54, 40), cm(53, 40))
    assert [mark.kind for mark in book.picture(state).marks if mark.kind == "flown"] == ["flown"]


@rule("PK-47", "PK-48")
@pytest.mark.parametrize("heading", [7, 33, 101])
def test_the_chances_of_a_stick_are_those_of_where_its_bombs_land(heading: int) -> None:
    """To the 1/100 mm: each bomb's place is rounded from the first one, not from the one before."""
    salvo = indirect.Salvo((0, 0), 8, 4, (1, 1), False, heading)
    state = battle([red("bomber", 60, 40), FAR])
    fall = indirect.fallout(state, salvo)
    places = indirect.stick(figures(), (0, 0), heading, 8)
    run = [(0, 0)]
    for shot in range(1, 8):
        (step,) = fall.steps(shot)
        dx, dy = indirect._spot(step)
        run.append((run[-1][0] + dx, run[-1][1] + dy))
    assert tuple(run) == places


# Records


@rule("PK-45", "PK-60", "PK-124")
@pytest.mark.parametrize("ground", ["land", "water"])
def test_nothing_of_a_state_is_lost_on_the_wire_or_when_orders_are_taken_back(ground: str) -> None:
    """Whatever a unit remembers – paths, silence, rounds, marks – comes back the same at every order of a game."""
    setup = small(ground, command=True, changed={"command_points": 300, "rounds": 4})
    game = random_game(setup, f"wire {ground}")
    again, seen = Game(book, setup, SeededDice(f"table wire {ground}")), set[type]()
    for entry in [entry for entry in game.log if isinstance(entry, Played)]:
        before = encode(again.state)
        again.play(decode(encode(entry.order), book.order_type))
        seen.add(type(entry.order))
        state = decode(encode(again.state), State)
        assert encode(state) == encode(again.state)
        assert decode(encode(entry.events), tuple[book.event_type, ...]) == entry.events  # type: ignore[name-defined]
        for unit, piece in enumerate(again.state.units):
            assert state.units[unit] == piece
        undone = again.copy(SeededDice("other"))
        if not undone.may_undo():
            undone.undo()
            assert encode(undone.state) == before
    assert encode(again.state) == encode(game.state)
    assert len(seen) > len(CHAPTERS) // 2


# Other charts


def strange(seed: int) -> tuple[UnitType, ...]:
    """The chart with weapons that it does not have: most counter-attack, some shoot far or often, helicopters bomb."""
    chance = Random(seed)

    def gun(weapon: Weapon) -> Weapon:
        counters, reload = chance.random() < 0.6, chance.random() < 0.3
        if weapon.use != "fire" or weapon.kind in ("artillery", "bomb"):
            return msgspec.structs.replace(weapon, counter_attack=counters and weapon.use != "bridge")
        figures = {"range": chance.choice((10, 60)), "angle": chance.choice((1, 90)), "attacks": chance.choice((1, 20))}
        return msgspec.structs.replace(weapon, counter_attack=counters, reload=reload, **figures)

    def row(kind: UnitType) -> UnitType:
        more = [
            Weapon("mortar", "artillery", range=60, angle=180, attacks=3, accuracy=4, damage=2, counter_attack=True)
        ]
        if kind.flying:
            more.append(Weapon("stick", "bomb", attacks=8, accuracy=3, damage=2, counter_attack=True))
        more = [weapon for weapon in more if chance.random() < 0.5]
        return msgspec.structs.replace(kind, weapon=(*map(gun, kind.weapon), *more))

    return tuple(row(kind) for kind in CHART)


@pytest.mark.parametrize("ground", ["land", "water"])
def test_random_games_with_strange_charts_keep_every_promise(ground: str) -> None:
    for seed in range(soak_times(1)):
        options = {"command": True, "reverse": True, "infantry_wrecks": bool(seed % 2), "chart": strange(seed)}
        changed = {"command_points": 300, "rounds": 4, "extra_rounds": seed % 3}
        setup = small(ground, changed=changed, **options)
        play_through(book, setup, f"strange {ground} {seed}", dear_every=25, exact=False)
