"""What a record proves, in its own words: never more than is so, and nothing that was changed goes unsaid."""

from functools import cache
from typing import Any

import msgspec
import pytest

from hulldown.kernel.dice import ScriptedDice, SeededDice
from hulldown.kernel.game import Act, Game
from hulldown.kernel.proof import MOST_ACTS, Proof, Report, prove
from hulldown.kernel.record import EndLine, Line, OrderLine, Record, SetupLine, chain
from hulldown.kernel.rule import Book, Catalogue
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED, Side
from tests import toy as t
from tests.kernel.table import driving, new_game, play_on, with_acts
from tests.toy import Setup, State, Toy, toy

replace = msgspec.structs.replace


class Newer(Toy):
    """The same rules, named version 2."""

    rules = Catalogue(Book("toy", "Ambush", "2", "free"), list(toy.rules.values()))


class Stricter(Newer):
    """Version 2, in which nobody halts."""

    def refuse(self, state: State, order: t.Order) -> Any:
        return toy.rules["TOY-4"].refuse("nobody halts") if isinstance(order, t.Halt) else super().refuse(state, order)


@cache
def whole() -> Record:
    game = new_game(SeededDice("whole"))
    play_on(game, 3)
    return game.record()


def halted() -> Record:
    game = driving(3)
    game.dice = SeededDice("halted")
    game.play(t.Halt())
    game.resign(BLUE)
    return game.record()


def mended(*lines: Line) -> Record:
    """Written and read again, with hashes that fit."""
    return Record.parse(Record(chain(lines)).text())


def line_on(what: str, report: Report) -> Proof:
    (found,) = [proof for proof in report.proofs if proof.what == what]
    return found


def verdicts(report: Report) -> dict[str, str]:
    return {proof.what: proof.verdict for proof in report.proofs}


def running(dice: Any = None) -> Game[Any, Any, Any]:
    game = new_game(dice or SeededDice("running"))
    play_on(game, 2, most=12)
    return game


# What is proved


def test_a_whole_game_is_proved_and_its_seed_was_the_hosts() -> None:
    report = prove(whole(), toy)
    assert (report.status, report.problems, report.replays) == (0, (), True)
    assert [(proof.what, proof.verdict) for proof in report.proofs] == [
        ("orders", "proved"),
        ("chain", "whole"),
        ("dice", "proved"),
        ("set-up figures", "as shipped"),
        ("set-up dice", "as shipped"),
        ("set-up board", "as shipped"),
        ("set-up scenario", "as shipped"),
        ("set-up options", "as shipped"),
        ("set-up armies", "as shipped"),
        ("acts", "told"),
    ]
    orders = sum(isinstance(line, OrderLine) for line in whole().lines)
    rolls = sum(len(line.rolls) for line in whole().lines if isinstance(line, OrderLine))
    assert line_on("orders", report).sentence == (
        f"legal under version 1: all {orders} orders replay to the recorded events, and to the recorded result"
    )
    assert line_on("dice", report).sentence == (
        f'the dice follow from a seed that the host fixed, and knew, before the first order, "whole": all {rolls} rolls'
    )
    assert line_on("acts", report).sentence == "none"


def test_the_last_hash_is_told_for_whoever_kept_it() -> None:
    assert line_on("chain", prove(whole(), toy)).sentence.endswith(f"the last is {whole().lines[-1].hash}")


def test_dice_of_a_running_game_are_not_yet_provable() -> None:
    report = prove(running().record(), toy)
    assert (report.status, report.problems, report.replays) == (3, (), True)
    assert verdicts(report)["dice"] == "not yet provable"
    assert line_on("orders", report).sentence.endswith("and the game runs")


def test_scripted_dice_are_not_provable() -> None:
    game = driving(3)
    game.agree_draw()
    report = prove(game.record(), toy)
    assert (report.status, report.replays) == (3, True)
    assert line_on("dice", report) == Proof("dice", "not provable", "the dice are not proved: no seed was promised")


# Forgeries by name


