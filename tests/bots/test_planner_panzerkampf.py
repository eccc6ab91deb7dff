"""What the planner does in named situations of Panzerkampf, and that what it counts with is what the rules say."""

from typing import Any

import pytest
from msgspec.structs import replace

from hulldown.bots import make
from hulldown.bots.bot import Bot
from hulldown.bots.planner import Planner
from hulldown.geometry.plane import Base, Field
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.rulebook import Weights
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.panzerkampf import battle as points
from hulldown.rulebooks.panzerkampf import exchange, orders, shooting, sight, tactics
from hulldown.rulebooks.panzerkampf.battle import toll
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.figures import CM
from hulldown.rulebooks.panzerkampf.state import Phase, State
from tests.rulebooks.panzerkampf.cast import battle, blue, cm, field, house, play_with, red, where

WEIGHTS = tactics.WEIGHTS


def planner(**weights: float) -> Planner:
    """A planner, perhaps one that weighs some things otherwise."""
    bot = make("planner:recruit", book, 1)
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
    """The howitzer looks away and costs more; the crew of the gun that is left can still fire."""
    shooters = [red("medium-tank", 60, 50, 0), red("infantry", 50, 50, 0)]
    units = [*shooters, blue("howitzer", 56, 20, 0), blue("at-gun", 64, 20, 180, hp=1), blue("supply-truck", 20, 10)]
    state = battle(units, phase=Phase.SHOOTING)
    for bot, target in ((planner(), 3), (planner(risk=0.0, hope=0.0), 2), (make("greedy", book, 1), 2)):
        chosen = bot.choose(state)
        assert isinstance(chosen, orders.Fire)
        assert chosen.target == target


def test_less_is_shown_to_the_enemy_when_an_army_is_deployed() -> None:
    """On the ridge: the points that enemies see, once for each of them, before the first turn."""
    shown = {}
    for name in ("planner:recruit", "greedy"):
        state, dice = book.start(book.library.build("ridge")), SeededDice("1")
        bots = [make("greedy", book, "red"), make(name, book, "blue")]
        while state.round == 0:
            side = book.to_act(state)
            assert side is not None
            play_with(state, bots[side].choose(book.view(state, side)), dice)
        shown[name] = sum([state.type(unit).points * _lines(state, unit) for unit in state.standing(BLUE)])
    assert shown["planner:recruit"] < shown["greedy"]


def test_a_place_under_artillery_costs_and_one_from_which_artillery_hits_pays() -> None:
    """A howitzer stands in the north and looks south; another one that looks at it from behind is out of its way."""
    state = battle([blue("howitzer", 20, 30, 180), red("supply-truck", 100, 70)])

    def shelled(kind: str, x: float, y: float, heading: int) -> float:
        return tactics._shelled(state, state.ground.types[kind], orders.Deploy(kind, *cm(x, y), heading))

    assert shelled("repair-vehicle", 22, 70, 0) < shelled("repair-vehicle", 90, 70, 0) == 0
    assert shelled("howitzer", 20, 5, 180) > shelled("howitzer", 20, 70, 0) == pytest.approx(0)


def test_a_howitzer_is_deployed_with_more_of_the_enemy_before_it_than_from_a_corner() -> None:
    """On the ridge greedy puts it into a corner, where it looks along the edge of the table."""
    middle = {}
    for name in ("planner:recruit", "greedy"):
        state, dice = book.start(book.library.build("ridge")), SeededDice("1")
        bots = [make("greedy", book, "red"), make(name, book, "blue")]
        while not (found := [unit for unit in state.standing(BLUE) if state.type(unit).id == "howitzer"]):
            side = book.to_act(state)
            assert side is not None
            play_with(state, bots[side].choose(book.view(state, side)), dice)
        middle[name] = abs(state.units[found[0]].x - 60 * CM)
    assert middle["planner:recruit"] < 20 * CM < middle["greedy"]


def _lines(state: State, unit: int) -> int:
    piece = state.units[unit]
    return sum([sight.sees(state, foe, (piece.x, piece.y), unit) for foe in state.standing(BLUE.other)])


# Plans


def test_a_super_heavy_that_has_no_way_left_is_seen_to_be_stuck() -> None:
    """It turns by 60° at most and nobody drives backwards: before a house, between two others, it stays for good."""
    state = battle([red("super-heavy", 60, 40, 0), blue("infantry", 60, 10, 180)])
    walls = [Base(60 * CM, 36 * CM, 0, 2 * CM, 4 * CM), *[Base(x * CM, 40 * CM, 0, 12 * CM, CM) for x in (58, 62)]]
    row, base = state.type(0), state.base(0)
    assert tactics._room(row, Field([]), base) == 1
    assert tactics._room(row, Field([wall.shape for wall in walls[:1]]), base) > 0.5
    assert tactics._room(row, Field([wall.shape for wall in walls]), base) < 0.2


def test_a_way_is_only_one_with_room_for_the_base() -> None:
    """Between two houses two centimetres are left: a recon car passes, and a super-heavy has to go round."""
    table, goals = field(house(0, 38, 60.5, 4), house(62.5, 38, 40, 4)), frozenset([cm(61, 20)])
    state = battle([red("super-heavy", 60, 60, 0), red("recon-car", 60, 50)], table=table)
    for unit, longer in ((0, True), (1, False)):
        row, at = state.type(unit), points.lattice(state.ground, state.type(unit)).at(*cm(61, 60))
        narrow, roomy = (points.ways(state.ground, row, goals, wide)[at] for wide in (False, True))
        assert (roomy > narrow + 20) is longer


# Chances


def test_a_blow_takes_what_a_shot_takes() -> None:
    """For every number of hit points; what is left of the target adds up to 1."""
    state = battle([red("heavy-tank", 60, 50, 0), blue("medium-tank", 60, 20, 180)], phase=Phase.SHOOTING)
    volley, strike, _, _ = shooting.facts_of(state, orders.Fire(0, 0, 1))
    row = state.type(1)
    blow = exchange.shot(row, volley, strike)
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
