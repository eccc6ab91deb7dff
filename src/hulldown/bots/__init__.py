"""Computer opponents. A bot is given its side's view and dice of its own, never the game's."""

import re
from collections.abc import Callable
from typing import Any

import msgspec

from hulldown.bots.bot import Bot
from hulldown.bots.greedy import Greedy
from hulldown.bots.planner import LEVELS, PERSONALITIES, SECONDS, Planner
from hulldown.bots.random import Random
from hulldown.bots.thinking_time import Clock, never
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.rulebook import Rulebook

BOTS: dict[str, type[Bot]] = {"greedy": Greedy, "planner": Planner, "random": Random}
MOST_PARTS = 1000


class Opponent(msgspec.Struct, frozen=True):
    """A bot as it is offered to a player: what it does, its levels in seconds a turn, and what its personalities do."""

    name: str
    sentence: str
    levels: dict[str, float] = {}
    personalities: dict[str, str] = {}


OPPONENTS = (
    Opponent("greedy", "Gives the order that looks best at once."),
    Opponent(
        "planner",
        "Thinks its whole turn through, and what you may answer.",
        {level: share * SECONDS for level, share in LEVELS.items()},
        {
            "cautious": "Fears your answer more, and takes its time.",
            "aggressive": "Fears your answer less, hopes for more and hurries.",
            "objective": "Goes for what decides the game.",
        },
    ),
    Opponent("random", "Gives any order that the rules allow."),
)


def make(
    name: str,
    rulebook: Rulebook[Any, Any, Any],
    seed: int | str | None = None,
    clock: Clock | None = None,
    hurried: Callable[[], bool] = never,
) -> Bot:
    """A bot by name, with dice of its own; one that plans keeps to a clock, and moves when it is hurried."""
    kind, level, divisor, personality = parsed(name)
    dice = SeededDice(None if seed is None else f"{name} {seed}")
    if kind != "planner":
        return BOTS[kind](rulebook, dice)
    return Planner(rulebook, dice, LEVELS[level] / divisor, personality, clock, hurried)


def parsed(name: str) -> tuple[str, str, float, str]:
    """A bot's name in its parts: kind, level, divisor and personality; raises `Fault` for what there is not."""
    kind, _, rest = name.partition(":")
    if kind not in BOTS:
        raise Fault("bot", f"there is no bot {name[:40]!r}; there is {', '.join(BOTS)}")
    if kind != "planner":
        if rest or ":" in name:
            raise Fault("bot", f"{kind} has no levels; {name[:40]!r} is expected to be {kind!r}")
        return kind, "", 1.0, ""
    level, plus, personality = rest.partition("+")
    level, slash, divisor = level.partition("/")
    if not level and not plus and not slash and ":" not in name:
        level = "veteran"
    if level not in LEVELS:
        raise Fault("bot", f"planner has no level {level[:40]!r}; it has {', '.join(LEVELS)}, as planner:veteran")
    if plus and personality not in PERSONALITIES:
        there = ", ".join(PERSONALITIES)
        raise Fault("bot", f"planner has no personality {personality[:40]!r}; it has {there}, as planner:ace+cautious")
    if slash and not (divisor.isascii() and divisor.isdigit() and 1 <= int(divisor) <= MOST_PARTS):
        told = f"a level is divided by a number from 1 to {MOST_PARTS}, as planner:veteran/10, not by {divisor[:20]!r}"
        raise Fault("bot", told)
    return kind, level, float(divisor or 1), personality


def titled(name: str) -> str:
    """A bot's name as people read it: "Planner (ace, cautious)"."""
    kind, *parts = re.split("[:+]", name)
    return f"{kind.capitalize()} ({', '.join(parts)})" if parts else kind.capitalize()


def seconds_of(name: str) -> float:
    """How long a bot with a clock takes for a turn; nothing worth telling, but for one that plans."""
    try:
        kind, level, divisor, _ = parsed(name)
    except Fault:
        return 0.0
    return LEVELS[level] / divisor * SECONDS if kind == "planner" else 0.0
