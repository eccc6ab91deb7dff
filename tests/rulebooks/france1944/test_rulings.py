"""The rulings: each is written down once and in full, and its figures are those of the data."""

from hulldown.rulebooks.panzerstrike.france1944.book import book

RULINGS = {ruling.id: ruling for ruling in book.rules.rulings}
NUMBERED = [f"FR-Q{number:02}" for number in range(1, 38)]
NOTES = [f"FR-H{number}" for number in range(1, 11)]


def test_all_rulings_of_the_ledger_and_our_own_are_written_down() -> None:
    assert sorted(RULINGS) == sorted([*NUMBERED, *NOTES])


def test_each_ruling_asks_decides_and_says_why_in_whole_sentences() -> None:
    for ruling in RULINGS.values():
        assert ruling.title.endswith("?"), ruling.id
        for sentence in (ruling.title, ruling.summary, ruling.why):
            assert sentence[0].isupper() or sentence[0].isdigit(), (ruling.id, sentence)
        assert ruling.summary.endswith("."), ruling.id
        assert ruling.why.endswith("."), ruling.id


def test_what_the_print_has_lost_is_told_from_what_it_never_said() -> None:
    """Pictures, charts, the ruler and the drawings are not to be had. What the house adds is one option."""
    lost = [ruling.id for ruling in RULINGS.values() if ruling.ground == "lost"]
    assert sorted(lost) == ["FR-Q01", "FR-Q02", "FR-Q03", "FR-Q14", "FR-Q17", "FR-Q30", "FR-Q31", "FR-Q32"]
    assert [(ruling.id, ruling.options) for ruling in RULINGS.values() if ruling.ground == "house"] == [
        ("FR-H10", ("hidden",))
    ]
    assert "hidden" in [option.name for option in book.library.OPTIONS]


def test_figures_in_the_rulings_are_those_of_the_data() -> None:
    """The two must not drift apart: dice, ranks, spacing, rounds."""
    figures = book.library.build("crossroads").figures
    assert ", ".join(map(str, figures.large)) in RULINGS["FR-Q01"].summary
    assert (figures.ranks, figures.flag_spacing, figures.flag_neighbours) == (5, 2, 3)
    assert "within five ranks" in RULINGS["FR-Q06"].summary
    assert f"after {figures.quiet_rounds} rounds" in RULINGS["FR-Q33"].summary
