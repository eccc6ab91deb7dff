"""Dice: the same everywhere, found again by number, and scripts that are kept to the letter."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hulldown.kernel.dice import Dice, DiceError, KeyedDice, Roll, ScriptedDice, SeededDice
from tests.toy import D6, RULES

RULE, OTHER = RULES["TOY-7"], RULES["TOY-8"]
D20 = tuple(range(1, 21))


# Seeded dice


def test_a_seed_gives_these_rolls_on_every_machine_and_python() -> None:
    dice = SeededDice(7)
    assert dice.faces(RULE, D6, 5) == (6, 6, 4, 4, 5)
    assert dice.faces(RULE, D6, 5) == (6, 4, 5, 2, 1)
    assert dice.faces(RULE, D6, 5) == (3, 6, 1, 3, 5)
    assert dice.faces(RULE, D6, 5) == (2, 1, 4, 3, 6)
    assert dice.faces(RULE, D20, 12) == (11, 20, 13, 13, 10, 13, 3, 11, 1, 2, 4, 14)
    assert KeyedDice(b"key", number=2**40).faces(RULE, D6, 6) == (2, 3, 3, 4, 4, 4)


def test_a_seed_is_any_text() -> None:
    dice = SeededDice("Grünes Feld")
    assert [dice.faces(RULE, D6, 3) for _ in range(3)] == [(2, 4, 6), (4, 4, 5), (1, 2, 2)]
    assert dice.commitment == "c5aadcf206c94a6e668828c66f9b359b7c38ddce"


def test_a_number_and_its_text_are_one_seed() -> None:
    assert SeededDice(7).faces(RULE, D6, 9) == SeededDice("7").faces(RULE, D6, 9)
    assert SeededDice(7).commitment == "2f9a04c69f87e1388a29f9826f0f07dc51e54d13"


def test_dice_without_a_seed_have_one_that_nobody_chose() -> None:
    first, second = SeededDice(), SeededDice()
    assert first.seed != second.seed
    assert SeededDice(first.seed).faces(RULE, D6, 20) == first.faces(RULE, D6, 20)


def test_the_commitment_is_not_the_seed_nor_the_key() -> None:
    dice = SeededDice("secret")
    assert "secret" not in dice.commitment
    assert dice.commitment != dice._key.hex()[: len(dice.commitment)]


@given(st.text(), st.lists(st.integers(0, 40), min_size=1, max_size=12), st.data())
def test_any_roll_is_found_again_by_its_number(seed: str, counts: list[int], data: st.DataObject) -> None:
    dice = SeededDice(seed)
    rolled = [dice.faces(RULE, D6, count) for count in counts]
    number = data.draw(st.integers(0, len(counts) - 1))
    again = SeededDice(seed)
    again.number = number
    assert again.faces(RULE, D6, counts[number]) == rolled[number]


def test_a_longer_handful_begins_like_a_shorter_one() -> None:
    assert SeededDice(3).faces(RULE, D6, 30)[:5] == SeededDice(3).faces(RULE, D6, 5)


def test_each_face_falls_about_as_often() -> None:
    dice, handfuls = SeededDice("fair"), 5_000
    faces = [face for _ in range(handfuls) for face in dice.faces(RULE, D6, 12)]
    for face in D6:
        assert 9_600 <= faces.count(face) <= 10_400  # of 10,000; the deviation is 91


def test_neither_place_nor_number_of_a_roll_favours_a_face() -> None:
    dice = SeededDice("places")
    handfuls = [dice.faces(RULE, D6, 20) for _ in range(3_000)]
    for place in range(20):
        assert all(390 <= [hand[place] for hand in handfuls].count(face) <= 610 for face in D6)
    doubles = sum(one[0] == two[0] for one, two in pairwise(handfuls))
    assert 390 <= doubles <= 610


def test_a_face_that_a_die_has_twice_falls_twice_as_often() -> None:
    dice = SeededDice("loaded")
    faces = dice.faces(RULE, (1, 1, 2), 9_000)
    assert 5_800 <= faces.count(1) <= 6_200


def test_a_pick_is_even_and_takes_a_number_as_a_roll_does() -> None:
    dice = SeededDice(7)
    assert [dice.pick(10) for _ in range(8)] == [3, 2, 0, 7, 4, 0, 0, 6]
    assert dice.number == 8
    picked = [dice.pick(5) for _ in range(5_000)]
    assert all(850 <= picked.count(value) <= 1_150 for value in range(5))
    assert set(picked) == {0, 1, 2, 3, 4}


def test_a_pick_among_one_is_no_choice() -> None:
    dice = SeededDice(7)
    assert dice.pick(1) == 0
    assert dice.number == 0


def test_dice_that_roll_for_rules_pick_nothing() -> None:
    with pytest.raises(TypeError, match="ScriptedDice rolls for rules"):
        ScriptedDice().pick(3)


# What a rule asks for


def test_a_roll_is_noted_with_its_rule() -> None:
    dice = ScriptedDice([(1, 2), (3, 4)])
    assert not dice.fallen
    dice.sum(RULE, D6, 2)
    dice.best(OTHER, D6, 2, 1)
    assert dice.rolls == [Roll("TOY-7", (1, 2)), Roll("TOY-8", (3, 4))]
    assert dice.fallen == (3, 4)


@pytest.mark.parametrize(("keep", "best"), [(0, 0), (1, 6), (2, 11), (3, 13), (9, 13)])
def test_the_best_are_the_highest(keep: int, best: int) -> None:
    assert ScriptedDice([(5, 2, 6)]).best(RULE, D6, 3, keep) == best


def test_a_pair_of_different_dice_is_one_roll() -> None:
    dice = ScriptedDice([(6, 20)])
    assert dice.pair(RULE, D6, D20) == 26
    dice.done()
    assert dice.rolls == [Roll(RULE.id, (6, 20))]
    with pytest.raises(DiceError):
        ScriptedDice([(20, 6)]).pair(RULE, D6, D20)


def test_a_die_with_words_is_noted_by_the_number_of_its_face() -> None:
    dice = ScriptedDice([(2,)])
    assert dice.word(RULE, ("hit", "miss", "")) == "miss"
    assert dice.fallen == (2,)


def test_dice_that_come_up_again_are_one_roll() -> None:
    dice = ScriptedDice([(6, 1, 5, 6, 6, 2)])
    assert dice.successes(RULE, D6, 3, 5, 6, 9) == 4
    assert dice.rolls == [Roll("TOY-7", (6, 1, 5, 6, 6, 2))]
    dice.done()


def test_successes_stop_at_the_cap_though_the_dice_go_on() -> None:
    dice = ScriptedDice([(6, 6, 6, 1, 3)])
    assert dice.successes(RULE, D6, 2, 5, 6, 2) == 2
    dice.done()


def test_dice_that_would_come_up_for_ever_stop() -> None:
    dice = SeededDice(1)
    assert dice.successes(RULE, (6,), 1, 5, 6, 4) == 4
    assert len(dice.fallen) == 10_000


def test_a_roll_of_no_dice_is_a_roll_all_the_same() -> None:
    seeded = SeededDice(1)
    assert seeded.successes(RULE, D6, 0, 5, 6, 3) == 0
    assert seeded.sum(RULE, D6, 0) == 0
    scripted = ScriptedDice([roll.faces for roll in seeded.rolls], [roll.rule for roll in seeded.rolls])
    assert scripted.successes(RULE, D6, 0, 5, 6, 3) == 0
    assert scripted.sum(RULE, D6, 0) == 0
    scripted.done()


# Scripts


def test_a_script_falls_as_written() -> None:
    dice = ScriptedDice([(1, 2), (6,)], ["TOY-7", "TOY-8"])
    assert dice.faces(RULE, D6, 2) == (1, 2)
    assert dice.sum(OTHER, D6, 1) == 6
    dice.done()


def roll(count: int) -> Callable[[Dice], object]:
    return lambda dice: dice.faces(RULE, D6, count)


def again(count: int) -> Callable[[Dice], object]:
    return lambda dice: dice.successes(RULE, D6, count, 5, 6, 9)


@pytest.mark.parametrize(
    ("script", "run", "says"),
    [
        ([], roll(2), "TOY-7 rolled 2 dice that the script does not have"),
        ([(1,)], roll(2), r"TOY-7 rolled 2 dice with faces .*; the script says \(1,\)"),
        ([(1, 2, 3)], roll(2), r"TOY-7 rolled 2 dice; the script says \(1, 2, 3\)"),
        ([(1, 7)], roll(2), r"faces \(1, 2, 3, 4, 5, 6\); the script says \(1, 7\)"),
        ([], again(1), "TOY-7 rolled 1 dice that the script does not have"),
        ([(6,)], again(1), "TOY-7 rolled 1 dice that the script does not have"),
        ([(5, 2, 3)], again(2), r"TOY-7 rolled \(5, 2\) in one go; the script says \(5, 2, 3\)"),
        ([(6,), (2,)], again(1), r"TOY-7 rolled \(6, 2\) in one go; the script says \(6,\)"),
        ([(6, 9)], again(1), r"TOY-7 rolled 1 dice with faces .*; the script says \(9,\)"),
    ],
)
def test_a_roll_that_is_not_as_scripted_fails(
    script: list[tuple[int, ...]], run: Callable[[Dice], object], says: str
) -> None:
    with pytest.raises(DiceError, match=says):
        run(ScriptedDice(script))


def test_a_roll_by_another_rule_fails() -> None:
    dice = ScriptedDice([(6, 1), (2,)], ["TOY-7", "TOY-8"])
    dice.successes(RULE, D6, 1, 5, 6, 3)
    with pytest.raises(DiceError, match="TOY-7 rolled where the script has a roll of TOY-8"):
        dice.faces(RULE, D6, 1)


def test_a_roll_that_is_left_over_fails() -> None:
    dice = ScriptedDice([(1,), (2, 3)])
    dice.faces(RULE, D6, 1)
    with pytest.raises(DiceError, match=r"left over: \[\(2, 3\)\]"):
        dice.done()


def test_a_script_has_a_rule_for_each_roll_or_none() -> None:
    with pytest.raises(ValueError, match="the script has 2 rolls and 1 rules"):
        ScriptedDice([(1,), (2,)], ["TOY-7"])


# Going back after a breakdown


@pytest.mark.parametrize("dice", [SeededDice(4), ScriptedDice([(1, 2), (3, 4), (6, 1)])], ids=["seeded", "scripted"])
def test_dice_can_be_put_back_to_a_mark(dice: Dice) -> None:
    dice.faces(RULE, D6, 2)
    noted, mark = list(dice.rolls), dice.mark()
    dice.rolls = []
    first = dice.faces(RULE, D6, 2), dice.successes(RULE, D6, 1, 5, 6, 3)
    dice.back_to(mark)
    assert dice.rolls == noted
    assert (dice.faces(RULE, D6, 2), dice.successes(RULE, D6, 1, 5, 6, 3)) == first
