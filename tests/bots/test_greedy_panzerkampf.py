"""What the greedy bot does in named situations of Panzerkampf, and how it fares over many games."""

from math import hypot
from typing import Any

import pytest
from msgspec.structs import replace

from hulldown.bots import make
from hulldown.bots.panzerkampf import crossings, flights, moves, points, routes, tactics
from hulldown.bots.panzerkampf.eye import eye_of
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.placing import placing
from hulldown.bots.players import tactics_of
from hulldown.geometry.plane import in_gap, point
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED
from hulldown.lab.simulate import simulate
from hulldown.rulebooks.panzerkampf import command, damage, driving, orders, paths, shooting
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.events import GameEnded, Part
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.setup import destination
from hulldown.rulebooks.panzerkampf.state import Ground, Phase, State, Where
from tests.marks import soak_times
from tests.rulebooks.panzerkampf.cast import (
    altered,
    battle,
    blue,
    change,
    cm,
    field,
    hedge,
    house,
    lake,
    play,
    play_with,
    pocket,
    red,
    where,
)

SCENARIOS = [row.id for row in book.library.scenarios()]
SHOOTING: dict[str, Any] = {"phase": Phase.SHOOTING}


def choice(state: State, seed: int = 1) -> Any:
    """What greedy orders here."""
    return make("greedy", book, seed).choose(book.view(state, state.acting))


def orders_of_phase(state: State, most: int = 60) -> list[Any]:
    """All that greedy orders until the phase is over."""
    now, given = state.phase, list[Any]()
    while state.phase is now:
        assert len(given) < most, "the phase does not end"
        given.append(choice(state))
        play_with(state, given[-1], SeededDice(len(given)))
    return given


def way(state: State, unit: int, x: float, y: float) -> float:
    """How far a unit is from a place, in centimetres."""
    at = where(state, unit)
    return hypot(at[0] - x, at[1] - y)


# Chances


@pytest.mark.parametrize("scenario", ["first-shots", "harbour", "dogfight"])
def test_what_a_bot_counts_with_is_what_the_rules_say(scenario: str) -> None:
    """In the positions of a random game, for every shot that no command die changes."""
    state, dice, compared = book.start(book.library.build(scenario)), SeededDice(scenario), 0
    while book.to_act(state) is not None:
        if state.phase is Phase.SHOOTING:
            for unit in state.standing(state.side):
                for order in shooting.shots(state, unit):
                    if isinstance(order, orders.Fire) and state.weapon(unit, order.weapon).use == "fire":
                        compared += _compared(state, order)
        for event in book.decide(state, book.sample(state, dice), dice):
            book.evolve(state, event)
    assert compared >= 10


def _compared(state: State, order: orders.Fire) -> bool:
    one, other = state.units[order.unit], state.units[order.target]
    if other.wreck:
        return False
    volley, strike, _, _ = shooting.facts_of(state, order)
    part = damage.shown(state.setup.figures, one.x - other.x, one.y - other.y, other.heading)
    guess = points.promised(state.ground, one.kind, order.weapon, other.kind, part, other.hp, other.dug_in, other.dived)
    assert guess == pytest.approx(points.toll(state.type(order.target), other.hp, volley, strike))
    return True


# Shooting


def test_a_flank_shot_is_taken() -> None:
    units = [red("medium-tank", 60, 40, 90), blue("heavy-tank", 90, 30, 270), blue("heavy-tank", 90, 50, 0)]
    assert choice(battle(units, **SHOOTING)) == orders.Fire(0, 0, 2)
    units[1], units[2] = blue("heavy-tank", 90, 30, 0), blue("heavy-tank", 90, 50, 270)
    assert choice(battle(units, **SHOOTING)) == orders.Fire(0, 0, 1)


@pytest.mark.parametrize("weak", [1, 2])
def test_the_target_that_is_nearly_dead_is_finished(weak: int) -> None:
    units = [red("medium-tank", 60, 40, 90), blue("medium-tank", 90, 30, 270), blue("medium-tank", 90, 50, 270)]
    state = battle(units, **SHOOTING)
    change(state, weak, hp=1)
    assert choice(state) == orders.Fire(0, 0, weak)


