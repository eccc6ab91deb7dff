"""What is told before a shot is what the dice decide: over the positions of recorded games, exactly."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from hulldown.kernel.forecast import ComingThrow, Faces, Forecast, chance_of, needed
from hulldown.kernel.game import ahead
from hulldown.kernel.replay import steps
from hulldown.kernel.rulebook import Aim
from hulldown.kernel.wire import encode
from hulldown.rulebooks import load
from hulldown.rulebooks.panzerkampf import orders as panzerkampf
from hulldown.rulebooks.panzerstrike.core import orders as core
from hulldown.rulebooks.panzerstrike.dynamic import orders as dynamic
from hulldown.rulebooks.panzerstrike.france1944 import orders as france
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


# Panzerkampf: dice that may go on for ever


def without_harm(told: Forecast, ones_again: bool) -> Fraction:
    """The chance that no die of a shot takes a point, from its strips alone.

    A die that brings another one is an equation: what it comes to is a share of what it comes to.
    """
    hit, wound = told.throws
    harmless = Fraction(sum(one.ways for one in wound.strip if one.end == "fails"), wound.of) ** wound.count
    good = [face for one in hit.strip if one.end == "works" for face in range(one.first, one.last + 1)]
    again = Fraction(1, hit.of) * harmless  # of the highest face: a hit, and the same die once more
    plain = sum((harmless if face in good else Fraction(1) for face in range(1, hit.of)), Fraction(0)) / hit.of
    if not ones_again:
        return (plain / (1 - again)) ** hit.count
    one = (harmless if 1 in good else Fraction(1)) / hit.of
    # die = plain − one + second / of + again·die, where second = plain + again·die
    die = (plain - one + plain / hit.of) / (1 - again - again / hit.of)
    return die**hit.count


@pytest.mark.parametrize("name", ["ridge", "last-support", "harbour", "dogfight"])
def test_counting_faces_gives_the_chance_to_harm(name: str) -> None:
    seen = 0
    for book, state in positions("panzerkampf", name, 3):
        for aim in aims_in(book, state):
            told, odds = aim.preview.forecast, aim.preview.odds
            assert told is not None
            assert odds is not None
            for throw in told.throws:
                check_words(throw)
            if told.word == "repaired":
                continue
            harmed = told.chance if told.word in ("harmed", "destroyed") else None
            assert harmed == 1 - odds["nothing"]
            said = [one.text for one in told.said]
            if not any("dummy" in one for one in said):
                assert 1 - without_harm(told, any("Ones" in one for one in said)) == harmed
                seen += 1
            for likely in told.also:
                assert likely.chance == sum(odds.get(word, 0) for word in ("destroyed", "wreck", "explodes"))
    assert seen > 20


def falls_in(name: str) -> Iterator[tuple[Any, Any]]:
    for book, state in positions("panzerkampf", name, 2):
        for order in book.orders(state):
            if type(order).__name__ in ("Shell", "Bomb"):
                yield state, book.preview(state, order)


@pytest.mark.parametrize("name", ["ridge", "pocket"])
def test_dark_places_add_up_to_the_chance_on_the_badge(name: str) -> None:
    """Of one shell or bomb: where it strikes somebody is just as likely as that somebody is struck."""
    seen = 0
    for state, preview in falls_in(name):
        fall, told = preview.fall, preview.forecast
        enemies = [one for one in fall.struck if not one.friend]
        assert told.chance == (enemies[0].chance if enemies else 0)
        if told.said:
            continue  # of several the dots are a part of the shots
        assert sum(dot.chance for dot in fall.dots) <= 1
        for one in fall.struck:
            dark = [dot for dot in fall.dots if one.unit in (dot.friends if one.friend else dot.enemies)]
            assert sum(dot.chance for dot in dark) == one.chance
            assert all(state.base(one.unit).shape.holds(dot.x, dot.y) for dot in dark)
            seen += 1
        struck = {unit for dot in fall.dots for unit in (*dot.enemies, *dot.friends)}
        assert struck == {one.unit for one in fall.struck}
    assert seen > 5


@pytest.mark.parametrize("name", ["ridge", "pocket"])
def test_the_deviation_strip_has_the_chance_of_the_point_itself(name: str) -> None:
    seen = 0
    for _, preview in falls_in(name):
        throw = preview.forecast.throws[0]
        assert sum(one.ways for one in throw.strip) == throw.of
        on_point = Fraction(sum(one.ways for one in throw.strip if one.word == "on the point"), throw.of)
        if not preview.forecast.said:
            assert on_point == max(dot.chance for dot in preview.fall.dots)
            seen += 1
    assert seen > 5


# Moves

ENDS = {"france1944": france.EndMovement(), "dynamic": dynamic.EndMovement(), "core": core.EndMovement()}
ENDS |= {"panzerkampf": panzerkampf.EndMovement()}


def best_in(book: Any, state: Any, unit: int) -> tuple[Fraction, bool]:
    """The best chance of a direct shot at an enemy, and whether there is one."""
    aims = [aim for aim in book.survey(state, unit).aims if aim.preview.refusal is None and aim.mode != "parabolic"]
    lost = {at for at, piece in book.units(state).items() if piece.lost}
    chances = [aim.preview.forecast.chance for aim in aims if aim.unit is not None and aim.unit not in lost]
    return max(chances, default=Fraction(0)), bool(chances)


@pytest.mark.parametrize(
    ("book_id", "name", "kinds"),
    [
        ("france1944", "crossroads", ("Move",)),
        ("dynamic", "walls-and-blades", ("Move",)),
        ("core", "duel", ("Move",)),
        ("squadron", "taken-back", ("Step", "Turn")),
        ("panzerkampf", "first-shots", ("Move",)),
    ],
)
def test_a_move_says_the_best_shot_from_there(book_id: str, name: str, kinds: tuple[str, ...]) -> None:
    """What it says of the shot is what the unit finds once it stands there and its side fires."""
    found = 0
    for book, state in positions(book_id, name, 3):
        for order in [one for one in book.orders(state) if type(one).__name__ in kinds][::11]:
            before = encode(state)
            forecast = book.preview(state, order).forecast
            assert encode(state) == before
            then = ahead(book, state, (order, ENDS[book_id]) if book_id in ENDS else (order,))
            shot = [one.text for one in forecast.said if one.text.startswith("From there")] if forecast else []
            if then is None or not shot:
                continue
            unit = state.active.unit if book_id == "squadron" else order.unit
            best, any_shot = best_in(book, then, unit)
            hundredths = re.search(r"in (\d+) of 100", shot[0])
            assert ("no shot" in shot[0]) == (not any_shot)
            assert (forecast.then is None) == (not any_shot)
            assert forecast.then is None or forecast.then.chance == best
            assert ("of 100" in shot[0]) == (0 < best < 1)
            if hundredths:
                assert 0 < round(100 * best) < 100
                assert int(hundredths[1]) == round(100 * best)
                found += 1
    assert found > 0


def test_words_for_figures_are_read_as_they_are_meant() -> None:
    strip = [Faces(at, at, 1, "works" if at in (2, 3, 5, 8, 9) else "fails") for at in range(1, 10)]
    assert needed(strip) == "2 to 3, 5 or 8 or more"
    assert [at for at in range(1, 10) if means(needed(strip), at)] == [2, 3, 5, 8, 9]
    assert Fraction(1, 2) == chance_of((ComingThrow(None, "", "", "", tuple(strip[:4]), 4),))  # type: ignore[arg-type]
