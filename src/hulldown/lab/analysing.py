"""Where games of strangers are analysed: a process of its own, with little memory, beside a server.

It reads what is asked, one analysis or some battles a line, and answers with lines: how far it is, and at last what was
found or what is wrong.
"""

import contextlib
import os
import resource
import sys
from collections.abc import Iterator
from functools import lru_cache
from time import monotonic

from hulldown.bots.answering import MOST_MEMORY, Tell, ready
from hulldown.kernel.files import Fault
from hulldown.kernel.fortunes import Asked, Decision, Moment, Progressed
from hulldown.kernel.record import Record
from hulldown.kernel.wire import decode, encode
from hulldown.lab.analysis import analysed
from hulldown.lab.battles import Field, played_out

NICE = 10
A_WHILE = 0.2  # seconds between two lines that tell how far it is
REMEMBERED = 4  # records whose battles take turns


def answers(line: bytes) -> Iterator[Progressed]:
    """What is said of a record, the last of it for good."""
    try:
        asked = decode(line, Asked)
        if (one := asked.moment or asked.decision) is None:
            yield Progressed(done=True, analysis=analysed(Record.parse(asked.record), _say))
        else:
            yield _fought(asked, one)
    except Fault as fault:
        yield Progressed(done=True, wrong=f"{fault}.")
    except MemoryError:
        raise
    except Exception as error:
        print(f"hulldown: an analysis failed ({type(error).__name__}: {error})", file=sys.stderr)
        yield Progressed(done=True, wrong="This game could not be analysed; please report it.")


def _fought(asked: Asked, one: Moment | Decision) -> Progressed:
    field = _field(asked.record)
    if isinstance(one, Decision) and asked.orders:
        one = field.against(one, asked.orders)
    scores = played_out(field.pair(one), asked.battles, asked.scores, asked.seconds, _say)
    found = field.told(one, scores)
    if isinstance(found, Moment):
        return Progressed(done=True, scores=scores, moment=found)
    return Progressed(done=True, scores=scores, decision=found)


@lru_cache(maxsize=REMEMBERED)
def _field(text: str) -> Field:
    """A record that battles are asked of, some at a time."""
    return Field(Record.parse(text))


_last = [0.0]
_tell: list[Tell] = []  # to the server, as soon as it listens


def _say(steps: int, of: int) -> None:
    """How far it is, now and then."""
    if monotonic() - _last[0] > A_WHILE:
        _last[0] = monotonic()
        tell(Progressed(steps, of))


def tell(answer: Progressed) -> None:
    for to in _tell:
        to(encode(answer))


def main() -> None:
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    os.nice(NICE)
    _tell.append(ready())
    for line in sys.stdin.buffer:
        for answer in answers(line):
            tell(answer)


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main()
