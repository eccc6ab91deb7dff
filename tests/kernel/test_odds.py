"""Exact odds, against two libraries that know nothing of ours."""

from collections import Counter
from collections.abc import Callable, Hashable, Mapping
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

import icepool
import pytest
from dyce import H, P
from hypothesis import given
from hypothesis import strategies as st

from hulldown.kernel.dice import Dice, DiceError, Die, SeededDice
from hulldown.kernel.odds import (
    EveryRoll,
    Procedure,
    Spread,
    Stretch,
    every,
    spread_of,
    weights_of_best,
    weights_of_hand,
    weights_of_sum,
)
from tests.toy import D6, RULES, SHOT

RULE = RULES["TOY-7"]
DICE: dict[str, Die] = {"d6": D6, "d10": tuple(range(1, 11)), "odd": (0, 0, 1, 1, 2, 5), "coin": (0, 1)}
dice = pytest.mark.parametrize("die", DICE.values(), ids=DICE)


def by_icepool(population: Any) -> dict[Any, Fraction]:
    return {outcome: population.probability(outcome) for outcome in population.outcomes()}


def by_dyce(histogram: H[Any]) -> dict[Any, Fraction]:
    total = sum(histogram.values())
    return {outcome: Fraction(ways, total) for outcome, ways in histogram.items()}


def of_faces(die: Die) -> H[int]:
    return H({face: die.count(face) for face in die})


def certain(odds: Mapping[Any, Fraction]) -> dict[Any, Fraction]:
    """Without what cannot happen, and whole."""
    assert sum(odds.values()) == 1
    return {outcome: chance for outcome, chance in odds.items() if chance}


@dice
@pytest.mark.parametrize("count", range(7))
def test_a_sum_has_the_odds_that_icepool_and_dyce_give_it(die: Die, count: int) -> None:
    ours = certain(every(lambda roll: roll.sum(RULE, die, count)))
    assert ours == by_icepool(count @ icepool.Die(die))
    if count:
        assert ours == by_dyce(count @ of_faces(die))


@dice
def test_a_pair_has_the_odds_that_icepool_and_dyce_give_it(die: Die) -> None:
    ours = certain(every(lambda roll: roll.pair(RULE, die, D6)))
    assert ours == by_icepool(icepool.Die(die) + icepool.d6)
    assert ours == by_dyce(of_faces(die) + of_faces(D6))


def test_a_word_is_as_likely_as_the_die_has_faces_with_it() -> None:
    odds = every(lambda roll: roll.word(RULE, ("hit", "", "hit", "miss", "", "")))
    assert odds == {"hit": Fraction(1, 3), "": Fraction(1, 2), "miss": Fraction(1, 6)}


@dice
@pytest.mark.parametrize(("count", "keep"), [(1, 1), (3, 1), (3, 2), (4, 3), (5, 2), (4, 4), (2, 3), (3, 0)])
def test_the_best_dice_have_the_odds_that_icepool_and_dyce_give_them(die: Die, count: int, keep: int) -> None:
    ours = certain(every(lambda roll: roll.best(RULE, die, count, keep)))
    assert ours == by_icepool(icepool.Die(die).highest(count, min(keep, count)))
    if keep:
        assert ours == by_dyce((count @ P(of_faces(die))).at(slice(-min(keep, count), None)))


def chain_by_icepool(die: Die, least: int, again: int, depth: int) -> Any:
    """The successes of one die with those it brings, at least `depth` of them told apart."""
    deeper = chain_by_icepool(die, least, again, depth - 1) if depth else icepool.Die([0])

    def shown(face: int) -> Any:
        if again <= face < least:
            return icepool.Reroll  # it falls again and has won nothing: as if it had not been rolled
        return (face >= least) + (deeper if face >= again else 0)

    return icepool.Die(die).map(shown)


def chain_by_dyce(die: Die, least: int, again: int, depth: int) -> H[int]:
    deeper = chain_by_dyce(die, least, again, depth - 1) if depth else H({0: 1})
    return of_faces(die).apply(lambda face, more: (face >= least) + (more if face >= again else 0), deeper)


@pytest.mark.parametrize("count", [0, 1, 2, 4])
@pytest.mark.parametrize("cap", [1, 2, 3, 5])
@pytest.mark.parametrize(
    ("die", "least", "again"),
    [(D6, 5, 6), (D6, 4, 5), (D6, 6, 6), (D6, 4, 7), (D6, 2, 3), (DICE["d10"], 7, 10), (DICE["odd"], 1, 2)],
)
def test_dice_that_come_up_again_have_the_odds_that_icepool_and_dyce_give_them(
    die: Die, count: int, least: int, again: int, cap: int
) -> None:
    ours = certain(every(lambda roll: roll.successes(RULE, die, count, least, again, cap)))
    chain = chain_by_icepool(die, least, again, cap)
    assert ours == by_icepool((count @ chain).map(lambda hits: min(hits, cap)))
    if count:
        by_cap = (count @ chain_by_dyce(die, least, again, cap)).apply(lambda hits: min(hits, cap))
        assert ours == by_dyce(by_cap)