def test_a_wreck_is_not_worth_a_shell() -> None:
    state = battle([red("medium-tank", 60, 40, 90), blue("light-tank", 90, 40, hp=0, wreck=True)], **SHOOTING)
    assert choice(state) == orders.EndTurn()


def test_a_howitzer_shells_whom_it_cannot_see() -> None:
    table = field(house(40, 35, 4, 10))
    state = battle([red("howitzer", 20, 40, 90), blue("infantry", 80, 40, 270)], table=table, **SHOOTING)
    assert choice(state) == orders.Shell(0, 0, *cm(80, 40))


def test_a_howitzer_stays_where_it_can_fire_from() -> None:
    """Its weapon needs a unit that did not move."""
    state = battle([red("howitzer", 20, 40, 90), blue("infantry", 80, 40, 270)])
    assert choice(state) == orders.EndMovement()


def test_shells_do_not_fall_among_friends() -> None:
    near = [red("medium-tank", 80, 43, 90), red("medium-tank", 80, 37, 90), red("medium-tank", 83, 40, 0)]
    units = [red("rocket-artillery", 20, 40, 90), blue("infantry", 80, 40, 270)]
    assert isinstance(choice(battle(units, **SHOOTING)), orders.Shell)
    state = battle([*units, *near], **SHOOTING)
    assert not any(isinstance(order, orders.Shell) for _, order in tactics_of(book).promising(state))


def test_a_long_gun_is_turned_on_its_target() -> None:
    state = battle([red("tank-destroyer", 20, 40, 0), blue("medium-tank", 60, 40, 270)])
    given = orders_of_phase(state)
    assert isinstance(given[0], orders.Move)
    assert choice(state) == orders.Fire(0, 0, 1)


# Counter-attacks


def test_anti_aircraft_guns_counter_attack_the_plane_and_not_the_cheap_car() -> None:
    units = [red("aa-half-track", 60, 40), blue("bomber", 60, 20, 180, moved=3, done=3), blue("recon-car", 60, 55)]
    state = battle(units, side=BLUE)
    play(state, orders.EndMovement())
    assert state.window is not None
    assert choice(state) == orders.Fire(0, 0, 1)


def test_a_counter_attack_that_takes_next_to_nothing_is_kept() -> None:
    chart = altered("aa-half-track", 0, attacks=1, accuracy=12)
    state = battle([red("aa-half-track", 60, 40), blue("super-heavy", 60, 15, 180)], side=BLUE, chart=chart)
    play(state, orders.EndMovement())
    assert state.window is not None
    assert choice(state) == orders.Pass()


def test_a_plane_keeps_away_from_guns_that_wait_for_it() -> None:
    """It must fly; with anti-aircraft guns ahead it flies elsewhere than over the tank that it could shoot at."""
    ends = []
    for kind in ("supply-truck", "aa-half-track"):
        guns = [blue(kind, 100 + 4 * at, 40, 270) for at in range(3)]
        state = battle([red("fighter", 20, 40, 90), *guns])
        play_with(state, choice(state), SeededDice(1))
        ends.append(way(state, 0, 104, 40))
    assert ends[0] < 35 < 40 < ends[1]


# Movement


def test_the_side_that_is_thin_is_driven_to() -> None:
    """A light tank that sees only a thick front drives to where it shoots at a side."""
    state = battle([red("light-tank", 60, 40, 90), blue("heavy-tank", 80, 40, 0, moved=2)])
    play_with(state, choice(state), SeededDice(1))
    piece, enemy = state.units[0], state.units[1]
    assert damage.shown(state.setup.figures, piece.x - enemy.x, piece.y - enemy.y, enemy.heading) is not Part.FRONT
    assert shooting.may_hit(state, orders.Fire(0, 0, 1)) is None


