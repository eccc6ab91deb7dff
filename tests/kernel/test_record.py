"""The record: text there and back, a chain of hashes, and a proof that finds each forgery with its line."""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from hulldown.kernel import record as record_module
from hulldown.kernel.dice import Roll, ScriptedDice, SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Act, Declined, Game, Played
from hulldown.kernel.proof import Problem, prove
from hulldown.kernel.record import ActLine, EndLine, Line, OrderLine, Record, SetupLine, chain
from hulldown.kernel.replay import replay, steps
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import encode
from tests import toy as t
from tests.kernel.table import ambushed, driving, new_game, play_on, with_acts
from tests.toy import Setup, toy

replace = msgspec.structs.replace


@cache
def whole(seed: int = 1) -> Game[Any, Any, Any]:
    """A game with dice, undone orders and takebacks, played to its end."""
    game = with_acts(seed)
    assert game.result() is not None
    assert {entry.kind for entry in game.log if isinstance(entry, Act)} == {"undo", "takeback"}
    return game


def lines_of(game: Game[Any, Any, Any]) -> list[Line]:
    return list(game.record().lines)


def forged(lines: list[Line]) -> Record:
    """A record whose hashes were made to fit, and which was written and read."""
    return Record.parse(Record(chain(lines)).text())


def wrong(record: Record) -> list[Problem]:
    return list(prove(record, toy).problems)


# There and back


