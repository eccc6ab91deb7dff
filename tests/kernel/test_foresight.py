"""What a button leads to: who acts next and what for, whether dice fall, or that it is not known."""

from collections.abc import Iterator
from typing import Any

import pytest

from hulldown.kernel.conformance import Nonconformity, check_button
from hulldown.kernel.foresight import THE_END, words
from hulldown.kernel.picture import Button
from hulldown.kernel.side import BLUE, RED
from tests.kernel.table import ambushed, driving
from tests.toy import Halt, Pass, Toy, toy


def buttons(state: Any, book: Any = toy) -> dict[str, Button]:
    return {button.label: button for button in book.picture(state).tray.buttons}


def test_the_same_side_goes_on_or_the_other_one_is_named() -> None:
    assert words("announce fire", RED, own=True) == "then announce fire"
    assert words("roll", BLUE, own=False) == "Blue rolls next"
    assert words("fire back", BLUE, own=False) == "Blue fires back next"


def test_a_button_is_played_on_a_copy_to_see_what_comes() -> None:
    state = driving(3).state
    halt = buttons(state)["Halt"]
    assert (halt.order, halt.next, halt.rolls) == (Halt(), state.side.other, False)
    assert halt.then == f"{state.side.other.label} rolls next"
    waiting = ambushed(2).state
    declined = buttons(waiting)["Pass"]
    assert (declined.order, declined.next) == (Pass(), waiting.side)


def test_the_last_turn_ends_the_battle() -> None:
    state = driving(3).state
    state.turn = state.setup.turns
    halt = buttons(state)["Halt"]
    assert (halt.then, halt.next) == (THE_END, None)


def test_where_dice_fall_the_book_says_what_it_knows() -> None:
    state = driving(3).state
    state.phase = "roll"
    roll = buttons(state)["Roll"]
    assert (roll.rolls, roll.next, roll.then) == (True, None, "the dice decide")


class Broken(Toy):
    """A book with a rule that fails."""

    def decide(self, state: Any, order: Any, dice: Any) -> Iterator[Any]:
        raise ZeroDivisionError


def test_a_rule_that_fails_does_not_darken_the_table() -> None:
    state = driving(3).state
    assert buttons(state, Broken())["Halt"].next is None


@pytest.mark.parametrize(
    "wrong",
    [{"rolls": True}, {"next": None}, {"then": ""}, {"then": "then something or other"}, {"units": (9,)}],
)
def test_the_kit_finds_a_button_that_promises_something_else(wrong: dict[str, Any]) -> None:
    state = driving(3).state
    tray = toy.picture(state).tray
    [halt] = [button for button in tray.buttons if button.label == "Halt"]
    check_button(toy, state, tray, halt)
    promised = {field: getattr(halt, field) for field in halt.__struct_fields__} | wrong
    with pytest.raises(Nonconformity):
        check_button(toy, state, tray, Button(**promised))