def test_chosen_dice_with_an_empty_hash_are_not_called_right() -> None:
    game = driving(6)
    game.resign(BLUE)
    head, *lines = game.record().lines
    assert isinstance(head, SetupLine)
    assert head.seed_hash == ""
    report = prove(mended(head, *lines), toy)
    assert (report.status, report.problems) == (3, ())
    assert line_on("dice", report).sentence == "the dice are not proved: no seed was promised"


def test_a_hash_that_was_emptied_leaves_the_seed_without_a_promise() -> None:
    head, *lines = whole().lines
    report = prove(mended(replace(head, seed_hash=""), *lines), toy)
    assert report.status == 3
    told = 'the dice are not proved: no seed was promised; the seed "whole" told at the end proves nothing'
    assert line_on("dice", report) == Proof("dice", "not provable", told)


def test_a_zeroed_hash_on_a_running_record_is_told_and_proves_nothing_yet() -> None:
    head, *lines = running().record().lines
    report = prove(mended(replace(head, seed_hash="0" * 40), *lines), toy)
    assert report.status == 3
    assert line_on("dice", report).verdict == "not yet provable"
    assert f'"{"0" * 40}"' in line_on("dice", report).sentence


def test_a_zeroed_hash_on_a_finished_record_is_wrong() -> None:
    head, *lines = whole().lines
    report = prove(mended(replace(head, seed_hash="0" * 40), *lines), toy)
    assert report.status == 1
    assert line_on("dice", report).sentence == (
        "wrong at line 1: the seed told at the end is not the one whose hash the set-up carries"
    )
    assert report.replays


def test_a_cut_end_is_wrong_where_the_game_is_over_and_else_a_game_that_runs() -> None:
    lines = whole().lines
    over = prove(mended(*lines[:-1]), toy)
    assert (over.status, over.problems[0].where) == (1, f"line {len(lines) - 1}")
    assert "does not tell the result and the seed" in over.problems[0].message
    runs = prove(mended(*lines[:-2]), toy)
    assert (runs.status, line_on("dice", runs).verdict) == (3, "not yet provable")


def test_a_resignation_that_was_cut_off_leaves_a_game_that_runs() -> None:
    game = running()
    game.resign(RED)
    assert prove(game.record(), toy).status == 0
    report = prove(mended(*game.record().lines[:-2]), toy)
    assert (report.status, line_on("dice", report).verdict) == (3, "not yet provable")


def test_a_changed_figure_is_named_though_every_order_is_legal() -> None:
    game = new_game(SeededDice("long"), Setup(turns=11))
    game.resign(RED)
    report = prove(game.record(), toy)
    assert report.status == 0
    assert line_on("set-up options", report) == Proof("set-up options", "changed", "changed: turns 11 instead of 10")


# Versions


def test_an_older_record_that_comes_out_alike_is_legal_under_this_version_too() -> None:
    report = prove(whole(), Newer())
    assert (report.status, report.problems, report.replays) == (0, (), True)
    assert line_on("orders", report).sentence.startswith("made under version 1, legal under version 2 too: all ")


def test_an_older_record_that_comes_out_otherwise_is_not_provable_and_not_wrong() -> None:
    record = halted()
    assert prove(record, Newer()).replays
    report = prove(record, Stricter())
    assert (report.status, report.problems, report.replays) == (3, (), False)
    assert line_on("orders", report).sentence == (
        "not provable here: made under version 1; under version 2 it breaks at line 6: nobody halts"
    )


def test_a_forgery_in_an_older_record_is_not_called_right() -> None:
    """Whether version 1 would have led there cannot be said by version 2."""
    head, *lines, end = whole().lines
    assert isinstance(end, EndLine)
    forged = mended(head, *lines, replace(end, result=Result(end.result.winner, "TOY-9", "Forged.")))
    assert prove(forged, toy).status == 1
    report = prove(forged, Newer())
    assert (report.status, report.problems, report.replays) == (3, (), False)
    assert line_on("dice", report).sentence == "the dice are not proved here: made under version 1"


