"""`hulldown play`."""

from hulldown.cli.page import show


def play() -> None:
    """Play in the browser."""
    show(
        "Playing in the browser comes with the next version of Hulldown.",
        "What can be done now:",
        "",
        "  let two bots play, and record their games:",
        "    hulldown simulate france1944 --scenario crossroads --games 2 --records games",
        "  watch one of them, move by move, with boards:",
        "    hulldown replay games/france1944-0001.jsonl --board",
        "  see what else there is:",
        "    hulldown --help",
    )
