"""How the battles of the books come out between two Greedy bots, and what options change; written into `fair.toml`.

    python -m hulldown.lab.fair [GAMES] [BOOK | BOOK/BATTLE | BOOK/SCENARIO+OPTION=VALUE …]

Of a book, every scenario and every ready opening is played GAMES times, and at least as often as it was before; without
a number, what was measured is played again. Named battles and options are played GAMES times, and the rest stays as it
is; an option that these bots make nothing of is left out. It takes hours for all, so each book is written as soon as it
is done.
"""

import sys
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.interval import mean
from hulldown.kernel.wire import encode
from hulldown.lab.balance import Options
from hulldown.lab.simulate import outcomes, simulate
from hulldown.rulebooks import BOOKS, home_of, load, opened, openings
from hulldown.rulebooks.shares import FILE, Kind, Paired, Share, Shares, shares

BOT = "greedy"
SEED = "fair"
FEWEST = 20  # games of what is named without a number and was not measured before
HEAD = """\
# How this book's battles come out between bots, and what options change. Written by `make fair`; the commands that are
# shown beside the figures play the same games again.

"""


def measured(book_id: str, games: int = 0) -> Shares:
    """The shares of a book, played anew."""
    old = shares(home_of(book_id))
    found: dict[Kind, dict[str, Share]] = {"scenario": {}, "opening": {}}
    for kind, name, setup in _battles(book_id):
        earlier = (old.scenario if kind == "scenario" else old.opening).get(name)
        if many := max(games, earlier.games if earlier else 0):
            found[kind][name] = share_of(book_id, setup, many)
    pairs = {
        name: paired(book_id, one.scenario, name, one.value, max(games, one.games)) for name, one in old.option.items()
    }
    return Shares(book_id, f"{BOT},{BOT}", SEED, found["scenario"], found["opening"], pairs)


def measured_again(book_id: str, names: Iterable[str], games: int = 0) -> Shares:
    """The shares of a book with those of some battles and options played anew."""
    found = msgspec.structs.replace(shares(home_of(book_id)), book=book_id, bots=f"{BOT},{BOT}", seed=SEED)
    for name in names:
        battle, plus, change = name.partition("+")
        option, _, value = change.partition("=")
        if plus:
            many = games or (found.option[option].games if option in found.option else FEWEST)
            pair = paired(book_id, battle, option, value, many)
            others = {known: one for known, one in found.option.items() if known != option}
            found = msgspec.structs.replace(found, option=others | ({option: pair} if pair.differs else {}))
        else:
            found = _played_again(found, battle, games)
    return found


def _played_again(found: Shares, battle: str, games: int) -> Shares:
    for kind, name, setup in _battles(found.book):
        if name == battle:
            known = found.scenario if kind == "scenario" else found.opening
            many = games or (known[name].games if name in known else FEWEST)
            return msgspec.structs.replace(found, **{kind: known | {name: share_of(found.book, setup, many)}})
    raise Fault(found.book, f"there is no battle {battle[:40]!r} in it")


def paired(book_id: str, scenario: str, option: str, value: str, games: int) -> Paired:
    """What an option changes in a scenario: the very games of `hulldown balance --option`."""
    build = load(book_id).library.build
    setups = tuple(encode(build(scenario, options=options)) for options in ({}, {option: value}))
    if setups[0] == setups[1]:
        raise Fault(book_id, f"{option}={value} is how {scenario} is played anyway; give what differs from it")
    asked = Options(book_id, setups, (f"{option}={value}",), BOT, SEED, scenario)
    played = [*outcomes(asked.fixture, 2 * games)]
    if failed := next((outcome.error for outcome in played if outcome.score is None), ""):
        raise Fault(book_id, f"a game raised: {failed}")
    rounds = [outcome.rounds for outcome in played]
    before, after = rounds[::2], rounds[1::2]
    change = mean([late - early for early, late in zip(before, after, strict=True)])
    figures = (sum(before) / games, sum(after) / games, change.low, change.high)
    return Paired(scenario, value, games, *(round(figure, 2) for figure in figures))


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
    return head + "".join(tables) + _options_written(found)


def _options_written(found: Shares) -> str:
    rows = [
        f'{name} = {{ scenario = "{one.scenario}", value = "{one.value}", games = {one.games}, before = {one.before}, '
        f"after = {one.after}, low = {one.low}, high = {one.high} }}\n"
        for name, one in sorted(found.option.items())
    ]
    return "\n[option]\n" + "".join(rows) if rows else ""


def main(words: list[str]) -> int:
    games = int(words[0]) if words and words[0].isdecimal() else 0
    wanted: dict[str, list[str]] = {}
    for word in words[bool(games) :] or BOOKS:
        book_id, _, name = word.partition("/")
        wanted.setdefault(book_id, []).extend([name] * bool(name))
    try:
        for book_id, names in wanted.items():
            found = measured_again(book_id, names, games) if names else measured(book_id, games)
            (home_of(book_id) / FILE).write_text(written(found), encoding="utf-8")
            sys.stdout.write(f"{book_id} is written.\n")
    except Fault as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
