"""What the planner does in named situations of Panzerkampf, and that what it counts with is what the rules say."""

from typing import Any

import pytest
from msgspec.structs import replace

from hulldown.bots import make
from hulldown.bots.bot import Bot
from hulldown.bots.planner import Planner
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.rulebook import Weights
from hulldown.kernel.side import BLUE
from hulldown.rulebooks.panzerkampf import exchange, orders, shooting, sight, tactics
from hulldown.rulebooks.panzerkampf.battle import toll
from hulldown.rulebooks.panzerkampf.book import book
from hulldown.rulebooks.panzerkampf.state import Phase, State
from tests.rulebooks.panzerkampf.cast import battle, blue, field, house, play_with, red, where

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


def _lines(state: State, unit: int) -> int:
    piece = state.units[unit]
    return sum([sight.sees(state, foe, (piece.x, piece.y), unit) for foe in state.standing(BLUE.other)])


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
