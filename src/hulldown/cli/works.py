"""`hulldown works`: the shelf of a server, for whoever runs it."""

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from hulldown.cli.arguments import Json
from hulldown.cli.misuse import Misuse, misused
from hulldown.cli.page import clean, show, show_json, table

if TYPE_CHECKING:
    from hulldown.server.store import KeptWork


def works(
    *,
    database: Annotated[str, Parameter(help="The server's database, as `hulldown serve` takes it.")] = "",
    remove: Annotated[str, Parameter(help="The id of a work to take off the shelf; its matches stay.")] = "",
    json: Json = False,
) -> None:
    """The works that people put on a server's shelf; one can be removed by its id."""
    from hulldown.kernel.work import title_of

    with misused():
        found = asyncio.run(_opened(database, remove))
    if found is None:
        raise Misuse(f"--remove: there is no work {remove[:40]!r} on this shelf")
    rows = [
        {
            "id": one.work.id,
            "kind": one.work.kind,
            "book": one.work.book,
            "title": title_of(one.work.text),
            "licence": one.licence,
            "since": datetime.fromtimestamp(one.since, UTC).date().isoformat(),
        }
        for one in found
    ]
    if json:
        return show_json(rows)
    if not rows:
        return show("The shelf is empty.")
    sheet = table("id", "kind", "book", "title", "licence", "since", keep=("id",))
    for row in rows:
        sheet.add_row(*(clean(value) for value in row.values()))
    return show(sheet)


async def _opened(database: str, remove: str) -> "list[KeptWork] | None":
    from hulldown.server.run import database_url
    from hulldown.server.store import Store

    store = Store(database_url(database))
    await store.open()
    try:
        if remove and not await store.forget_work(remove):
            return None
        return await store.all_works()
    finally:
        await store.close()
