"""Works and files: what is shipped as files, a file with all that it names as works, works laid out as files again.

The judge of a work is the judge of its file.
"""

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

from hulldown.kernel.files import Fault, read_text, read_toml
from hulldown.kernel.work import Work, bundle, canonical, is_drawn, kind_of, named_files, title_of
from hulldown.rulebooks import BOOKS, begun_with, load

Checked = tuple[str, str]  # the book that takes a file, and what the file is


def check_file(path: Path, books: Sequence[str] = ()) -> Checked:
    """What a file is, and for which book: the one that it names, or the first of those that takes it.

    What is wrong with it is told as by the book that it seems meant for.
    """
    if found := _position(path):
        return found
    faults: list[Fault] = []
    for book in books or _books_for(path):
        try:
            return book, load(book).library.check(path)
        except Fault as fault:
            faults.append(fault)
    raise max(faults, key=_meant)


def _books_for(path: Path) -> list[str]:
    """The book that the file names, or all."""
    if path.suffix == ".toml" and len(BOOKS) > 1:
        try:
            named = read_toml(path)[1].get("rulebook")
        except Fault:
            named = None
        if named in BOOKS:
            return [str(named)]
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


def _meant(fault: Fault) -> tuple[bool, int]:
    """How likely a book that says this is the one meant: it knows the fields of the file, and has read far."""
    line = re.search(r":(\d+)(:\d+)?$", fault.where)
    return "unknown field" not in fault.message, int(line[1]) if line else 0


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
        except Fault as fault:
            where = fault.where.replace(f"{folder}/", "")
            raise Fault(where, fault.message.replace(f"{folder}/", ""), fault.rule) from None


def check_parts(works: Iterable[Work]) -> None:
    """Each work of a bundle is of the kind that it says."""
    for work in works:
        if (found := kind_of(work.text, work.kind)) != work.kind:
            raise Fault(work.kind, f"the text is that of a {found}")
