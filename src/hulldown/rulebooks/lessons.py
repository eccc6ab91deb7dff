"""The lessons of the books: text files in their folders, played once when they are first asked for."""

from functools import cache, lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

from hulldown.kernel.files import Fault, parse_toml, read_text
from hulldown.kernel.lesson import Judge, Lesson, PlayedLesson, is_lesson, parse_lesson, played
from hulldown.kernel.wire import encode
from hulldown.rulebooks import BOOKS, home_of, lines, load, positions


def check_lesson(text: str, where: str) -> PlayedLesson:
    """A lesson once it is played by its own solution; raises `Fault` at the line of what is wrong."""
    lesson, _ = parse_lesson(text, where)
    if lesson.book not in BOOKS:
        raise Fault(where, f"there is no rulebook {lesson.book[:40]!r}; there are {', '.join(BOOKS)}")
    return played(text, where, load(lesson.book), lines(lesson.book), positions(lesson.book))


def lesson_files() -> dict[str, Path]:
    """All lessons that are shipped, by id: of each book the first battle, then its chapters in their order."""
    return dict(_files())


@cache
def _files() -> dict[str, Path]:
    found = list[tuple[int, bool, int, str, Path]]()
    for place, book in enumerate(BOOKS):
        for path in (home_of(book) / "lessons").glob("*.toml"):
            data = parse_toml(read_text(path), str(path))
            order = data.get("order", 0)
            found.append((place, bool(data.get("chapter")), order, str(data["id"]), path))
    return {name: path for _, _, _, name, path in sorted(found)}


def listed_lessons() -> list[Lesson]:
    """What is shipped, unplayed."""
    return [parse_lesson(read_text(path), str(path))[0] for path in lesson_files().values()]


@lru_cache(maxsize=64)
def lesson_of(lesson: str) -> tuple[Judge, str]:
    """A shipped lesson with its judge, and a short hash that changes with its text."""
    files = lesson_files()
    if lesson not in files:
        raise Fault("lesson", f"there is no lesson {lesson[:60]!r}")
    text = read_text(files[lesson])
    found = check_lesson(text, f"lesson {lesson}")
    book = found.lesson.book
    return Judge(found, load(book), lines(book)), blake2b(text.encode(), digest_size=6).hexdigest()


def setup_of(lesson: PlayedLesson) -> str:
    """The set-up of a lesson, as a match has it."""
    return encode(lesson.setup).decode()


def is_lesson_file(path: Path) -> bool:
    """Whether a file is meant as a lesson."""
    try:
        data: dict[str, Any] = parse_toml(read_text(path), str(path)) if path.suffix == ".toml" else {}
    except Fault:
        return False
    return is_lesson(data)