def test_who_sees_nobody_goes_on_though_the_enemy_is_in_range() -> None:
    """Behind a long hedge, well within the reach of its gun."""
    units = [red("tank-destroyer", 60, 50, 0), blue("howitzer", 60, 20, 180)]
    state = battle(units, table=field(hedge(30, 30, 60, 2)), turn=13)
    order = choice(state)
    assert isinstance(order, orders.Move)
    play_with(state, order, SeededDice(1))
    assert way(state, 0, 60, 20) < 26


def test_a_tank_drives_round_a_house() -> None:
    state = battle([red("medium-tank", 20, 40, 90), blue("infantry", 90, 40)], table=field(house(25, 30, 5, 20)))
    table = state.ground
    before = routes.ways(table, state.type(0), frozenset([cm(90, 40)]))
    grid = routes.lattice(table, state.type(0))
    start = before[grid.at(*cm(20, 40))]
    play_with(state, choice(state), SeededDice(1))
    assert before[grid.at(state.units[0].x, state.units[0].y)] < start - 8


def test_infantry_in_the_pocket_digs_in() -> None:
    pocket: dict[str, Any] = {"campaign": "encircled", "relief": {"medium-tank": 1}, "table": field(height=120)}
    units = [red("infantry", 60, 60), blue("medium-tank", 110, 60, 270), red("medium-tank", 0, 0, relief=True)]
    state = battle([*units[:2], red("medium-tank", 0, 0, where=Where.WAITING, relief=True)], **pocket)
    assert choice(state) == orders.DigIn(0)
    change(state, 0, dug_in=True)
    assert choice(state) == orders.EndMovement(), "and stays in its trench"
    assert eye_of(state, BLUE).eager > eye_of(battle(units[:2]), BLUE).eager, "relief is on its way"
    relieved = battle([*units[:2], red("medium-tank", 100, 100, relief=True)], **pocket)
    assert any(isinstance(order, orders.Move) and order.unit == 0 for order in orders_of_phase(relieved))


# The convoy


def convoy(*units: Any) -> State:
    return battle([*units, blue("tank-destroyer", 110, 70, 180)], campaign="escort", edges=("west", "south"))


def test_a_truck_drives_on_to_its_destination_and_arrives() -> None:
    state = convoy(red("supply-truck", 20, 40, 90))
    x, y = (part / CM for part in destination(state.setup, "west"))
    far, turns = way(state, 0, x, y), 0
    while state.result is None:
        given = orders_of_phase(state)
        turns += 1
        if state.result is None:
            assert any(isinstance(order, orders.Move) for order in given)
            assert way(state, 0, x, y) < far
            far = way(state, 0, x, y)
            change(state, 0, moved=0, done=0)
            state.phase, state.window = Phase.MOVEMENT, None
    assert state.result.winner is RED
    assert state.result.rule == "PK-96"
    assert turns <= 6


def test_a_truck_at_the_door_does_not_wait() -> None:
    state = convoy(red("medium-tank", 20, 20, 90), red("supply-truck", 51, 40, 90))
    given = orders_of_phase(state)
    assert isinstance(given[-1], orders.Move)
    assert given[-1].unit == 1
    assert state.result is not None


def test_those_who_fight_make_room_for_the_convoy_first() -> None:
    state = convoy(red("supply-truck", 20, 40, 90), red("medium-tank", 24, 40, 90))
    given = [order.unit for order in orders_of_phase(state) if isinstance(order, orders.Move)]
    assert given == [1, 0]


def test_an_attacker_hunts_trucks_and_buys_guns_only() -> None:
    units = [red("supply-truck", 40, 40, 90), red("heavy-tank", 40, 60, 0), blue("tank-destroyer", 40, 10, 180)]
    both: dict[str, Any] = {"campaign": "escort", "edges": ("west", "south"), "side": BLUE, "turn": 4}
    assert choice(battle(units, **both, **SHOOTING)) == orders.Fire(2, 0, 0)
    start: dict[str, Any] = {**both, "phase": Phase.START}
    rich = choice(battle(units, bank=260, **start))
    assert isinstance(rich, orders.Deploy)
    assert rich.kind == "medium-tank"
    assert choice(battle(units, bank=100, **start)) == orders.EndStart(), "a truck would be of no use"


