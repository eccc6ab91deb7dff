"""The shot desk's shots: dice that fall every way come to the chances that are told, in each book."""

import pytest

from hulldown.kernel.dice import SeededDice, TypedDice, Undecided
from hulldown.kernel.odds import every
from hulldown.kernel.question import ask
from hulldown.rulebooks import BOOKS, load

SHOTS = [
    ("france1944", "heavy", "medium", 7, {}),
    ("dynamic", "heavy", "medium", 7, {}),
    ("dynamic", "light-howitzer", "medium", 12, {"mode": "parabolic", "half": "on"}),
    ("dynamic", "heavy", "wall", 7, {}),
    ("core", "heavy", "medium", 4, {"cover": "on", "moved": "on"}),
    ("squadron", "panther-g", "t-34-85", 5, {"start": "moving", "hedge": "on"}),
]


@pytest.mark.parametrize(("book", "gun", "target", "far", "conditions"), SHOTS)
def test_all_rolls_of_a_shot_come_to_its_chances(
    book: str, gun: str, target: str, far: int, conditions: dict[str, str]
) -> None:
    library = load(book).library
    question = ask(library.QUESTION, gun, target, far, "front", conditions)
    shot = library.shot(question)
    rolled = {str(outcome): chance for outcome, chance in every(lambda dice: str(shot.roll(dice))).items()}
    assert rolled == {str(outcome): chance for outcome, chance in library.chances(question).items() if chance}
    assert shot.forecast is not None


@pytest.mark.parametrize(
    ("gun", "target", "far", "conditions"),
    [("medium-tank", "light-tank", 20, {}), ("howitzer", "medium-tank", 60, {"dug_in": "on"})],
)
def test_twelves_that_go_on_for_ever_end_in_outcomes_that_are_told(
    gun: str, target: str, far: int, conditions: dict[str, str]
) -> None:
    library = load("panzerkampf").library
    question = ask(library.QUESTION, gun, target, far, "side", conditions)
    known, shot = library.chances(question), library.shot(question)
    found = [shot.roll(SeededDice(seed)) for seed in range(400)]
    assert {*found} <= {str(outcome) for outcome, chance in known.items() if chance}
    share = sum(one == "nothing" for one in found) / len(found)
    assert abs(share - float(known["nothing"])) < 0.12


@pytest.mark.parametrize("book", BOOKS)
def test_a_shot_without_dice_says_which_are_wanted(book: str) -> None:
    library = load(book).library
    units = library.units()
    shot = library.shot(ask(library.QUESTION, units[0].id, units[1].id, 5, "front", {}))
    with pytest.raises(Undecided) as wanted:
        shot.roll(TypedDice())
    assert shot.forecast is not None
    assert wanted.value.wanted.rule in load(book).rules
