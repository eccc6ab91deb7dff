"""Typed dice: people roll, and are asked for one roll at a time."""

import json
import re
from typing import Any

import msgspec
import pytest

from hulldown.kernel.checker import Wrong, check
from hulldown.kernel.dice import Dice, DiceError, HeldDice, Roll, SeededDice, TypedDice, Undecided, Wanted, rolled_here
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Declined, Game, Played, Ruled
from hulldown.kernel.position import Paper, written
from hulldown.kernel.proof import prove, prove_dice
from hulldown.kernel.record import Record
from hulldown.kernel.replay import replay
from hulldown.kernel.side import BLUE, RED
from hulldown.kernel.wire import encode
from hulldown.rulebooks import BOOKS, load, positions
from tests.sealed import Cheat, Table, lines_of, resealed
from tests.toy import RULES, Setup, toy
from tests.typed import play_on, recorded, typed_cheats, typed_game

TOY_4 = RULES["TOY-4"]
D6 = (1, 2, 3, 4, 5, 6)
HALF = (0, 0, 1, 1, 2, 3)


def wanted(given: list[int | None], run: Any) -> Wanted:
    with pytest.raises(Undecided) as caught:
        run(TypedDice(given, here=lambda place, sides: (place + 1) % sides))
    return caught.value.wanted


def test_what_is_wanted_is_told_with_the_rule_the_dice_and_how_many() -> None:
    found = wanted([], lambda dice: dice.sum(TOY_4, D6, 3))
    assert found == Wanted(TOY_4.id, ((3, D6),), adds=True)


def test_held_dice_tell_what_is_wanted_too() -> None:
    with pytest.raises(Undecided, match=TOY_4.id) as caught:
        HeldDice().sum(TOY_4, D6, 2)
    assert caught.value.wanted == Wanted(TOY_4.id, ((2, D6),))


def test_a_roll_that_is_half_there_says_what_it_shows_and_does_not_fall() -> None:
    assert wanted([6, 5], lambda dice: dice.sum(TOY_4, D6, 3)).shown == (6, 5)


def test_two_different_dice_are_wanted_together() -> None:
    found = wanted([2], lambda dice: dice.pair(TOY_4, HALF, D6))
    assert (found.handfuls, found.shown, found.adds) == (((1, HALF), (1, D6)), (2,), True)
    dice = TypedDice([2, 6])
    assert dice.pair(TOY_4, HALF, D6) == 8
    assert dice.rolls == [Roll(TOY_4.id, (2, 6), ((1, HALF), (1, 6)), (True, True))]


def test_a_die_with_words_says_its_words() -> None:
    found = wanted([], lambda dice: dice.word(TOY_4, ("miss", "hit", "hit")))
    assert (found.handfuls, found.words) == (((1, (1, 2, 3)),), ("miss", "hit", "hit"))
    assert TypedDice([3]).word(TOY_4, ("miss", "hit", "hit")) == "hit"


def test_a_lot_between_the_sides_says_their_names_and_falls_as_a_side() -> None:
    assert wanted([], lambda dice: dice.faces(TOY_4, (RED, BLUE), 1)).words == ("Red", "Blue")
    assert TypedDice([1]).faces(TOY_4, (RED, BLUE), 1)[0] is BLUE


def test_a_roll_that_goes_on_asks_again_and_is_one_roll_in_the_end() -> None:
    def run(dice: Dice) -> int:
        return dice.successes(TOY_4, D6, 2, 4, 6, 99)

    assert wanted([], run).handfuls == ((2, D6),)
    again = wanted([6, 1], run)
    assert (again.handfuls, again.begun, again.shown, again.missing) == (((1, D6),), (6, 1), (), 1)
    dice = TypedDice([6, 1, 5])
    assert run(dice) == 2
    assert dice.rolls == [Roll(TOY_4.id, (6, 1, 5), ((2, 6), (1, 6)), (True, True, True))]


def test_the_rolls_before_are_told_with_the_next() -> None:
    def run(dice: Dice) -> None:
        dice.sum(TOY_4, D6, 2)
        dice.sum(TOY_4, D6, 1)

    found = wanted([3, 4], run)
    assert ([roll.faces for roll in found.before], found.fallen) == ([(3, 4)], (3, 4))


def test_a_die_that_is_asked_for_twice_is_not_rolled_twice() -> None:
    rolls = rolled_here("seed", b"order")
    assert [rolls(place, 6) for place in range(20)] == [rolls(place, 6) for place in range(20)]
    assert {rolls(place, 6) for place in range(100)} == set(range(6))
    assert [rolled_here("seed", b"other")(place, 6) for place in range(20)] != [rolls(place, 6) for place in range(20)]


