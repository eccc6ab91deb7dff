"""What it costs to analyse a game at a glance: processor time over records, on average.

hulldown simulate france1944 --bots greedy,greedy --games 20 --records games
python -m hulldown.lab.cost games/*.jsonl
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import process_time
from typing import NamedTuple

from hulldown.kernel.files import Fault
from hulldown.kernel.interval import mean
from hulldown.kernel.record import Record
from hulldown.lab.analysis import analysed


class Cost(NamedTuple):
    book: str
    orders: int
    seconds: float


def cost_of(record: Record) -> Cost:
    began = process_time()
    found = analysed(record)
    return Cost(found.book, len(found.moments), process_time() - began)


def told(costs: Sequence[Cost]) -> Iterator[str]:
    """A line a book: seconds of a game with their interval, and how many orders it has."""
    for book in dict.fromkeys(one.book for one in costs):
        own = [one for one in costs if one.book == book]
        seconds, orders = mean([one.seconds for one in own]), sum(one.orders for one in own) / len(own)
        yield (
            f"{book}: {len(own)} games of {orders:.0f} orders, {seconds.mid:.2f} s a game "
            f"({max(0.0, seconds.low):.2f} to {seconds.high:.2f})"
        )


def main(words: list[str]) -> int:
    if len(words) < 2:
        sys.stderr.write("cost takes two records or more, as `hulldown simulate --records DIR` writes them\n")
        return 2
    try:
        costs = [cost_of(Record.read(Path(word))) for word in words]
    except Fault as fault:
        sys.stderr.write(f"{fault}\n")
        return 1
    for line in told(costs):
        sys.stdout.write(f"{line}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
