"""Luck and skill: the account of a game is exact, net luck is nothing on average, and a fault in it is found."""

from collections.abc import Callable, Iterator
from contextlib import closing
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from hulldown.bots import make
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.fates import Fate, Fates, after, fates
from hulldown.kernel.files import Fault
from hulldown.kernel.fortunes import Decision, Moment, Other
from hulldown.kernel.game import encoded
from hulldown.kernel.record import Record
from hulldown.kernel.side import BLUE, RED, Side
from hulldown.lab.analysis import analysed, luck_of, standing
from hulldown.lab.battles import Field, by_battles, decided, looked, measured, played_out
from hulldown.lab.cost import cost_of, told
from hulldown.lab.journal import Journal
from hulldown.outcome import model_of
from hulldown.rulebooks import BOOKS, load

RECORDS = Path(__file__).parents[1] / "rulebooks"
FEW = {"france1944": 40, "dynamic": 24, "core": 16, "squadron": 24, "panzerkampf": 14}
SMALL = {
    "france1944": "first-steps",
    "dynamic": "duel",
    "core": "duel",
    "squadron": "duel",
    "panzerkampf": "first-shots",
}
ORDERS = 120  # of a game that are looked at
Fated = Callable[[Any, Any, Any, str, Any], Fates]


class Rolled(NamedTuple):
    """One roll: in which game, the luck of who rolled it, and the mean square of what it could have been."""

    game: int
    luck: float
    square: float


def honest(book: Any, state: Any, order: Any, salt: str, came: Any) -> Fates:
    return fates(book, state, order, salt)


def thrice(book: Any, state: Any, order: Any, salt: str, came: Any) -> Fates:
    return fates(book, state, order, salt, most=0, throws=3)


def without_the_best(book: Any, state: Any, order: Any, salt: str, came: Any) -> Fates:
    """A branch is left out: what is best for who rolls."""
    found, sign = fates(book, state, order, salt).rows, 1 if book.to_act(state) is RED else -1
    model = model_of(book.id)
    assert model is not None
    rows = sorted(found, key=lambda fate: sign * model.value(fate.state))[: max(1, len(found) - 1)]
    whole = sum(fate.chance for fate in rows)
    return Fates(tuple([Fate(fate.chance / whole, fate.state) for fate in rows]))


def all_alike(book: Any, state: Any, order: Any, salt: str, came: Any) -> Fates:
    """A weight is wrong: every table counts as much."""
    rows = fates(book, state, order, salt).rows
    return Fates(tuple([Fate(1 / len(rows), fate.state) for fate in rows]))


def with_what_came(book: Any, state: Any, order: Any, salt: str, came: Any) -> Fates:
    """The dice that fell are among those that are sampled."""
    rows = fates(book, state, order, salt, most=0, throws=2).rows
    return Fates(tuple([Fate(1 / 3, state) for state in (*[fate.state for fate in rows], came)]), 3)


def rolls(book_id: str, games: int, fated: Fated = honest) -> Iterator[Rolled]:
    """The rolls of some games of greedy against greedy, from fixed seeds, as far as they are looked at."""
    book, model = load(book_id), model_of(book_id)
    assert model is not None
    setup = book.library.bounded(book.library.build(SMALL[book_id]))[0]
    for game in range(games):
        bots = [make("greedy", book, f"luck {game} {side.label}") for side in Side]
        state, dice = book.start(setup), SeededDice(f"luck {game}")
        for number in range(ORDERS):
            if (side := book.to_act(state)) is None:
                break
            order = bots[side].choose(book.view(state, side))
            dice.rolls.clear()
            then = after(book, state, order, dice)
            if dice.rolls:
                yield _rolled(model, fated, game, number, state, order, then)
            state = then


def _rolled(model: Any, fated: Fated, game: int, number: int, state: Any, order: Any, then: Any) -> Rolled:
    salt = f"luck {game} {number}"
    luck = luck_of(model, fated(model.book, state, order, salt, then), then)
    sign = 1 if model.book.to_act(state) is RED else -1
    whole = luck_of(model, fates(model.book, state, order, salt), then).size
    return Rolled(game, sign * (model.value(then) - luck.expected), whole**2)


def errors(sums: dict[int, float]) -> float:
    """How many standard errors a mean is from 0."""
    many, mean = len(sums), sum(sums.values()) / len(sums)
    spread = sqrt(sum((one - mean) ** 2 for one in sums.values()) / (many - 1) / many)
    return abs(mean) / spread if spread else float("inf") if mean else 0.0


def by_game(found: list[Rolled], of: Callable[[Rolled], float]) -> dict[int, float]:
    sums: dict[int, float] = {}
    for roll in found:
        sums[roll.game] = sums.get(roll.game, 0.0) + of(roll)
    return sums


