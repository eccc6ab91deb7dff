"""Works and files: what is shipped as files, a file with all that it names as works, works laid out as files again.

The judge of a work is the judge of its file.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.fields import nearest_of
from hulldown.kernel.files import (
    Fault,
    Pointed,
    TextRepair,
    change_of,
    faults_of,
    place_in,
    raise_all,
    read_text,
    read_toml,
)
from hulldown.kernel.library import Library
from hulldown.kernel.spans import spans_of
from hulldown.kernel.work import Work, bundle, called, canonical, is_drawn, kind_of, named_files, title_of
from hulldown.rulebooks import BOOKS, begun_with, load
from hulldown.rulebooks.lessons import check_lesson, is_lesson_file

NAMES = ("name", "title")  # the fields by which things are called
ARMIES = ("tanks", "units")  # the keys of an army in its own file
Checked = tuple[str, str]  # the book that takes a file, and what the file is


def check_file(path: Path, books: Sequence[str] = ()) -> Checked:
    """What a file is, and for which book: the one that it names, or the first of those that takes it.

    What is wrong with it is told as by the book that it seems meant for.
    """
    raise_all(fault for file in _with_named(path) for fault in _unseen(file))
    if is_lesson_file(path):
        lesson = check_lesson(read_text(path), str(path)).lesson
        return lesson.book, f"a lesson of {lesson.book}, {lesson.title}"
    if found := _position(path):
        return found
    tried: list[Fault] = []
    for book in books or _books_for(path):
        try:
            return book, _checked(path, load(book).library)
        except Fault as fault:
            tried.append(fault)
    raise min(tried, key=_foreign)


def _checked(path: Path, library: Library) -> str:
    """What a file is; all that is wrong with it and with the files that it names."""
    words, text, named = "", "", dict[str, str]()
    with suppress(Fault):
        text = canonical(read_text(path))
        named = named_files(text, str(path))
    found = [fault for name in named.values() for fault in _faults_in(path.parent / name, library)]
    try:
        words = library.check(path)
    except Fault as fault:
        found += [pointed(one, path, text, library) for one in fault.all]
    raise_all({(fault.where, fault.message): fault for fault in found}.values())
    return words


def _faults_in(path: Path, library: Library) -> Iterator[Fault]:
    return (one for fault in faults_of(partial(library.check, path)) for one in fault.all)


def _with_named(path: Path) -> list[Path]:
    """A file and all that it names, and that these name."""
    found = {path.resolve(): path}
    for file in (waiting := [path]):
        with suppress(Fault):
            for name in named_files(canonical(read_text(file)), str(file)).values():
                if (place := (file.parent / name).resolve()) not in found:
                    found[place] = file.parent / name
                    waiting.append(found[place])
    return waiting


def _unseen(path: Path) -> Iterator[Fault]:
    """Names in a file with signs that hide, or that turn what is written beside them."""
    try:
        text = canonical(read_text(path))
        drawn = is_drawn(text)
        names = _drawn_names(text) if drawn else _names_in(read_toml(path)[1])
    except Fault:  # which is told by whoever reads all of it
        return
    for spot, name in names:
        if sign := next((sign for sign in name if not sign.isprintable()), ""):
            where = f"{path}:{spot}" if drawn else place_in(str(path), text, f"$.{spot}")
            field = "name" if drawn else spot
            yield Fault(where, f"{field} has a sign that cannot be seen, U+{ord(sign):04X}; take it out", field=field)


def _drawn_names(text: str) -> list[tuple[str, str]]:
    """The name of a drawn board, by its line."""
    lines = enumerate(text.split("\n"), 1)
    return [(str(at), line.partition(":")[2].strip(" \t")) for at, line in lines if re.match(r"\s*name\s*:", line)]


def _names_in(value: Any, spot: str = "") -> list[tuple[str, str]]:
    """The names and titles of a text in TOML, by their fields."""
    if isinstance(value, list):
        return [one for at, row in enumerate(value) for one in _names_in(row, f"{spot}[{at}]")]
    if not isinstance(value, dict):
        return []
    below = ((f"{spot}.{key}".removeprefix("."), key, one) for key, one in value.items())
    return [
        found
        for path, key, one in below
        for found in ([(path, one)] if key in NAMES and isinstance(one, str) else _names_in(one, path))
    ]


def _books_for(path: Path) -> list[str]:
    """The book that the file names, or all; of a board that is drawn those whose tables can be drawn."""
    if path.suffix == ".toml" and len(BOOKS) > 1:
        try:
            named = read_toml(path)[1].get("rulebook")
        except Fault:
            named = None
        if named in BOOKS:
            return [str(named)]
    with suppress(Fault):
        if is_drawn(read_text(path)):
            return [book for book in BOOKS if load(book).rules.book.table != "free"]
    return list(BOOKS)


def _position(path: Path) -> Checked | None:
    """What is to be said of a position, which names its book; nothing if the file is something else."""
    try:
        data = read_toml(path)[1] if path.suffix == ".toml" else {}
    except Fault:
        return None
    book = data.get("book")
    if not isinstance(book, str):
        return None
    begun_with(book, read_text(path), str(path), path.parent)
    return book, f"a position of {book}, {data.get('name') or 'without a name'}"


def _foreign(fault: Fault) -> tuple[int, int]:
    """How little a book that says this seems to be the one meant: by keys and boards that it makes nothing of."""
    foreign = re.compile(r"no (field|map|table)|missing")
    keys = [one for one in fault.all if re.fullmatch(r"\w+", one.field) and foreign.search(one.message)]
    return len(keys), len(fault.all)


# Faults that point


class WorkFault(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault or advice as it is told: where, by which rule, in one sentence; then what a hand can point at.

    `file` is empty for the work that is meant, or the name that it calls another one by; `line` and `column` count from
    1. Each repair is a change of that file's text.
    """

    where: str
    rule: str
    message: str
    file: str = ""
    line: int = 0
    column: int = 0
    field: str = ""
    place: Pointed | UnsetType = UNSET
    repairs: tuple[TextRepair, ...] = ()


