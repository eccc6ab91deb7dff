"""The rulings: each is written down with its rules, its ground and its reason, in sentences that can stand alone."""

from hulldown.rulebooks.squadron.book import book
from hulldown.rulebooks.squadron.options import SWITCHES
from tests.marks import rule

RULINGS = book.rules.rulings
GONE = {"SQ-Q39"}  # a number is never used again
NUMBERED = {f"SQ-Q{number}" for number in range(1, 42)} - GONE


def test_all_rulings_are_written_down_and_a_number_is_not_used_again() -> None:
    assert {ruling.id for ruling in RULINGS} == NUMBERED | {"SQ-H1", "SQ-H2"}


def test_each_ruling_asks_decides_and_says_why() -> None:
    for ruling in RULINGS:
        assert ruling.title.endswith("?"), ruling.id
        for told in (ruling.summary, ruling.why):
            assert told[0].isupper(), ruling.id
            assert told.endswith("."), ruling.id


def test_each_ruling_has_its_ground() -> None:
    """The diagrams, the cards, the mat and the tiles are lost; what is added by an option names it."""
    lost = {ruling.id for ruling in RULINGS if ruling.ground == "lost"}
    assert lost == {f"SQ-{name}" for name in ["Q14", "Q17", "Q19", "Q20", "Q21", "Q30", "Q31", "H1", "H2"]}
    assert {option for ruling in RULINGS for option in ruling.options} == set(SWITCHES)


@rule("SQ-Q3")
def test_turning_is_ruled_by_the_sum_of_corners() -> None:
    assert "added up" in book.rules["SQ-Q3"].summary
    assert book.rules.about("SQ-43") == ("SQ-Q3",)


def test_titles_are_told_apart_and_summaries_are_sentences() -> None:
    assert len({entry.title for entry in book.rules.values()}) == len(book.rules)
    for entry in book.rules.values():
        assert entry.summary.endswith("."), entry.id
