"""Bots from elsewhere: they play as the house's do, and whatever they do wrong is told in a sentence."""

import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw

from hulldown import rulebooks
from hulldown.bots import make, plugged, titled
from hulldown.bots.plugged import Asked
from hulldown.kernel.files import Fault
from hulldown.kernel.wire import encode
from hulldown.lab.simulate import simulate
from hulldown.rulebooks import load

FILE = str(Path(__file__).with_name("misbehaving.py"))
BOOK = load("france1944")
SETUP = BOOK.library.build("first-steps")
LONELY = """
import sys
from hulldown.bots import plugin
plugin.LONGEST = 1
plugin.main(sys.argv[1] + ":Hangs", "france1944")
"""
ASKED = b"".join(encode(one) + b"\n" for one in (Asked(1, "1"), Asked(1, view=Raw(encode(BOOK.start(SETUP))))))


def played(bot: str, games: int = 1) -> Any:
    return simulate("france1944", SETUP, (f"{FILE}:{bot}", "random"), games=games, seed="elsewhere")


def test_a_bot_from_elsewhere_plays_and_the_same_seed_gives_the_same_games() -> None:
    once, again = played("Behaves", 4), played("Behaves", 4)
    assert once.failures == ()
    assert (once.won, once.orders, once.losses) == (again.won, again.orders, again.losses)


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        ("FailsLater", "failed in line 29: ZeroDivisionError: integer division or modulo by zero"),
        ("GivesWhatIsNotAllowed", "gave an order that is not allowed: "),
        ("GivesNothing", "gave what is no order: "),
        ("EatsMemory", "wanted more than 1024 MiB of memory"),
        ("Leaves", "ended its process (3)"),
        ("LeavesPolitely", "failed in line 66: SystemExit: enough"),
        ("GoesTooDeep", "failed in line 94: RecursionError: "),
        ("ReadsFromTheTerminal", "failed in line 111: EOFError: "),
        ("FailsAtLength", "failed in line 116: ValueError: first second and so on "),
        ("FailsUnspeakably", "failed in line 126: Unspeakable: it cannot say why"),
        ("GivesWhatCannotBeSent", "gave what is no order: object"),
        ("GivesWithoutEnd", "gave an order without end"),
    ],
)
def test_what_a_bot_does_wrong_is_told_and_its_game_counts_for_nobody(bot: str, told: str) -> None:
    report = played(bot, 2)
    assert report.finished == 0
    for failure in report.failures:
        assert failure.message.startswith(f"Misplayed: {FILE}:{bot} {told}")
        assert failure.message.isprintable()
        assert len(failure.message) < len(FILE) + 400


def test_a_bot_that_hangs_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugged, "ORDER_SECONDS", 0.5)
    monkeypatch.setattr(plugged, "START_SECONDS", 60.0)
    [failure] = played("Hangs").failures
    assert failure.message == f"Misplayed: {FILE}:Hangs gave no answer within 0.5 seconds"


def test_an_order_that_comes_too_late_is_not_taken_for_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugged, "ORDER_SECONDS", 1.0)
    monkeypatch.setattr(plugged, "START_SECONDS", 60.0)
    first, second = played("IsLate", 2).failures
    for failure in (first, second):
        assert failure.message == f"Misplayed: {FILE}:IsLate gave no answer within 1 seconds"


@pytest.mark.parametrize("bot", ["WritesIntoTheAnswers", "ChangesTheView"])
def test_what_a_bot_does_in_its_own_process_stays_there(bot: str) -> None:
    assert played(bot).failures == ()


def test_a_bot_that_hangs_when_nobody_is_left_to_end_it_ends_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plugged, "ORDER_SECONDS", 60.0)
    host = subprocess.Popen([sys.executable, "-c", LONELY, FILE], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out, _ = host.communicate(ASKED, timeout=60)
    assert host.returncode == -signal.SIGALRM
    assert out.count(b"\n") == 1


def test_what_a_bot_prints_does_not_disturb_its_orders(capfd: pytest.CaptureFixture[str]) -> None:
    assert played("Prints").failures == ()
    assert "What a nice tank." in capfd.readouterr().err


@pytest.mark.parametrize(
    ("bot", "told"),
    [
        (f"{FILE}:CannotBeMade", "cannot be made in line 21: RuntimeError: no engine"),
        (f"{FILE}:EndsAtStart", "ended its process (4)"),
        (f"{FILE}:Nobody", "is no bot: misbehaving.py has no class Nobody with a method `choose`"),
        ("nowhere.py:Charge", "is not there: there is no such file"),
    ],
)
def test_a_bot_that_cannot_be_made_is_told_of_before_any_game(bot: str, told: str) -> None:
    with pytest.raises(Fault) as caught:
        make(bot, BOOK, 1)
    assert caught.value.message == f"{bot} {told}"


def test_a_bot_is_told_of_no_other_book_from_elsewhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(rulebooks._entered, "toy", "tests.toy")
    monkeypatch.chdir(tmp_path)  # where the process of the bot does not find it
    assert played("Behaves").failures == ()


def test_what_there_is_is_told() -> None:
    with pytest.raises(
        Fault, match=r"there is greedy, planner, random, learned, or one of your own as mybot\.py:Charge"
    ):
        make("nobody", BOOK, 1)
    assert titled("bots/mybot.py:Charge") == "Charge (mybot.py)"
