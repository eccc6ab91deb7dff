"""Where it is found out whether a scenario of somebody's own is fair: a process of little priority beside a server.

It reads a run a line: a set-up, who plays both sides, which games. It answers with a line for each game as soon as it
is over and a last one, so whoever stops it has all games until then. Game 7 of a scenario is always the same one.
"""

import sys
from collections.abc import Iterator, Sequence
from time import monotonic

from hulldown.bots.answering import serve_lines
from hulldown.kernel.fairness import FairFound, FairRun, FairTold, Played
from hulldown.kernel.files import Fault
from hulldown.kernel.side import RED
from hulldown.kernel.wire import decode, encode
from hulldown.lab.balance import Fairness
from hulldown.lab.report import Outcome
from hulldown.lab.scores import Scored, scores_of
from hulldown.lab.simulate import Match, play
from hulldown.rulebooks import load

SEED = "fair"
MOST_BROKEN = 20  # games whose numbers are told
# Of these it takes several times as long to find the luck of a game as to play it; their scores are told with luck.
DEAR = frozenset({"panzerkampf"})


def played_of(outcome: Outcome) -> Played:
    luck = outcome.notes.luck if outcome.notes else None
    error = outcome.error or ("the game ended without a result" if outcome.score is None else "")
    return Played(outcome.score, outcome.rounds, outcome.losses, outcome.first, luck, error)


def found_of(bot: str, played: Sequence[Played], remark: str = "") -> FairFound:
    """What games come to; those that raised count for nobody."""
    whole = [(one, Scored(one.score, one.luck)) for one in played if one.score is not None]
    scores = [scored.raw for _, scored in whole]
    first = [red if one.first is RED else red.of_other() for one, red in whole if one.first is not None]
    red, blue, draws = (scores.count(score) for score in (1.0, 0.0, 0.5))
    scored = scores_of([red for _, red in whole], always=True)
    fair = Fairness("", len(whole), red, blue, draws, scored, scores_of(first, always=True))
    many = len(whole) or 1
    return FairFound(
        bot=bot,
        games=len(whole),
        red=red,
        blue=blue,
        draws=draws,
        score=fair.score,
        verdict=fair.verdict,
        without_luck=fair.score is not fair.scores.raw,
        first=fair.first.best.mid if first else None,
        rounds=sum(one.rounds for one, _ in whole) / many,
        lost=sum(sum(one.losses) for one, _ in whole) / many,
        broken=tuple(number for number, one in enumerate(played, 1) if one.score is None)[:MOST_BROKEN],
        remark=remark,
    )


def answers(line: bytes) -> Iterator[FairTold]:
    """What is said of a run, the last of it for good."""
    try:
        run: FairRun = decode(line, FairRun)
        until = monotonic() + run.seconds
        book = load(run.book)
        remark = book.library.bounded(decode(run.setup, book.setup_type, "set-up"))[1]
        match = Match(run.book, run.setup, (run.bot, run.bot), SEED, watched=run.book not in DEAR)
        played = [*run.played]
        while len(played) < run.last and monotonic() < until:
            played.append(played_of(play(match.fixture(len(played) + 1))))
            yield FairTold(played[-1], found_of(run.bot, played, remark))
        yield FairTold(late=len(played) < run.last)
    except Fault as fault:
        yield FairTold(wrong=f"{fault}.")
    except MemoryError:
        raise
    except Exception as error:
        print(f"hulldown: a fairness run failed ({type(error).__name__}: {error})", file=sys.stderr)
        yield FairTold(wrong="This scenario could not be played; please report it.")


if __name__ == "__main__":
    serve_lines(lambda line: map(encode, answers(line)), nice=15)
