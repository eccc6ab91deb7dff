"""The judging process: it reads one question a line and writes one answer a line.

It has little memory and a time for each question, which `judge` keeps. Works are laid out as files for the while, and
files that no work brought are never read.
"""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

import msgspec

from hulldown.bots.answering import serve_lines
from hulldown.bots.placing import placing
from hulldown.kernel.files import Fault, place_in
from hulldown.kernel.proof import prove
from hulldown.kernel.prospect import GroundQuery
from hulldown.kernel.record import Record
from hulldown.kernel.wire import decode, encode
from hulldown.kernel.work import Origins, Work, bundle, canonical
from hulldown.rulebooks import load, positions
from hulldown.rulebooks.asking import Query, ask
from hulldown.rulebooks.charting import look_again
from hulldown.rulebooks.differing import Differing, differ, printed_in
from hulldown.rulebooks.works import file_name, filed, judge, lay, told
from hulldown.server import setups
from hulldown.server.asking import odds_of
from hulldown.server.judge import NAMED, Ask, Question, Verdict
from hulldown.server.protocol import (
    MOST_ORDERS,
    DifferBody,
    FillsBody,
    NewMatch,
    OddsBody,
    ShotBody,
    WorkVerdict,
    Wrong,
)
from hulldown.server.shots import fire
from hulldown.server.showing import shown

W = TypeVar("W", bound=NewMatch)


def laid_out(wish: W, folder: Path) -> tuple[W, Origins]:
    """A wish with files in the place of works, each bundle in a folder of its own, and what it was made of."""
    by_id = {work.id: work for work in wish.works}
    setups.only_ids(msgspec.structs.replace(wish, **{part: "" for part in NAMED if getattr(wish, part) in by_id}))
    paths: dict[str, str] = {}
    origins: dict[str, str] = {}
    for part in NAMED:
        if (wanted := getattr(wish, part)) not in by_id:
            continue
        home = folder / part
        home.mkdir()
        path = lay(_with_what_it_uses(by_id[wanted], by_id), home)
        paths[part] = str(path)
        origins[part] = wanted
    return msgspec.structs.replace(wish, works=(), **paths), msgspec.structs.replace(Origins(), **origins)


def _with_what_it_uses(work: Work, by_id: dict[str, Work]) -> tuple[Work, ...]:
    found, seen = [work], {work.id}
    for one in found:
        for used in one.uses.values():
            if used in by_id and used not in seen:
                seen.add(used)
                found.append(by_id[used])
    return bundle(found)


def advice_on(work: Work, name: str) -> list[Fault]:
    """What is worth a look of a work that can be played with."""
    if work.kind != "chart":
        return []
    with TemporaryDirectory(prefix="hulldown-") as folder:
        path = Path(folder) / name
        path.write_text(work.text, encoding="utf-8")
        found = list(look_again(load(work.book).library, str(path)))
        return [one.at(place_in(name, work.text, f"$.{one.field}")) for one in found]


def verdict_of(works: tuple[Work, ...]) -> WorkVerdict:
    """What a work is, or all that is wrong with it."""
    meant = file_name(works[0])
    by_id = {work.id: work for work in works}
    named = {name: by_id[used] for work in works for name, used in work.uses.items() if used in by_id}
    files = {meant: works[0], **named}
    texts = {name: work.text for name, work in files.items()}
    try:
        words = judge(bundle(works))
        return WorkVerdict(True, words, advice=tuple(told(one, meant, texts) for one in advice_on(works[0], meant)))
    except Fault as fault:
        return WorkVerdict(False, faults=tuple(told(filed(one, files), meant, texts) for one in fault.all))


def differing(body: DifferBody) -> Differing:
    """What differs between two charts."""
    with TemporaryDirectory(prefix="hulldown-") as folder:
        paths = {"before.toml": body.chart, "after.toml": body.other}
        for name, text in paths.items():
            (Path(folder) / name).write_text(canonical(text), encoding="utf-8")
        before, after = (str(Path(folder) / name) if text else "" for name, text in paths.items())
        try:
            return differ(load(body.book).library, before, after, body.unit)
        except Fault as fault:
            where, told = (text.replace(f"{folder}/", "") for text in (fault.where, fault.message))
            raise Fault(where, told, fault.rule) from None


def _checked(question: Question) -> bytes:
    return encode(verdict_of(question.works))


def _differing(question: Question) -> bytes:
    return encode(differing(decode(question.wish, DifferBody)))


def _shown(question: Question) -> bytes:
    return encode(shown(question.works))


