"""A page of the site, and what every part of the generator needs to write one."""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[1]
OUT = ROOT / ".site"
PAGES = OUT / "pages"
CODE = re.compile(
    r"^(?P<fence> *(?:`{3,}|~{3,})).*?^(?P=fence)[`~]*$|(?<!`)(?P<tick>`+)(?!`)(?:(?!\n\s*\n).)+?(?<!`)(?P=tick)(?!`)",
    re.S | re.M,
)
FENCED = re.compile(r"^(?P<fence> *(?:`{3,}|~{3,})).*?^(?P=fence)[`~]*$", re.S | re.M)
HEADING = re.compile(r"^(#{1,6}) +(.+?) *$", re.M)
GIVEN = re.compile(r"\s*\{ *#([\w.-]+) *\}$")


class Page(msgspec.Struct, frozen=True):
    """A page by its path in the site, as `rules/core/index.md`, and its whole text."""

    path: str
    text: str

    @property
    def title(self) -> str:
        found = HEADING.search(without_code(self.text))
        return plain(GIVEN.sub("", found[2])) if found else self.path

    @property
    def opening(self) -> str:
        """Its first sentence, which tells what it is about."""
        for block in re.split(r"\n\s*\n", FENCED.sub("", self.text)):
            words = " ".join(block.split())
            if words and words[0] not in "#!|<-:>*=[":
                return unlinked(re.split(r"(?<=[.!?]) (?=[A-Z`*[])|(?<=:) (?=[A-Z])", words)[0]).rstrip(":")
        return ""


def without_code(text: str) -> str:
    """The text with its code blanked out, letter for letter, so that places stay."""
    return CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def plain(text: str) -> str:
    """Markdown as its words."""
    return unlinked(text).replace("**", "").replace("`", "").replace("*", "")


def unlinked(text: str) -> str:
    """Markdown without its links, which lead elsewhere from another page."""
    return re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", text)


def slug(title: str) -> str:
    """The anchor that a heading gets."""
    ascii_only = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", ascii_only).strip().lower())


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table in Markdown; a bar in a cell is written so that it stays one."""
    lines = [tuple(columns), ("---",) * len(columns), *map(tuple, rows)]
    return "".join(
        f"| {' | '.join(cell.replace('|', '&#124;').replace(chr(10), ' ') for cell in line)} |\n" for line in lines
    )


def between(here: str, there: str) -> str:
    """The way from one page to another, as a link writes it."""
    target, hash_, anchor = there.partition("#")
    at, to = here.split("/")[:-1], target.split("/")
    while at and len(to) > 1 and at[0] == to[0]:
        at, to = at[1:], to[1:]
    return "../" * len(at) + "/".join(to) + hash_ + anchor
