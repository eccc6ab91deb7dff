"""`hulldown rules`."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

import hulldown
from hulldown.cli.arguments import Book, BookId, Json, find_book
from hulldown.cli.misuse import Misuse
from hulldown.cli.page import heading, show, show_drawing, show_json, table
from hulldown.kernel.rule import Catalogue, Kind, Rule, Ruling


def rules(
    book: BookId,
    id: Annotated[str, Parameter(help="A rule's id; without it all are listed.")] = "",  # noqa: A002
    /,
    *,
    kind: Annotated[Kind | None, Parameter(help="Only rules of this kind.")] = None,
    search: Annotated[str, Parameter(help="Only rules whose section, title or summary has this text.")] = "",
    json: Json = False,
) -> None:
    """The rules of a book, then our rulings on it; with an id the whole of it, its code and its tests."""
    known = find_book(book)
    found = _rows(known)
    if id:
        found = [row for row in found if row["id"].lower() == id.lower()]
        if not found:
            raise Misuse(f"rule: {book} has no rule or ruling {id[:40]!r}; `hulldown rules {book}` lists them")
    if kind is not None:
        found = [row for row in found if row["kind"] == kind]
    if search:
        found = [row for row in found if _has(row, search.lower())]
    if json:
        show_json(found)
    elif id and found:
        _show_whole(found[0], known.rules)
    else:
        _show_list(found)


def _rows(book: Book) -> list[dict[str, Any]]:
    from hulldown.index import rules_index

    index = rules_index().get(book.id, {})
    told = ("id", "section", "kind", "title", "summary")
    return [
        {key: getattr(rule, key) for key in told} | _places(index, rule.id) | _beside(rule, book.rules)
        for rule in book.rules.values()
    ]


def _beside(rule: Rule, rules: Catalogue) -> dict[str, Any]:
    """Of a rule the rulings that explain it; of a ruling the rules that it explains, and why."""
    if not isinstance(rule, Ruling):
        return {"rulings": list(rules.about(rule.id))}
    options = {"options": list(rule.options)} if rule.options else {}
    return {"ground": rule.ground, "why": rule.why, "rules": list(rule.rules)} | options


def _places(index: Mapping[str, Mapping[str, Sequence[str]]], rule: str) -> dict[str, list[str]]:
    """Where a rule is coded and tested, as far as it can be looked at here: a package has no tests."""
    from hulldown.index import root_of_checkout

    code, tests = (list(index.get(rule, {}).get(kind, ())) for kind in ("code", "tests"))
    if root_of_checkout() is not None:
        return {"code": code, "tests": tests}
    package = Path(hulldown.__file__).parent
    return {"code": [str(package / place.removeprefix("src/hulldown/")) for place in code], "tests": []}


def _has(row: dict[str, Any], text: str) -> bool:
    return any(text in row[key].lower() for key in ("id", "section", "title", "summary"))


def _show_list(found: list[dict[str, Any]]) -> None:
    if not found:
        return show("No rule is like that.")
    sheet = table("id", "section", "kind", "title", keep=("id", "kind"))
    for row in found:
        sheet.add_row(row["id"], row["section"], row["kind"], row["title"])
    return show(sheet)


GROUNDS = {
    "silent": "the text is silent",
    "ambiguous": "the text can be read otherwise",
    "lost": "that part of the text is lost",
    "house": "the house's addition",
}


def _show_whole(row: dict[str, Any], rules: Catalogue) -> None:
    from hulldown.index import root_of_checkout

    ground = f" · {GROUNDS[row['ground']]}" if "ground" in row else ""
    options = ", ".join(f"`{option}`" for option in row.get("options", ()))
    by = f", by the option{'s' if len(row['options']) > 1 else ''} {options}" if options else ""
    show(heading(f"{row['id']}  {row['title']}"), f"{row['section']} · {row['kind']}{ground}{by}\n", row["summary"])
    if "why" in row:
        show("", f"Why: {row['why']}")
    for name in ("rules", "rulings"):
        if row.get(name):
            show("", heading(name), *[f"  {other}  {rules[other].title}" for other in row[name]])
    show("", heading("code"))
    show_drawing(f"  {place}" for place in row["code"] or ["none"])
    show("", heading("tests"))
    show_drawing(_by_file(row["tests"]) if root_of_checkout() else [f"  {_guards(row['id'])}"])


def _guards(rule: str) -> str:
    """How many tests there are that lie with the sources."""
    from hulldown.index import rules_index

    many = sum(len(rules[rule]["tests"]) for rules in rules_index().values() if rule in rules)
    return "none" if not many else f"{many} in the project's sources, which the package leaves out"


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
