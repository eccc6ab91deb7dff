"""Every link and every anchor of the pages leads somewhere, by reading the Markdown alone."""

import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from urllib.parse import unquote

from website.page import GIVEN, HEADING, Page, plain, slug, without_code

LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\)")
RAW = re.compile(r"""\b(?:href|src)=["']([^"']+)["']""")
ID = re.compile(r"""\bid=["']([^"']+)["']""")
OUTSIDE = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.I)
LINE = re.compile(r"__codelineno-0-([0-9]+)")


def anchors(page: Page) -> set[str]:
    """What can be pointed at on a page; a heading that comes again gets a number."""
    text, seen = without_code(page.text), Counter[str]()
    found = set(ID.findall(text))
    for start, title in ((match.start(2), match[2]) for match in HEADING.finditer(text)):
        written = page.text[start : start + len(title)]  # with the code that a heading may have
        if given := GIVEN.search(written):
            found.add(given[1])
            continue
        name = slug(plain(written))
        found.add(name if not seen[name] else f"{name}_{seen[name]}")
        seen[name] += 1
    return found


def links(page: Page) -> Iterator[tuple[int, str]]:
    """Each link with its line."""
    text = without_code(page.text)
    for pattern in (LINK, RAW):
        for match in pattern.finditer(text):
            yield text.count("\n", 0, match.start()) + 1, match[1]


def broken(pages: Iterable[Page], files: Collection[str]) -> Iterator[str]:
    """A sentence for each link that leads nowhere; `files` are what else the site has."""
    by_path = {page.path: page for page in pages}
    known: dict[str, set[str]] = {}
    for page in by_path.values():
        for line, link in links(page):
            if not OUTSIDE.match(link) and (why := _wrong(page, link, by_path, files, known)):
                yield f"{page.path}:{line} links to {link}, {why}."


def _wrong(page: Page, link: str, pages: Mapping[str, Page], files: Collection[str], known: dict[str, set[str]]) -> str:
    target, _, anchor = unquote(link).partition("#")
    path = posixpath.normpath(posixpath.join(posixpath.dirname(page.path), target)) if target else page.path
    if path not in pages:
        return "" if path in files else "which is not there"
    if not anchor:
        return ""
    if line := LINE.fullmatch(anchor):
        return "" if int(line[1]) <= pages[path].text.count("\n") else "and there is no such line"
    if path not in known:
        known[path] = anchors(pages[path])
    return "" if anchor in known[path] else "and there is no such heading"
