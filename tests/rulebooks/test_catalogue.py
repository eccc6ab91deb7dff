"""The words of all catalogues: whoever opens one rule or ruling alone understands it without the one before."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest

from hulldown.kernel.rule import Rule, Ruling
from hulldown.rulebooks import BOOKS, load

# Words that lean on a sentence before, or answer a question that is not repeated.
LEANING = (
    "Afterwards|Also|And|Any other|As well|At its|At that|Both are|But|By it|Else|Except|He|Her|His|However|"
    "If it|If none|If not|If so|In addition|In that|Instead|It|Its|Likewise|Nor|Not|Once more|Only then|Or|Otherwise|"
    "Second|See|She|So|Such|That|Their|Then|There it|Therefore|These|They|This|Those|Too|What it|When it|Yes|Yet"
)
LEANS = re.compile(rf"(?:{LEANING})\b|No[,.:;]")
# A title may be short, but it names its thing.
LEANING_TITLE = re.compile(r"(?:And|Else|It|Its|Otherwise|That|Then|These|They|This|Those|What it|Yes)\b")
# Shorthand that a reader has to unfold for himself.
SHORTHAND = re.compile(r" / |\b(?:e\.g|i\.e|etc|cf|incl|max|min|approx|resp)\.|\bvs\b|\b(?:see|as) (?:above|below)\b")
SIGNS = re.compile(r"[=≥≤<>±→]")  # a ruling may need a formula, a rule is told in words
JOINED = re.compile(r"[^\s/]+/[^\s/]+")
# What is printed with a stroke: entries of a chart, and a tank's name.
STROKES = {"4/5", "5/6", "T-34/85"}
LEAST_WORDS = 6
MOST_SENTENCES = 3  # of a rule; a ruling may need more
# Abbreviations of the charts, and the words that have to stand in the same text.
EXPLAINED = {
    "SPAA": "anti-aircraft",
    "AP": "armour-piercing",
    "HE": "high-explosive",
    "MOV": "movement value",
    "TRN": "turning value",
    "RNG": "range",
    "ANG": "angle",
    "ATT": "shots",
    "ACC": "accuracy",
    "PEN": "penetration",
    "DMG": "damage",
    "AS": "anti-submarine",
}


def sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.?!])\s+(?=[A-Z0-9`])", text)


def faults(entry: Rule) -> Iterator[str]:
    """What keeps the summary of a rule or a ruling from being read alone."""
    told = entry.summary
    if not (told[0].isupper() or told[0].isdigit()):
        yield "begins neither with a capital letter nor with a figure"
    if not told.endswith(".") or told.endswith(".."):
        yield "does not end with a full stop"
    if len(told.split()) < LEAST_WORDS:
        yield f"has fewer than {LEAST_WORDS} words"
    if found := LEANS.match(told):
        yield f"leans on something before it: {found[0]!r}"
    if found := SHORTHAND.search(told):
        yield f"has shorthand: {found[0]!r}"
    yield from (f"joins words by a stroke: {word!r}" for word in strokes(told))
    if not isinstance(entry, Ruling):
        yield from faults_of_a_rule(told)
    for short, words in EXPLAINED.items():
        if re.search(rf"\b{short}\b", told) and words not in told.lower():
            yield f"does not explain {short}"


def faults_of_a_rule(told: str) -> Iterator[str]:
    if len(sentences(told)) > MOST_SENTENCES:
        yield f"has more than {MOST_SENTENCES} sentences"
    if found := SIGNS.search(told):
        yield f"has a sign for a word: {found[0]!r}"


def strokes(text: str) -> list[str]:
    joined = [word.strip("`().,;:\"'") for word in JOINED.findall(text)]
    return [word for word in joined if word not in STROKES]


@pytest.mark.parametrize("book", BOOKS)
def test_every_summary_stands_by_itself(book: str) -> None:
    found = {entry.id: list(faults(entry)) for entry in load(book).rules.values()}
    assert {name: told for name, told in found.items() if told} == {}


@pytest.mark.parametrize("book", BOOKS)
def test_no_summary_is_told_twice(book: str) -> None:
    told = Counter(entry.summary for entry in load(book).rules.values())
    assert [summary for summary, times in told.items() if times > 1] == []


@pytest.mark.parametrize("book", BOOKS)
def test_no_title_leans_on_the_one_before(book: str) -> None:
    titles = [entry.title for entry in load(book).rules.values()]
    assert [title for title in titles if LEANING_TITLE.match(title) or strokes(title)] == []


@pytest.mark.parametrize("book", BOOKS)
def test_every_ruling_asks_a_question(book: str) -> None:
    titles = [ruling.title for ruling in load(book).rules.rulings]
    assert [title for title in titles if not title.endswith("?")] == []


@pytest.mark.parametrize(
    ("told", "fault"),
    [
        ("Otherwise the shot has no effect at all.", "leans"),
        ("It may be entered for three movement points.", "leans"),
        ("No, a tank may not do that here.", "leans"),
        ("Yes, a tank may do that as well.", "leans"),
        ("tanks may be moved by one step each.", "capital"),
        ("Tanks may be moved by one step each", "full stop"),
        ("One tank per square.", "fewer"),
        ("Squares are street/open squares, or hold buildings.", "stroke"),
        ("Squares are streets / open, or hold buildings.", "shorthand"),
        ("A gun of some size, e.g. a howitzer, may fire.", "shorthand"),
        ("Each player has 3 SPAA that cost him nothing.", "explain"),
        ("Active tanks 1 to 4 → 2 dice, 5 to 8 → 3.", "sign"),
        ("A tank may do more, see above, and fire.", "shorthand"),
        ("A tank moves. A tank turns. A tank fires. A tank stands.", "sentences"),
    ],
)
def test_a_summary_that_does_not_stand_by_itself_is_told(told: str, fault: str) -> None:
    found = list(faults(Rule("TOY-1", "Toys", "base", "A toy", told)))
    assert any(fault in one for one in found), found


def test_a_summary_in_whole_sentences_passes() -> None:
    told = "No tank may fire twice in a turn. An entry such as 4/5 means that 5 dice are rolled and 4 chosen."
    assert list(faults(Rule("TOY-1", "Toys", "base", "A toy", told))) == []