def test_chosen_dice_in_an_older_record_are_not_called_right() -> None:
    honest, cheat = new_game(SeededDice("honest")), new_game(ScriptedDice([(6,)]))
    for game in (honest, cheat):
        for order in (t.Name(0), t.Name(3), t.Roll()):
            game.play(order)
        game.resign(BLUE)
    lines = [honest.record().lines[0], *cheat.record().lines[1:-1], honest.record().lines[-1]]
    assert verdicts(prove(mended(*lines), toy))["dice"] == "wrong"
    report = prove(mended(*lines), Newer())
    assert (report.status, verdicts(report)["dice"]) == (3, "not provable")


@pytest.mark.parametrize("book", [toy, Newer()])
def test_a_broken_chain_and_a_broken_promise_are_wrong_under_every_version(book: Toy) -> None:
    head, *lines = whole().lines
    assert prove(Record([head, *lines[1:]]), book).status == 1
    assert prove(mended(replace(head, seed_hash="0" * 40), *lines), book).status == 1


def test_a_version_that_is_made_up_is_told_as_it_is_written() -> None:
    head, *lines = whole().lines
    report = prove(mended(replace(head, version="1\u200b"), *lines), toy)
    assert line_on("orders", report).sentence.startswith('made under version "1\\u{200b}", legal under version 1 too')


# The acts of the table


def test_acts_are_told_each_with_its_line() -> None:
    game = with_acts(1)
    report = prove(game.record(), toy)
    told = [proof.sentence for proof in report.proofs if proof.what == "acts"]
    acts = [(place, act) for place, act in enumerate(game.log) if isinstance(act, Act)]
    assert len(told) == len(acts) > 2
    for sentence, (place, act) in zip(told, acts, strict=True):
        assert sentence == f"line {place + 2}: {act.sentence} Back to position {act.to}."


@pytest.mark.parametrize("takeover", ["planner:ace/greedy/late", "planner:veteran/greedy/late", "player/greedy/gone/"])
def test_who_took_over_is_told_to_the_letter_and_not_proved(takeover: str) -> None:
    game = new_game(SeededDice("told"))
    game.replace_bot(BLUE, f"takeover/{takeover}")
    game.resign(RED)
    report = prove(game.record(), toy)
    assert report.status == 0
    first, second = (proof for proof in report.proofs if proof.what == "acts")
    assert first == Proof(
        "acts", "told", f'line 2: "takeover/{takeover}" for Blue; who took over for whom is told, not proved'
    )
    assert second.sentence == "line 3: Red resigned: Blue wins."


@pytest.mark.parametrize("place", [MOST_ACTS - 1, MOST_ACTS + 3])
def test_of_very_many_acts_the_last_are_told_by_a_digest(place: int) -> None:
    told = []
    for side in Side:
        game = new_game(SeededDice("many"))
        for number in range(MOST_ACTS + 5):
            game.replace_bot(side if number == place else RED, "takeover/greedy/greedy/late")
        game.resign(RED)
        report = prove(game.record(), toy)
        told.append([proof.sentence for proof in report.proofs if proof.what == "acts"])
    assert len(told[0]) == MOST_ACTS + 1
    assert told[0][-1].startswith("and 6 more, digest ")
    assert told[0] != told[1]


# What a forger may write


def test_a_set_up_that_the_rules_cannot_play_is_wrong_and_raises_nothing() -> None:
    head, *lines = whole().lines
    report = prove(mended(replace(head, setup=msgspec.Raw(b'{"tanks":-3,"turns":10,"name":"Ambush"}')), *lines), toy)
    assert report.status == 1
    assert report.problems[0].where in ("line 1", "line 2")
    assert line_on("set-up armies", report).sentence == "changed: tanks -3 instead of 3"


@pytest.mark.parametrize("setup", [b"[]", b"7", b'"x"', b"[" * 400 + b"]" * 400])
def test_a_set_up_that_is_none_is_wrong(setup: bytes) -> None:
    head, *lines = whole().lines
    report = prove(Record(chain([replace(head, setup=msgspec.Raw(setup)), *lines])), toy)
    assert report.status == 1
    assert "changed" in verdicts(report).values()