@pytest.mark.parametrize("seed", range(8))
def test_a_record_is_read_as_it_was_written(tmp_path: Path, seed: int) -> None:
    record, path = with_acts(seed).record(), tmp_path / "battle.jsonl"
    record.write(path)
    again = Record.read(path)
    assert again.lines == record.lines
    assert again.text() == record.text() == path.read_text(encoding="utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["battle.jsonl"]


def test_a_record_has_the_setup_the_orders_and_the_acts_in_turn() -> None:
    game = whole()
    head, *middle, end = game.record().lines
    assert isinstance(head, SetupLine)
    assert (head.rulebook, head.version, bytes(head.setup)) == ("toy", "1", encode(game.setup))
    assert len(middle) == len(game.log)
    for line, entry in zip(middle, game.log, strict=True):
        if isinstance(entry, Played):
            assert isinstance(line, OrderLine)
            assert (line.side, bytes(line.order), line.rolls) == (entry.side, encode(entry.order), entry.rolls)
            assert bytes(line.events) == encode(entry.events)
        else:
            assert isinstance(line, ActLine)
            assert isinstance(entry, Act)
            assert (line.act, line.side, line.to) == (entry.kind, entry.side, entry.to)
    assert isinstance(end, EndLine)
    assert end.result == game.result()


@pytest.mark.parametrize("name", ["\u2028", "\x85", "\x1c", "\r", "\n", "\x0c", '"', "\\", "Müller\u2029"])
def test_a_name_with_a_line_end_in_it_stays_on_its_line(tmp_path: Path, name: str) -> None:
    game = new_game(setup=Setup(name=name))
    game.play(t.Name(0))
    game.record().write(tmp_path / "x.jsonl")
    again = Record.read(tmp_path / "x.jsonl")
    assert len(again.lines) == 2
    assert wrong(again) == []
    assert replay(again, toy).setup == Setup(name=name)


@pytest.mark.parametrize("seed", range(8))
def test_a_record_replays_to_the_same_states_and_log(seed: int) -> None:
    game = with_acts(seed, 30 + seed)
    twin = replay(Record.parse(game.record().text()), toy)
    assert encode(twin.state) == encode(game.state)
    assert twin.log == game.log
    assert twin.to_act() == game.to_act()


def test_a_record_of_no_order_replays_to_the_start() -> None:
    twin = replay(new_game().record(), toy)
    assert twin.log == []
    assert twin.to_act() is RED


def test_a_replay_can_be_watched_line_by_line() -> None:
    game = whole()
    seen = [(number, len(twin.log)) for number, twin in steps(game.record(), toy)]
    assert seen[:3] == [(2, 1), (3, 2), (4, 3)]
    assert seen[-1] == (len(game.log) + 2, len(game.log))


def test_a_game_goes_on_from_its_record_with_the_dice_where_they_were() -> None:
    game = with_acts(3, 25)
    assert isinstance(game.dice, SeededDice)
    dice = SeededDice(game.dice.seed)
    *_, (_, twin) = steps(game.record(), toy, dice)
    assert dice.number == game.dice.number
    play_on(game, 1)
    play_on(twin, 1)
    assert twin.record().text() == game.record().text()


@pytest.mark.parametrize("act", ["resign", "draw"])
def test_an_end_by_agreement_is_replayed(act: str) -> None:
    game = driving(3)
    if act == "resign":
        game.resign(BLUE)
    else:
        game.agree_draw()
    record = Record.parse(game.record().text())
    assert wrong(record) == []
    assert replay(record, toy).result() == game.result()
    assert replay(record, toy).log == game.log


# The seed


def test_the_seed_is_told_at_the_end_and_not_before() -> None:
    game = new_game(SeededDice("nobody knows this"))
    play_on(game, 2, most=10)
    assert "nobody knows this" not in game.record().text()
    head = game.record().head
    assert isinstance(head, SetupLine)
    assert head.seed_hash == SeededDice("nobody knows this").commitment
    assert wrong(game.record()) == []
    play_on(game, 2)
    end = game.record().lines[-1]
    assert isinstance(end, EndLine)
    assert end.seed == "nobody knows this"
    assert wrong(game.record()) == []


def test_a_resigned_game_tells_its_seed() -> None:
    game = new_game(SeededDice("told"))
    game.resign(RED)
    assert '"seed":"told"' in game.record().text()


def test_a_replaced_bot_is_noted_and_replays() -> None:
    game = new_game(SeededDice("told"))
    game.replace_bot(BLUE, "takeover/planner:ace/greedy/late")
    assert game.log[-1] == Act("takeover/planner:ace/greedy/late", BLUE)
    assert game.log[-1].sentence == "Greedy took over for Planner, which did not answer in time."
    game.resign(RED)
    assert wrong(game.record()) == []
    with pytest.raises(Declined, match="while the game goes on"):
        game.replace_bot(BLUE, "takeover/planner:ace/greedy/late")


def test_scripted_dice_have_no_seed_to_tell() -> None:
    game = ambushed(1)
    game.agree_draw()
    head = game.record().head
    assert isinstance(head, SetupLine)
    assert head.seed_hash == ""
    assert wrong(game.record()) == []


def test_another_seed_than_the_promised_one_is_found() -> None:
    *lines, end = lines_of(whole())
    problems = wrong(forged([*lines, replace(end, seed="another")]))
    assert problems == [
        Problem("line 1", "", "the seed told at the end is not the one whose hash the set-up carries"),
    ]


def test_a_seed_that_is_kept_back_at_the_end_is_found() -> None:
    problems = wrong(forged(lines_of(whole())[:-1]))
    assert [problem.message for problem in problems] == [
        "the game is over, but the record does not tell the result and the seed"
    ]


# Dice never go back


def test_undone_orders_keep_their_dice_and_the_dice_go_on() -> None:
    game = new_game(SeededDice(11))
    game.play(t.Name(0))
    game.play(t.Name(3))
    for _ in range(6):
        game.play(t.Roll())
        game.take_back(RED)
    fresh = SeededDice(11)
    rolls = [entry.rolls[0] for entry in game.log if isinstance(entry, Played) and entry.rolls]
    assert rolls == [Roll("TOY-3", fresh.faces(toy.rules["TOY-3"], t.D6, 1)) for _ in range(6)]
    game.resign(BLUE)
    assert wrong(game.record()) == []


# The chain


@given(st.data())
def test_any_changed_character_is_noticed(data: st.DataObject) -> None:
    text = whole().record().text()
    at = data.draw(st.integers(0, len(text) - 2), label="place")
    new = data.draw(st.sampled_from('0123456789abcdef {}[]",:-xT\n\\'), label="character")
    assume(new != text[at])
    changed = text[:at] + new + text[at + 1 :]
    try:
        problems = wrong(Record.parse(changed))
    except Fault:
        return
    assert problems
    assert problems[0].where == f"line {text.count(chr(10), 0, at) + 1}"


@pytest.mark.parametrize("number", range(0, len(whole().log), 5))
def test_a_line_that_is_missing_doubled_or_moved_is_noticed(number: int) -> None:
    lines = lines_of(whole())
    at = number + 1
    gone = lines[:at] + lines[at + 1 :]
    doubled = [*lines[:at], lines[at], *lines[at:]]
    moved = [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
    for changed, line in ((gone, at + 1), (doubled, at + 2), (moved, at + 1)):
        problem = wrong(Record(changed))[0]
        assert problem == Problem(f"line {line}", "", "the hash does not fit: this line, or one before it, was changed")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"position":0', '"position":0,"note":"hidden"'),
        ('"position":0', '"position": 0'),
        ('"position":0', '"position":5,"position":0'),
        ('"rulebook":"toy"', '"rulebook":"t\\u006fy"'),
    ],
)
def test_what_a_reader_would_pass_over_is_a_fault(old: str, new: str) -> None:
    text = whole().record().text()
    line = text.count("\n", 0, text.index(old)) + 1
    with pytest.raises(Fault, match=f"^x:{line}: the line is not as a record writes it"):
        Record.parse(text.replace(old, new, 1), "x")


