"""Goldens: compared, told apart line by line, and renewed by one command."""

from pathlib import Path

import pytest

from tests.conftest import Golden, compare
from tests.kernel.table import with_acts
from tests.toy import toy

COMMAND = "pytest tests/test_x.py --renew"


def test_a_golden_is_written_by_renewal_and_then_holds(tmp_path: Path) -> None:
    file = tmp_path / "golden" / "x.txt"
    compare(file, "one\ntwo\n", True, COMMAND)
    assert file.read_bytes() == b"one\ntwo\n"
    compare(file, "one\ntwo\n", False, COMMAND)


@pytest.mark.parametrize("text", ["one\n2\n", "one\ntwo", "one\ntwo\n\n", ""])
def test_another_text_fails_with_a_diff_and_the_command_and_leaves_the_file(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.txt"
    file.write_text("one\ntwo\n")
    with pytest.raises(pytest.fail.Exception) as failed:
        compare(file, text, False, COMMAND)
    told = str(failed.value).split("\n")
    assert told[:3] == ["golden/x.txt is not what it was", "--- golden/x.txt", "+++ now"]
    assert any(line.startswith(("-", "+")) for line in told[3:-1])
    assert told[-1] == "if the change is meant: .venv/bin/pytest tests/test_x.py --renew"
    assert file.read_text() == "one\ntwo\n"


def test_a_golden_that_is_not_there_fails_and_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"there is no golden/x.txt yet; write it: .venv/bin/pytest"):
        compare(tmp_path / "x.txt", "one", False, COMMAND)
    assert list(tmp_path.iterdir()) == []


def test_a_game_of_the_toy_is_told_as_it_was(golden: Golden) -> None:
    """The record of one game with all that the kernel does: a change of dice, hashes, wire or log shows here."""
    game = with_acts("golden", 40)
    game.agree_draw()
    golden("toy.jsonl", game.record().text())
    assert toy.draw(game.state)
