"""What a command shows: tables, bars and JSON on stdout, progress on stderr. All fits into 80 columns."""

import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress
    from rich.table import Table
    from rich.text import Text

MOST_SAID = 600
EIGHTHS = " ▏▎▍▌▋▊▉"


def clean(text: str, most: int = MOST_SAID) -> str:
    """Text from a file or a command line, made safe for a terminal: one line, no control characters, not too long."""
    shown = "".join(sign if sign.isprintable() else "�" for sign in " ".join(text[: 4 * most].split()))
    return shown if len(shown) <= most else f"{shown[: most - 1]}…"


def say(sentence: str) -> None:
    """A sentence on stderr; if nobody listens there, so be it."""
    with suppress(OSError):
        print(clean(sentence), file=sys.stderr, flush=True)


def console(stderr: bool = False) -> "Console":
    from rich.console import Console

    class Page(Console):
        def on_broken_pipe(self) -> None:
            raise BrokenPipeError

    return Page(stderr=stderr, highlight=False, markup=False, emoji=False)


def show(*things: "str | Text | Table") -> None:
    """Prints each on lines of its own; words wrap at the width of the terminal."""
    page = console()
    for thing in things:
        page.print(thing)


def show_drawing(lines: Iterable["str | Text"]) -> None:
    """Prints lines as they are: a board is never wrapped."""
    page = console()
    for line in lines:
        page.print(line, soft_wrap=True)


def show_json(value: Any) -> None:
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value), indent=2).decode() + "\n")


def heading(text: str) -> "Text":
    from rich.text import Text

    return Text(text, style="bold")


def table(*columns: str, right: Sequence[str] = (), keep: Sequence[str] = ()) -> "Table":
    """An empty table with these columns; numbers stand at the right, and what is kept is never broken or shortened."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    made = Table(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True, header_style="bold", show_edge=False)
    for name in columns:
        made.add_column(name, justify="right" if name in right else "left", no_wrap=name in keep or name in right)
    return made


def bar(share: Fraction | float, width: int = 10) -> str:
    """A bar of eighths of a character; only nothing shows nothing, and only certainty fills it."""
    eighths = round(share * width * 8)
    if 0 < share < 1:
        eighths = min(max(eighths, 1), width * 8 - 1)
    full, rest = divmod(eighths, 8)
    return "█" * full + (EIGHTHS[rest] if rest else "")


def percent(share: Fraction | float) -> float:
    return round(float(share * 100), 2)


def progress(what: str) -> "Progress":
    """A bar on stderr, if that is a terminal. It has no thread of its own: workers may be forked beside it."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    return Progress(
        TextColumn(what),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
        auto_refresh=False,
        disable=not sys.stderr.isatty(),
    )
