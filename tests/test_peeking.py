"""The check of who looks into states, orders and pictures: it passes, and it fails where it should."""

import pytest

from tests.peeking import main, peeks


def test_nobody_peeks() -> None:
    assert main() == 0


@pytest.mark.parametrize(
    "code",
    [
        "units = getattr(state, 'units', ())",
        "named = hasattr(order, 'unit')",
        "begun = state.round > 0",
        "side = game.state.side",
        "begun = log.states[-1].round",
        "units = {order.unit for order in row}",
        "phase = book.picture(position).tray.phase",
        "passes = tray.buttons[0]",
        "pieces = log.picture(head, eyes).pieces",
    ],
)
def test_a_peek_is_noticed(code: str) -> None:
    assert list(peeks(f"def found():\n    {code}\n", "bots/search.py"))


@pytest.mark.parametrize("where", ["head", "judge", "loader", "positions", "sheet"])
def test_positions_ask_the_books_loader_for_what_is_in_a_state(where: str) -> None:
    assert list(peeks("def write():\n    setup = state.ground.setup\n", f"kernel/position/{where}.py"))


@pytest.mark.parametrize(
    ("code", "where"),
    [
        ("twin = state.copy()", "bots/search.py"),
        ("turn = book.turn(state).round", "bots/search.py"),
        ("def mutants():\n    return getattr(order, name)", "kernel/conformance.py"),
        ("def told_fields():\n    return getattr(row, name)", "kernel/position/writing.py"),
        ("def check_picture():\n    return picture.tray", "kernel/conformance.py"),
    ],
)
def test_what_may_be_asked_is_not(code: str, where: str) -> None:
    assert not list(peeks(code, where))
