"""The pages that are written by hand, at the places where the site has them."""

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from website.links import LINK, OUTSIDE
from website.page import ROOT, Page, between, without_code
from website.sources import Sources

HOMES = {"README.md": "index.md", "CONTRIBUTING.md": "contributing.md", "CHANGELOG.md": "changelog.md"}
KEPT = {".png", ".svg", ".html"}


def written() -> dict[str, str]:
    """Every page by its path in the project, with its path in the site."""
    docs = sorted((ROOT / "docs").rglob("*.md"))
    return HOMES | {path.relative_to(ROOT).as_posix(): _place(path.relative_to(ROOT / "docs")) for path in docs}


def _place(path: Path) -> str:
    return (path.with_name("index.md") if path.name == "README.md" else path).as_posix()


def files() -> dict[str, Path]:
    """Pictures and reports beside them."""
    found = (path for path in sorted((ROOT / "docs").rglob("*")) if path.suffix in KEPT)
    return {path.relative_to(ROOT / "docs").as_posix(): path for path in found}


def handwritten_pages(sources: Sources) -> Iterator[Page]:
    places = written()
    for path, place in places.items():
        text = (ROOT / path).read_text(encoding="utf-8")
        yield Page(place, _moved(text, path, place, places, sources))


def _moved(text: str, path: str, place: str, places: dict[str, str], sources: Sources) -> str:
    """The text with its links led to where their targets lie in the site."""
    shown = without_code(text)
    parts, last = [], 0
    for match in LINK.finditer(shown):
        start, end = match.span(1)
        parts += [text[last:start], _led(text[start:end], path, place, places, sources)]
        last = end
    return re.sub(r"^<!-- .*? -->\n", "", "".join([*parts, text[last:]]), flags=re.M)


def _led(link: str, path: str, place: str, places: dict[str, str], sources: Sources) -> str:
    if OUTSIDE.match(link) or link.startswith("#"):
        return link
    target, hash_, anchor = link.partition("#")
    there = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    if there in places:
        return between(place, places[there]) + hash_ + anchor
    if (ROOT / there).is_dir():
        return between(place, posixpath.join(there.removeprefix("docs/"), "index.md"))
    if there.startswith("docs/"):
        return between(place, there.removeprefix("docs/"))
    return sources.page(place, there) if (ROOT / there).is_file() else link


def decisions() -> Page:
    """The decisions as a list."""
    found = [path for path in written().values() if path.startswith("decisions/")]
    lines = [
        f"- [{Page('', (ROOT / 'docs' / path).read_text(encoding='utf-8')).title}]({path.removeprefix('decisions/')})"
        for path in found
    ]
    return Page(
        "decisions/index.md", "# Decisions\n\nWhy things are as they are, a page each.\n\n" + "\n".join(lines) + "\n"
    )
