"""What a decision of each level costs: `python -m tests.bots.errors france1944 --positions 24 --out errors.jsonl`.

A position is the first decision in a phase of a game between two greedy bots, drawn by lot, one a game. Each level
decides there, greedy too, and battles of greedy against itself are played on after every decision, with the same dice
for all. The error of a level is what the best of these decisions wins more than its own, in chances to win. The best is
chosen by half of the battles and counted by the other half, and the other way round, so that nobody is charged for the
luck of the choice; a single error may so lie below nothing. What is measured is kept a line a position; how many there
are is fixed before.
"""

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from hulldown.bots import make
from hulldown.bots.bot import played
from hulldown.bots.planner import LEVELS
from hulldown.bots.players import tactics_of
from hulldown.bots.tactics import Horizon
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.interval import mean
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import RED, Side
from hulldown.kernel.wire import encode
from hulldown.lab.battles import score
from hulldown.lab.scenarios import MAIN
from hulldown.rulebooks import load

Book = Rulebook[Any, Any, Any]
JUDGE = "greedy"
WHOLE = (-1.0, 1.0)  # what an error can be
MOST_ORDERS = 2_000


class Decided(msgspec.Struct, frozen=True):
    """A position: of which game, where in it, and what the battles after each bot's decision came to for its side."""

    book: str
    scenario: str
    seed: str
    game: int
    round: int
    phase: str
    scores: dict[str, list[float]]


def names(part: int) -> dict[str, str]:
    """Who decides: the levels, of which a part of the evaluations may be taken, and greedy."""
    return {**{level: f"planner:{level}/{part}" for level in LEVELS}, JUDGE: JUDGE}


def positions(book: Book, scenario: str, seed: str) -> Iterator[Any]:
    """The first decision of each phase of a game between two greedy bots, where a planner would think."""
    setup, _ = book.library.bounded(book.library.build(scenario))
    state, dice, tactics = book.start(setup), SeededDice(seed), tactics_of(book)
    bots = [make(JUDGE, book, f"{seed} {side.label}") for side in Side]
    last: Any = None
    for _ in range(MOST_ORDERS):
        if (side := book.to_act(state)) is None:
            return
        view, turn = book.view(state, side), book.turn(state)
        if not turn.setting_up and (now := (side, turn.round, turn.phase)) != last:
            last = now
            if tactics.horizon(view) is not Horizon.NONE:
                yield state.copy()
        for event in book.decide(state, bots[side].choose(view), dice):
            book.evolve(state, event)


def row_of(book: Book, state: Any, name: str, seed: str) -> tuple[Any, ...]:
    """What a bot orders from here, until the phase ends, the other side is to act or dice fall."""
    bot, side, phase, row = make(name, book, seed), book.to_act(state), book.turn(state).phase, list[Any]()
    while book.to_act(state) is side and book.turn(state).phase == phase:
        order = bot.choose(book.view(state, side))
        after = played(book, state, order)
        if after is not None or not row:
            row.append(order)
        if after is None:
            break
        state = after
    return tuple(row)


def fought(book: Book, state: Any, row: Sequence[Any], seed: str) -> float:
    """What a battle after a row comes to for the side that decided."""
    side, state, dice = book.to_act(state), state.copy(), SeededDice(f"{seed} orders")
    for order in row:
        for event in book.decide(state, order, dice):
            book.evolve(state, event)
    red = score(book, state, seed, JUDGE)
    return red if side is RED else 1 - red


def decided(book: Book, scenario: str, seed: str, game: int, battles: int, part: int) -> Decided:
    """One position of a game, with battles after each decision; equal decisions are fought once."""
    name = f"{seed}/{game}"
    there = [*positions(book, scenario, name)]
    state = there[SeededDice(f"{name} which").pick(len(there))]
    rows = {who: row_of(book, state, bot, f"{name} {who}") for who, bot in names(part).items()}
    found = dict[tuple[Any, ...], list[float]]()
    for row in rows.values():
        if len(set(rows.values())) > 1 and row not in found:
            found[row] = [fought(book, state, row, f"{name} {battle}") for battle in range(battles)]
    turn = book.turn(state)
    scores = {who: found.get(row, []) for who, row in rows.items()}
    return Decided(book.id, scenario, seed, game, turn.round, turn.phase, scores)


def errors(one: Decided) -> dict[str, float]:
    """The error of each bot in a position; nothing where all decided alike."""
    if not all(one.scores.values()):
        return dict.fromkeys(one.scores, 0.0)
    total = dict.fromkeys(one.scores, 0.0)
    for half in (0, 1):
        chosen = max(one.scores.values(), key=lambda found: sum(found[half::2]))
        for who, found in one.scores.items():
            other = chosen[1 - half :: 2]
            total[who] += (sum(other) - sum(found[1 - half :: 2])) / len(other) / 2
    return total


def told(found: Sequence[Decided]) -> Iterator[str]:
    """A line a book and bot."""
    for book in dict.fromkeys(one.book for one in found):
        there = [one for one in found if one.book == book]
        each = [errors(one) for one in there]
        alike = sum(not all(one.scores.values()) for one in there)
        yield f"{book} {there[0].scenario}: {len(there)} positions, in {alike} of them all decide alike"
        for who in there[0].scores:
            part = mean([error[who] for error in each], WHOLE)
            yield f"  {who:8} {100 * part.mid:5.1f} ({100 * part.low:.1f} – {100 * part.high:.1f}) of 100 a decision"


def read(file: Path) -> list[Decided]:
    lines = file.read_bytes().splitlines() if file.exists() else []
    return [msgspec.json.decode(line, type=Decided) for line in lines]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("book", nargs="?", choices=sorted(MAIN))
    parser.add_argument("--scenario", default="")
    parser.add_argument("--positions", type=int, default=24)
    parser.add_argument("--battles", type=int, default=20, help="after each decision; an even number")
    parser.add_argument("--part", type=int, default=1, help="so many times fewer evaluations, for a trial")
    parser.add_argument("--seed", default="errors")
    parser.add_argument("--out", default="errors.jsonl")
    asked = parser.parse_args()
    out = Path(asked.out)
    if asked.book:
        scenario = asked.scenario or MAIN[asked.book]
        wanted = asked.book, scenario, asked.seed
        done = {one.game for one in read(out) if (one.book, one.scenario, one.seed) == wanted}
        for game in range(1, asked.positions + 1):
            if game not in done:
                one = decided(load(asked.book), scenario, asked.seed, game, asked.battles, asked.part)
                with out.open("ab") as file:
                    file.write(encode(one) + b"\n")
    for line in told(read(out)):
        print(line)


if __name__ == "__main__":
    main()
