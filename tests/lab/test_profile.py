"""Which functions take most of a game: by name, the dearest first, each book counting alike."""

import pytest

from hulldown.lab import profile


def test_the_dearest_functions_of_each_book_and_of_all_are_named() -> None:
    told: list[str] = []
    main = {"france1944": ("first-steps", 2), "dynamic": ("duel", 1)}
    found = profile.run(told.append, main)
    assert told == ["france1944, first-steps", "dynamic, duel"]
    assert [(part["book"], part["scenario"]) for part in found["books"]] == [
        ("france1944", "first-steps"),
        ("dynamic", "duel"),
    ]
    for functions in (found["whole"], *(part["functions"] for part in found["books"])):
        shares = [one["share"] for one in functions]
        assert len(shares) == 5
        assert shares == sorted(shares, reverse=True)
        assert 0 < sum(shares) <= 1
        assert all(one["calls"] > 0 for one in functions)
    assert all(part["seconds"] > 0 for part in found["books"])
    assert any(one["name"].startswith(("rulebooks.panzerstrike.", "bots.panzerstrike.")) for one in found["whole"])


def test_of_the_whole_a_book_counts_as_much_as_any_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(profile, "MOST", 1000)
    found = profile.run(lambda told: None, {"france1944": ("first-steps", 1), "dynamic": ("duel", 1)})
    assert sum(one["share"] for one in found["whole"]) == pytest.approx(1)
    setup = "bots.panzerstrike.dynamic.tactics.promising"
    (alone,) = [one for one in found["books"][1]["functions"] if one["name"] == setup]
    (among,) = [one for one in found["whole"] if one["name"] == setup]
    assert among["share"] == pytest.approx(alone["share"] / 2)
    assert among["calls"] == alone["calls"] / 2