def told(fault: Fault, meant: str, texts: Mapping[str, str]) -> WorkFault:
    """A fault as it is told of files with these texts."""
    found = re.fullmatch(r"(.*?)(?::(\d+))?(?::(\d+))?", fault.where, re.DOTALL)
    assert found is not None
    file, line = found[1], int(found[2] or 0)
    span = spans_of(texts[file]).get(f"$.{fault.field}") if fault.field and file in texts else None
    column = span.start - texts[file].rfind("\n", 0, span.start) if span else int(found[3] or 0)
    return WorkFault(
        fault.where,
        fault.rule,
        fault.message,
        file="" if file == meant else file,
        line=line,
        column=column if line else 0,
        field=fault.field,
        place=fault.place or UNSET,
        repairs=fault.repairs,
    )


def filed(fault: Fault, files: Mapping[str, Work]) -> Fault:
    """What is said of a work by what it is called, said of its file."""
    for name, work in files.items():
        if found := re.fullmatch(rf"{re.escape(called(work))}((?::\d+){{0,2}})", fault.where):
            return fault.at(name + found[1])
    return fault


def told_all(fault: Fault, path: Path) -> list[WorkFault]:
    """All faults of a file on this machine, which may lie in files that it names."""
    texts: dict[str, str] = {}
    for one in fault.all:
        file = re.sub(r"(:\d+){0,2}$", "", one.where)
        with suppress(Fault):
            texts.setdefault(file, canonical(read_text(Path(file))))
    return [told(one, str(path), texts) for one in fault.all]


def pointed(fault: Fault, path: Path, text: str, library: Library) -> Fault:
    """A fault at its field in the text of a file, with what puts it right there."""
    if not text or is_drawn(text) or (fault.line and not fault.offers):
        return fault
    spans = spans_of(text)
    named = fault.field or fault.where  # a fault of a set-up is told by its part, such as `map`
    home = next((f"$.{key}" for key in (named, *ARMIES) if key and f"$.{key}" in spans), "$")
    unit = fault.place.unit if fault.place else ""
    spot = f"{home}.{unit}" if f"{home}.{unit}" in spans else home
    if spot == "$":
        return fault
    here = fault.at(place_in(str(path), text, spot), spot[2:])
    found = (*_renamed(text, spot, unit, library), *_rebased(text, spot, library), *_settled(text, fault))
    return here.with_repairs(found)