@pytest.mark.parametrize("book_id", BOOKS)
def test_luck_is_nothing_on_average(book_id: str) -> None:
    found = list(rolls(book_id, FEW[book_id]))
    assert errors(by_game(found, lambda roll: roll.luck)) < 4
    assert errors(by_game(found, lambda roll: roll.luck**2 - roll.square)) < 4


@pytest.mark.soak
@pytest.mark.parametrize("book_id", BOOKS)
def test_luck_is_nothing_on_average_over_hundreds_of_games(book_id: str) -> None:
    found = list(rolls(book_id, 300))
    assert errors(by_game(found, lambda roll: roll.luck)) < 4
    assert errors(by_game(found, lambda roll: roll.luck**2 - roll.square)) < 4


@pytest.mark.parametrize("fault", [without_the_best, all_alike])
def test_a_branch_left_out_or_a_wrong_weight_is_found(fault: Fated) -> None:
    found = list(rolls("france1944", 40, fault))
    mean, square = by_game(found, lambda roll: roll.luck), by_game(found, lambda roll: roll.luck**2 - roll.square)
    assert max(errors(mean), errors(square)) > 4


def test_the_dice_that_fell_must_not_be_among_those_that_are_sampled() -> None:
    """Three rolls instead of all add a third to the square of luck; with the roll itself among them it is far less."""
    apart = by_game(list(rolls("france1944", 40, thrice)), lambda roll: roll.luck**2 - 4 / 3 * roll.square)
    among = by_game(list(rolls("france1944", 40, with_what_came)), lambda roll: roll.luck**2 - 4 / 3 * roll.square)
    assert errors(apart) < 4 < errors(among)


# The account of a game


@pytest.mark.parametrize(
    "name",
    ["france1944/records/crossroads", "dynamic/records/duel", "squadron/records/village", "core/records/taken-back"],
)
def test_start_and_luck_and_play_are_the_result(name: str) -> None:
    record = Record.read(RECORDS / f"{name}.jsonl")
    found = analysed(record)
    account = found.sum
    assert account.start + account.luck + account.play == pytest.approx(account.result, abs=1e-9)
    assert account.adjusted == pytest.approx(account.start + account.play, abs=1e-9)
    moved = sum(moment.play + (moment.luck if moment.side is RED else -moment.luck) for moment in found.moments)
    assert account.start + moved == pytest.approx(found.moments[-1].after, abs=1e-9)
    for one, other in zip(found.moments, found.moments[1:], strict=False):
        assert other.before == one.after
    assert all(decision.error >= 0 for decision in found.decisions)
    assert sum(found.luck_by(lambda moment: moment.phase, RED).values()) == pytest.approx(account.red_luck)
    assert analysed(record) == found


def test_an_order_without_dice_has_no_luck() -> None:
    found = analysed(Record.read(RECORDS / "france1944/records/crossroads.jsonl"))
    assert all(moment.luck == 0 for moment in found.moments if not moment.rolled)
    assert any(moment.luck for moment in found.moments if moment.rolled)


def test_orders_that_were_taken_back_keep_their_numbers_and_do_not_count() -> None:
    record = Record.read(RECORDS / "france1944/records/taken-back.jsonl")
    given, game = standing(record, load("france1944"))
    numbers = [one.number for one in given]
    assert numbers == sorted(set(numbers))
    assert len(numbers) < numbers[-1]
    assert given[-1].after is game.state


def test_a_drawn_game_ends_at_a_half_and_a_resigned_one_where_it_stood() -> None:
    drawn = analysed(Record.read(RECORDS / "france1944/records/agreed.jsonl"))
    assert drawn.sum.result == 0.5
    resigned = analysed(Record.read(RECORDS / "france1944/records/resigned.jsonl"))
    assert resigned.sum.result == resigned.moments[-1].after
    assert 0 < resigned.sum.result < 1


def test_a_game_that_goes_on_is_not_analysed() -> None:
    record = Record.read(RECORDS / "france1944/records/crossroads.jsonl")
    with pytest.raises(Fault, match="not over"):
        analysed(Record(record.lines[:60]))


def test_errors_are_of_real_choices_once_armies_stand() -> None:
    found = analysed(Record.read(RECORDS / "france1944/records/crossroads.jsonl"))
    assert {decision.phase for decision in found.decisions} == {"movement", "shooting"}
    for side in (RED, BLUE):
        worst = found.errors(side)
        assert [one.error for one in worst] == sorted([one.error for one in worst], reverse=True)
    first = found.decisions[0]
    best = first.others[0].value if first.side is RED else 1 - first.others[0].value
    played = first.played if first.side is RED else 1 - first.played
    assert first.error == pytest.approx(max(0.0, best - played))