# In the air


def test_a_bomber_flies_over_the_enemy_and_bombs_him() -> None:
    state = battle([red("bomber", 30, 40, 90), blue("medium-tank", 60, 52, 0), blue("supply-truck", 100, 10, 0)])
    orders_of_phase(state)
    legs = state.units[0].flown
    assert min(flights.beside(leg, state.units[1]) for leg in legs) < CM
    order = choice(state)
    assert isinstance(order, orders.Bomb)
    play_with(state, order, SeededDice(1))


def test_a_plane_stays_over_the_table() -> None:
    """Straight over the enemy it would leave it."""
    state = battle([red("fighter", 60, 12, 0), blue("infantry", 60, 3)])
    play_with(state, choice(state), SeededDice(1))
    assert state.units[0].where is Where.TABLE


def test_a_plane_that_is_off_the_table_comes_back() -> None:
    state = battle([red("fighter", 60, 0, where=Where.AWAY, edge="north"), blue("infantry", 60, 70)])
    order = choice(state)
    assert isinstance(order, orders.Enter)
    play_with(state, order, SeededDice(1))
    assert state.units[0].where is Where.TABLE


# On the water


def test_a_submarine_dives_from_danger() -> None:
    """Its torpedoes look the other way."""
    units = [red("submarine", 60, 40, 180), blue("patrol-ship", 60, 10, 180), blue("patrol-ship", 66, 10, 180)]
    state = battle(units, table=field(lake(0, 0, 120, 80)))
    assert choice(state) == orders.Dive(0)


def test_a_submarine_surfaces_for_a_shot() -> None:
    state = battle(
        [red("submarine", 60, 40, 0, dived=True), blue("destroyer", 60, 15, 90)], table=field(lake(0, 0, 120, 80))
    )
    given = orders_of_phase(state)
    assert given[0] == orders.Surface(0)
    assert choice(state) == orders.Fire(0, 0, 1)


def test_a_submarine_does_not_turn_under_a_ship_at_the_end_of_its_way() -> None:
    """Who passes all bases on its way still has to find room for its last turn."""
    for kind, clear in (("patrol-ship", False), ("infantry", True)):
        ship = blue(kind, 60, 37.8, 90) if not clear else blue(kind, 60, 20)
        state = battle([red("submarine", 58, 40, 90, dived=True), ship], table=field(lake(0, 0, 120, 80)))
        course = paths.Course(state, 0)
        end = moves.fronted(course, course.walk(state.base(0), ((0, cm(2)),)), 60)
        assert (end.heading == 60) is clear


# Engineers


RIVER: dict[str, Any] = {"table": field(lake(0, 38, 120, 4))}


def test_a_bridge_is_laid_at_the_gap_and_driven_over() -> None:
    units = [red("bridge-layer", 61.5, 22, 180), red("medium-tank", 75, 20, 180), blue("infantry", 61.5, 115)]
    state = battle(units, table=field(lake(0, 38, 120, 4), height=120))
    bank = crossings.bank(state.ground, state.type(0), frozenset([cm(61.5, 115)]), *cm(61.5, 22))
    assert bank is not None
    assert (bank.base.x, bank.base.heading) == (cm(61.5), 180)
    orders_of_phase(state)
    assert where(state, 0) == (bank.base.x / CM, bank.base.y / CM, 180)
    assert orders.LayBridge(0) in orders_of_phase(state)
    for turn in (5, 7, 9, 11):
        state.phase, state.turn, state.side, state.window = Phase.MOVEMENT, turn, RED, None
        orders_of_phase(state)
    assert where(state, 1)[1] > 42


def test_a_bridge_is_not_laid_where_it_ends_in_the_water() -> None:
    units = [red("bridge-layer", 61.5, 35, 180), red("medium-tank", 75, 20, 180), blue("infantry", 61.5, 75)]
    state = battle(units, table=field(lake(0, 38, 120, 8)), **SHOOTING)
    assert choice(state) == orders.EndTurn()
    assert crossings.bank(state.ground, state.type(0), frozenset([cm(61.5, 75)]), *cm(61.5, 35)) is None


