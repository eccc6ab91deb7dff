"""What the planner does in named situations of Panzerkampf, and that what it counts with is what the rules say."""

from itertools import count, islice
from typing import Any

import pytest
from msgspec.structs import replace

from hulldown.bots import make
from hulldown.bots.bot import Bot
from hulldown.bots.panzerkampf import blows, outlook, routes, tactics
from hulldown.bots.panzerkampf.manoeuvre import Manoeuvre
from hulldown.bots.panzerkampf.playout import Playout
from hulldown.bots.panzerkampf.points import toll
from hulldown.bots.panzerkampf.poses import room_ahead
from hulldown.bots.panzerkampf.threats import threats_of
from hulldown.bots.panzerkampf.tuning import TUNING
from hulldown.bots.planner import Planner
from hulldown.bots.tactics import Weights
from hulldown.geometry.plane import Base, Field
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.side import BLUE, Side
from hulldown.rulebooks.panzerkampf import orders, shooting, sight
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.state import Phase, State
from tests.rulebooks.panzerkampf.cast import battle, blue, cm, field, house, play_with, red, where

WEIGHTS = tactics.WEIGHTS


def planner(**weights: float) -> Planner:
    """A planner, perhaps one that weighs some things otherwise."""
    bot = make("planner:veteran/5", book, 1)
    assert isinstance(bot, Planner)
    bot.weights = replace(bot.weights, **weights)
    return bot


def moved(bot: Bot, state: State) -> State:
    """The state after a bot's movement phase."""
    for number in range(60):
        play_with(state, bot.choose(book.view(state, state.side)), SeededDice(number))
        if state.phase is not Phase.MOVEMENT:
            return state
    raise AssertionError("the phase does not end")


# Situations


def test_a_certain_loss_is_not_walked_into() -> None:
    """A tank is out of sight behind a house, and three guns look past it; who does not fear them drives out."""
    for bot, stays in ((planner(), True), (planner(risk=0.0), False)):
        guns = [blue("tank-destroyer", x, 12, 180) for x in (50, 60, 70)]
        state = moved(bot, battle([red("medium-tank", 60, 56, 0), *guns], table=field(house(52, 46, 16, 5))))
        seen = any(sight.sees(state, gun, (state.units[0].x, state.units[0].y), 0) for gun in (1, 2, 3))
        assert seen is not stays, where(state, 0)


def test_the_gun_that_answers_is_fired_at_rather_than_what_costs_more() -> None:
    """The light tank has little to fire with and costs more; the gun can still fire."""
    shooters = [red("medium-tank", 60, 50, 0), red("infantry", 50, 50, 0)]
    units = [*shooters, blue("light-tank", 56, 20, 0, hp=2), blue("at-gun", 64, 20, 180), blue("supply-truck", 20, 10)]
    state = battle(units, phase=Phase.SHOOTING)
    for bot, target in ((planner(), 3), (planner(risk=0.0, hope=0.0), 2), (make("greedy", book, 1), 2)):
        chosen = bot.choose(state)
        assert isinstance(chosen, orders.Fire)
        assert chosen.target == target


def test_a_die_does_not_keep_a_tank_in_place_that_has_to_go() -> None:
    """A tank with one hit point left is in sight of a super-heavy, and a house is near; camouflage costs the move."""
    units = [red("heavy-tank", 60, 60, 0, hp=1), red("infantry", 20, 70), blue("super-heavy", 60, 20, 180)]
    state = battle(units, table=field(house(40, 48, 16, 5)), command=True, pool=("camouflage",))
    chosen = make("greedy", book, 1).choose(state)
    assert isinstance(chosen, orders.Command)
    assert chosen.unit == 0
    state = moved(planner(), state)
    assert not sight.sees(state, 2, (state.units[0].x, state.units[0].y), 0), where(state, 0)


def test_a_die_is_used_on_who_is_under_fire_and_stays() -> None:
    """A howitzer that fires from where it is, in sight of a gun, is camouflaged; and not without a die for it."""
    for pool in (("camouflage",), ()):
        units = [red("howitzer", 60, 60, 0), red("supply-truck", 5, 75), blue("tank-destroyer", 60, 5, 180)]
        state = moved(planner(), battle(units, command=True, pool=pool))
        assert state.units[0].camouflaged is bool(pool)


