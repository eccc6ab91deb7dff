"""The diagrams of the books, by name: a rule's id, and `-2` and on where it has several."""

from collections import Counter
from collections.abc import Mapping
from functools import cache

from hulldown.kernel.figure import DrawnFigure, Figure, drawn, figures_in
from hulldown.rulebooks import home_of, lines, load, positions


@cache
def figures(book_id: str) -> Mapping[str, tuple[str, Figure]]:
    """All diagrams of a book in the order of its file, each with its place there."""
    many, found = Counter[str](), dict[str, tuple[str, Figure]]()
    for where, figure in figures_in(home_of(book_id) / "figures.toml"):
        many[figure.rule] += 1
        number = many[figure.rule]
        found[figure.rule if number == 1 else f"{figure.rule}-{number}"] = where, figure
    return found


@cache
def figure_drawn(book_id: str, name: str) -> DrawnFigure:
    """A diagram with what the referee says to its orders."""
    where, figure = figures(book_id)[name]
    return drawn(figure, where, load(book_id), lines(book_id), positions(book_id))
