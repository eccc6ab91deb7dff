"""Writes the pages of the site; `--check` only follows links and anchors, `--pictures` draws and takes them too."""

import argparse
import shutil
import sys

from website import contents, handwritten, links, python, rules
from website.commands import command_pages
from website.page import OUT, PAGES, ROOT, Page
from website.protocol import protocol_pages
from website.sources import Sources
from website.tour import tour_page, tour_pictures


def all_pages(pictures: bool) -> list[Page]:
    """Every page of the site."""
    sources = Sources()
    pages = [
        *handwritten.handwritten_pages(sources),
        handwritten.decisions(),
        *rules.rule_pages(sources, pictures),
        *command_pages(),
        *protocol_pages(),
        *python.python_pages(),
        *([tour_page()] if pictures else []),
    ]
    pages += contents.door_pages(pages)
    return pages + sources.pages()


def faults(pages: list[Page], pictures: bool) -> list[str]:
    """What is wrong with them, a sentence each."""
    drawn = {rules.picture_path(book, line.id) for book, line in rules.diagrams()} if pictures else set()
    files = {*handwritten.files(), *drawn, *(tour_pictures() if pictures else ())}
    return [*links.broken(pages, files), *contents.homeless(pages), *python.lost(pages)]


def write(pages: list[Page]) -> None:
    """Lays the pages out afresh; pictures that were drawn before stay in their own folder."""
    shutil.rmtree(PAGES, ignore_errors=True)
    for page in pages:
        path = PAGES / page.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(page.text, encoding="utf-8")
    for name, file in handwritten.files().items():
        (PAGES / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, PAGES / name)
    here = ROOT / "website"
    for name in ("style.css", "mark.svg"):
        shutil.copyfile(here / name, PAGES / name)
    settings = (here / "zensical.toml").read_text(encoding="utf-8")
    (OUT / "zensical.toml").write_text(settings.replace("nav = []", f"nav = {contents.nav(pages)}"), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m website", description=__doc__)
    parser.add_argument("--check", action="store_true", help="follow links and anchors, and write nothing")
    parser.add_argument(
        "--pictures", action="store_true", help="draw the diagrams and take the tour, in a real browser"
    )
    wanted = parser.parse_args()
    pages = all_pages(wanted.pictures)
    if found := faults(pages, wanted.pictures):
        print(*found, sep="\n", file=sys.stderr)
        return 1
    if not wanted.check:
        write(pages)
    if wanted.pictures:
        from website.pictures import take

        take()
    return 0


if __name__ == "__main__":
    sys.exit(main())