def test_penetrating_ammo_goes_to_the_gun_that_it_helps() -> None:
    """A heavy gun takes much from infantry, and no more with such ammo; a medium one does from thick armour."""
    guns = [red("heavy-tank", 20, 60, 0), red("medium-tank", 90, 60, 0)]
    units = [*guns, blue("infantry", 20, 20, 180), blue("super-heavy", 90, 20, 180)]
    state = battle(units, table=field(house(55, 0, 5, 80)), phase=Phase.SHOOTING, command=True, pool=("penetration",))
    for bot, unit in ((planner(), 1), (make("greedy", book, 1), 0)):
        chosen = bot.choose(state)
        assert isinstance(chosen, orders.Command)
        assert chosen.unit == unit


def test_a_howitzer_fires_at_the_other_one_rather_than_at_what_loses_more_by_a_shell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The tank destroyer costs more; but who shells in every turn of the game is worth more than its points."""
    units = [red("howitzer", 60, 70, 0), blue("howitzer", 50, 10, 0), blue("tank-destroyer", 70, 10, 0, hp=2)]
    state = battle(units, table=field(house(0, 40, 120, 4)), phase=Phase.SHOOTING)
    for counts, aim in ((TUNING.behind, 50), (1.0, 70)):
        monkeypatch.setattr(outlook, "TUNING", replace(TUNING, behind=counts))
        chosen = planner().choose(state)
        assert isinstance(chosen, orders.Shell)
        assert chosen.x == aim * CM


# Plans


def test_a_super_heavy_that_has_no_way_left_is_seen_to_be_stuck() -> None:
    """It turns by 60° at most and nobody drives backwards: before a house, between two others, it stays for good."""
    state = battle([red("super-heavy", 60, 40, 0), blue("infantry", 60, 10, 180)])
    walls = [Base(60 * CM, 36 * CM, 0, 2 * CM, 4 * CM), *[Base(x * CM, 40 * CM, 0, 12 * CM, CM) for x in (58, 62)]]
    row, base = state.type(0), state.base(0)
    assert room_ahead(row, Field([]), base) == 1
    assert room_ahead(row, Field([wall.shape for wall in walls[:1]]), base) > 0.5
    assert room_ahead(row, Field([wall.shape for wall in walls]), base) < 0.2


def test_a_way_is_only_one_with_room_for_the_base() -> None:
    """Between two houses two centimetres are left: a recon car passes, and a super-heavy has to go round."""
    table, goals = field(house(0, 38, 60.5, 4), house(62.5, 38, 40, 4)), frozenset([cm(61, 20)])
    state = battle([red("super-heavy", 60, 60, 0), red("recon-car", 60, 50)], table=table)
    for unit, longer in ((0, True), (1, False)):
        row, at = state.type(unit), routes.lattice(state.ground, state.type(unit)).at(*cm(61, 60))
        narrow, roomy = (routes.ways(state.ground, row, goals, wide)[at] for wide in (False, True))
        assert (roomy > narrow + 20) is longer


def test_with_more_evaluations_more_ways_are_looked_at_and_a_better_plan_is_found() -> None:
    state, dice = book.start(book.library.build("ridge")), SeededDice("1")
    bots = [make("greedy", book, "red"), make("greedy", book, "blue")]
    while state.round < 3 or state.phase is not Phase.MOVEMENT or state.pool:
        side = book.to_act(state)
        assert side is not None
        play_with(state, bots[side].choose(book.view(state, side)), dice)
    both = [Manoeuvre(state, WEIGHTS, many, lambda: False) for many in (280, 1400)]
    few, many = (sum([len(poses) for poses in one.poses.values()]) for one in both)
    assert few < many / 2
    assert max([worth for worth, _ in both[0].rows()]) < max([worth for worth, _ in both[1].rows()])


# Deployment


def first_movement() -> State:
    """The first movement phase of a game in which all have something to do."""
    state, bot = deployed(("greedy", "greedy"), 1), make("greedy", book, 1)
    while state.phase is not Phase.MOVEMENT:
        play_with(state, bot.choose(book.view(state, state.side)), SeededDice(1))
    return state


def test_late_or_not_all_units_are_thought_of() -> None:
    """A little time is for all units, not for all ways of the first one; the best first plan comes first."""
    state, clock = first_movement(), iter([False] * 40)
    manoeuvre = Manoeuvre(state, WEIGHTS, 2800, lambda: next(clock, True))
    found = [len(poses) for poses in manoeuvre.poses.values()]
    assert min(found) >= max(found) - 1 > 1
    worths = [worth for worth, _ in islice(manoeuvre.rows(), 3)]
    assert worths == sorted(worths, reverse=True)


def test_who_has_no_time_to_think_of_anybody_moves_as_greedy_does() -> None:
    state, ticks = first_movement(), count()
    hasty = make("planner:veteran", book, 1, clock=lambda: next(ticks) * 0.5)
    assert hasty.choose(state) == make("greedy", book, 1).choose(state)


def deployed(bots: tuple[str, str], seed: int) -> State:
    """The first turn of a game."""
    state, dice = book.start(book.library.build("ridge")), SeededDice(seed)
    players = [make(bot, book, f"{seed} {side}") for side, bot in enumerate(bots)]
    while (acts := book.to_act(state)) is not None and not state.turn:
        play_with(state, players[acts].choose(book.view(state, acts)), dice)
    return state


@pytest.mark.parametrize("side", list(Side))
def test_the_planner_deploys_where_battles_are_won(side: Side) -> None:
    """By battles that are fought for longer than it did, against greedy's deployment in the same games."""
    better = 0.0
    for seed in range(2):
        for bot, sign in (("planner:veteran/2", 1), ("greedy", -1)):
            won = Playout(deployed(("greedy", bot) if side else (bot, "greedy"), seed)).fought(6)
            better += sign * (-won if side else won) / 2
    assert better > 50


