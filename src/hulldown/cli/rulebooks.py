"""`hulldown rulebooks`."""

from hulldown.cli.arguments import Json
from hulldown.cli.page import show, show_json, table


def rulebooks(*, json: Json = False) -> None:
    """The rulebooks, on what table they are played, how many rules they have and how many of them are tested."""
    from hulldown.index import rules_index
    from hulldown.rulebooks import BOOKS, load

    index = rules_index()
    rows = []
    for book_id in BOOKS:
        book = load(book_id)
        places = index.get(book_id, {})
        printed = book.rules.printed
        tested = sum(bool(places.get(rule.id, {}).get("tests")) for rule in printed)
        table_of = book.rules.book.table
        rows.append(
            {"id": book.id, "title": book.title, "table": table_of, "rules": len(printed), "tested": tested}
            | {"rulings": len(book.rules.rulings)}
        )
    if json:
        return show_json(rows)
    counts = ("rules", "tested", "rulings")
    sheet = table("id", "title", "table", *counts, right=counts, keep=("id",))
    for row in rows:
        sheet.add_row(*map(str, row.values()))
    return show(
        sheet,
        "\nThe games are their publishers'. Hulldown is an independent referee for people who own them.",
    )