def test_a_die_that_is_rolled_here_says_so_beside_those_that_were_typed() -> None:
    dice = TypedDice([5, None, 2], here=lambda place, sides: place + 2)
    assert dice.sum(TOY_4, D6, 3) == 11
    assert dice.rolls == [Roll(TOY_4.id, (5, 4, 2), ((3, 6),), (True, False, True))]
    assert wanted([None], lambda dice: dice.sum(TOY_4, D6, 2)).shown == (2,)


@pytest.mark.parametrize(("die", "face", "told"), [(D6, 7, "1 to 6"), (HALF, 4, "0, 1, 2, 3")])
def test_a_face_that_is_not_on_the_die_is_refused(die: tuple[int, ...], face: int, told: str) -> None:
    with pytest.raises(DiceError, match=f"faces {told}; there is no {face} on it"):
        TypedDice([face]).sum(TOY_4, die, 1)
    with pytest.raises(DiceError):  # already while the rest of the roll is missing
        TypedDice([face]).sum(TOY_4, die, 2)


def test_a_roll_is_written_as_before_where_nobody_typed_it() -> None:
    assert encode(Roll("TOY-4", (3,))) == b'{"rule":"TOY-4","faces":[3]}'
    assert encode(Roll("TOY-4", (3,), ((1, 6),), (True,))).endswith(b'"of":[[1,6]],"typed":[true]}')


# Whole games


def feed(game: Game[Any, Any, Any], order: Any, faces: list[int]) -> int:
    """Plays an order by giving the dice that it wants, roll by roll; how often it was asked."""
    given: list[int | None] = []
    for asked in range(1000):
        before, lines = encode(game.state), len(game.log)
        dice = game.dice = TypedDice(given)
        try:
            game.play(order)
        except Undecided as undecided:
            assert (encode(game.state), len(game.log)) == (before, lines), "something half-rolled stands"
            want = undecided.wanted
            due = sum(count for count, _ in want.handfuls)
            given += faces[len(given) : len(given) + due]
            continue
        assert (dice.left, len(given)) == (0, len(faces))
        return asked
    raise AssertionError("the dice never end")


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.soak), pytest.param(3, marks=pytest.mark.soak)])
@pytest.mark.parametrize("book_id", BOOKS)
def test_the_same_faces_give_the_same_game(book_id: str, seed: int) -> None:
    book = load(book_id)
    setup = book.library.bounded(book.library.build(book.library.scenarios()[0].id))[0]
    rolled, typed = Game(book, setup, SeededDice(f"typed {seed}")), Game(book, setup, TypedDice())
    chooser, asked = SeededDice(f"chooser {seed}"), 0
    while rolled.to_act() is not None and len(rolled.log) < 400:
        order = book.sample(rolled.view(rolled.to_act()), chooser)
        rolled.play(order)
        last = rolled.log[-1]
        assert isinstance(last, Played)
        asked += feed(typed, order, [face for roll in last.rolls for face in roll.faces])
        same = typed.log[-1]
        assert isinstance(same, Played)
        assert encode(same.events) == encode(last.events)
        assert [(roll.rule, roll.faces) for roll in same.rolls] == [(roll.rule, roll.faces) for roll in last.rolls]
        assert all(roll.typed == (True,) * len(roll.faces) for roll in same.rolls)
    assert asked > 10
    assert encode(typed.state) == encode(rolled.state)


# Records


def test_a_record_of_typed_dice_is_proved_but_for_the_faces() -> None:
    record = Record.parse(recorded(typed_game(toy, Setup(), 10_000)).text())
    report = prove(record, toy)
    told = {proof.what: proof for proof in report.proofs}
    assert (report.status, report.dice, report.problems) == (3, "typed", ())
    assert told["orders"].verdict == "proved"
    assert told["dice"].verdict == "not provable"
    assert "as the players reported" in told["dice"].sentence
    assert re.search(r"\b[1-9]\d* dice typed, [1-9]\d* rolled here", told["dice"].sentence)
    assert replay(record, toy).result() is not None


def test_dice_alone_are_looked_at_without_a_rulebook() -> None:
    record = recorded(typed_game(toy, Setup(), 10_000))
    report = prove_dice(record, [f"2:{record.lines[2].hash}"])
    assert (report.status, report.dice) == (3, "typed")
    assert prove_dice(record, [f"2:{record.lines[3].hash}"]).status == 1


