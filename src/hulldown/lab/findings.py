"""What the laboratory hands over: sentences, tables and plots, as JSON, CSV or one HTML page that a club could print.

A file says the versions, the seed and the command that made it, and nothing of when, where or how fast: the same
command gives the same file.
"""

import csv
from collections.abc import Iterable
from html import escape
from io import StringIO
from math import isfinite
from os.path import relpath
from pathlib import Path
from typing import Any
from urllib.parse import quote

import msgspec

from hulldown import __version__
from hulldown.kernel.files import Fault
from hulldown.kernel.interval import Interval
from hulldown.lab.plots import Plot
from hulldown.rulebooks import load

KINDS = (".html", ".csv", ".json")
Cell = str | int | float | None
STYLE = """
:root { color-scheme: light }
body { font: 15px/1.45 Georgia, serif; color: #222; background: #fff; max-width: 46rem; margin: 2rem auto }
body { padding: 0 1rem }
h1 { font-size: 1.5rem; margin: 0 0 .3rem }
h2 { font-size: 1.1rem; margin: 1.8rem 0 .4rem }
table { border-collapse: collapse; margin: .4rem 0; font: 13px/1.35 system-ui, sans-serif }
th, td { padding: .18rem .7rem .18rem 0; vertical-align: top; font-variant-numeric: tabular-nums }
th { text-align: left; border-bottom: 2px solid #555 }
td { border-bottom: 1px solid #ddd }
th.n, td.n { text-align: right }
svg { width: 100%; height: auto; font-family: system-ui, sans-serif }
code { overflow-wrap: anywhere }
.wide { overflow-x: auto }
.facts, .note { color: #555; font-size: .85rem }
@media print {
  body { margin: 0; max-width: none; font-size: 11pt }
  table, svg, h2 { break-inside: avoid }
  h2 { break-after: avoid }
}
"""


class Origin(msgspec.Struct, frozen=True):
    """Where a file comes from."""

    command: str
    seed: str
    hulldown: str
    rules: dict[str, str]  # the version of each book's rules

    @staticmethod
    def of(command: str, seed: str, *books: str) -> "Origin":
        return Origin(command, seed, __version__, {book: load(book).rules.book.version for book in books})

    @property
    def sentence(self) -> str:
        rules = ", ".join(f"{book} {version}" for book, version in self.rules.items())
        return f"Hulldown {self.hulldown}; rules: {rules}" + (f"; seed {self.seed}" if self.seed else "")


class Sheet(msgspec.Struct, frozen=True):
    """A table with a title; `note` says how to read it.

    `links` names the column that holds files, and of more rows than `most` a page shows the first ones only.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    links: str = ""
    most: int = 0


class Findings(msgspec.Struct, frozen=True):
    """What a command found. `answers` are its sentences; `data` is the shape that `--json` prints."""

    title: str
    facts: Origin
    answers: tuple[str, ...]
    sheets: tuple[Sheet, ...]
    plots: tuple[Plot, ...]
    data: dict[str, Any]

    def write(self, path: str | Path) -> None:
        """Writes the kind of file that its name ends in."""
        path = Path(path)
        kind = check_kind(path)
        text = self.html(path) if kind == ".html" else self.csv() if kind == ".csv" else self.json()
        try:
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            raise Fault(str(path), f"the file cannot be written ({error.strerror})") from None

    def json(self) -> str:
        told = {"facts": msgspec.to_builtins(self.facts), **{k: v for k, v in self.data.items() if k != "seconds"}}
        return msgspec.json.format(msgspec.json.encode(told), indent=2).decode() + "\n"

    def csv(self) -> str:
        """All tables as one, which is read in one go: the first column names the table that a row is of."""
        facts = (("command", self.facts.command), ("made by", self.facts.sentence))
        sheets = (*self.sheets, Sheet("Made by", ("what", "value"), facts))
        columns = [*dict.fromkeys(name for sheet in sheets for name in sheet.columns)]
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["table", *columns])
        for sheet in sheets:
            for row in sheet.rows:
                cells = dict(zip(sheet.columns, row, strict=True))
                writer.writerow([sheet.title, *["" if (cell := cells.get(name)) is None else cell for name in columns]])
        return text.getvalue()

    def html(self, page: Path = Path("page.html")) -> str:
        """The page, with links to files as they are found from it."""
        title = escape(self.title)
        parts = [
            f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<style>{STYLE}</style></head>\n<body><h1>{title}</h1>",
            *[f"<p>{escape(answer)}</p>" for answer in self.answers],
            *[f"<h2>{escape(plot.title)}</h2>\n{plot.svg()}" for plot in self.plots],
            *[_table(sheet, page) for sheet in self.sheets],
            f'<p class="facts">{escape(self.facts.sentence)}.<br><code>{escape(self.facts.command)}</code></p>',
            "</body></html>\n",
        ]
        return "\n".join(parts)


def _table(sheet: Sheet, page: Path) -> str:
    kinds = [' class="n"' if numeric(sheet, at) else "" for at in range(len(sheet.columns))]
    links = sheet.columns.index(sheet.links) if sheet.links else -1

    def row(tag: str, cells: Iterable[str]) -> str:
        filled = zip(kinds, cells, strict=True)
        return f"<tr>{''.join(f'<{tag}{kind}>{cell}</{tag}>' for kind, cell in filled)}</tr>"

    rows = sheet.rows[: sheet.most or None]
    body = "\n".join(row("td", (_cell(cell, at == links, page) for at, cell in enumerate(cells))) for cells in rows)
    left = f" The first {len(rows):,} of {len(sheet.rows):,}; .csv has them all." if len(rows) < len(sheet.rows) else ""
    note = f'\n<p class="note">{escape(sheet.note + left)}</p>' if sheet.note or left else ""
    head = row("th", map(escape, sheet.columns))
    table = f'<div class="wide"><table><thead>{head}</thead>\n<tbody>{body}</tbody></table></div>'
    return f"<h2>{escape(sheet.title)}</h2>\n{table}{note}"


def _cell(cell: Cell, links: bool, page: Path) -> str:
    if not links or not cell:
        return escape(shown(cell))
    there = quote(Path(relpath(str(cell), page.parent)).as_posix())
    return f'<a href="{there}">{escape(Path(str(cell)).name)}</a>'


def numeric(sheet: Sheet, at: int) -> bool:
    """Whether a column holds numbers."""
    return all(row[at] is None or isinstance(row[at], int | float) for row in sheet.rows)


def shown(cell: Cell) -> str:
    if cell is None or (isinstance(cell, float) and not isfinite(cell)):
        return "–"
    return f"{cell:,.10g}".replace("-", "−") if isinstance(cell, int | float) else cell


def check_kind(path: Path) -> str:
    if path.suffix not in KINDS:
        raise Fault(str(path), f"the name must end in {', '.join(KINDS[:-1])} or {KINDS[-1]}")
    return path.suffix


def figures(value: Interval, digits: int = 1, times: float = 100) -> tuple[Cell, Cell, Cell]:
    """Mid, low and high for a table, mostly in percent; an end without bounds is none."""
    low, mid, high = (
        round(times * end, digits) + 0.0 if isfinite(end) else None for end in (value.low, value.mid, value.high)
    )
    return mid, low, high


def plain(value: Interval, digits: int = 4) -> dict[str, float | None]:
    """An interval for JSON."""
    mid, low, high = figures(value, digits, 1)
    return {"low": low, "mid": mid, "high": high}  # type: ignore[dict-item]