def _rebased(text: str, spot: str, library: Library) -> Iterator[TextRepair]:
    """A board that the book does not have, by the nearest that it has."""
    known = [row.id for row in library.maps()] if spot in ("$.map", "$.table") else []
    span = spans_of(text)[spot]
    written = text[span.start : span.end].strip("\"'")
    if written not in known and (near := nearest_of(written, known)):
        yield TextRepair(f"Write {near}", (change_of(text, span.start, span.end, f'"{near}"'),))


def _renamed(text: str, spot: str, unit: str, library: Library) -> Iterator[TextRepair]:
    """A unit that the chart does not have, by the nearest that it has."""
    span = spans_of(text)[spot]
    written = unit and spot.endswith(f".{unit}") and text.startswith(unit, span.key)
    if written and (near := nearest_of(unit, [row.id for row in library.units()])):
        yield TextRepair(f"Write {near}", (change_of(text, span.key, span.key + len(unit), near),))


def _settled(text: str, fault: Fault) -> Iterator[TextRepair]:
    """What a fault offers, where its field stands in the text."""
    spans = spans_of(text)
    for offer in fault.offers:
        own = f"$.{offer.field}.{fault.field}"
        span = spans.get(own if own in spans else f"$.{offer.field}")
        if span is not None:
            yield TextRepair(offer.label, (change_of(text, span.start, span.end, offer.value),))


# Between files and works


def gather(path: Path, book: str = "") -> tuple[Work, ...]:
    """A file, once it is judged, with all that it names, as a bundle."""
    found, _ = check_file(path, [book] if book else ())
    return bundle(_gathered(path, found))


def _gathered(path: Path, book: str) -> list[Work]:
    text = canonical(read_text(path))
    below: dict[str, list[Work]] = {}
    for key, name in named_files(text, str(path)).items():
        if name != Path(name).name:
            raise Fault(str(path), f"{key} names {name[:60]!r}; a work's files lie beside it, without folders")
        below[name] = _gathered(path.parent / name, book)
    uses = {name: works[0].id for name, works in below.items()}
    return [Work(kind_of(text, str(path)), book, text, uses), *chain.from_iterable(below.values())]


def file_name(work: Work) -> str:
    """A plain name for the file of a work, from its title."""
    plain = re.sub(r"[^a-z0-9]+", "-", title_of(work.text).lower()).strip("-")[:40] or work.kind
    return plain + (".txt" if is_drawn(work.text) else ".toml")


def lay(works: Sequence[Work], folder: Path) -> Path:
    """A bundle as files in a folder, by the names that it uses; the path of the first. No other file is overwritten."""
    by_id = {work.id: work for work in works}
    names = {name: by_id[used] for work in works for name, used in work.uses.items()}
    first = file_name(works[0])
    if first in names and names[first] != works[0]:
        first = f"{works[0].kind}-{first}"
    laid = {first: works[0], **names}
    for name, work in laid.items():
        path = folder / name
        if path.exists() and canonical(read_text(path)) != work.text:
            raise Fault(str(path), "there is another file of this name; open the link in another folder")
    for name, work in laid.items():
        (folder / name).write_text(work.text, encoding="utf-8")
    return folder / first


def judge(works: Sequence[Work]) -> str:
    """What a bundle is, by the judge of its file; raises `Fault` where it is wrong, without a word of this machine."""
    with TemporaryDirectory(prefix="hulldown-") as folder:
        check_parts(works)
        try:
            return check_file(lay(works, Path(folder)), [works[0].book])[1]
        except Fault as found:
            raise_all(_placeless(fault, folder) for fault in found.all)
            raise


def _placeless(fault: Fault, folder: str) -> Fault:
    return Fault(
        fault.where.replace(f"{folder}/", ""),
        fault.message.replace(f"{folder}/", ""),
        fault.rule,
        field=fault.field,
        place=fault.place,
        repairs=fault.repairs,
    )


def check_parts(works: Iterable[Work]) -> None:
    """Each work of a bundle is of the kind that it says."""
    for work in works:
        if (found := kind_of(work.text, called(work))) != work.kind:
            raise Fault(work.kind, f"the text is that of a {found}")