def test_a_bridge_that_saves_no_way_is_not_laid() -> None:
    units = [red("bridge-layer", 61.5, 35.5, 180), red("supply-truck", 75, 20, 180), blue("infantry", 61.5, 10)]
    assert choice(battle(units, **RIVER, **SHOOTING)) == orders.EndTurn()


def test_a_damaged_tank_is_driven_to_and_repaired() -> None:
    tank = red("medium-tank", 40, 40, 90, hp=1, moved=3, done=3)
    state = battle([red("repair-vehicle", 20, 40, 90), tank, blue("infantry", 110, 40)])
    orders_of_phase(state)
    assert way(state, 0, 40, 40) <= 6
    assert choice(state) == orders.Fire(0, 0, 1)


def test_mines_are_planted_before_the_enemy_and_not_among_friends() -> None:
    units = [red("minelayer", 60, 40, 0), red("infantry", 60, 46), blue("medium-tank", 60, 20, 180)]
    order = choice(battle(units, **SHOOTING))
    assert isinstance(order, orders.Plant)
    assert order.y < cm(38)


def test_a_field_of_the_enemy_is_defused_and_an_own_one_kept() -> None:
    layers = [red("minelayer", 60, 40, 0), blue("minelayer", 60, 5, 180)]
    assert choice(battle(layers, mines=[(1, 60, 36)], **SHOOTING)) == orders.Defuse(0, 0, 0)
    tank = blue("medium-tank", 60, 28, 180)
    assert choice(battle([*layers, tank], mines=[(0, 60, 36)], **SHOOTING)) == orders.EndTurn()


# Command dice


def commanded(units: list[Any], pool: tuple[str, ...], **more: Any) -> State:
    return battle(units, command=True, pool=pool, **more)


DUEL = [red("heavy-tank", 40, 40, 90), red("supply-truck", 10, 75, 0), blue("heavy-tank", 80, 40, 270)]


@pytest.mark.parametrize("die", ["aim", "ammunition", "penetration"])
def test_a_die_for_shooters_goes_to_who_shoots_best(die: str) -> None:
    units = [red("recon-car", 60, 44, 90), *DUEL]
    assert choice(commanded(units, (die,), **SHOOTING)) == orders.Command(die, 1)


@pytest.mark.parametrize("die", ["camouflage", "smoke", "entrench", "dummy"])
def test_a_die_that_hides_goes_to_who_is_in_danger_and_stays(die: str) -> None:
    state = commanded(DUEL, (die,))
    assert choice(state) == orders.Command(die, 0)


@pytest.mark.parametrize("die", ["camouflage", "smoke", "entrench", "dummy"])
def test_nobody_hides_from_an_enemy_who_is_not_there(die: str) -> None:
    state = commanded([red("heavy-tank", 10, 5, 90), blue("infantry", 110, 75, 270)], (die,))
    assert not isinstance(choice(state), orders.Command)


def test_advance_goes_to_who_has_a_long_way() -> None:
    units = [red("heavy-tank", 10, 40, 90), red("howitzer", 10, 60, 0), blue("infantry", 110, 40, 270)]
    state = commanded(units, ("advance",))
    assert choice(state) == orders.Command("advance", 0)
    play(state, orders.Command("advance", 0))
    orders_of_phase(state)
    assert where(state, 0)[0] > 10 + state.type(0).move


def test_repair_goes_to_who_lacks_hit_points_and_has_no_shot() -> None:
    units = [red("heavy-tank", 10, 40, 90, hp=3), red("medium-tank", 40, 40, 90), blue("light-tank", 80, 40, 270)]
    assert choice(commanded(units, ("repair",))) == orders.Command("repair", 0)


