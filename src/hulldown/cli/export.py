"""`hulldown export`."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import BookId, find_book
from hulldown.cli.misuse import Misuse
from hulldown.cli.page import clean, show
from hulldown.kernel.work import Kind, is_drawn

KINDS: tuple[Kind, ...] = ("scenario", "board", "chart", "position")


def export(
    book: BookId,
    kind: Annotated[str, Parameter(help="What to write: scenario, board, chart or position.")],
    name: Annotated[str, Parameter(help="Its id; without it all are listed.")] = "",
    /,
    *,
    to: Annotated[str, Parameter(help="The file to write; its own name, here, unless given.")] = "",
) -> None:
    """Write a scenario, board, chart or position of a book as a file, to copy and change."""
    found = next((one for one in KINDS if one == kind), None)
    if found is None:
        raise Misuse(f"export: {kind[:40]!r} is none of {', '.join(KINDS)}")
    works = find_book(book).library.works(found)
    if not name:
        return show("\n".join(works) or f"{book} ships no {kind}.")
    if name not in works:
        raise Misuse(f"export: there is no {kind} {name[:40]!r} in {book}; there is {', '.join(works) or 'none'}")
    path = Path(to or name + (".txt" if is_drawn(works[name]) else ".toml"))
    if path.exists():
        raise Misuse(f"export: {str(path)!r} is there already; name another file with --to")
    try:
        path.write_text(works[name], encoding="utf-8")
    except OSError as error:
        raise Misuse(f"export: {str(path)!r} cannot be written ({error.strerror})") from None
    return show(clean(f"{path}: a {kind} of {book}. `hulldown check {path}` judges it once it is changed."))
