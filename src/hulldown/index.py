"""Which code plays a rule or a ruling, and which tests guard it. `python -m hulldown.index --write` makes the index.

A docstring that opens with rule ids and a colon (`FR-36 … FR-40: what a shot meets.`) says that its code plays them, a
comment in a book's data that its figures do, and a mark on a test, `@rule("FR-36")`, that the test would catch them
broken. The index is shipped, since a wheel has neither tests nor the sources' line numbers at hand.
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.util import find_spec
from pathlib import Path

import msgspec

from hulldown.kernel.files import Fault
from hulldown.kernel.rule import Catalogue, Rule
from hulldown.rulebooks import BOOKS

Index = dict[str, dict[str, dict[str, list[str]]]]
FILE = "rule-index.json"
ID = r"[A-Z][A-Z0-9]*-[A-Z]?[0-9]+[a-z]?"
OPENING = re.compile(rf"({ID}(?:\s*[,…]\s*{ID})*)\s*:\s")
CITED = re.compile(rf"({ID})(?:\s*…\s*({ID}))?")
COMMENT = {".toml": re.compile(r"#(.*)"), ".txt": re.compile(r"^\s*(?:;|#\s)(.*)")}
Named = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@cache
def rules_index() -> Index:
    """The shipped index: book, rule, then `code` as path:line and `tests` as path::name."""
    try:
        text = resources.files("hulldown").joinpath(FILE).read_text(encoding="utf-8")
    except FileNotFoundError:
        raise Fault(FILE, "the index is not there; `python -m hulldown.index --write` makes it") from None
    index: Index = json.loads(text)
    return index


class Citation(msgspec.Struct, frozen=True):
    """A place that speaks of a rule, or of a range of them."""

    first: str
    last: str
    kind: str
    place: str


class Shelf(msgspec.Struct, frozen=True):
    """A book as the index sees it: its rules, and the folders of its code and of its tests."""

    id: str
    rules: Mapping[str, Rule]
    code: Path
    tests: Path
    played: bool = True  # a book that is still being written may have rules of which nothing speaks


class Scan(msgspec.Struct, frozen=True):
    """The index as the sources make it, and what is wrong with them, each in one sentence."""

    index: Index
    mistakes: tuple[str, ...]
    bare: tuple[str, ...]

    def text(self) -> str:
        """One rule a line, so that a change is read in a diff."""
        books = [
            f"{json.dumps(book)}: {{\n"
            + ",\n".join(f" {json.dumps(rule)}: {json.dumps(places)}" for rule, places in rules.items())
            + "\n}"
            for book, rules in self.index.items()
        ]
        return "{\n" + ",\n".join(books) + "\n}\n"


def shelves(root: Path) -> list[Shelf]:
    """The books of a checkout, by their catalogues: also one that is still being written."""
    found = []
    for sheet in sorted((root / "src" / "hulldown" / "rulebooks").rglob("rules.toml")):
        rules = Catalogue.load(sheet)
        name = rules.book.id
        tests = root / "tests" / "rulebooks" / sheet.parent.name
        found.append(Shelf(name, rules, sheet.parent, tests, name in BOOKS))
    return found


def scan(root: Path, books: list[Shelf]) -> Scan:
    """Reads all sources under a root; nothing is imported."""
    index: Index = {book.id: {rule: {"code": [], "tests": []} for rule in book.rules} for book in books}
    mistakes: list[str] = []
    families = {rule.partition("-")[0] for book in books for rule in book.rules}
    for path, citation in [*_code(root, families, mistakes), *_tests(root, mistakes)]:
        home = [book for book in books if path.is_relative_to(book.code) or path.is_relative_to(book.tests)] or books
        cited = [(book.id, rule) for book in home for rule in _range(list(book.rules), citation)]
        if not cited:
            known = " or ".join(book.id for book in home)
            named = citation.first if citation.first == citation.last else f"{citation.first} … {citation.last}"
            mistakes.append(f"{citation.place} cites {named}, which {known} does not have.")
        for book_id, rule in cited:
            places = index[book_id][rule][citation.kind]
            if citation.place not in places:
                places.append(citation.place)
    for rules in index.values():
        for kinds in rules.values():
            for places in kinds.values():
                places.sort(key=_by_line)
    bare = [
        rule
        for book in books
        for rule, places in index[book.id].items()
        if book.played and book.rules[rule].binds and not places["code"] and not places["tests"]
    ]
    return Scan(index, tuple(mistakes), tuple(bare))


def _by_line(place: str) -> tuple[str, int]:
    path, _, line = place.partition(":")
    return (path, int(line)) if line.isdigit() else (place, 0)


def _range(rules: list[str], citation: Citation) -> list[str]:
    """The rules from one to another in the book's order; none if either is not there."""
    if citation.first not in rules or citation.last not in rules:
        return []
    return rules[rules.index(citation.first) : rules.index(citation.last) + 1]


