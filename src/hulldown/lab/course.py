"""How games went, as a designer asks: what they were won by, how long they were, what fell, where, and to whom.

Only games that were watched tell of losses by kind and place.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from hulldown.kernel.picture import Terrain
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import Side
from hulldown.lab.findings import Cell, Sheet
from hulldown.lab.places import Places, gathered
from hulldown.lab.plots import Bars, Estimate, Estimates
from hulldown.lab.report import Outcome, Report

MOST_BARS = 40
MOST_SHOWN = 1_000  # games of a page that is to be read; a file of data has them all
Book = Rulebook[Any, Any, Any]


def finished(played: Sequence[Outcome]) -> list[Outcome]:
    return [one for one in played if one.score is not None]


def ways(book: Book, played: Sequence[Outcome]) -> Sheet:
    """How games were won: by which rule, and how often by each side."""
    games = finished(played)
    found = Counter((one.result.rule, one.result.winner) for one in games if one.result)
    rules = dict.fromkeys(rule for (rule, _), _ in found.most_common())
    rows: tuple[tuple[Cell, ...], ...] = tuple(
        (rule, book.rules[rule].title, *[found[rule, side] for side in (*Side, None)], _share(found, rule, len(games)))
        for rule in rules
    )
    note = "The rule that ended the game, and how many games each side won by it."
    return Sheet("How games ended", ("rule", "title", "Red", "Blue", "nobody", "% of games"), rows, note)


def _share(found: Counter[tuple[str, Side | None]], rule: str, games: int) -> float:
    return round(100 * sum(found[rule, side] for side in (*Side, None)) / (games or 1), 1)


def lengths(played: Sequence[Outcome]) -> Bars:
    """A histogram of the rounds; long tails are put together."""
    rounds = [one.rounds for one in finished(played)]
    low, high = min(rounds, default=0), max(rounds, default=0)
    step = (high - low) // MOST_BARS + 1
    found = Counter((one - low) // step for one in rounds)
    bars = [(_span(low + at * step, step), found[at]) for at in range((high - low) // step + 1)]
    return Bars("How long games were", "rounds; upwards: games", tuple(bars))


def _span(first: int, step: int) -> str:
    return str(first) if step == 1 else f"{first}–{first + step - 1}"


def units(played: Sequence[Outcome]) -> tuple[Sheet, ...]:
    """Each kind of each side: how many were fielded, how many fell, and what they brought down."""
    notes = [one.notes for one in finished(played) if one.notes]
    if not notes:
        return ()
    falls = [fall for one in notes for fall in one.fallen]
    lost = Counter((fall.side, fall.kind) for fall in falls)
    won = Counter((fall.by, fall.killer) for fall in falls if fall.by is not fall.side)
    own = Counter((fall.side, fall.kind) for fall in falls if fall.by is fall.side)
    rows = list[tuple[Cell, ...]]()
    for side in Side:
        fielded = Counter[str]()
        for one in notes:
            fielded.update(one.fielded[side])
        for kind, many in sorted(fielded.items()):
            fell, kills = lost[side, kind], won[side, kind]
            share, each = round(100 * fell / many, 1), round(kills / many, 2)
            rows.append((side.label, kind, round(many / len(notes), 2), fell, share, own[side, kind], kills, each))
        if others := won[side, ""]:
            rows.append((side.label, "no unit's order", None, None, None, None, others, None))
    columns = ("side", "unit", "a game", "lost", "lost %", "own order", "kills", "kills each")
    note = (
        "Lost: over all games. Kills: enemies that fell in an order of this unit. Own order: of "
        "those lost, the ones that fell in an order of their own side."
    )
    return (Sheet("Losses and kills by unit", columns, tuple(rows), note),)


def places(ground: Terrain, played: Sequence[Outcome]) -> tuple[Places, ...]:
    """Where units died, on one ground; nothing where nobody noted it."""
    notes = [one.notes for one in finished(played) if one.notes]
    falls = [
        (fall.side, fall.x, fall.y) for one in notes for fall in one.fallen if fall.x is not None and fall.y is not None
    ]
    return (Places("Where units died", ground, gathered(ground, falls)),) * bool(notes)


def effects(report: Report) -> Estimates:
    """Bot, side and first move as one picture: scores without luck where there are such, each from a half."""
    rows = ((report.bots[0], report.score), ("Red", report.side), ("first to move", report.first))
    marks = tuple([Estimate(name, one.best, f"{100 * one.best.mid:.0f} %") for name, one in rows if one.games])
    which = "score" if report.score.best is report.score.raw else "score without luck"
    return Estimates("Bot, side and first move", f"{which}; 0.5 is no effect", marks, reference=0.5)


def games(played: Sequence[Outcome], bots: Sequence[tuple[str, str]], records: Sequence[str] = ()) -> Sheet:
    """A row a game, with its record if there is one."""
    columns = (
        *("game", "seed", "Red", "Blue", "winner", "rule", "rounds", "orders", "Red lost", "Blue lost"),
        *("first to move", "Red's score", "Red's luck", "without luck", "error", "record"),
    )
    note = "Red's luck is in shares of a win. A record opens with `hulldown replay`, and in the browser."
    return Sheet("Games", columns, (*_games(played, bots, records),), note, links="record", most=MOST_SHOWN)


def _games(
    played: Sequence[Outcome], bots: Sequence[tuple[str, str]], records: Sequence[str]
) -> Iterator[tuple[Cell, ...]]:
    for number, one in enumerate(played, 1):
        scored, winner = one.scored, "" if one.result is None else one.result.winner
        yield (
            number,
            one.seed,
            *bots[number - 1],
            winner if isinstance(winner, str) else "nobody" if winner is None else winner.label,
            one.result.rule if one.result else "",
            one.rounds,
            one.orders,
            *one.losses,
            one.first.label if one.first is not None else "",
            scored.raw if scored else None,
            _rounded(scored.luck if scored else None),
            _rounded(scored.adjusted if scored else None),
            one.error,
            records[number - 1] if records else "",
        )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)