def test_a_set_up_line_says_that_people_roll() -> None:
    assert '"dice":"typed","forked":0,"format":2' in recorded(typed_game(toy, Setup(), 3)).text()


def test_a_typed_roll_without_faces_breaks_the_record() -> None:
    lines = lines_of(recorded(typed_game(toy, Setup(), 10_000)).text())
    at = next(at for at, line in enumerate(lines) if line.get("rolls"))
    lines[at]["rolls"] = []
    report = prove(Record.parse("\n".join(resealed(lines))), toy)
    assert report.status == 1
    assert "no faces for those of" in report.problems[-1].message


@pytest.mark.parametrize("cheat", typed_cheats(), ids=lambda cheat: cheat.name)
def test_what_no_host_writes_of_typed_dice_is_found(cheat: Cheat) -> None:
    """The client's checker reads the same file."""
    rows = [row.encode() for row in cheat.rows]
    if cheat.wrong:
        with pytest.raises(Wrong, match=f"^line {cheat.wrong}: "):
            check(rows)
    else:
        assert check(rows).typed


def test_a_face_that_is_on_no_die_is_found_by_the_rules() -> None:
    """The checker of dice alone claims nothing of faces that people typed."""
    rows = next(cheat.rows for cheat in typed_cheats() if cheat.name == "a face that is on no such die")
    report = prove(Record.parse("\n".join(rows)), toy)
    assert (report.status, report.dice) == (1, "unproved")
    assert "there is no 7 on it" in report.problems[-1].message


def test_the_vectors_of_typed_dice_stand(golden: Any) -> None:
    golden("sealed/typed.jsonl", "".join(json.dumps(cheat._asdict()) + "\n" for cheat in typed_cheats()))


# Rulings


def middle(book_id: str, orders: int) -> Game[Any, Any, Any]:
    book = load(book_id)
    setup = book.library.bounded(book.library.build(book.library.scenarios()[0].id))[0]
    return typed_game(book, setup, orders)


@pytest.mark.parametrize("book_id", BOOKS)
def test_a_ruling_goes_on_from_the_table_that_the_players_put_right(book_id: str) -> None:
    game = middle(book_id, 120)
    place, before = positions(book_id), encode(game.state)
    now = place.table(game.state)
    sheet = Paper(now, "table").sheet(place.words)
    later = written(msgspec.structs.replace(sheet, round=sheet.round + 1))  # what a table can always have had
    game.rule_otherwise(RED, place.ruling(game.rulebook, game.setup, later), "We had counted a round too few.")
    assert place.table(game.state) == later != now
    play_on(game, 20)
    record = Record.parse(recorded(game).text())
    report = prove(record, game.rulebook)
    assert (report.status, report.problems) == (3, ())
    named = [proof.sentence for proof in report.proofs if proof.what == "acts"]
    ruled = "The players ruled otherwise: We had counted a round too few."
    assert named == [f"line 122: {ruled} Red entered it; the game goes on from their table."]
    again = replay(record, game.rulebook)
    assert encode(again.state) == encode(game.state)
    while not isinstance(game.log[game._past[-1][1]], Ruled):
        game.take_back(RED)
    assert game.may_undo(RED) == "the table was ruled otherwise; ask for a takeback"
    game.take_back(RED)
    assert encode(game.state) == before


def test_a_ruling_must_be_a_table_on_which_a_game_goes_on() -> None:
    game, place = middle("france1944", 120), positions("france1944")
    now = place.table(game.state)
    for text, told in (
        (now.replace('kind = "heavy"', 'kind = "huge"', 1), "huge"),
        (f'scenario = "two-flags"\n{now}', "the match itself says its scenario"),
        ("side =", "not TOML"),
    ):
        with pytest.raises(Fault, match=told):
            place.ruling(game.rulebook, game.setup, text)


def test_nothing_is_ruled_while_something_is_hidden() -> None:
    game = middle("france1944", 6)
    with pytest.raises(Declined, match="still hidden"):
        game.rule_otherwise(RED, "", "")


def test_rulings_are_for_typed_dice_only() -> None:
    table = Table(book=load("france1944"), setup=middle("france1944", 1).setup)
    table.play_on(1, 120)
    text = positions("france1944").table(table.game.state)
    table.act(lambda: table.game.rule_otherwise(RED, text, "So it was."))
    rows = table.record().rows()
    with pytest.raises(Wrong, match="only where people roll"):
        check(rows)
    report = prove(Record.parse("\n".join(row.decode() for row in rows)), load("france1944"))
    assert report.status == 1
