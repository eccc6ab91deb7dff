"""In live play a turn keeps to its seconds, whatever it is made of. Clocks go by what is done here, not by time."""

import sys
from types import ModuleType
from typing import Any

import pytest

from hulldown.bots import make, seconds_of
from hulldown.bots.players import tactics_of
from hulldown.bots.thinking_time import ThinkingTime, never, turn_of
from hulldown.kernel.dice import SeededDice
from hulldown.lab.scenarios import MAIN
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerstrike.france1944.state import Phase
from hulldown.rulebooks.squadron.book import book as squadron
from hulldown.rulebooks.squadron.orders import EndActivation, Pass
from tests.rulebooks.france1944.cast import field, table
from tests.rulebooks.squadron import cast

LEVEL = "planner:veteran"


def homes(tactics: Any, name: str) -> list[ModuleType]:
    """The modules of a player that call something by its name."""
    package = tactics.__name__.rpartition(".")[0]
    return [
        module
        for path, module in sorted(sys.modules.items())
        if path.startswith(package) and callable(vars(module).get(name))
    ]


class Work:
    """A clock that goes by what is done, on a machine on which an evaluation takes three times as long."""

    def __init__(self, book: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        tactics: Any = tactics_of(book)
        self.now, second = 0.0, tactics.EVALUATIONS
        for name, price in {"value": 3 / second, "promising": 1 / second, "Playout": 3 / second}.items():
            for module in homes(tactics, name):  # not all books have battles
                monkeypatch.setattr(module, name, self.paid(getattr(module, name), price))
        if hasattr(tactics, "ways"):  # a row that a book lists itself has been judged
            monkeypatch.setattr(tactics, "ways", self.each_paid(tactics.ways, 3 / second))

    def paid(self, work: Any, price: float) -> Any:
        def done(*facts: Any, **more: Any) -> Any:
            self.now += price
            return work(*facts, **more)

        return done

    def each_paid(self, work: Any, price: float) -> Any:
        def done(*facts: Any) -> Any:
            for found in work(*facts):
                self.now += price
                yield found

        return done

    def __call__(self) -> float:
        return self.now


def spent(book: Any, state: Any, clock: Work, turns: int) -> dict[Any, float]:
    """What each of the next turns takes, by the clock."""
    bots = [make(LEVEL, book, side, clock=clock) for side in range(2)]
    dice, found = SeededDice(2), dict[Any, float]()
    while (side := book.to_act(state)) is not None:
        turn = turn_of(book, state)
        if len(found) == turns and turn not in found:
            break
        began = clock()
        order = bots[side].choose(book.view(state, side))
        bots[side].explain()
        if state.round:
            found[turn] = found.get(turn, 0.0) + clock() - began
        for event in book.decide(state, order, dice):
            book.evolve(state, event)
    return found


@pytest.mark.parametrize(("rules", "scenario"), MAIN.items())
def test_no_turn_exceeds_its_budget_by_more_than_a_fifth(
    rules: str, scenario: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = load(rules)
    found = spent(book, book.start(book.library.build(scenario)), Work(book, monkeypatch), 4)
    assert 0.4 < max(found.values()) / seconds_of(LEVEL) <= 1.2


def test_a_turn_of_many_shots_does_not_either(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each shot has a twentieth of the time, and there are 26 of them."""
    guns = {f"A{row}": f"M{row}→" for row in range(1, 27)}
    drawn = table(field(12, 26, **guns, **{f"L{row}": f"m{row}←" for row in range(1, 27)}), phase=Phase.SHOOTING)
    found = spent(drawn.book, drawn.state, Work(drawn.book, monkeypatch), 1)
    assert 0.9 < max(found.values()) / seconds_of(LEVEL) <= 1.2


def test_an_activation_is_a_turn_and_what_the_other_side_does_in_it_is_its_own() -> None:
    """Red's tank is chosen, rolls and drives, and Blue is asked after each step; then Blue has an activation."""
    at = cast.case({(0, 0): "TE1↗", (5, -2): "ch1↙", (5, 0): "ch2↙", (-4, 2): "SH1↗"})
    turns = [turn_of(squadron, at.state)]
    at.play(at.roll("TE1"), (4,))
    for place in ((1, 0), (2, 0)):
        turns.append(turn_of(squadron, at.state))
        at.play(at.step(place))
        turns.append(turn_of(squadron, at.state))
        at.play(Pass())
    turns.append(turn_of(squadron, at.state))
    at.play(EndActivation(False))
    turns.append(turn_of(squadron, at.state))
    red, blue, after = turns[0], turns[2], turns[-1]
    assert turns == [red, red, blue, red, blue, red, after]
    assert len({red, blue, after}) == 3


def test_each_tank_that_is_deployed_has_a_time_of_its_own() -> None:
    state, dice, bot = squadron.start(squadron.library.build("village")), SeededDice(1), make("greedy", squadron, 1)
    turns = list[Any]()
    while not state.round:
        if state.phase == "deployment":
            turns.append(turn_of(squadron, state))
        for event in squadron.decide(state, bot.choose(state), dice):
            squadron.evolve(state, event)
    assert len(turns) == len(set(turns)) == 6


# The time of a turn


class Hands:
    """A clock that is set by hand."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_what_is_spent_is_spent_until_the_next_turn() -> None:
    clock = Hands()
    time = ThinkingTime(10.0, clock, never)
    with time.spending("first"):
        late = time.until(0.5)
        clock.now = 4.9
        assert not late()
        clock.now = 5.0
        assert late()
        clock.now = 7.0
    clock.now = 100.0  # while somebody else thinks nothing is spent
    with time.spending():
        clock.now = 101.0
    with time.spending("first"):
        late, soon = time.until(0.5), time.until(0.1)
        clock.now = 102.0
        assert soon()
        assert not late()
        clock.now = 103.0
        assert late(), "no more was left"
        assert not time.has(0.0)
    with time.spending("first"):
        assert not time.has(0.0)
        assert time.until(0.1)()
    with time.spending("second"):
        clock.now += 2.0
        assert time.has(0.7)
        assert not time.has(0.8)


def test_who_is_hurried_has_no_time_and_without_a_clock_there_is_no_end() -> None:
    hurried = ThinkingTime(10.0, Hands(), lambda: True)
    with hurried.spending("first"):
        assert not hurried.has(0.0)
        assert hurried.until(0.5)()
    endless = ThinkingTime(0.0, None, lambda: True)
    with endless.spending("first"):
        assert endless.until(0.0) is never
        assert endless.has(1.0)


def test_with_an_empty_purse_a_planner_plays_as_greedy_would(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = table(field(16, 7, B2="M1→", B4="M2→", B6="L1→", O2="m1←", O4="m2←", H4="#"), rolled=(5, 5, 5))
    clock = Work(drawn.book, monkeypatch)
    bot = make(LEVEL, drawn.book, 1, clock=clock, hurried=lambda: True)
    order = bot.choose(drawn.state)
    assert clock() == pytest.approx(1 / tactics_of(drawn.book).EVALUATIONS), "one listing, and no evaluation"
    best = max(tactics_of(drawn.book).promising(drawn.state), key=lambda one: one[0])
    assert order == best[1]
    why = bot.explain()
    assert why is not None
    assert why.chosen.worth == pytest.approx(best[0], abs=0.001)


def test_only_who_is_waited_for_looks_at_the_map_while_armies_are_set_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is seen from where is found out once, and it would take too long in the first turn."""
    book = load("core")
    state = book.start(book.library.build("duel"))
    work = Work(book, monkeypatch)
    for clock, looks in ((None, 0), (work, 1)):
        began = work()
        make(LEVEL, book, 1, clock=clock).choose(state)
        assert round((work() - began) * tactics_of(book).EVALUATIONS) // 3 == looks
