"""What is told before a shot is what the dice decide: over the positions of recorded games, exactly."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.forecast import ComingThrow, Faces, Forecast, chance_of, needed
from hulldown.kernel.replay import steps
from hulldown.kernel.rulebook import Aim
from hulldown.rulebooks import load
from tests.rulebooks.recorded import Records

HERE = Path(__file__).parent
SQUARES_AND_HEXES = {
    "france1944": ("crossroads", "two-flags", "barricades"),
    "dynamic": ("long-arm", "walls-and-blades", "quick-start"),
    "core": ("all-options", "long-arm", "duel"),
    "squadron": ("taken-back", "hunters", "colmar"),
}
WANTED = ("destroyed", "wall removed")


def positions(book_id: str, name: str, every: int = 1) -> Iterator[Any]:
    """The states of a recorded game, each so many orders after the one before."""
    records = Records(load(book_id), str(HERE / book_id / "test_records.py"))
    for number, (_, game) in enumerate(steps(records.read(name), records.book)):
        if number % every == 0 and game.to_act() is not None:
            yield records.book, game.state


def aims_in(book: Any, state: Any) -> Iterator[Aim]:
    """All that the side to act can aim at now."""
    side = book.to_act(state)
    for unit, piece in book.units(state).items():
        if piece.side is side and piece.pose is not None:
            yield from [aim for aim in book.survey(state, unit).aims if aim.preview.refusal is None]


def means(words: str, figure: int) -> bool:
    """Whether a figure is among those that the words name."""
    if words in ("any roll", "cannot"):
        return words == "any roll"
    for part in re.split(r", | or (?=[−\d])", words.removeprefix("exactly ").replace("−", "-")):
        first, _, rest = part.partition(" ")
        low = int(first)
        high = {"": low, "or more": 10**6}.get(rest)
        if rest == "or less":
            low, high = -(10**6), low
        if low <= figure <= (int(rest.removeprefix("to ")) if high is None else high):
            return True
    return False


def check_words(throw: ComingThrow) -> None:
    """The needed figures are those of the strip's faces that work, and no others."""
    assert throw.of > 0
    for one in throw.strip:
        for figure in range(one.first, one.last + 1):
            assert means(throw.needed, figure) == (one.end == "works"), (throw.needed, one)
    assert (throw.needed == "any roll") == all(one.end == "works" for one in throw.strip)
    assert (throw.needed == "cannot") == all(one.end != "works" for one in throw.strip)


def check_aim(aim: Aim) -> Forecast:
    """Counting the faces of the strips, one throw after the other, comes to the chance that the rules have."""
    told, odds = aim.preview.forecast, aim.preview.odds
    assert told is not None
    assert odds is not None
    wanted = next((odds[word] for word in WANTED if word in odds), Fraction(0))
    assert told.chance == wanted
    assert chance_of(told.throws) == wanted
    for throw in told.throws:
        if throw.needed:
            check_words(throw)
    return told


@pytest.mark.parametrize(
    ("book_id", "name"), [(book, name) for book, names in SQUARES_AND_HEXES.items() for name in names]
)
def test_counting_the_faces_that_work_gives_the_odds(book_id: str, name: str) -> None:
    seen = {check_aim(aim) for book, state in positions(book_id, name) for aim in aims_in(book, state)}
    assert len(seen) > 5


def test_words_for_figures_are_read_as_they_are_meant() -> None:
    strip = [Faces(at, at, 1, "works" if at in (2, 3, 5, 8, 9) else "fails") for at in range(1, 10)]
    assert needed(strip) == "2 to 3, 5 or 8 or more"
    assert [at for at in range(1, 10) if means(needed(strip), at)] == [2, 3, 5, 8, 9]
    assert Fraction(1, 2) == chance_of((ComingThrow(None, "", "", "", tuple(strip[:4]), 4),))  # type: ignore[arg-type]
