"""Every example in README and docs runs: commands, Python, and files, page by page, each page in a folder of its own.

A fenced block has a language. `console` is run line by line: after `$`, what follows is what it prints, `…` standing
for anything; without any `$` each line is a command, and three spaces begin a note. Many games are made few, and
servers are not started. `python` is run. `toml` and `map` are files: a comment before the block names it, `<!-- file:
mine.toml -->`, with a book if it needs one and with lines that it leaves out, and `hulldown check` takes it. `<!--
shown -->` marks what cannot be run here, as hours of games: its commands and its Python are read, and their words
must be right. All else is `text`.
"""

import io
import re
import shlex
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from hulldown.cli import app, main

ROOT = Path(__file__).parent.parent
RECORD = ROOT / "tests" / "rulebooks" / "france1944" / "records" / "agreed.jsonl"
BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>[^\n]*?) -->\n)?^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```$", re.M | re.S
)
RUN, SHOWN = ("console", "python", "toml", "map"), ("text", "svelte", "json")
SERVERS = ("play", "serve")
PREPARING = (".", "pip")  # an environment, which the tests have
FEW = {"--games": "2", "--battles": "2"}


class Block(NamedTuple):
    """A fenced block, the line it begins in, and what the comment before it says."""

    line: int
    language: str
    mark: str
    text: str


def blocks(page: Path) -> Iterator[Block]:
    text = page.read_text(encoding="utf-8")
    for found in BLOCK.finditer(text):
        inner = re.sub(f"^{found['indent']}", "", found["text"], flags=re.M)
        yield Block(text.count("\n", 0, found.start()) + 1, found["language"], found["mark"] or "", inner)


PAGES = {
    page.relative_to(ROOT).as_posix(): [*blocks(page)]
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
}
WITH_EXAMPLES = [name for name, found in PAGES.items() if any(block.language in RUN for block in found)]


@pytest.mark.parametrize("page", [page for page, found in PAGES.items() if found])
def test_every_block_says_what_it_is_and_every_file_its_name(page: str) -> None:
    for block in PAGES[page]:
        assert block.language in RUN + SHOWN, f"{page}:{block.line}: ```{block.language} is none of {RUN + SHOWN}"
        if block.language in ("toml", "map"):
            assert block.mark.startswith(("file: ", "shown")), f"{page}:{block.line}: the file has no name"


@pytest.mark.parametrize("page", WITH_EXAMPLES)
def test_the_examples_of_a_page_run(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.setattr("sys.stdin", io.StringIO())  # nobody types
    shutil.copyfile(RECORD, "battle.jsonl")
    for block in PAGES[page]:
        if block.mark.startswith("file: "):
            save(block)
    for block in PAGES[page]:
        where = f"{page}:{block.line}"
        if block.mark.startswith("file: "):
            check(block, where, capsys)
        elif block.language == "python":
            code = compile(block.text, where, "exec")
            if block.mark != "shown":
                exec(code, {"__name__": "example"})
        elif block.language == "console":
            for command, printed in commands(block.text):
                run(command, printed, block.mark == "shown", where, capsys)


def parted(mark: str) -> tuple[str, str, list[str]]:
    """The name of a file, its book, and the lines that it leaves out."""
    named, _, rest = mark.removeprefix("file: ").partition(", with: ")
    name, _, book = named.partition(", book: ")
    return name, book, [line.strip() for line in rest.split(" ; ")] if rest else []


def save(block: Block) -> None:
    name, _, lines = parted(block.mark)
    Path(name).write_text("".join(f"{line}\n" for line in lines) + block.text, encoding="utf-8")


def check(block: Block, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, book, _ = parted(block.mark)
    capsys.readouterr()
    status = main(["check", name, *(["--book", book] if book else [])])
    assert status == 0, f"{where}: {capsys.readouterr().err}"


def commands(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command with the lines that it is to print."""
    if not re.search(r"^\$ ", text, re.M):
        yield from ((re.split(r" {3,}", line)[0].strip(), []) for line in text.splitlines() if line.strip())
        return
    for part in re.split(r"^\$ ", text, flags=re.M)[1:]:
        command, *printed = part.splitlines()
        yield command, [line for line in printed if line.strip() not in ("", "…")]


def run(command: str, printed: list[str], shown: bool, where: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, *words = shlex.split(command)
    if program == "make":
        targets = (ROOT / "Makefile").read_text(encoding="utf-8")
        assert all(re.search(rf"^{word}:", targets, re.M) for word in words if "=" not in word), f"{where}: {command}"
    elif program == "cp":
        shutil.copyfile(*words)
    elif program == "python":
        assert words[0] != "-m" or find_spec(words[1]), f"{where}: {command}"
    elif program == "hulldown" and (shown or words[0] in SERVERS):
        app.parse_args(words, exit_on_error=False, print_error=False)
    elif program == "hulldown":
        if not printed:
            words = [FEW.get(before, word) for before, word in zip(["", *words], words, strict=False)]
        capsys.readouterr()
        status = main(words)
        told = capsys.readouterr()
        assert status == 0, f"{where}: {command}: {told.err}"
        assert told.out, f"{where}: {command} says nothing"
        for line in printed:
            assert " ".join(line.split()) in " ".join(told.out.split()), f"{where}: {command} does not print {line!r}"
    else:
        assert shown or program in PREPARING, f"{where}: nobody runs {program!r} here; mark it as shown, or say how"