def _cited(text: str, kind: str, place: str) -> Iterator[Citation]:
    for first, last in CITED.findall(text):
        yield Citation(first, last or first, kind, place)


# Code and data


def _code(root: Path, families: set[str], mistakes: list[str]) -> Iterator[tuple[Path, Citation]]:
    folder = root / "src" / "hulldown" / "rulebooks"
    for path in sorted(folder.rglob("*")):
        short = path.relative_to(root).as_posix()
        if path.suffix == ".py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), short)):
                if isinstance(node, Named):
                    for citation in _opening(node, f"{short}:{node.lineno}", mistakes):
                        yield path, citation
        elif path.suffix in COMMENT and path.name not in ("rules.toml", "rulings.toml"):
            for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
                if comment := COMMENT[path.suffix].search(line):
                    for citation in _cited(comment[1], "code", f"{short}:{number}"):
                        if citation.first.partition("-")[0] in families:  # and not the number of a gun
                            yield path, citation


def _opening(node: Named, place: str, mistakes: list[str]) -> Iterator[Citation]:
    """The ids before the colon that a docstring opens with."""
    docstring = ast.get_docstring(node) or ""
    if opening := OPENING.match(docstring + " "):
        yield from _cited(opening[1], "code", place)
    elif re.match(rf"{ID}\b", docstring):
        mistakes.append(f"{place} opens with a rule id, but not with ids and a colon.")


# Tests


def _tests(root: Path, mistakes: list[str]) -> Iterator[tuple[Path, Citation]]:
    for path in sorted((root / "tests").rglob("*.py")):
        short = path.relative_to(root).as_posix()
        module = ast.parse(path.read_text(encoding="utf-8"), short)
        for name, rule in _marked(module, short, short, mistakes):
            yield path, Citation(rule, rule, "tests", name)


def _marked(
    node: ast.Module | ast.ClassDef, name: str, where: str, mistakes: list[str], inherited: tuple[str, ...] = ()
) -> Iterator[tuple[str, str]]:
    """Each test under a module or class with each rule that a mark of its own, its class or its module names."""
    marks = [
        part.value
        for part in node.body
        if isinstance(part, ast.Assign | ast.AnnAssign) and part.value is not None and _target(part) == "pytestmark"
    ]
    rules = (*inherited, *_rules_in(marks, where, mistakes))
    for part in node.body:
        if not isinstance(part, Named):
            continue
        own = (*rules, *_rules_in(part.decorator_list, where, mistakes))
        if isinstance(part, ast.ClassDef):
            yield from _marked(part, f"{name}::{part.name}", where, mistakes, own)
        elif part.name.startswith("test"):
            yield from [(f"{name}::{part.name}", rule) for rule in own]


def _target(part: ast.Assign | ast.AnnAssign) -> str:
    target = part.targets[0] if isinstance(part, ast.Assign) else part.target
    return target.id if isinstance(target, ast.Name) else ""


def _rules_in(marks: list[ast.expr], where: str, mistakes: list[str]) -> Iterator[str]:
    """What calls of `rule` in these expressions are given, those inside a `pytest.param` too."""
    for node in (inner for mark in marks for inner in ast.walk(mark)):
        if not isinstance(node, ast.Call):
            continue
        called = node.func
        if (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) != "rule":
            continue
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value
            else:
                mistakes.append(f"{where}:{node.lineno} marks a rule by something else than its id in quotes.")


# The command


def complaint(found: Scan, written: str) -> str:
    """What stands against the sources and the written index, in one sentence; nothing if all is well."""
    if found.mistakes:
        more = f" (and {len(found.mistakes) - 1} more like that)" if len(found.mistakes) > 1 else ""
        return found.mistakes[0].removesuffix(".") + more + "."
    if found.bare:
        return f"Neither code nor a test speaks of {', '.join(found.bare)}."
    if found.text() != written:
        return f"{FILE} is out of date; `make index` writes it anew."
    return ""


@cache
def root_of_checkout() -> Path | None:
    """Where sources and tests lie side by side; nowhere, if this is a wheel."""
    spec = find_spec("hulldown")
    root = Path(spec.origin).parents[2] if spec and spec.origin else Path()
    return root if (root / "tests").is_dir() and (root / "src" / "hulldown").is_dir() else None


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m hulldown.index", description=(__doc__ or "").partition(".")[0])
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--write", action="store_true", help="write the index anew")
    what.add_argument("--check", action="store_true", help="fail if it is out of date, or a rule is cited that is none")
    wanted = parser.parse_args(arguments)
    if (root := root_of_checkout()) is None:
        print("The index is made from a checkout with its tests; this is an installed package.", file=sys.stderr)
        return 2
    file = root / "src" / "hulldown" / FILE
    found = scan(root, shelves(root))
    if wanted.write:
        file.write_text(found.text(), encoding="utf-8", newline="\n")
        return 0
    if sentence := complaint(found, file.read_text(encoding="utf-8") if file.exists() else ""):
        print(sentence, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
