"""What a work looks like: the ground of a board, the table as a scenario or a position begins."""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hulldown.kernel.bearings import compass_of
from hulldown.kernel.files import read_text
from hulldown.kernel.work import Work, bundle
from hulldown.rulebooks import begun_with, load
from hulldown.rulebooks.works import check_parts, lay
from hulldown.server.protocol import WorkPicture


def shown(works: tuple[Work, ...]) -> WorkPicture:
    """What can be drawn of a work; nothing of a chart or an army."""
    found = bundle(works)
    check_parts(found)
    with TemporaryDirectory(prefix="hulldown-") as folder:
        return _of(found[0], lay(found, Path(folder)))


def _of(work: Work, path: Path) -> WorkPicture:
    library = load(work.book).library
    match work.kind:
        case "board":
            return WorkPicture(map=library.maps(str(path))[0])
        case "scenario":
            return _table(work.book, library.build(str(path)))
        case "position":
            return _table(work.book, begun_with(work.book, read_text(path), path.name, path.parent))
        case _:
            return WorkPicture()


def _table(book_id: str, setup: Any) -> WorkPicture:
    book = load(book_id)
    state = book.start(setup)
    terrain = book.terrain(state)
    return WorkPicture(terrain=terrain, picture=compass_of(terrain).fill(book.picture(state)))