# Forgeries with hashes that fit


def place_of(lines: list[Line], wanted: Callable[[Any], bool]) -> int:
    return next(at for at, line in enumerate(lines) if wanted(line))


def rolled(line: Any) -> bool:
    return isinstance(line, OrderLine) and bool(line.rolls)


def kind(name: bytes) -> Callable[[Any], bool]:
    return lambda line: isinstance(line, OrderLine) and line.order == msgspec.Raw(b'{"type":"%s"}' % name)


def act(name: str) -> Callable[[Any], bool]:
    return lambda line: isinstance(line, ActLine) and line.act == name


def other_face(line: Any) -> Any:
    roll = line.rolls[0]
    return replace(line, rolls=(Roll(roll.rule, (roll.faces[0] % 6 + 1, *roll.faces[1:])), *line.rolls[1:]))


def raw(text: bytes) -> msgspec.Raw:
    return msgspec.Raw(text)


FORGERIES: dict[str, tuple[Callable[[Any], bool], Callable[[Any], Any], str]] = {
    "a face": (rolled, other_face, "in the record; the seed gives"),
    "a face that no die has": (
        rolled,
        lambda line: replace(line, rolls=(Roll(line.rolls[0].rule, (9,)),)),
        r"the rolls are not those that the rules ask for: TOY-3 .* the script says \(9,\)",
    ),
    "the rule of a roll": (
        rolled,
        lambda line: replace(line, rolls=(Roll("TOY-8", line.rolls[0].faces),)),
        "TOY-3 rolled where the script has a roll of TOY-8",
    ),
    "a roll more": (
        rolled,
        lambda line: replace(line, rolls=(*line.rolls, line.rolls[0])),
        "the record has the rolls",
    ),
    "a roll less": (rolled, lambda line: replace(line, rolls=()), "TOY-3 rolled 1 dice that the script does not have"),
    "an event": (
        kind(b"Roll"),
        lambda line: replace(line, events=raw(b'[{"type":"Rolled","die":7}]')),
        "the events are not what the order and its rolls lead to",
    ),
    "no event": (kind(b"Roll"), lambda line: replace(line, events=raw(b"[]")), "the events are not what the order"),
    "an order": (
        kind(b"Roll"),
        lambda line: replace(line, order=raw(b'{"type":"Loose"}')),
        "Loose belongs to 'fire'; this is 'roll'",
    ),
    "no order": (kind(b"Roll"), lambda line: replace(line, order=raw(b'{"type":"Win"}')), "invalid value 'Win'"),
    "more in an order": (
        kind(b"Roll"),
        lambda line: replace(line, order=raw(b'{"type":"Roll","unit":3}')),
        "the order is not written as it is read",
    ),
    "a side": (
        kind(b"Roll"),
        lambda line: replace(line, side=line.side.other),
        "Blue ordered while Red was to act",
    ),
    "a position": (
        kind(b"Roll"),
        lambda line: replace(line, position=line.position + 1),
        "is next",
    ),
    "an act's side": (act("undo"), lambda line: replace(line, side=line.side.other), "cannot be taken back"),
    "an act's silence about its side": (act("undo"), lambda line: replace(line, side=None), "the act is not 'undo'"),
    "an act's goal": (act("takeback"), lambda line: replace(line, to=line.to - 1), "the act is not 'takeback'"),
    "an act's position": (act("takeback"), lambda line: replace(line, position=0), "the act has position 0"),
    "an act's kind": (act("takeback"), lambda line: replace(line, act="undo"), "dice have fallen|decided something"),
    "an act that is none": (act("undo"), lambda line: replace(line, act="cheat"), "there is no act 'cheat'"),
    "the result": (
        lambda line: isinstance(line, EndLine),
        lambda line: replace(line, result=Result(BLUE, "TOY-9", "Blue won.")),
        "the result is not what the orders lead to",
    ),
    "the set-up": (
        lambda line: isinstance(line, SetupLine),
        lambda line: replace(line, setup=raw(b'{"tanks":9,"turns":10,"name":"Ambush","more":1}')),
        "the set-up is not written as it is read",
    ),
    "the rulebook": (
        lambda line: isinstance(line, SetupLine),
        lambda line: replace(line, rulebook="chess"),
        "the record is of 'chess', not of 'toy'",
    ),
    "a second set-up": (
        act("undo"),
        lambda line: SetupLine("toy", "1", raw(encode(Setup())), ""),
        "a record has one set-up line, its first",
    ),
}


