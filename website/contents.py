"""What the site has, by what readers come for; every page is under one of its doors."""

import json
from collections.abc import Iterable, Iterator

import msgspec

from hulldown.rulebooks import BOOKS
from hulldown.server.reading import handbook
from website.page import Page


class Door(msgspec.Struct, frozen=True):
    """A part of the site: its name, a sentence, and its pages, by path or by folder."""

    name: str
    told: str
    pages: tuple[str, ...]

    @property
    def path(self) -> str:
        return f"{self.name.lower()}.md"


DOORS = (
    Door(
        "Play",
        "Five rulebooks, against the computer, two at one screen, by a link, in the terminal, or at your own table.",
        ("tour.md", "rulebooks/", "real-table.md", "fair-dice.md", "records.md"),
    ),
    Door("Learn", "Lessons in the browser, and every rule in our own words, with diagrams.", ("learning.md", "rules/")),
    Door(
        "Make",
        "Boards, armies, charts, scenarios and positions are texts that you can write and share.",
        ("making.md", "files.md"),
    ),
    Door(
        "Study",
        "Exact odds, thousands of games with honest intervals, luck and skill of a game apart.",
        ("lab.md", "analysis.md", "balance/", "experiments/"),
    ),
    Door(
        "Build",
        "Bots, programs and rulebooks of your own, and how the house is built.",
        (
            "first-bot.md",
            "bots.md",
            "environments.md",
            "contributing.md",
            "house.md",
            "python/",
            "commands/",
            "protocol.md",
            "reference/",
            "languages.md",
            "performance.md",
            "decisions/",
            "changelog.md",
        ),
    ),
    Door("Run", "A server for others: how to start, watch, back up and update it.", ("operating.md", "reliability.md")),
)


def door_pages(pages: Iterable[Page]) -> Iterator[Page]:
    """A page for each door: what lies behind it, each with its first sentence."""
    known = {page.path: page for page in pages}
    for door in DOORS:
        found = [known[path] for path in _entries(door, known)]
        lines = [f"- [{page.title}]({page.path}){f': {page.opening}' if page.opening else ''}" for page in found]
        yield Page(door.path, f"# {door.name}\n\n{door.told}\n\n" + "\n".join(lines) + "\n")


def _entries(door: Door, known: Iterable[str]) -> Iterator[str]:
    """The first pages of a door: those named, of a folder its index or else all."""
    paths = sorted(known)
    for named in door.pages:
        if not named.endswith("/"):
            yield from [named] * (named in paths)
        elif f"{named}index.md" in paths:
            yield f"{named}index.md"
        else:
            yield from (path for path in paths if path.startswith(named))


def nav(pages: Iterable[Page]) -> str:
    """The menu, as the builder of the site reads it."""
    known = {page.path: page for page in pages}
    entries = ['{"Home" = "index.md"}']
    for door in DOORS:
        inside = [f'{{"{door.name}" = "{door.path}"}}']
        for named in door.pages:
            if named.endswith("/"):
                inside.append(_folder(named, known))
            elif named in known:
                inside.append(_entry(known[named]))
        entries.append(f'{{"{door.name}" = [{", ".join(inside)}]}}')
    return f"[{', '.join(entries)}]"


def _folder(folder: str, known: dict[str, Page]) -> str:
    index = known.get(f"{folder}index.md")
    paths = sorted(path for path in known if path.startswith(folder) and path.count("/") == folder.count("/"))
    if folder == "rules/":
        parts = [_entry(known["rules/index.md"]), *(_book(book, known) for book in BOOKS)]
    else:
        if index is not None:
            paths = [index.path, *(path for path in paths if path != index.path)]
        parts = [_entry(known[path], index.title if index is not None else "") for path in paths]
    title = index.title if index is not None else folder.rstrip("/").capitalize()
    return f"{{{json.dumps(title, ensure_ascii=False)} = [{', '.join(parts)}]}}"


def _book(book: str, known: dict[str, Page]) -> str:
    places = ["index", *(chapter.place for chapter in handbook(book).chapters), "rulings", "words", "kept"]
    parts = [_entry(known[f"rules/{book}/{place}.md"], handbook(book).name) for place in places]
    return f'{{"{handbook(book).name}" = [{", ".join(parts)}]}}'


def _entry(page: Page, prefix: str = "") -> str:
    """A page in the menu, without what the entry above it says already."""
    title = page.title
    if page.path.startswith("commands/"):
        title = title.removeprefix("hulldown ")
    elif title.startswith(f"{prefix}: "):
        title = title.removeprefix(f"{prefix}: ")
        title = title[:1].upper() + title[1:]
    return f"{{{json.dumps(title, ensure_ascii=False)} = {json.dumps(page.path)}}}"


def homeless(pages: Iterable[Page]) -> Iterator[str]:
    """A sentence for each page that no door leads to."""
    named = [path for door in DOORS for path in (door.path, *door.pages)]
    for page in pages:
        if page.path != "index.md" and not page.path.startswith(("source/", *named)):
            yield f"{page.path} is behind no door of the site; name it in website/contents.py."