def test_who_has_no_time_or_few_evaluations_deploys_as_greedy_does() -> None:
    state, dice = book.start(book.library.build("ridge")), SeededDice(1)
    while state.phase is not Phase.DEPLOYMENT:
        play_with(state, make("greedy", book, 1).choose(state), dice)
    worths = {order: worth for worth, order in tactics.promising(state)}
    for evaluations, late in ((2800, lambda: True), (280, lambda: False)):
        rows = list(tactics.ways(state, WEIGHTS, evaluations, late, SeededDice(1).pick))
        best, (order,) = max(rows, key=lambda row: row[0])
        assert (best, worths[order]) == (0, max(worths.values()))


def test_a_quick_battle_counts_a_shot_by_its_chances_and_not_through_a_house_or_a_friend() -> None:
    """Both guns stay where they are; the truck has nothing to fire with."""
    gun, truck = red("at-gun", 60, 50, 0), blue("supply-truck", 60, 20, 180)
    friend = red("supply-truck", 60, 40, 90)
    for units, table, fires in (
        ([gun, truck], field(), True),
        ([gun, truck], field(house(50, 30, 20, 4)), False),
        ([gun, truck, friend], field(), False),
    ):
        state = battle(units, table=table)
        ((_, blow),) = threats_of(battle(units).ground).stands(*state.units[:2])
        assert Playout(state).fought(1) == pytest.approx(blow.gains[-1] * fires)


def test_a_quick_battle_is_broken_off_when_it_gets_late() -> None:
    """The gun comes second; the truck's turn is over before."""
    state = battle([red("supply-truck", 20, 50), red("at-gun", 60, 50, 0), blue("supply-truck", 60, 20, 180)])
    whole, part = (Playout(state).fought(1, late) for late in (lambda: False, iter([False, True]).__next__))
    assert whole > part == 0


# Chances


def test_a_blow_takes_what_a_shot_takes() -> None:
    """For every number of hit points; what is left of the target adds up to 1."""
    state = battle([red("heavy-tank", 60, 50, 0), blue("medium-tank", 60, 20, 180)], phase=Phase.SHOOTING)
    volley, strike, _, _ = shooting.facts_of(state, orders.Fire(0, 0, 1))
    row = state.type(1)
    blow = blows.shot(row, volley, strike)
    assert blow.gains[row.hp] == pytest.approx(toll(row, row.hp, volley, strike))
    assert all(sum(left) == pytest.approx(1) for left in blow.left)


def test_who_may_be_gone_fires_for_less() -> None:
    """Two tanks that see each other: who fires first loses less than who is fired at first."""
    units = [red("medium-tank", 60, 50, 0), blue("medium-tank", 60, 20, 180)]
    first = tactics.value(battle(units, phase=Phase.SHOOTING), BLUE.other, WEIGHTS)
    fired = battle([red("medium-tank", 60, 50, 0, fired=3, rounds=(1, 1)), units[1]], phase=Phase.SHOOTING)
    assert first > tactics.value(fired, BLUE.other, WEIGHTS)


def test_behind_a_house_the_enemy_has_to_come_and_behind_a_wall_he_cannot() -> None:
    def value(*features: Any) -> float:
        units = [red("infantry", 60, 60, 0), blue("medium-tank", 60, 25, 180)]
        feared = Weights(risk=1.0, hope=0.0, way=0.0, goal=0.0)
        return tactics.value(battle(units, table=field(*features)), BLUE.other, feared)

    open_ground, behind_a_house, behind_a_wall = value(), value(house(54, 40, 12, 5)), value(house(0, 38, 120, 6))
    assert open_ground < behind_a_house < behind_a_wall
