"""The sources that pages speak of, each on a page of its own whose lines can be pointed at."""

import re
from functools import cache

from website.page import ROOT, Page, between

LANGUAGES = {".py": "python", ".toml": "toml", ".md": "markdown", ".ts": "typescript", ".svelte": "html"}


@cache
def _lines(path: str) -> tuple[str, ...]:
    return tuple((ROOT / path).read_text(encoding="utf-8").splitlines())


def source_page(path: str) -> Page:
    """A file as it is, with numbered lines."""
    file = ROOT / path
    fence = "`" * max(
        3,
        1 + max((len(ticks) for ticks in re.findall(r"^ *(`{3,})", file.read_text(encoding="utf-8"), re.M)), default=0),
    )
    language = LANGUAGES.get(file.suffix, "text")
    text = "\n".join(_lines(path))
    return Page(f"source/{path}.md", f'# {path}\n\n{fence} {{.{language} linenums="1"}}\n{text}\n{fence}\n')


class Sources:
    """Which files were pointed at, so that each gets its page."""

    def __init__(self) -> None:
        self.named: set[str] = set()

    def link(self, here: str, place: str) -> str:
        """A place of the index, `path:line` or `path::test`, as a link that shows its name."""
        path, test, line = _parted(place)
        self.named.add(path)
        shown = test or f"{path.removeprefix('src/hulldown/').removeprefix('rulebooks/')}:{line}"
        return f"[{shown}]({between(here, f'source/{path}.md')}#__codelineno-0-{line})"

    def page(self, here: str, path: str) -> str:
        """The way to a whole file."""
        self.named.add(path)
        return between(here, f"source/{path}.md")

    def pages(self) -> list[Page]:
        return [source_page(path) for path in sorted(self.named)]


def _parted(place: str) -> tuple[str, str, int]:
    path, test, name = place.partition("::")
    if not test:
        path, _, line = place.rpartition(":")
        return path, "", int(line)
    return path, name, _line_of(path, name.rpartition("::")[2])


@cache
def _line_of(path: str, test: str) -> int:
    return next(number for number, line in enumerate(_lines(path), 1) if re.match(rf"\s*(async )?def {test}\(", line))