@pytest.mark.parametrize("what", FORGERIES)
def test_a_forger_who_mends_the_hashes_is_found_with_the_line(what: str) -> None:
    wanted, forge, says = FORGERIES[what]
    lines = lines_of(whole())
    at = place_of(lines, wanted)
    lines[at] = forge(lines[at])
    problems = wrong(forged(lines))
    assert {problem.where for problem in problems} == {f"line {at + 1}"}
    assert re.search(says, problems[0].message)


def test_a_refused_order_in_a_record_names_its_rule() -> None:
    lines = lines_of(whole())
    at = place_of(lines, kind(b"Roll"))
    lines[at] = replace(lines[at], order=raw(b'{"type":"Loose"}'))
    assert wrong(forged(lines))[0].rule == "TOY-6"


def test_a_better_roll_with_all_its_consequences_is_found_by_the_seed() -> None:
    """Everything fits but the seed: the cheat played on with dice of his own."""
    honest = new_game(SeededDice("honest"))
    cheat = new_game(ScriptedDice([(6,)] * 3))
    for game in (honest, cheat):
        game.play(t.Name(0))
        game.play(t.Name(3))
        game.play(t.Roll())
        game.resign(BLUE)
    assert cheat.state.die != honest.state.die
    lines = [honest.record().lines[0], *cheat.record().lines[1:-1], honest.record().lines[-1]]
    (problem,) = wrong(forged(lines))
    assert problem == Problem("line 4", "", f"TOY-3 rolled 6 in the record; the seed gives {honest.state.die}")


def test_rolls_of_a_running_game_must_fit_its_events() -> None:
    game = new_game(SeededDice("running"))
    play_on(game, 4, most=12)
    lines = lines_of(game)
    at = place_of(lines, rolled)
    lines[at] = other_face(lines[at])
    (problem,) = wrong(forged(lines))
    assert problem.where == f"line {at + 1}"


def test_a_roll_that_no_rule_asked_for_is_found_in_a_running_game() -> None:
    game = ambushed(1)
    lines = lines_of(game)
    lines[1] = replace(lines[1], rolls=(Roll("TOY-3", (1,)),))
    (problem,) = wrong(forged(lines))
    assert problem.where == "line 2"


@pytest.mark.parametrize("more", ["order", "act", "end"])
def test_nothing_comes_after_the_result(more: str) -> None:
    lines = lines_of(whole())
    found = {"order": place_of(lines, rolled), "act": place_of(lines, act("undo")), "end": -1}
    problems = wrong(forged([*lines, lines[found[more]]]))
    assert problems[-1] == Problem(f"line {len(lines) + 1}", "", "nothing comes after the result")


# Versions and limits


def test_a_record_of_a_later_format_is_a_fault() -> None:
    lines = lines_of(whole())
    lines[0] = replace(lines[0], format=3)
    with pytest.raises(Fault, match=r"^battle.jsonl:1: the record has format 3; this version reads formats 1 and 2$"):
        Record.parse(Record(chain(lines)).text(), "battle.jsonl")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "x: the record is empty"),
        ("\n", "x: the record is empty"),
        ("{}\n", "x:1: object missing required field 'line'"),
        ('{"line":"act","position":0,"act":"draw","side":null,"to":null,"hash":""}\n', "x:1: a record begins with"),
        ('{"line":"win"}', "x:1: invalid value 'win'"),
        ("[" * 100_000, "x:1: "),
    ],
)
def test_what_is_no_record_is_a_fault_with_its_line(text: str, says: str) -> None:
    with pytest.raises(Fault, match=f"^{says}"):
        Record.parse(text, "x")


def test_a_blank_line_is_a_fault_with_its_line() -> None:
    text = whole().record().text().replace("\n", "\n\n", 1)
    with pytest.raises(Fault, match=r"^x:2: "):
        Record.parse(text, "x")


def test_a_record_of_too_many_lines_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    text = whole().record().text()
    monkeypatch.setattr(record_module, "MOST_LINES", text.count("\n"))
    assert Record.parse(text).text() == text
    monkeypatch.setattr(record_module, "MOST_LINES", 3)
    with pytest.raises(Fault, match="lines; at most 3 are read"):
        Record.parse(whole().record().text())


def test_a_record_that_is_too_large_is_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "large.jsonl").open("wb") as file:
        file.truncate(record_module.MOST_RECORD_BYTES + 1)
    with pytest.raises(Fault, match="at most 33,554,432 are read"):
        Record.read(tmp_path / "large.jsonl")


def test_a_record_of_nothing_has_no_head() -> None:
    with pytest.raises(Fault, match="a record begins with its set-up line"):
        prove(Record([]), toy)


def test_recording_does_not_disturb_the_game() -> None:
    game = ambushed(2)
    state, text = game.state, encode(game.state)
    game.record()
    assert game.state is state
    assert encode(game.state) == text
