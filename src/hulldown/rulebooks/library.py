"""What the libraries of all books do alike: scenarios with what was agreed otherwise, rows of lists, kinds of files.

A book's `files` says what its files hold and reads them, its `options` what may be agreed on, its `setup` what a game
starts from and when that is sound, its `question` what may be asked about a shot. Its `library` is the door to all of
them: it lists, and it builds set-ups.
"""

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from msgspec import UNSET

from hulldown.kernel.camera import Extent, misplaced
from hulldown.kernel.files import Fault, convert, line_of, read_text, read_toml
from hulldown.kernel.library import Follow, Force, ScenarioForce
from hulldown.kernel.option import Option, read_options
from hulldown.kernel.rule import Rule
from hulldown.kernel.wire import plain
from hulldown.rulebooks.files import Head
from hulldown.rulebooks.shares import shares

T = TypeVar("T")
Judge = Callable[[Path], str]


# Set-ups


def with_options(sheet: T, options: Mapping[str, str], known: Iterable[Option]) -> T:
    """A scenario with what the players agreed otherwise."""
    return changed(sheet, read_options(options, known))


def changed(sheet: T, values: Mapping[str, Any]) -> T:
    """A scenario with other values, judged as those of a file."""
    return convert(plain(sheet) | values, type(sheet), "options")


def within_bounds(setup: T, where: str) -> T:
    """A set-up within the bounds of every figure, wherever it came from."""
    return convert(plain(setup), type(setup), where)


def file_of(setup: Any) -> str:
    """Where a set-up was read from: what is wrong with it is said of that file."""
    return f"{setup.scenario}.toml"


def ends_by_itself(setup: T) -> tuple[T, str]:
    """What `bounded` is for a book whose games all end: nothing is set for those that nobody watches."""
    return setup, ""


# Lists


def force(units: Mapping[str, int], points: float, total: float, limit: Rule, *follows: Follow) -> Force:
    """An army, what is left of its points by the rule of their limit, and what follows from it."""
    return Force(units, points, total, total - points, limit.id, follows)


def head_of(path: Path, sheet: Head) -> dict[str, Any]:
    """What every scenario tells of itself."""
    return {
        "id": path.stem,
        "name": sheet.name,
        "summary": sheet.summary,
        "minutes": sheet.minutes,
        "fixed": sheet.fixed or UNSET,
        "camera": sheet.camera or UNSET,
        "fair": shares(path.parents[1]).fair("scenario", path.stem),
    }


def force_row(force: Force, **more: Any) -> ScenarioForce:
    """A side of a scenario: its army, and what the book has beside it."""
    return ScenarioForce(force.units, force.points, **more)


# Files


def judge(path: Path, kinds: Mapping[str, Judge], scenario: Judge, told: str) -> str:
    """What kind of file it is: by its suffix, or by a key that only such files have; else it is a scenario."""
    if path.suffix in kinds:
        return kinds[path.suffix](path)
    if path.suffix != ".toml":
        raise Fault(str(path), told)
    data = read_toml(path)[1]
    return next((kinds[key] for key in kinds if key in data), scenario)(path)


def scenario_told(path: Path, sheet: Head, table: Extent, remark: str) -> str:
    if sheet.camera and (told := misplaced(sheet.camera, table)):
        raise Fault(f"{path}:{line_of(read_text(path), '$.camera')}", told)
    return f"a scenario, {sheet.name}" + (f" ({remark})" if remark else "")
