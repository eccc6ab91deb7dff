"""`verify` and `check`: what is wrong, and where."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest

import hulldown.kernel.checker
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.game import Game
from hulldown.kernel.record import Line, Record, SetupLine, chain
from hulldown.kernel.side import RED
from hulldown.rulebooks import load
from tests.cli.conftest import BOOK, SCENARIO, Run, faulty, refused
from tests.sealed import Table
from tests.typed import recorded, typed_game

GOOD_ARMY = 'name = "Mine"\ntotal = 9\n\n[tanks]\nheavy = 2\nlight = 3\n'


def judged(run: Run, command: str, file: Path) -> tuple[int, dict[str, Any]]:
    ran = run(command, file, "--json")
    assert ran.err == ""
    found: dict[str, Any] = json.loads(ran.out)
    assert list(found) == ["ok", "problems", *["proofs", "dice"] * (file.suffix == ".jsonl")]
    assert all(list(problem)[:3] == ["where", "rule", "message"] for problem in found["problems"])
    assert all(list(proof) == ["what", "verdict", "sentence"] for proof in found.get("proofs", []))
    return ran.status, found


def verdicts(found: dict[str, Any]) -> dict[str, str]:
    return {proof["what"]: proof["verdict"] for proof in found["proofs"]}


def mended(lines: list[Line], file: Path) -> Path:
    """A record whose hashes were made to fit."""
    Record(chain(lines)).write(file)
    return file


@pytest.mark.parametrize("command", ["verify", "check"])
def test_a_good_record_is_proved_line_by_line(run: Run, record_file: Path, command: str) -> None:
    status, found = judged(run, command, record_file)
    assert (status, found["ok"], found["problems"]) == (0, True, [])
    assert list(verdicts(found).values()) == ["proved", "whole", "proved", *["as shipped"] * 6, "told"]
    ran = run(command, record_file)
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.lines)) <= 80
    told = " ".join(ran.out.split())
    assert f"{record_file}: orders, chain and dice are proved orders" in told
    for proof in found["proofs"]:
        assert f"{proof['what']} {proof['sentence']}" in told


@pytest.mark.parametrize("command", ["verify", "check"])
def test_a_running_game_is_not_wrong_and_not_yet_proved(
    run: Run, record_file: Path, tmp_path: Path, command: str
) -> None:
    cut = mended(Record.read(record_file).lines[:-3], tmp_path / "cut.jsonl")
    status, found = judged(run, command, cut)
    assert (status, found["ok"], found["problems"]) == (3, False, [])
    assert verdicts(found)["dice"] == "not yet provable"
    ran = run(command, cut)
    assert (ran.status, ran.err) == (3, "")
    assert "nothing is wrong, but not all is proved" in " ".join(ran.out.split())


def test_a_changed_chart_is_named_though_all_is_proved(run: Run, record_file: Path, tmp_path: Path) -> None:
    head, *lines = Record.read(record_file).lines
    assert isinstance(head, SetupLine)
    setup = bytes(head.setup).replace(b'"name":"Heavy"', b'"name":"Tiger"')
    file = mended([msgspec.structs.replace(head, setup=msgspec.Raw(setup)), *lines], tmp_path / "tiger.jsonl")
    status, found = judged(run, "verify", file)
    assert (status, found["ok"], verdicts(found)["set-up figures"]) == (0, True, "changed")
    told = " ".join(run("verify", file).out.split())
    assert 'set-up figures changed: chart[heavy].name "Tiger" instead of "Heavy"' in told
    assert "orders, chain and dice are proved; the set-up is changed" in told


def test_acts_stand_under_each_other(run: Run, tmp_path: Path) -> None:
    book = load(BOOK)
    game = Game(book, book.library.build(SCENARIO), SeededDice("acts"))
    for why in ("late", "failed"):
        game.replace_bot(RED, f"takeover/planner:ace/greedy/{why}")
    game.resign(RED)
    game.record().write(tmp_path / "acts.jsonl")
    ran = run("verify", tmp_path / "acts.jsonl")
    assert ran.status == 0
    assert sum(line.startswith("acts") for line in ran.lines) == 1
    assert sum(line.startswith(f"{'':17}line ") for line in ran.lines) == 2


@pytest.mark.parametrize("command", ["verify", "check"])
def test_a_changed_line_is_named(run: Run, record_file: Path, tmp_path: Path, command: str) -> None:
    lines = record_file.read_text().splitlines()
    at = next(at for at, line in enumerate(lines) if '"Deployed"' in line)
    lines[at] = lines[at].replace('"facing":', '"facing":1')
    changed = tmp_path / "changed.jsonl"
    changed.write_text("\n".join(lines) + "\n")
    status, found = judged(run, command, changed)
    assert (status, found["ok"]) == (1, False)
    assert found["problems"][0]["where"] == f"{changed}:{at + 1}"
    assert verdicts(found)["chain"] == "broken"
    ran = run(command, changed)
    assert ran.status == 1
    assert "something is wrong" in " ".join(ran.out.split())
    assert len(ran.err.splitlines()) == len(found["problems"])
    assert all(line.startswith(f"{changed}:") for line in ran.err.splitlines())


def test_a_record_of_an_unknown_book_is_wrong_not_misuse(run: Run, record_file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_text(record_file.read_text().replace(f'"{BOOK}"', '"chess"'))
    for command in ("verify", "check", "replay"):
        refused(run(command, other), 1, f"{other}:1", "chess")


def test_a_good_army_is_called_by_its_name(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "army.toml"
    file.write_text(GOOD_ARMY)
    ran = run("check", file)
    assert (ran.status, ran.err) == (0, "")
    assert "army" in ran.out
    assert "Mine" in ran.out
    assert judged(run, "check", file) == (0, {"ok": True, "problems": []})
    assert run("check", file, "--book", BOOK).status == 0


def test_a_mistake_is_named_with_its_line_and_its_field(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "army.toml"
    file.write_text(GOOD_ARMY.replace("light = 3", 'light = "three"'))
    faulty(run("check", file), f"{file}:", "tanks: light is 'three'; a whole number")
    file.write_text(GOOD_ARMY.replace("light = 3", "light = 4"))
    status, found = judged(run, "check", file)
    assert status == 1
    assert found["problems"][0]["rule"] == "FR-04"


def test_a_bundled_map_copied_by_hand_is_good(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "map.txt"
    file.write_text("name: Mine\nnorth: left\n\n....\n.##.\n")
    ran = run("check", file)
    assert ran.status == 0
    assert "4 x 2" in ran.out


def test_an_unknown_book_is_misuse(run: Run, tmp_path: Path) -> None:
    refused(run("check", tmp_path / "army.toml", "--book", "chess"), 2, "chess", BOOK)


def test_a_file_of_no_known_kind_is_told_what_kinds_there_are(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "letter.doc"
    file.write_text("Dear players")
    refused(run("check", file), 1, ".txt", ".toml", ".jsonl")


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("army.toml", 'name = "Mine"\ntotal = 9\n\n[units]\nheavy = "two"\n', (":5", "units", "whole number")),
        ("army.toml", 'name = "Mine"\ntotal = 9\n\n[tanks]\nheavy = "two"\n', (":5", "tanks", "whole number")),
        ("board.txt", "name: Mine\n\n.W..\n..?.\n", (":4", "'?'", "W")),
    ],
)
def test_a_mistake_is_told_by_the_book_that_the_file_is_meant_for(
    run: Run, tmp_path: Path, name: str, text: str, told: tuple[str, ...]
) -> None:
    file = tmp_path / name
    file.write_text(text)
    faulty(run("check", file), f"{file}", *told)


# Sealed dice

SEALED = Path(__file__).parents[1] / "kernel" / "golden" / "sealed"
LAST = "5a07a4551b694a4ea362c5c79b4c0b8aa9243e8b7253dd958e0d0a17df38dc8b"


@pytest.mark.parametrize(
    ("name", "status", "dice"), [("kept", 0, "sealed"), ("deposited", 0, "sealed"), ("drawn", 3, "unproved")]
)
def test_dice_alone_are_proved_without_any_rulebook(run: Run, name: str, status: int, dice: str) -> None:
    ran = run("verify", SEALED / f"{name}.jsonl", "--dice-only", "--json")
    found = json.loads(ran.out)
    assert (ran.status, found["dice"], found["problems"]) == (status, dice, [])
    ran = run("verify", SEALED / f"{name}.jsonl", "--dice-only")
    assert ("chain and dice are proved" in " ".join(ran.out.split())) == (status == 0)
    assert "orders" not in ran.out


def test_dice_that_are_not_proved_are_an_error_where_that_is_asked_for(
    run: Run, record_file: Path, tmp_path: Path
) -> None:
    assert run("verify", SEALED / "kept.jsonl", "--dice-only", "--strict").status == 0
    assert run("verify", record_file, "--strict").status == 0
    for file in (SEALED / "drawn.jsonl", record_file):
        ran = run("verify", file, "--dice-only", "--strict")
        assert (ran.status, "the dice are not proved" in ran.err) == (1, True)
    running = mended(Record.read(record_file).lines[:-3], tmp_path / "runs.jsonl")
    assert [run("verify", running).status, run("verify", running, "--strict").status] == [3, 1]


def test_dice_of_a_seed_are_called_seeded(run: Run, record_file: Path) -> None:
    _, found = judged(run, "verify", record_file)
    assert found["dice"] == "seeded"
    (told,) = [proof["sentence"] for proof in found["proofs"] if proof["what"] == "dice"]
    assert told.startswith("the dice follow from a seed that the host fixed, and knew, before the first order")


def test_receipts_are_compared(run: Run, record_file: Path) -> None:
    kept = SEALED / "kept.jsonl"
    first = "0:15952085b8396a344c00663511a46dbdc0384b13f688e6249122e83af87c4d3a"
    ran = run("verify", kept, "--dice-only", "--receipt", f"10:{LAST}", "--receipt", first)
    assert (ran.status, "receipts compared: 2" in ran.out) == (0, True)
    ran = run("verify", kept, "--dice-only", "--receipt", f"9:{LAST}")
    assert (ran.status, "changed or cut" in ran.err) == (1, True)
    last = Record.read(record_file).lines[-1].hash
    many = len(Record.read(record_file).lines) - 1
    assert run("verify", record_file, "--receipt", f"{many}:{last}").status == 0
    assert run("verify", record_file, "--receipt", f"{many - 1}:{last}").status == 1


def test_a_cheat_is_told_with_its_line(run: Run, tmp_path: Path) -> None:
    cheat = json.loads((SEALED / "cheats.jsonl").read_text(encoding="utf-8").splitlines()[0])
    file = tmp_path / "cheat.jsonl"
    file.write_text("\n".join(cheat["rows"]) + "\n", encoding="utf-8")
    ran = run("verify", file, "--dice-only")
    assert (ran.status, ran.err) == (1, f"{file}:6: TOY-7 shows [5, 2]; the keys give [4, 2]\n")


@pytest.fixture
def sealed_file(tmp_path: Path) -> Path:
    """A whole battle in which Red keeps its key and Blue has deposited its own."""
    book = load(BOOK)
    table = Table(("seat", "deposited"), book, book.library.build(SCENARIO))
    table.play_on("sealed", 60)
    table.act(lambda: table.game.resign(RED))
    table.record().write(tmp_path / "sealed.jsonl")
    return tmp_path / "sealed.jsonl"


def test_a_battle_with_sealed_dice_is_proved_and_told(run: Run, sealed_file: Path) -> None:
    status, found = judged(run, "verify", sealed_file)
    assert (status, found["ok"], found["dice"], found["problems"]) == (0, True, "sealed", [])
    assert list(verdicts(found)) == ["orders", "chain", "dice", "keys", *list(verdicts(found))[4:]]
    assert run("check", sealed_file).status == 0
    ran = run("replay", sealed_file)
    assert ran.status == 0
    for sentence in ("Red has its own dice key.", "Blue left its dice key with the host.", "dice are called."):
        assert sentence in ran.out


def test_typed_dice_are_as_the_players_reported(run: Run, tmp_path: Path) -> None:
    book = load(BOOK)
    file = tmp_path / "table.jsonl"
    recorded(typed_game(book, book.library.build(SCENARIO), 60)).write(file)
    status, found = judged(run, "verify", file)
    assert (status, found["ok"], found["dice"], found["problems"]) == (3, False, "typed", [])
    assert verdicts(found) | {"orders": "proved", "chain": "whole", "dice": "not provable"} == verdicts(found)
    assert "as the players reported" in run("verify", file, "--dice-only").out
    assert (run("verify", file, "--dice-only").status, run("verify", file, "--strict").status) == (3, 1)
    assert run("replay", file).status == 0
    checker = Path(hulldown.kernel.checker.__file__)
    checked = subprocess.run([sys.executable, checker, file], capture_output=True, text=True, check=False)
    assert (checked.returncode, checked.stdout.split("\n")[0].partition(" ")[2]) == (
        3,
        "rolls are as the players reported",
    )