@pytest.mark.parametrize(("least", "again"), [(6, 5), (5, 3), (6, 2)])
def test_a_die_that_comes_up_again_without_success_has_the_odds_that_icepool_gives_it(least: int, again: int) -> None:
    ours = certain(every(lambda roll: roll.successes(RULE, D6, 3, least, again, 4)))
    chain = chain_by_icepool(D6, least, again, 4)
    assert ours == by_icepool((3 @ chain).map(lambda hits: min(hits, 4)))


@pytest.mark.parametrize(
    ("least", "again", "cap", "hits"), [(1, 1, 3, 3), (7, 1, 3, 0), (7, 7, 3, 0), (1, 7, 9, 2), (1, 1, 0, 0)]
)
def test_what_is_certain_is_certain_though_the_dice_come_up_for_ever(
    least: int, again: int, cap: int, hits: int
) -> None:
    assert certain(every(lambda roll: roll.successes(RULE, D6, 2, least, again, cap))) == {hits: 1}
    assert SeededDice(1).successes(RULE, D6, 2, least, again, cap) == hits


def test_a_handful_has_the_odds_that_icepool_gives_it() -> None:
    ours = certain(every(lambda roll: roll.hand(RULE, D6, 3)))
    assert ours == by_icepool(icepool.Die(D6).pool(3).expand())


def test_dice_that_are_told_apart_have_odds_of_their_own() -> None:
    """The first die against the second, which a sorted handful could not tell."""

    def first_is_higher(dice: Dice) -> bool:
        one, two = dice.faces(RULE, D6, 2)
        return one > two

    assert certain(every(first_is_higher)) == {True: Fraction(15, 36), False: Fraction(21, 36)}
    assert certain(every(lambda roll: roll.faces(RULE, (1, 1, 2), 2)))[1, 2] == Fraction(2, 9)


def test_a_rule_that_may_roll_for_ever_has_no_list_of_outcomes() -> None:
    def tie_break(dice: Dice) -> bool:
        one = two = 0
        while one == two:
            one, two = dice.faces(RULE, D6, 2)
        return one > two

    with pytest.raises(DiceError, match="rolled 100 times in one go"):
        every(tie_break)


def fight(dice: Dice) -> str:
    """Branches that roll again, and other dice in each."""
    first = dice.sum(RULE, D6, 1)
    if first <= 2:
        return "missed"
    if first == 6:
        return "lost" if dice.best(RULE, DICE["d10"], 3, 1) >= 9 else fight_on(dice)
    return fight_on(dice)


def fight_on(dice: Dice) -> str:
    return "hit" if dice.successes(RULE, D6, 2, 5, 6, 2) else "missed"


def test_branches_that_roll_again_have_the_odds_that_icepool_gives_them() -> None:
    d10 = icepool.Die(DICE["d10"])
    on = (2 @ chain_by_icepool(D6, 5, 6, 2)).map(lambda hits: "hit" if hits else "missed")
    wild = d10.highest(3).map(lambda best: "lost" if best >= 9 else on)
    expected = icepool.Die(D6).map(lambda first: "missed" if first <= 2 else wild if first == 6 else on)
    assert certain(every(fight)) == by_icepool(expected)


def test_seeded_dice_fall_as_the_odds_say() -> None:
    dice, times = SeededDice("often"), 20_000
    fallen = [fight(dice) for _ in range(times)]
    for outcome, chance in every(fight).items():
        # Five standard deviations; the seed is fixed, so this is one number and no luck.
        assert abs(fallen.count(outcome) - times * chance) ** 2 < 25 * times * chance * (1 - chance)


def test_a_rule_without_dice_is_certain() -> None:
    assert every(lambda dice: "so") == {"so": 1}


def test_every_roll_ends_when_all_branches_are_taken() -> None:
    dice = EveryRoll()
    seen = [dice.sum(RULE, (1, 2), 1)]
    while dice.advance():
        seen.append(dice.sum(RULE, (1, 2), 1))
    assert seen == [1, 2]


def test_every_roll_notes_nothing() -> None:
    dice = EveryRoll()
    dice.faces(RULE, D6, 2)
    dice.hand(RULE, D6, 2)
    dice.successes(RULE, D6, 2, 5, 6, 3)
    assert dice.rolls == []
    assert dice.shown(0) == ()


small_dice = st.lists(st.integers(-2, 6), min_size=1, max_size=5).map(tuple)


@given(small_dice, st.integers(0, 4), st.integers(0, 5))
def test_sums_and_best_dice_are_what_the_handfuls_say(die: Die, count: int, keep: int) -> None:
    sums: dict[int, int] = {}
    best: dict[int, int] = {}
    for hand, ways in weights_of_hand(die, count):
        sums[sum(hand)] = sums.get(sum(hand), 0) + ways
        top = sum(sorted(hand, reverse=True)[:keep])
        best[top] = best.get(top, 0) + ways
    assert dict(weights_of_sum(die, count)) == sums
    assert dict(weights_of_best(die, count, keep)) == best
    assert sum(sums.values()) == len(die) ** count


