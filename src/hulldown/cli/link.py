"""`hulldown link` and `hulldown open`: a work as a link, and back."""

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import find_book
from hulldown.cli.misuse import Misuse, misused
from hulldown.cli.page import clean, show, show_drawing


def link(
    file: Annotated[str, Parameter(help="A scenario, board, chart, army or position, as `hulldown check` takes it.")],
    /,
    *,
    book: Annotated[str, Parameter(help="The rulebook that it is for; without it, the first that takes it.")] = "",
    server: Annotated[str, Parameter(help="Where the link leads; without it, the part behind the address.")] = "",
) -> None:
    """A link that carries a file and all that it names: it opens wherever Hulldown runs, and nobody must keep it."""
    from hulldown.kernel.work import pack
    from hulldown.rulebooks.works import gather

    if book:
        find_book(book)
    show_drawing([f"{server.rstrip('/')}{'/' if server else ''}#/open/{pack(gather(Path(file), book))}"])


def open_link(
    link: Annotated[str, Parameter(help="What `hulldown link` wrote, or the address of such a page.")],
    /,
    *,
    folder: Annotated[str, Parameter(help="Where the files go; a new folder is made.")] = ".",
) -> None:
    """The files in a link, once they are judged. No file of yours is overwritten."""
    from hulldown.kernel.work import unpack
    from hulldown.rulebooks.works import judge, lay

    with misused():
        works = unpack(link)
    told = judge(works)
    home = Path(folder)
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Misuse(f"--folder: {folder!r} cannot be made ({error.strerror})") from None
    path = lay(works, home)
    show(clean(f"{path}: {told}, for {works[0].book}."))
    for name in sorted(name for work in works for name in work.uses):
        show(clean(f"{home / name}"))
