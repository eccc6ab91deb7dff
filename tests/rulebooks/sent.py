"""What a book can send that wants a word: columns of its chart, badges, tokens of its tray, verdicts, forecasts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hulldown.kernel.dice import SeededDice
from hulldown.kernel.forecast import Forecast
from hulldown.kernel.game import Game
from hulldown.kernel.rulebook import Aim, Survey
from hulldown.rulebooks import home_of, load

NUMBER = re.compile(r"[−+-]?\d+([.,]\d+)?( %)?")
# What has no figure of its own on a card: how a unit is called and drawn, and its story.
SKIPPED = {"letter", "points", "id", "name", "source", "silhouette", "history"}
OUTCOMES = ("Verdict", "Outcome")


def columns(book_id: str) -> set[str]:
    """The figures of a unit, by their names in the chart."""
    library = load(book_id).library
    found = {f"column {name}" for row in library.units() for name in row.figures if name not in SKIPPED}
    return found | {f"column {name}" for name in library.LABELS}


def badges(book_id: str) -> set[str]:
    """The names of all badges that stand in a book's code; what is put together there comes in games."""
    home = home_of(book_id)
    found = set[str]()
    for path in sorted(home.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Badge"), args=[ast.Constant(value=str(name)), *_]):
                    found.add(f"badge {name}")
    return found


def in_games(book_id: str, orders: int) -> set[str]:
    """What is sent in random games of all scenarios, of so many orders each."""
    book, found = load(book_id), set[str]()
    for scenario in book.library.scenarios():
        game = Game(book, book.library.build(scenario.id), SeededDice(f"words {scenario.id}"))
        chooser = SeededDice(f"words {scenario.id} chooser")
        while (side := game.to_act()) is not None and len(game.log) < orders:
            found.update(_picture(book.picture(game.view(side))))
            if len(game.log) % 5 == 0:
                for unit in list(book.units(game.state))[:6]:
                    found.update(_survey(game.survey(unit)))
            before = game.state
            for event in game.play(book.sample(game.view(side), chooser)):
                found.update(f"outcome {verdict(stroke.outcome)}" for stroke in _shots(book.tell(before, event)))
                before = before.copy()
                book.evolve(before, event)
    return {name for name in found if name.split(" ", 1)[1]}


def outcomes(book_id: str) -> set[str]:
    """How a shot can end, by the enumeration of the book, or of its family where it has none of its own."""
    home = home_of(book_id)
    return _outcomes(home.rglob("*.py")) or _outcomes(home.parent.glob("*.py"))


def _outcomes(paths: Iterator[Path]) -> set[str]:
    found = set[str]()
    for path in sorted(paths):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef) and node.name in OUTCOMES:
                values = [part.value for part in node.body if isinstance(part, ast.Assign)]
                found.update(f"verdict {value.value!s}" for value in values if isinstance(value, ast.Constant))
    return found


def verdict(outcome: str) -> str:
    """How a shot ended, without whom else it met: "Medium Tank 2: crew injured"."""
    return plain(outcome).rpartition(": ")[2]


def plain(word: str) -> str:
    """A word without what differs from case to case."""
    return NUMBER.sub("#", str(word)).strip()


def _shots(told: Any) -> Iterator[Any]:
    yield from (stroke for stroke in told.strokes if type(stroke).__name__ == "Shot")


def _picture(picture: Any) -> Iterator[str]:
    for piece in picture.pieces:
        yield from (f"badge {badge.name}" for badge in piece.badges)
    for mark in picture.marks:
        yield f"mark {mark.kind}"
    tray = picture.tray
    yield from (f"phase {name}" for name in tray.track)
    yield from (f"die {die.state}" for die in tray.dice)
    yield from (f"die badge {die.badge}" for die in tray.dice if die.badge)
    yield from (f"command {one.name}" for one in tray.commands)
    if tray.slots:
        yield f"slots {plain(tray.slots.name)}"


def _survey(survey: Survey) -> Iterator[str]:
    for aim in survey.aims:
        yield from _aim(aim)


def _aim(aim: Aim) -> Iterator[str]:
    preview = aim.preview
    yield from (f"verdict {plain(key)}" for key in preview.odds or ())
    if preview.forecast:
        yield from _forecast(preview.forecast)


def _forecast(forecast: Forecast) -> Iterator[str]:
    yield f"verdict {plain(forecast.word)}"
    yield f"part {plain(forecast.part)}"
    yield from (f"verdict {plain(one.word)}" for one in forecast.also)
    for throw in forecast.throws:
        yield from (f"face {plain(one.word)}" for one in throw.strip)
