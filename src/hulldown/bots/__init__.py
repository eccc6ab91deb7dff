"""Computer opponents. A bot is given its side's view and dice of its own, never the game's."""

from typing import Any

from hulldown.bots.bot import Bot
from hulldown.bots.greedy import Greedy
from hulldown.bots.random import Random
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.rulebook import Rulebook

BOTS: dict[str, type[Bot]] = {"greedy": Greedy, "random": Random}


def make(name: str, rulebook: Rulebook[Any, Any, Any], seed: int | str | None = None) -> Bot:
    """A bot by name, with dice of its own."""
    if name not in BOTS:
        raise Fault("bot", f"there is no bot {name[:40]!r}; there is {', '.join(BOTS)}")
    return BOTS[name](rulebook, SeededDice(None if seed is None else f"{name} {seed}"))
