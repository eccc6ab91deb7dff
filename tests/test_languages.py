"""The check of languages finds what is told wrongly, and lists what is not told."""

from typing import Any

import pytest

from tests import languages

GERMAN: dict[str, Any] = {
    "Back": "Zurück",
    "Step {at} of 12": "Schritt {at} von 12",
    "{n} rules": {"one": "{n} Regel", "other": "{n} Regeln"},
}
SAID, COUNTED = {"Back", "Step {at} of 12"}, {"{n} rules"}


def faults(monkeypatch: pytest.MonkeyPatch, **changed: Any) -> list[str]:
    monkeypatch.setattr(languages, "catalogue", lambda language: GERMAN | changed)
    return list(languages.catalogue_faults("de", SAID, COUNTED))


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"Forth": "Vor"}, "'Forth' is said nowhere"),
        ({"Step {at} of 12": "Schritt {an} von 12"}, "other blanks"),
        ({"Step {at} of 12": "Schritt {at} von 13"}, "other figures"),
        ({"Back": {"one": "Zurück", "other": "Zurück"}}, "has forms"),
        ({"{n} rules": "{n} Regeln"}, "has no forms"),
        ({"{n} rules": {"one": "{m} Regel", "other": "{n} Regeln"}}, "other blanks"),
    ],
)
def test_what_a_catalogue_tells_wrongly_is_a_fault(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, Any], told: str
) -> None:
    (fault,) = faults(monkeypatch, **changed)
    assert told in fault


def test_one_thing_may_be_told_without_its_number(monkeypatch: pytest.MonkeyPatch) -> None:
    assert faults(monkeypatch, **{"{n} rules": {"one": "Eine Regel", "other": "{n} Regeln"}}) == []


def test_sentences_are_found_however_they_are_written() -> None:
    text = """say("Go \\"on\\"") say('Back') later(
      "Play",
    ) around("Search with {key}.", "key") many("{n} rule", "{n} rules", rules.length) say(word) essay("no")"""
    assert [languages.unquoted(found[1]) for found in languages.SAID.finditer(text)] == [
        'Go "on"',
        "Back",
        "Play",
        "Search with {key}.",
    ]
    assert [languages.unquoted(found[2]) for found in languages.COUNTED.finditer(text)] == ["{n} rules"]


def test_nothing_is_told_wrongly_and_what_is_missing_is_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert languages.faults() == []
    said, counted = languages.spoken()
    assert len(said) > 200
    assert counted
    monkeypatch.setattr(languages, "catalogue", lambda language: {"Back one step": "Einen Schritt zurück"})
    told = list(languages.report())
    assert told[0].startswith("Deutsch, the client: 1 of ")
    assert told[1].startswith("  missing: ")
    assert "Components that speak English alone: " in told[-1]


def test_a_seal_is_put_where_it_is_missing_and_renewed_where_it_was_asked_for() -> None:
    text = '# Regeln\n\n[T-01]\nof = "old"\ntitle = "Eins"\n\n["word a"]\nname = "Wort"\n\n[T-02]\nof = "old"\n'
    seals = {"T-01": "aaaa", "word a": "bbbb", "T-02": "cccc"}
    whole = languages.sealed(text, seals, set())
    assert [line for line in whole.split("\n") if line.startswith("of")] == [
        f'of = "{seal}"' for seal in seals.values()
    ]
    assert languages.sealed(whole, seals, set()) == whole
    some = languages.sealed(text, seals, {"T-01"})
    assert [line for line in some.split("\n") if line.startswith("of")] == ['of = "aaaa"', 'of = "old"']
