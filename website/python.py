"""The Python interface: a page a package, filled by mkdocstrings from the docstrings when the site is built."""

from collections.abc import Iterator

from hulldown.rulebooks import BOOKS, load, module_of
from website.page import ROOT, Page, table

PACKAGES: dict[str, tuple[str, tuple[str, ...]]] = {
    "games": (
        "Games, records and dice",
        (
            "hulldown",
            "hulldown.games",
            "hulldown.kernel.game",
            "hulldown.kernel.record",
            "hulldown.kernel.replay",
            "hulldown.kernel.dice",
            "hulldown.kernel.sealed",
            "hulldown.kernel.proof",
        ),
    ),
    "rulebook": (
        "What a rulebook is",
        (
            "hulldown.kernel.rulebook",
            "hulldown.kernel.rule",
            "hulldown.kernel.library",
            "hulldown.kernel.option",
            "hulldown.kernel.turn",
            "hulldown.kernel.picture",
            "hulldown.kernel.conformance",
            "hulldown.rulebooks",
        ),
    ),
    "odds": (
        "Odds and questions",
        (
            "hulldown.kernel.odds",
            "hulldown.kernel.question",
            "hulldown.kernel.forecast",
            "hulldown.kernel.prospect",
            "hulldown.kernel.interval",
        ),
    ),
    "bots": (
        "Bots",
        (
            "hulldown.bots",
            "hulldown.bots.bot",
            "hulldown.bots.playouts",
            "hulldown.bots.tactics",
            "hulldown.bots.greedy",
            "hulldown.bots.planner",
            "hulldown.bots.plugged",
        ),
    ),
    "envs": (
        "Learning environments",
        (
            "hulldown.envs",
            "hulldown.envs.battle",
            "hulldown.envs.factored",
            "hulldown.envs.features",
            "hulldown.envs.gym",
            "hulldown.envs.aec",
            "hulldown.envs.spiel",
            "hulldown.envs.chance",
            "hulldown.envs.policy",
        ),
    ),
    "lab": (
        "The laboratory",
        (
            "hulldown.lab.simulate",
            "hulldown.lab.tournament",
            "hulldown.lab.report",
            "hulldown.lab.scores",
            "hulldown.lab.course",
            "hulldown.lab.balance",
            "hulldown.lab.prices",
            "hulldown.lab.odds",
            "hulldown.lab.findings",
            "hulldown.lab.scenarios",
            "hulldown.lab.workers",
        ),
    ),
    "geometry": ("Geometry", ("hulldown.geometry.squares", "hulldown.geometry.hexes", "hulldown.geometry.plane")),
}
BOOK_PARTS = ("orders", "events", "state", "setup")


def modules() -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Each page of the interface: its name, its title, its modules."""
    for name, (title, found) in PACKAGES.items():
        yield name, title, found
    for book_id in BOOKS:
        parts = tuple(f"{module_of(book_id)}.{part}" for part in BOOK_PARTS)
        yield book_id, load(book_id).rules.book.called, tuple(part for part in parts if _source(part))


def python_pages() -> Iterator[Page]:
    pages = [*modules()]
    rows = [(f"[{title}]({name}.md)", ", ".join(f"`{module}`" for module in found)) for name, title, found in pages]
    told = (
        "The package is typed: `hulldown.new_game` gives the states, orders and events of the book that it is "
        "called with. These pages are made from the docstrings."
    )
    yield Page("python/index.md", f"# Python\n\n{told}\n\n{table(('what', 'modules'), rows)}")
    for name, title, found in pages:
        yield Page(
            f"python/{name}.md", f"# Python: {title}\n\n" + "\n\n".join(f"::: {module}" for module in found) + "\n"
        )


def lost(pages: list[Page]) -> Iterator[str]:
    """A sentence for each module that a page would have filled in and that is not there."""
    for page in pages:
        for line in page.text.splitlines():
            if line.startswith("::: ") and not _source(line[4:].strip()):
                yield f"{page.path} speaks of {line[4:].strip()}, and there is no such module."


def _source(module: str) -> bool:
    """Whether there is a file for a module, which may need what is not installed."""
    path = ROOT / "src" / module.replace(".", "/")
    return path.with_suffix(".py").is_file() or (path / "__init__.py").is_file()