@given(small_dice, st.integers(0, 3), st.integers(-1, 7), st.integers(-1, 7), st.integers(0, 4))
def test_chances_of_successes_make_one(die: Die, count: int, least: int, again: int, cap: int) -> None:
    odds = every(lambda roll: roll.successes(RULE, die, count, least, again, cap))
    assert sum(odds.values()) == 1
    assert all(0 <= hits <= cap and chance > 0 for hits, chance in odds.items())


# A procedure


def wound(hits: int, dice: Dice) -> tuple[int, int]:
    return hits, dice.best(RULE, D6, hits + 1, 1)


def kill(wounds: tuple[int, int], dice: Dice) -> str:
    hits, worst = wounds
    return "killed" if hits and worst + dice.sum(RULE, D6, 1) >= 9 else "alive"


def strike(count: int, dice: Dice) -> int:
    return dice.successes(RULE, D6, count, 5, 6, 3)


@pytest.mark.parametrize("facts", range(4))
def test_a_procedure_in_stages_has_the_odds_of_all_at_once(facts: int) -> None:
    procedure: Procedure[int, str] = Procedure(strike, wound, kill)
    assert certain(procedure.odds(facts)) == certain(every(lambda dice: procedure.resolve(facts, dice)))


def test_equal_values_merge_between_stages() -> None:
    reached: list[Hashable] = []

    def watch(value: int, dice: Dice) -> int:
        reached.append(value)
        return value

    Procedure[int, int](lambda count, dice: dice.sum(RULE, D6, count) % 2, watch).odds(3)
    assert sorted(map(str, reached)) == ["0", "1"]


def test_odds_are_remembered_by_their_facts() -> None:
    asked: list[int] = []

    def ask(facts: int, dice: Dice) -> int:
        asked.append(facts)
        return dice.sum(RULE, D6, 1) + facts

    procedure: Procedure[int, int] = Procedure(ask)
    first = procedure.odds(1)
    assert procedure.odds(1) is first
    assert asked == [1] * 6
    assert procedure.odds(2) != first


def test_the_shot_that_is_resolved_is_the_shot_whose_odds_are_shown() -> None:
    dice, times = SeededDice("shots"), 10_000
    fallen = [SHOT.resolve(2, dice) for _ in range(times)]
    for lost, chance in SHOT.odds(2).items():
        assert abs(fallen.count(lost) - times * chance) ** 2 < 25 * times * chance * (1 - chance)


def test_a_chance_is_a_fraction_in_lowest_terms() -> None:
    assert str(SHOT.odds(1)[0]) == "707/864"


def test_a_spread_tells_how_a_roll_falls_and_what_each_figure_leads_to() -> None:
    def between(dice: Dice) -> str:
        return "hit" if 2 <= dice.sum(RULE, DICE["odd"], 1) <= 4 else "miss"

    odd = spread_of(between, "1 die", 3)
    stretches = (Stretch("miss", 0, 1), Stretch("hit", 2, 2), Stretch("miss", 5, 5))
    assert odd == Spread("1 die", 0, (2, 2, 1, 0, 0, 1), 6, 3, stretches), "a gap has no ways and no outcome"


def test_several_rolls_that_are_added_up_have_one_spread() -> None:
    """Two dice and one of three faces, in either order: the same as counting every throw."""

    def run(first: tuple[Die, int], second: tuple[Die, int], dice: Dice) -> str:
        total = dice.sum(RULE, *first) + dice.sum(RULE, *second)
        return "more" if total > 9 else "equal" if total == 9 else "less"

    counted = Counter(a + b + c for a, b, c in product(D6, D6, (1, 2, 3)))
    ways = tuple(counted[total] for total in range(3, 16))
    stretches = (Stretch("less", 3, 8), Stretch("equal", 9, 9), Stretch("more", 10, 15))
    for pair in (((D6, 2), ((1, 2, 3), 1)), (((1, 2, 3), 1), (D6, 2))):
        assert spread_of(partial(run, *pair), "dice", 9) == Spread("dice", 3, ways, 108, 9, stretches)


@pytest.mark.parametrize(
    "run",
    [
        lambda dice: dice.sum(RULE, D6, 1) > dice.sum(RULE, D6, 1),
        lambda dice: dice.sum(RULE, D6, 1) > 3 and dice.sum(RULE, D6, 1) > 6,
    ],
    ids=["compared", "rolled again by chance"],
)
def test_dice_that_are_not_just_added_up_have_no_spread(run: Callable[[Dice], bool]) -> None:
    with pytest.raises(DiceError, match="add them up"):
        spread_of(run, "2 dice", 7)
