"""The languages that the books are told in: what there is to tell of a book, and what of it is told in another one."""

from functools import cache
from pathlib import Path

import hulldown.rulebooks
from hulldown.kernel.handbook import advice_of, chapters_of, words_of
from hulldown.kernel.language import Translation, entries_in
from hulldown.kernel.rule import WEIGHTS
from hulldown.rulebooks import BOOKS, home_of, load
from hulldown.rulebooks.figures import figures
from hulldown.rulebooks.lessons import listed_lessons

ENGLISH = "en"
LANGUAGES = {"de": "Deutsch"}  # beside English, each by its own name
SHARED = Path(hulldown.rulebooks.__file__).parent  # what all books have in common


def folder_of(home: Path, language: str) -> Path:
    return home / "languages" / language


@cache
def english_of(book_id: str) -> dict[str, dict[str, str]]:
    """All that a book tells its readers, by a name for each."""
    home, rules = home_of(book_id), load(book_id).rules
    found = {"book": {"sentence": rules.book.sentence}} | {f"weight {word}": {"name": word} for word in WEIGHTS}
    found |= {rule.id: {"title": rule.title, "summary": rule.summary} for rule in rules.printed}
    found |= {one.id: {"title": one.title, "summary": one.summary, "why": one.why} for one in rules.rulings}
    found |= {f"section {rule.section}": {"name": rule.section} for rule in (*rules.printed, *rules.rulings)}
    chapters = chapters_of(rules, home / "chapters.toml")
    found |= {f"chapter {chapter.title}": {"title": chapter.title} for chapter, _ in chapters}
    words = words_of(rules, home / "words.toml", SHARED / "words.toml")
    found |= {f"word {word.id}": {"name": word.name, "says": word.says} for word in words}
    found |= {f"advice {phase}": {"says": says} for phase, says in advice_of(home / "advice.toml").items()}
    found |= {f"figure {name}": {"caption": figure.caption} for name, (_, figure) in figures(book_id).items()}
    for lesson in listed_lessons():
        if lesson.book != book_id:
            continue
        found[f"lesson {lesson.id}"] = {"title": lesson.title, "goal": lesson.goal}
        for number, step in enumerate(lesson.step, 1):
            said = {"say": step.say, "well": step.well, "else": step.other}
            found[f"lesson {lesson.id} {number}"] = {field: text for field, text in said.items() if text}
    return found


@cache
def translation(book_id: str, language: str) -> Translation:
    """A book in a language; in English there is nothing to be put in the place of anything."""
    english = english_of(book_id)
    if language == ENGLISH:
        return Translation(english, {})
    shared = entries_in(folder_of(SHARED, language))
    return Translation(english, shared | entries_in(folder_of(home_of(book_id), language)))


def begun(language: str) -> list[str]:
    """The books that have entries of their own in a language."""
    return [book for book in BOOKS if folder_of(home_of(book), language).is_dir()]