def _wished(question: Question) -> bytes:
    """What is asked of a wish, with its works laid out as files."""
    given: Any = decode(question.wish, FillsBody if question.ask == "fills" else NewMatch)
    with TemporaryDirectory(prefix="hulldown-") as folder:
        try:
            wish, origins = laid_out(given, Path(folder))
            if question.ask == "answer":
                return _placeless(encode(setups.judged(wish)), folder)
            if question.ask == "fills":
                return encode(setups.quick_fills(wish))
            book, setup = setups.build(wish)
            if wish.chart:
                origins = msgspec.structs.replace(origins, printed=printed_in(book.library, wish.chart))
            return encode(msgspec.structs.replace(setup, works=origins) if given.works else setup)
        except Fault as fault:
            raise _without(fault, folder) from None
        except Wrong as wrong:
            raise _without(Fault("set-up", wrong.sentence.rstrip(".")), folder) from None


def _asked(question: Question) -> bytes:
    """The answer to a question about a position."""
    works, query = bundle(question.works), decode(question.wish, Query)
    if works[0].kind != "position":
        raise Fault("question", f"this is a {works[0].kind}; questions are asked of a position")
    with TemporaryDirectory(prefix="hulldown-") as folder:
        try:
            path = lay(works, Path(folder))
            return encode(ask(works[0].text, query, "position", path.parent, works[0].book))
        except Fault as fault:
            raise _bare(fault, f"{folder}/") from None


def _prospect(question: Question) -> bytes:
    """The answer to a question about a board on which nobody stands yet."""
    (work, *_), query = bundle(question.works), decode(question.wish, GroundQuery)
    if work.kind != "board":
        raise Fault("question", f"this is a {work.kind}; this question is asked of a board")
    return encode(positions(work.book).prospect(work.text, query, "board"))


def _shot(question: Question) -> bytes:
    """A shot by a chart that somebody brought."""
    body: ShotBody = decode(question.wish, ShotBody)
    return _with_chart(body, lambda chart: fire(body, chart))


def _odds(question: Question) -> bytes:
    """The odds of a shot by such a chart."""
    body: OddsBody = decode(question.wish, OddsBody)
    return _with_chart(body, lambda chart: odds_of(load(body.rulebook), body, chart))


def _with_chart(body: ShotBody | OddsBody, answer: Callable[[str], Any]) -> bytes:
    """What is answered with the chart of the body as a file."""
    by_id = {work.id: work for work in body.works}
    with TemporaryDirectory(prefix="hulldown-") as folder:
        try:
            path = lay(_with_what_it_uses(by_id[body.chart], by_id), Path(folder))
            return encode(answer(str(path))).replace(f"{folder}/".encode(), b"")
        except Fault as fault:
            raise _bare(fault, f"{folder}/") from None


def _bare(fault: Fault, folder: str) -> Fault:
    return Fault(fault.where.replace(folder, ""), fault.message.replace(folder, ""), fault.rule)


def _proved(question: Question) -> bytes:
    record = Record.parse(question.text)
    return encode(prove(record, load(record.head.rulebook)))


def _surveyed(question: Question) -> bytes:
    book: Any = load(question.book)
    return encode(book.survey(decode(question.view, book.state_type), question.unit))


def _placed(question: Question) -> bytes:
    book: Any = load(question.book)
    return encode(placing(book, decode(question.view, book.state_type), MOST_ORDERS))


ANSWERS: Mapping[Ask, Callable[[Question], bytes]] = {
    "check": _checked,
    "differ": _differing,
    "show": _shown,
    "build": _wished,
    "answer": _wished,
    "fills": _wished,
    "prove": _proved,
    "survey": _surveyed,
    "placing": _placed,
    "ask": _asked,
    "prospect": _prospect,
    "shot": _shot,
    "odds": _odds,
}


def _placeless(told: bytes, folder: str) -> bytes:
    """What is told of files, without a word of this machine."""
    for part in NAMED:
        told = told.replace(f"{folder}/{part}/".encode(), b"")
    return told


def _without(fault: Fault, folder: str) -> Fault:
    where, message = (_placeless(text.encode(), folder).decode() for text in (fault.where, fault.message))
    return Fault(where, message, fault.rule)


def _answer(question: Question) -> bytes:
    return ANSWERS[question.ask](question)


def verdict_on(line: bytes) -> bytes:
    try:
        return encode(Verdict(msgspec.Raw(_answer(decode(line, Question)))))
    except Fault as fault:
        return encode(Verdict(wrong=(fault.where, fault.rule, fault.message)))
    except MemoryError:
        raise
    except Exception as error:
        print(f"hulldown: a judge failed ({type(error).__name__}: {error})", file=sys.stderr)
        return encode(Verdict(wrong=("work", "", "the referee cannot make anything of it; please report it")))


if __name__ == "__main__":
    serve_lines(lambda line: [verdict_on(line)], nice=5)
