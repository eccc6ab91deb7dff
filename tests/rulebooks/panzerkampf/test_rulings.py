"""The rulings: what each decides, on what ground, and for which option."""

import re
from pathlib import Path

import pytest

from hulldown.kernel.files import read_text
from hulldown.rulebooks.panzerkampf import library
from hulldown.rulebooks.panzerkampf.rules import HERE, RULES

# PK-R1 to PK-R53 are those of the ledger and of the data; the engine's have tens of their own. PK-R60 was given up.
NUMBERED = [f"PK-R{number}" for number in (*range(1, 59), *range(61, 66), *range(70, 77))]
HOUSE = {"pace", "clear", "last_support", "dug_in", "silent_start", "rounds", "third_flying"}


def test_all_rulings_are_written_down_once() -> None:
    assert sorted(ruling.id for ruling in RULES.rulings) == sorted([*NUMBERED, "PK-H1"])


def test_each_ruling_asks_decides_and_says_why() -> None:
    for ruling in RULES.rulings:
        assert ruling.title.endswith("?"), ruling.id
        for told in (ruling.summary, ruling.why):
            assert told[0].isupper(), ruling.id
            assert told.endswith("."), ruling.id


def test_what_the_house_adds_is_an_option_and_every_such_option_has_its_ruling() -> None:
    house = {ruling.id: list(ruling.options) for ruling in RULES.rulings if ruling.ground == "house"}
    assert {option for options in house.values() for option in options} == HOUSE
    assert {option.name for option in library.OPTIONS if option.house} == HOUSE
    for option in library.OPTIONS:
        ruled = [ruling for ruling in option.rules if option.name in house.get(ruling, ())]
        assert bool(ruled) == option.house


def test_other_rulings_name_options_that_there_are() -> None:
    for ruling in RULES.rulings:
        assert set(ruling.options) <= {option.name for option in library.OPTIONS}, ruling.id


@pytest.mark.parametrize("path", [path for path in sorted(HERE.rglob("*")) if path.suffix in {".toml", ".py"}], ids=str)
def test_every_rule_and_ruling_that_code_and_data_cite_is_there(path: Path) -> None:
    assert set(re.findall(r"PK-[RH]?\d+", read_text(path))) <= set(RULES)