def test_the_mark_goes_to_a_dear_target_of_artillery_and_to_nobody_without_it() -> None:
    units = [red("howitzer", 10, 40, 90), blue("infantry", 60, 30), blue("heavy-tank", 60, 50)]
    assert choice(commanded(units, ("mark",), phase=Phase.START)) == orders.Command("mark", 2)
    units[0] = red("medium-tank", 10, 40, 90)
    assert choice(commanded(units, ("mark",), phase=Phase.START)) == orders.EndStart()


def test_supplies_are_dropped_beside_who_shoots() -> None:
    units = [red("medium-tank", 10, 70, 0), red("heavy-tank", 40, 20, 90), blue("heavy-tank", 80, 20, 270)]
    state = commanded(units, ("supplies",), phase=Phase.START)
    for seed in range(8):
        order = choice(state, seed)
        assert order in list(command.drops(state))
        assert hypot(order.x - cm(40), order.y - cm(20)) < cm(5)


def test_a_crate_beside_the_enemy_is_shot_at_when_nothing_better_is() -> None:
    """The gun cannot harm the tank, but the tank uses the crate."""
    units = [red("apc", 60, 40, 90), blue("super-heavy", 72, 46, 270), blue("heavy-tank", 76, 42, 270)]
    state = battle(units, crates=[(72, 42, 0)], **SHOOTING)
    assert choice(state) == orders.FireAtCrate(0, 0, 0)
    away = battle(units, crates=[(50, 40, 0)], **SHOOTING)
    assert not isinstance(choice(away), orders.FireAtCrate)


def test_a_barrage_falls_as_soon_as_it_is_paid_for() -> None:
    units = [red("supply-truck", 10, 40), blue("rocket-artillery", 60, 40)]
    assert isinstance(choice(commanded(units, (), counters=(3, 0), **SHOOTING)), orders.Barrage)
    assert choice(commanded(units, (), counters=(2, 3), **SHOOTING)) == orders.EndTurn()


