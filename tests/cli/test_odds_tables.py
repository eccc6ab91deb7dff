"""`odds` over all ranges, with columns of one's own, as files."""

import json
from pathlib import Path

import pytest

from hulldown.kernel.question import odds_between
from hulldown.rulebooks import load
from tests.cli.conftest import BOOK, Run, refused

SHOT = ("odds", BOOK, "--attacker", "heavy", "--target", "medium", "--range", "9")


def test_columns_may_be_targets_attackers_or_a_condition(run: Run) -> None:
    lines = run(*SHOT, "--by", "target=heavy,medium,light").lines
    start = next(at for at, line in enumerate(lines) if line.startswith("range"))
    assert lines[start].split() == ["range", "heavy", "medium", "light"]
    (row,) = [line for line in lines[start + 2 :] if line.split()[0] == "9"]
    for target in ("heavy", "medium", "light"):
        chance = odds_between(load(BOOK).library, "heavy", target, 9, "front", {})["destroyed"]
        assert f"{float(100 * chance):.2f}" in row
    assert "◂" in row
    assert "by range and target" in "".join(lines)
    assert "stationary" in run(*_squadron(), "--by", "start=stationary,moving").out


def _squadron() -> tuple[str, ...]:
    return ("odds", "squadron", "--attacker", "t-34-85", "--target", "panther-g", "--range", "3")


def test_a_file_holds_the_table_exactly_and_its_plot(run: Run, tmp_path: Path) -> None:
    ran = run(*SHOT, "--json", "--out", tmp_path / "o.json", "--out", tmp_path / "o.html", "--out", tmp_path / "o.csv")
    assert list(json.loads(ran.out)) == ["outcomes"]
    found = json.loads((tmp_path / "o.json").read_text())
    assert found["outcomes"] == json.loads(ran.out)["outcomes"]
    (row,) = [row for row in found["table"] if row["range"] == 9]
    exact = odds_between(load(BOOK).library, "heavy", "medium", 9, "side", {})["destroyed"]
    assert row["side"]["fraction"] == f"{exact.numerator}/{exact.denominator}"
    assert "<svg" in (tmp_path / "o.html").read_text()
    assert "range,front,side,rear" in (tmp_path / "o.csv").read_text()


@pytest.mark.parametrize(
    ("by", "told"),
    [
        ("target", ("--by", "target=heavy,light")),
        ("target=", ("--by",)),
        ("target=heavy,heavy", ("--by",)),
        ("target=tiger,heavy", ("tiger",)),
        ("fog=on,off", ("fog",)),
        ("zone=front,top", ("top",)),
    ],
)
def test_wrong_columns_are_misuse(run: Run, by: str, told: tuple[str, ...]) -> None:
    refused(run(*SHOT, "--by", by), 2, *told)


def test_a_long_stretch_without_a_change_is_one_row(run: Run) -> None:
    asked = ("--attacker", "tank-destroyer", "--target", "heavy-tank", "--range", "40")
    rows = [line.split() for line in run("odds", "panzerkampf", *asked).lines]
    (row,) = [row for row in rows if row and row[0] == "1–65"]
    assert "◂" in row
