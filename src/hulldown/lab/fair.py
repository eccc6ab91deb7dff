"""How the battles of the books come out between two Greedy bots, played again and written into each book's `fair.toml`.

    python -m hulldown.lab.fair [GAMES] [BOOK …]

Every scenario and every ready opening is played GAMES times, and at least as often as it was before; without a number
those that were measured are played again. It takes hours for all, so each book is written as soon as it is done.
"""

import sys
from collections.abc import Iterator
from typing import Any

from hulldown.kernel.files import Fault
from hulldown.lab.simulate import simulate
from hulldown.rulebooks import BOOKS, home_of, load, opened, openings
from hulldown.rulebooks.shares import FILE, Kind, Share, Shares, shares

BOT = "greedy"
SEED = "fair"
HEAD = """\
# How this book's battles come out between bots. Written by `make fair`; `hulldown simulate` plays the same games again.

"""


def measured(book_id: str, games: int = 0) -> Shares:
    """The shares of a book, played anew."""
    old = shares(home_of(book_id))
    found: dict[Kind, dict[str, Share]] = {"scenario": {}, "opening": {}}
    for kind, name, setup in _battles(book_id):
        earlier = (old.scenario if kind == "scenario" else old.opening).get(name)
        if many := max(games, earlier.games if earlier else 0):
            found[kind][name] = share_of(book_id, setup, many)
    return Shares(book_id, f"{BOT},{BOT}", SEED, found["scenario"], found["opening"])


def share_of(book_id: str, setup: Any, games: int) -> Share:
    report = simulate(book_id, setup, (BOT, BOT), games=games, seed=SEED)
    if report.failures:
        raise Fault(book_id, f"a game raised: {report.failures[0].message}")
    return Share(*report.sides, report.draws)


def _battles(book_id: str) -> Iterator[tuple[Kind, str, Any]]:
    library = load(book_id).library
    yield from (("scenario", row.id, library.build(row.id)) for row in library.scenarios())
    yield from (("opening", line.id, opened(book_id, line.id)) for line in openings(book_id))


def written(found: Shares) -> str:
    """The text of a `fair.toml`."""
    head = f'{HEAD}book = "{found.book}"\nbots = "{found.bots}"\nseed = "{found.seed}"\n'
    tables = [
        f"\n[{kind}]\n"
        + "".join(
            f"{name} = {{ red = {share.red}, blue = {share.blue}, draws = {share.draws} }}\n"
            for name, share in sorted(rows.items())
        )
        for kind, rows in (("scenario", found.scenario), ("opening", found.opening))
        if rows
    ]
    return head + "".join(tables)


def main(words: list[str]) -> int:
    games = int(words[0]) if words and words[0].isdecimal() else 0
    try:
        for book_id in words[bool(games) :] or BOOKS:
            (home_of(book_id) / FILE).write_text(written(measured(book_id, games)), encoding="utf-8")
            sys.stdout.write(f"{book_id} is written.\n")
    except Fault as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