# Setting up


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_greedy_sets_every_scenario_up_with_its_guns_behind(scenario: str) -> None:
    state = book.start(book.library.build(scenario))
    players = [make("greedy", book, side) for side in range(2)]
    while state.turn == 0:
        order = players[state.side].choose(book.view(state, state.side))
        play_with(state, order, SeededDice(1))
    centre = point(state.table.width // 2, state.table.height // 2)
    for side in (RED, BLUE):
        gaps: dict[bool, list[float]] = {True: [], False: []}
        for unit in state.standing(side):
            piece, row = state.units[unit], state.type(unit)
            behind = any(weapon.kind == "artillery" for weapon in row.weapon)
            if not row.naval and not row.flying:
                gaps[behind].append(hypot(piece.x - state.table.width // 2, piece.y - state.table.height // 2))
        assert not gaps[True] or min(gaps[True]) > min(gaps[False])
    assert not any(
        in_gap(state.base(unit).shape, centre, 0) for unit in state.standing() if state.setup.campaign == "standard"
    )


# Values


def test_a_position_is_worth_more_with_a_unit_more_and_the_whole_game_when_it_is_won() -> None:
    units = [red("medium-tank", 20, 40, 90), blue("medium-tank", 100, 40, 270)]
    even = tactics.value(battle(units), RED)
    assert tactics.value(battle([*units, red("infantry", 20, 60)]), RED) > even
    hurt = battle(units)
    change(hurt, 1, hp=1)
    assert tactics.value(hurt, RED) > even > tactics.value(hurt, BLUE)
    assert abs(even) < 250, "both have the same"
    for winner, worth in ((RED, TUNING.won), (BLUE, -TUNING.won)):
        over = battle(units)
        book.evolve(over, GameEnded(Result(winner, "PK-87", "Over.")))
        assert tactics.value(over, RED) == worth
    assert tactics.value(hurt, RED) < TUNING.won


def test_a_shot_that_one_has_is_worth_something_and_one_that_the_enemy_has_costs() -> None:
    wall: dict[str, Any] = {"table": field(house(58, 30, 4, 20))}
    units = [red("medium-tank", 45, 40, 90), blue("supply-truck", 75, 40, 270)]
    assert tactics.value(battle(units), RED) > tactics.value(battle(units, **wall), RED)
    assert tactics.value(battle(units), BLUE) < tactics.value(battle(units, **wall), BLUE)


def test_a_truck_is_worth_more_the_nearer_it_is_and_its_loss_costs_most() -> None:
    fearless = replace(tactics.WEIGHTS, risk=0.0)
    found = [tactics.value(convoy(red("supply-truck", x, 40, 90)), RED, fearless) for x in (20, 30, 40, 50)]
    assert found == sorted(found)
    with_tank = convoy(red("supply-truck", 30, 40, 90), red("infantry", 15, 10))
    truck, infantry = with_tank.copy(), with_tank.copy()
    change(truck, 0, where=Where.GONE, hp=0)
    change(infantry, 1, where=Where.GONE, hp=0)
    assert tactics.value(truck, RED) < tactics.value(infantry, RED)


def test_however_far_a_unit_has_to_go_it_is_worth_something() -> None:
    """A ship that will never reach the last enemies, late in the game."""
    sea: dict[str, Any] = {"table": field(lake(0, 0, 40, 80)), "turn": 27}
    units = [red("destroyer", 20, 40, 0), red("infantry", 60, 70), blue("infantry", 115, 5)]
    state = battle(units, **sea)
    sunk = state.copy()
    change(sunk, 0, where=Where.GONE, hp=0)
    assert tactics.value(state, RED) > tactics.value(sunk, RED)


def test_the_planner_is_told_which_flights_are_owed() -> None:
    state = battle([red("fighter", 60, 8, 180), red("medium-tank", 20, 20, 90), blue("infantry", 60, 70)])
    (order,) = tactics.closing(state)
    assert isinstance(order, orders.Move)
    assert order.unit == 0
    assert driving.may_move(state, order) is None


# Ways


def test_a_way_leads_round_what_is_shut_and_over_a_bridge() -> None:
    state = battle([red("medium-tank", 60, 20, 180), blue("infantry", 60, 60)], **RIVER)
    row, goals = state.type(0), frozenset([cm(61, 60)])

    def far(ground: Ground) -> float:
        return routes.ways(ground, row, goals)[routes.lattice(ground, row).at(*cm(61, 20))]

    bank = crossings.bank(state.ground, row, goals, *cm(61, 20))
    assert bank is not None
    assert far(crossings.bridged(state.ground, bank.base)) < far(state.ground) - 10


# Many games


def test_greedy_beats_random_in_at_least_90_of_100_games() -> None:
    """Over all scenarios, from either side."""
    rounds = soak_times(1, 7)
    won = games = 0
    for scenario in SCENARIOS:
        setup = book.library.build(scenario)
        for side, names in enumerate((("greedy", "random"), ("random", "greedy"))):
            report = simulate("panzerkampf", setup, names, rounds, seed=f"contest {scenario} {side}")
            assert not report.failures
            won, games = won + report.wins[side], games + rounds
    assert won >= 0.9 * games - 0.5, f"greedy won {won} of {games}"


def test_the_same_seed_gives_the_same_games() -> None:
    setup = book.library.build("first-shots")
    first, again, other = (simulate("panzerkampf", setup, ("greedy", "greedy"), 2, seed=seed) for seed in (3, 3, 4))
    assert (first.won, first.decisions) == (again.won, again.decisions)
    assert first.decisions != other.decisions


def test_a_relief_is_placed_for_a_player_and_nothing_else_is_done() -> None:
    state = pocket()
    assert placing(book, state, 99) == [], "its edge is the player's choice"
    play(state, orders.TakeEdge("west"))
    (order,) = placing(book, state, 99)
    assert isinstance(order, orders.Deploy)
    assert book.refuse(state, order) is None
    off = battle([red("fighter", 0, 0, where=Where.AWAY, edge="east"), blue("infantry", 90, 30)])
    assert placing(book, off, 99) == [], "a plane that comes back is flown by hand"