def test_luck_by_battles_is_that_of_the_same_roll_with_an_interval() -> None:
    record = Record.read(RECORDS / "france1944/records/first-steps.jsonl")
    glance = analysed(record)
    found = looked(record, glance, 12)
    account = found.sum
    assert found.battles == 12
    assert account.reach > 0
    assert account.start + account.luck + account.play == pytest.approx(account.result, abs=1e-9)
    assert account.result == glance.sum.result
    assert [one.number for one in found.moments] == [one.number for one in glance.moments]
    assert looked(record, glance, 12) == found
    assert all(one.battles == 12 and one.doubt >= 0 for one in found.looked_at() if isinstance(one, Moment))
    assert [key(one) for one in found.looked_at()] == [key(one) for one in glance.looked_at()]


def key(one: Moment | Decision) -> tuple[int, bool]:
    return (one.number, True) if isinstance(one, Moment) else (one.first, False)


def test_battles_go_on_from_those_that_were_fought_as_if_nobody_had_stopped() -> None:
    record = Record.read(RECORDS / "france1944/records/first-steps.jsonl")
    field, glance = Field(record), analysed(record)
    for one in (glance.looked_at()[0], glance.decisions[0]):
        whole = played_out(field.pair(one), 6)
        some = played_out(field.pair(one), 6, seconds=-1)
        assert len(some) == 2
        more = played_out(field.pair(one), 6, some, seconds=-1)
        assert len(more) == 3
        assert played_out(field.pair(one), 6, more) == whole


def test_a_look_that_was_stopped_goes_on_from_its_journal(tmp_path: Path) -> None:
    record, kept = Record.read(RECORDS / "france1944/records/first-steps.jsonl"), tmp_path / "kept"
    glance = analysed(record)

    def stop(done: int, of: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with closing(Journal(kept)) as journal, pytest.raises(KeyboardInterrupt):
        looked(record, glance, 2, stop, journal=journal)
    assert len(kept.read_text().splitlines()) == 4
    with closing(Journal(kept)) as journal:
        found = looked(record, glance, 2, journal=journal)
    assert found == looked(record, glance, 2)
    assert len(kept.read_text().splitlines()) == 1 + len(glance.looked_at())


def test_an_order_measured_against_itself_has_no_luck() -> None:
    record = Record.read(RECORDS / "france1944/records/first-steps.jsonl")
    given, _ = standing(record, load("france1944"))
    still = next(one for one in given if not one.rolled)
    assert by_battles(load("france1944"), still, 6, "same") == (0.0, 0.0)


def test_the_cost_of_games_is_told_by_book_with_an_interval() -> None:
    record = Record.read(RECORDS / "france1944/records/first-steps.jsonl")
    found = cost_of(record)
    assert found.orders == len(standing(record, load("france1944"))[0])
    costs = [found._replace(seconds=1.0), found._replace(seconds=3.0), found._replace(book="core", seconds=5.0)]
    lines = list(told([*costs, costs[-1]]))
    assert lines[0].startswith(f"france1944: 2 games of {found.orders} orders, 2.00 s a game (0.00 to ")
    assert lines[1] == f"core: 2 games of {found.orders} orders, 5.00 s a game (5.00 to 5.00)"


def test_an_error_is_measured_by_battles_and_a_decision_against_itself_is_none() -> None:
    record, book = Record.read(RECORDS / "france1944/records/first-steps.jsonl"), load("france1944")
    glance = analysed(record)
    given, _ = standing(record, book)
    worst = max(glance.decisions, key=lambda one: one.error)
    row = [one for one in given if worst.first <= one.number <= worst.last]
    found = decided(book, row, worst, 12, "worst")
    assert found.error >= 0
    assert found.doubt > 0
    assert found == decided(book, row, worst, 12, "worst")
    first = glance.decisions[0]
    row = [one for one in given if first.first <= one.number <= first.last]
    orders = tuple(encoded(one.order) for one in row)
    itself = msgspec.structs.replace(first, others=(Other("the same", orders, first.played),))
    same = decided(book, row, itself, 6, "same")
    assert same.fought is not None
    assert same.fought.played == same.fought.best
    assert (same.error, same.fought.error.value) == (0.0, 0.0)
    assert measured(record, worst, 12, seconds=-1).battles == 2


def test_orders_of_ones_own_are_valued_as_the_others_and_are_no_better_than_themselves() -> None:
    record = Record.parse((RECORDS / "france1944" / "records" / "first-steps.jsonl").read_text(encoding="utf-8"))
    field, found = Field(record), analysed(record)
    alone = next(one for one in found.decisions if one.first == one.last and len(one.others) > 1)
    for other in alone.others:
        assert field.against(alone, other.orders).others == (other,)
    row = next(one for one in found.decisions if one.first < one.last)
    given = [encoded(one.order) for one in field.given if row.first <= one.number]
    own = field.against(row, given)  # what came after the decision is left out
    assert len(own.others[0].orders) == row.last - row.first + 1
    assert own.others[0].value == pytest.approx(row.played)
    scores = played_out(field.pair(own), 4)
    assert scores.ours == scores.theirs
    with pytest.raises(Fault, match="orders"):
        field.against(row, [*given[:1], *given[:1]])
