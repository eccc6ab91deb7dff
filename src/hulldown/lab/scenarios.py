"""Which scenario stands for a book, and which one is played where none is named."""

from typing import Any

from hulldown.kernel.rulebook import Rulebook

# What books are measured by: a whole battle, as fair as there is one (docs/bots.md).
MAIN = {
    "france1944": "ten-tanks",
    "dynamic": "basic-northern",
    "core": "basic-northern",
    "squadron": "village",
    "panzerkampf": "ridge",
}
EVEN = 0.05  # how far the points of two sides may differ, as a share


def main_scenario(book: Rulebook[Any, Any, Any]) -> str:
    """The scenario that stands for a book; of a book from elsewhere the usual one."""
    return MAIN.get(book.id) or usual(book)


def usual(book: Rulebook[Any, Any, Any]) -> str:
    """The scenario of middle length among those whose sides have about the same points."""
    rows = book.library.scenarios()
    points = {row.id: (row.red.points, row.blue.points) for row in rows}
    even = [row for row in rows if max(points[row.id]) * (1 - EVEN) <= min(points[row.id])] or rows
    by_length = sorted(even, key=lambda row: (row.minutes, row.id))
    return by_length[(len(by_length) - 1) // 2].id
