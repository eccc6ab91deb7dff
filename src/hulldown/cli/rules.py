"""`hulldown rules`."""

from collections.abc import Iterator
from typing import Annotated, Any

from cyclopts import Parameter

from hulldown.cli.arguments import Book, BookId, Json, find_book
from hulldown.cli.misuse import Misuse
from hulldown.cli.page import heading, show, show_drawing, show_json, table
from hulldown.kernel.rule import Kind


def rules(
    book: BookId,
    id: Annotated[str, Parameter(help="A rule's id; without it all are listed.")] = "",  # noqa: A002
    /,
    *,
    kind: Annotated[Kind | None, Parameter(help="Only rules of this kind.")] = None,
    search: Annotated[str, Parameter(help="Only rules whose section, title or summary has this text.")] = "",
    json: Json = False,
) -> None:
    """The rules of a book; with an id the whole rule, the code that plays it and the tests that guard it."""
    found = _rows(find_book(book))
    if id:
        found = [row for row in found if row["id"].lower() == id.lower()]
        if not found:
            raise Misuse(f"rule: {book} has no rule {id[:40]!r}; `hulldown rules {book}` lists them")
    if kind is not None:
        found = [row for row in found if row["kind"] == kind]
    if search:
        found = [row for row in found if _has(row, search.lower())]
    if json:
        show_json(found)
    elif id and found:
        _show_whole(found[0])
    else:
        _show_list(found)


def _rows(book: Book) -> list[dict[str, Any]]:
    from hulldown.index import rules_index

    index = rules_index().get(book.id, {})
    return [
        {
            "id": rule.id,
            "section": rule.section,
            "kind": rule.kind,
            "title": rule.title,
            "summary": rule.summary,
            "code": list(index.get(rule.id, {}).get("code", ())),
            "tests": list(index.get(rule.id, {}).get("tests", ())),
        }
        for rule in book.rules.values()
    ]


def _has(row: dict[str, Any], text: str) -> bool:
    return any(text in row[key].lower() for key in ("id", "section", "title", "summary"))


def _show_list(found: list[dict[str, Any]]) -> None:
    if not found:
        return show("No rule is like that.")
    sheet = table("id", "section", "kind", "title", keep=("id", "kind"))
    for row in found:
        sheet.add_row(row["id"], row["section"], row["kind"], row["title"])
    return show(sheet)


def _show_whole(row: dict[str, Any]) -> None:
    show(heading(f"{row['id']}  {row['title']}"), f"{row['section']} · {row['kind']}\n", row["summary"])
    show("", heading("code"))
    show_drawing(f"  {place}" for place in row["code"] or ["none"])
    show("", heading("tests"))
    show_drawing(_by_file(row["tests"]))


def _by_file(tests: list[str]) -> Iterator[str]:
    """Each file once, and its tests below it: path and name together are longer than a line."""
    last = ""
    for file, _, name in (place.partition("::") for place in tests):
        if file != last:
            yield f"  {file}"
            last = file
        yield f"    {name}"
    if not tests:
        yield "  none"
