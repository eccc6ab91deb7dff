"""The bots that whoever runs a server named when it started: `hulldown serve --bots mybot.py:Charge` offers Charge.

Players know such a bot by its short name alone, so nobody can name a file of the server's machine. Processes that the
server starts are told of it on their command line, as `Charge=/home/me/mybot.py:Charge`.
"""

import re
from collections.abc import Iterable
from pathlib import Path

_NAME = re.compile(r"\w[\w-]{0,39}")
_own: dict[str, str] = {}  # where each is, by its short name


def enter(told: str) -> str:
    """Takes a bot in, as `told` has it, and returns its short name."""
    name, _, plugin = told.partition("=")
    _own[name] = plugin
    return name


def told() -> tuple[str, ...]:
    """All of them, as a process is told of them."""
    return tuple([f"{name}={plugin}" for name, plugin in _own.items()])


def names() -> tuple[str, ...]:
    return tuple(_own)


def where(name: str) -> str:
    """Where the bot of this short name is; nothing if none is called so."""
    return _own.get(name, "")


def short(plugin: str) -> str:
    """What players call a bot: its class, or the name that its package gave it; nothing where that is no name."""
    name = plugin.rpartition(":")[2]
    return name if _NAME.fullmatch(name) else ""


def placed(plugin: str) -> str:
    """The same bot for whoever works in another folder."""
    file, colon, name = plugin.rpartition(":")
    return f"{Path(file).absolute()}:{name}" if colon and file.endswith(".py") else plugin


def split(arguments: Iterable[str]) -> tuple[list[str], list[str]]:
    """The words of a process's command line: modules of books, and what it is told of bots."""
    words = list(arguments)
    return [word for word in words if "=" not in word], [word for word in words if "=" in word]
