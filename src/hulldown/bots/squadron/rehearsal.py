"""Choices are tried in quick battles, of which the better half is fought on."""

from collections.abc import Callable, Hashable, Iterator
from typing import Any, TypeVar

from hulldown.bots.squadron.judge import Judge
from hulldown.bots.squadron.playout import Playout
from hulldown.bots.squadron.tuning import TUNING

Row = tuple[Any, ...]  # of orders
Choice = TypeVar("Choice", bound=Hashable)


def rehearsed(
    judge: Judge, rows: Iterator[tuple[float, Row]], battles: int, series: int
) -> Iterator[tuple[float, Row]]:
    """The best rows by what their value says and by what battles bring whose drivers are not hasty."""
    state, late = judge.state, judge.late
    now, side = judge.value(state), int(judge.side)
    found: dict[Row, float] = {}  # a turn on the spot is listed in both gears
    for worth, row in rows:
        found[row] = worth
        if late():
            break
    ranked = sorted(found.items(), key=lambda one: -one[1])

    def fought(row: Row, battle: int) -> float:
        fight = Playout(state, series, battle, hasty=False)
        if state.window is not None:
            fight.reacted(row)
        else:
            fight.ordered(state.active.unit if state.active is not None else row[0].unit, row)
        lead = TUNING.rehearsed_weight * fight.fought(1 - side, state.turn + TUNING.turns_ahead, late)
        return -lead if side else lead

    close = {row: worth - now for row, worth in ranked[: TUNING.rehearsed_rows]}
    least = now
    for worth, row in winnowed(close, battles, fought, late):
        least = now + worth / (1 + TUNING.rehearsed_weight)
        yield least, row
    for row, worth in ranked[TUNING.rehearsed_rows :]:
        yield min(least, worth), row


def winnowed(
    choices: dict[Choice, float],
    battles: int,
    fought: Callable[[Choice, int], float],
    late: Callable[[], bool],
    enough: int = 1,
) -> Iterator[tuple[float, Choice]]:
    """Choices with what each is worth before any battle and what it wins in one, the best first.

    Again and again the better half is fought for on, in battles with the same numbers, until so few are left; each time
    in one battle at the least, so that with many choices there are more than were asked for.
    """
    kept, dropped, many = list(choices), list[Choice](), 0
    won, worth = dict.fromkeys(kept, 0.0), dict(choices)
    part = battles // max(1, ((len(kept) - 1) // enough).bit_length())
    while len(kept) > enough and not late():
        for battle in range(many, many + max(1, part // len(kept))):
            leads = [fought(choice, battle) for choice in kept]
            if late():  # not all were fought to their end
                break
            many += 1
            for choice, lead in zip(kept, leads, strict=True):
                won[choice] += lead
                worth[choice] = choices[choice] + won[choice] / many
        kept.sort(key=lambda choice: -worth[choice])
        half = (len(kept) + 1) // 2
        kept, dropped = kept[:half], kept[half:] + dropped
    least = worth[kept[0]]
    for choice in (*kept, *dropped):  # what was dropped is not better for having been lucky in few battles
        least = min(least, worth[choice])
        yield least, choice
