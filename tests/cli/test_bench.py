"""`bench`: shows what was measured."""

import json
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest

from hulldown.kernel.files import Fault
from tests.cli.conftest import Run, refused

MEASURED = {
    "results": [{"name": "decisions of random bots", "value": 21_345.6, "unit": "a second"}],
    "ratios": [{"name": "against a peer", "ours": 12.5, "peer": 5.0, "ratio": 2.5}],
}
STEPS = {"name": "environment steps a second", "ours": 5.0, "peer": 10.0, "ratio": 0.5}

PROFILED = {
    "whole": [{"name": "geometry.squares.grid.squares_of", "share": 0.0512, "calls": 21_345.6}],
    "books": [
        {
            "book": "core",
            "scenario": "duel",
            "seconds": 0.25,
            "functions": [{"name": "rulebooks.panzerstrike.core.tactics.Driver.standing", "share": 0.1, "calls": 3.0}],
        }
    ],
}


def install(
    monkeypatch: pytest.MonkeyPatch, run: Callable[[Callable[[str], None]], Any], name: str = "lab.bench"
) -> None:
    module = ModuleType(f"hulldown.{name}")
    monkeypatch.setattr(module, "run", run, raising=False)
    monkeypatch.setitem(sys.modules, f"hulldown.{name}", module)


def measure(report: Callable[[str], None]) -> dict[str, Any]:
    report("measuring")
    return MEASURED


def test_the_numbers_are_shown_in_a_table_and_as_json(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, measure)
    install(monkeypatch, lambda report: [STEPS], "envs.pace")
    ran = run("bench")
    assert (ran.status, ran.err) == (0, "")
    for words in ("decisions of random bots", "21,346", "2.50 ×", "environment steps a second", "0.50 ×"):
        assert words in ran.out
    assert max(map(len, ran.lines)) <= 80
    assert json.loads(run("bench", "--json").out) == MEASURED | {"ratios": [*MEASURED["ratios"], STEPS]}
    assert json.loads(run("bench", "--envs", "--json").out) == {"results": [], "ratios": [STEPS]}


def test_the_dearest_functions_are_shown_in_tables_and_as_json(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    install(monkeypatch, lambda report: PROFILED, "lab.profile")
    ran = run("bench", "--profile")
    assert (ran.status, ran.err) == (0, "")
    for words in ("geometry.squares.grid.squares_of", "5.1 %", "21,346", "core, duel: 0.250 s a game", "10.0 %"):
        assert words in ran.out
    assert max(map(len, ran.lines)) <= 80
    assert json.loads(run("bench", "--profile", "--json").out) == PROFILED


def test_a_peer_that_is_not_installed_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def miss(report: Callable[[str], None]) -> dict[str, Any]:
        raise Fault("bench", "chess is not installed; run `make bench`")

    install(monkeypatch, miss)
    refused(run("bench"), 1, "chess is not installed", "make bench")
