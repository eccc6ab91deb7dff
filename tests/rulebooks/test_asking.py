"""Questions about positions: what is told is what the engine's own surveys say, and nothing need be whole."""

import pytest

import hulldown
from hulldown.kernel.files import Fault, read_text
from hulldown.rulebooks import BOOKS, load, opening_file
from hulldown.rulebooks.asking import Asking, PositionReply, Query

PIECES = """book = "france1944"
map = "north"

[[unit]]
side = "red"
kind = "heavy"
at = "I9"
facing = "↘"
"""
PLACES = {"france1944": "J9", "dynamic": "G9", "core": "O15", "squadron": "J9", "panzerkampf": "44,40"}


def asked(book: str, question: str, one: str = "", other: str = "") -> PositionReply:
    return hulldown.ask(opening_file(book, "first"), question, one, other)  # type: ignore[arg-type]


def sentences(reply: PositionReply) -> list[str]:
    return [sentence for sentence, _ in reply.reply.told]


@pytest.mark.parametrize("book", BOOKS)
def test_every_unit_can_be_asked_whatever_the_phase(book: str) -> None:
    asking = Asking(read_text(opening_file(book, "first")))
    for unit in asking.placed.names:
        fire, move = (asking.answer(Query(ask, unit)).reply for ask in ("fire", "move"))
        assert fire.told
        assert fire.unit == move.unit == asking.placed.names.index(unit)
        assert move.survey is not None
        assert move.survey.bands or move.survey.move or move.survey.refusal or move.survey.done or move.survey.stays
    assert load(book).picture(asking.placed.state) == asking.answer(Query()).reply.picture  # nothing was played


@pytest.mark.parametrize("book", BOOKS)
def test_places_are_asked_about_with_a_unit_that_stands_there_for_the_question(book: str) -> None:
    place = PLACES[book]
    before = asked(book, "table").placed
    for question in ("sees", "sight"):
        reply = asked(book, question, place)
        assert f"unit on {place}" in " ".join(sentences(reply)), sentences(reply)
        assert reply.placed == before
    assert bool(asked(book, "sight", place).reply.cells) is (book != "panzerkampf")


def test_a_line_has_the_odds_of_the_referee() -> None:
    reply = asked("france1944", "line", "I9", "O12").reply
    assert reply.told[0][0].startswith("A Red unit on I9 → a Blue unit on O12, side: destroyed 55.6 %.")
    (line,) = reply.lines
    assert line.clear
    assert reply.preview is not None
    assert reply.preview.odds is not None
    assert asked("france1944", "line", "red heavy 1", "T15").reply.told == (
        ("Heavy 1 cannot hit Blue Heavy 1: the church at M9 is in the way.", "FR-37"),
    )


def test_who_sees_a_unit_comes_before_who_does_not() -> None:
    reply = asked("france1944", "sees", "red heavy 1").reply
    assert [line.clear for line in reply.lines] == [False, True, False]
    assert reply.told[0][0].startswith("Blue Medium 1 → Red Heavy 1, front: destroyed 4.6 %.")


def test_pieces_alone_are_enough() -> None:
    reply = hulldown.ask(PIECES, "fire", "I9")
    assert [one.row for one in reply.placed] == ["unit[0]", ""]
    assert hulldown.ask(PIECES, "line", "red heavy 1", "O12").reply.lines[0].clear


def test_what_cannot_stand_is_left_out_and_said() -> None:
    more = '\n[[unit]]\nside = "blue"\nkind = "medium"\nat = "K4"\nfacing = "↑"\n'
    odd = more.replace("medium", "whale").replace("K4", "L1")
    reply = hulldown.ask(f"{PIECES}{odd}{more}", "table")
    assert [one.row for one in reply.placed] == ["unit[0]", "unit[2]"]
    assert [where for where, _, _ in reply.faults] == ["position:12", "position:19"]
    assert [piece.pose is not None for piece in reply.reply.picture.pieces] == [True, False]


def test_a_unit_beside_the_table_is_no_target_once_play_goes_on() -> None:
    beside = '\n[[unit]]\nside = "blue"\nkind = "medium"\n'
    reply = hulldown.ask(f"{PIECES}{beside}", "fire", "red heavy 1")
    assert sentences(reply) == ["Heavy 1 has no target: nothing is in its range, arc and sight."]


@pytest.mark.parametrize(
    ("question", "one", "other", "told"),
    [
        ("fire", "red heavy 9", "", "there is no unit 'red heavy 9'; there is red heavy 1"),
        ("sight", "Z99", "", "there is no square 'Z99'"),
        ("sight", "K4", "", "where a house stands"),
        ("line", "red heavy 1", "red light 1", "are friends"),
    ],
)
def test_a_question_without_an_answer_is_one_sentence(question: str, one: str, other: str, told: str) -> None:
    with pytest.raises(Fault, match=told):
        asked("france1944", question, one, other)


def test_an_order_is_asked_about_in_its_turn() -> None:
    order = {"type": "Fire", "unit": 3, "target": 0}
    reply = hulldown.ask(opening_file("france1944", "first"), "order", order=order, deed="fire").reply
    assert reply.told == (("Heavy 1 cannot hit Red Heavy 1: the house at R14 is in the way.", "FR-37"),)
    now = hulldown.ask(opening_file("france1944", "first"), "order", order=order).reply
    assert "not Red's to fire" in now.told[0][0]
