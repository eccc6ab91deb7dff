"""All that could fall: closed forms of dice that are rolled again, and the tables that an order leads to."""

from collections import Counter
from fractions import Fraction
from math import sqrt
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hulldown.kernel.dice import Dice, DiceError, SeededDice
from hulldown.kernel.fates import after, fates, table
from hulldown.kernel.game import Played
from hulldown.kernel.odds import EveryRoll, every
from hulldown.kernel.record import Record
from hulldown.kernel.replay import replay
from hulldown.kernel.rule import Rule
from hulldown.rulebooks import BOOKS, load
from hulldown.rulebooks.panzerkampf import state as panzerkampf

RECORDS = Path(__file__).parents[1] / "rulebooks"
D6 = tuple(range(1, 7))
RULE: Rule = load("squadron").rules["SQ-20"]
ONES: Rule = load("squadron").rules["SQ-Q29"]
THROWN = 4_000


def as_often(run: Any, chances: Any) -> None:
    """Seeded dice come to each value as often as its chance says, within five standard errors."""
    dice = SeededDice("as often")
    seen = Counter(run(dice) for _ in range(THROWN))
    for value in {*seen, *chances}:
        chance = float(chances.get(value, 0))
        reach = 5 * sqrt(max(chance * (1 - chance), 1 / THROWN) / THROWN)
        assert abs(seen[value] / THROWN - chance) <= reach, value


def test_a_roll_off_is_decided_by_two_dice_that_differ() -> None:
    chances = every(lambda dice: dice.roll_off(RULE, D6)[-1])
    assert len(chances) == 30
    assert set(chances.values()) == {Fraction(1, 30)}
    as_often(lambda dice: dice.roll_off(RULE, D6)[-1], chances)


def test_a_roll_off_names_the_rule_by_which_it_goes_on() -> None:
    dice = SeededDice(5)
    while len(dice.roll_off(RULE, (1, 2), ONES)) < 3:
        dice.rolls.clear()
    assert [roll.rule for roll in dice.rolls[:3]] == ["SQ-20", "SQ-Q29", "SQ-Q29"]


def test_the_lowest_of_dice_that_are_rolled_again() -> None:
    chances = every(lambda dice: dice.lowest(RULE, D6, 2))
    assert chances == {low: Fraction(11 - 2 * low, 25) for low in range(1, 6)}
    as_often(lambda dice: dice.lowest(RULE, D6, 2), chances)


@pytest.mark.parametrize("most", [0, 1, 4])
def test_whether_any_is_below_is_what_dice_one_by_one_come_to(most: int) -> None:
    one_by_one = every(lambda dice: Dice.any_below(dice, RULE, D6, 3, most))
    assert every(lambda dice: dice.any_below(RULE, D6, 3, most)) == one_by_one


@pytest.mark.parametrize("least", [1, 4, 6])
def test_a_volley_whose_ones_are_rolled_again(least: int) -> None:
    chances = every(lambda dice: dice.volley(RULE, D6, 3, least, ONES))
    assert sum(chances.values()) == 1
    as_often(lambda dice: dice.volley(RULE, D6, 3, least, ONES), chances)


def test_successes_are_told_apart_as_far_as_they_matter() -> None:
    chances = every(lambda dice: dice.successes(RULE, D6, 3, 5, 6, 10_000, 2))
    assert set(chances) == {0, 1, 2}
    assert chances == every(lambda dice: min(2, dice.successes(RULE, D6, 3, 5, 6, 10_000)))
    as_often(lambda dice: min(2, dice.successes(RULE, D6, 3, 5, 6, 10_000)), chances)


def test_dice_that_fall_every_way_do_not_tell_their_faces() -> None:
    dice = EveryRoll()
    dice.sum(RULE, D6, 2)
    with pytest.raises(DiceError, match="do not tell their faces"):
        _ = dice.fallen
    assert dice.shown(0) == ()


def test_more_dice_than_can_be_told_apart_are_not_listed() -> None:
    with pytest.raises(DiceError, match="more than 100,000 ways"):
        EveryRoll().faces(RULE, tuple(range(1, 13)), 7)


# Orders


def rolled_orders(book_id: str, most: int) -> list[tuple[Any, Any]]:
    """Orders of a recorded game for which dice fell, each kind and number of rolls a few times."""
    folder = RECORDS / book_id / "records"
    found: list[tuple[Any, Any]] = []
    kinds: Counter[Any] = Counter()
    for path in sorted(folder.glob("*.jsonl"))[:3]:
        game = replay(Record.read(path), load(book_id))
        states = [before for before, _ in game._past]
        for before, entry in zip(states, [game.log[place] for _, place in game._past], strict=True):
            kind = type(entry.order) if isinstance(entry, Played) else None
            if isinstance(entry, Played) and entry.rolls and kinds[kind] < most:
                kinds[kind] += 1
                found.append((before, entry.order))
    return found


def as_it_matters(state: Any) -> Any:
    """A table; how far below nothing the points of a unit fell is all one, and odds do not tell it."""
    if isinstance(state, panzerkampf.State):
        state = state.copy()
        state.units = [msgspec.structs.replace(unit, hp=max(-1, unit.hp)) for unit in state.units]
    return table(state)


@pytest.mark.parametrize("book_id", BOOKS)
def test_all_fates_of_an_order_are_all_there_is(book_id: str) -> None:
    book = load(book_id)
    whole = 0
    for state, order in rolled_orders(book_id, 3):
        found = fates(book, state, order, "test")
        assert sum(fate.chance for fate in found.rows) == pytest.approx(1)
        if found.throws:
            continue
        whole += 1
        tables = {as_it_matters(fate.state) for fate in found.rows}
        assert len(tables) == len(found.rows)
        for seed in range(12):
            assert as_it_matters(after(book, state, order, SeededDice(seed))) in tables
    assert whole >= 5


def test_a_shot_of_squadron_has_a_handful_of_fates() -> None:
    book = load("squadron")
    shots = [one for one in rolled_orders("squadron", 8) if type(one[1]).__name__ == "Fire"]
    assert shots
    assert all(len(fates(book, state, order, "test").rows) <= 4 for state, order in shots)


def test_what_falls_in_too_many_ways_is_sampled_and_says_so() -> None:
    book = load("squadron")
    state, order = next(one for one in rolled_orders("squadron", 8) if type(one[1]).__name__ == "Fire")
    found = fates(book, state, order, "test", most=20, throws=30)
    assert found.throws == len(found.rows) == 30
    assert found.rows[0].chance == pytest.approx(1 / 30)
