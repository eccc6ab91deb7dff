"""Computer opponents. A bot is given its side's view and dice of its own, never the game's."""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import msgspec

from hulldown.bots import own
from hulldown.bots.bot import Bot
from hulldown.bots.greedy import Greedy
from hulldown.bots.planner import LEVELS, PERSONALITIES, SECONDS, SLIPS, Planner
from hulldown.bots.plugged import ORDER_SECONDS, Plugged, offered, plugin_of
from hulldown.bots.random import Random
from hulldown.bots.thinking_time import Clock, never
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.rulebook import Rulebook
from hulldown.rulebooks import BOOKS, load

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


_named: list[Opponent] = []


def opponents() -> tuple[Opponent, ...]:
    """Whom a player may choose: the bots of the house, and those that were named when the server started."""
    return (*OPPONENTS, *_named)


def name_own(plugins: Iterable[str]) -> None:
    """Takes in the bots that whoever starts a server names; raises `Fault` for one that cannot be made."""
    for plugin in plugins:
        name = own.short(plugin)
        if not plugin_of(plugin):
            told = f"there is no bot {plugin[:60]!r}; name one of your own as mybot.py:Charge"
            raise Fault("bot", f"{told}, or one that an installed package offers" if not offered() else told)
        if not name or _of_the_house(name.lower()) or own.where(name):
            taken = "is a name that there is already" if name else "is no name for a bot"
            raise Fault("bot", f"{plugin[:60]}: {plugin.rpartition(':')[2][:40]!r} {taken}; give it another")
        first = _first_made(plugin)
        first.leave()
        own.enter(f"{name}={own.placed(plugin_of(plugin))}")
        _named.append(Opponent(name, first.about or "A bot that this server brought along."))


def _first_made(plugin: str) -> Plugged:
    """A bot for the first book that it plays."""
    faults: list[Fault] = []
    for book_id in BOOKS:
        try:
            return Plugged(plugin, load(book_id))
        except Fault as fault:
            faults.append(fault)
    raise faults[0]


def make(
    name: str,
    rulebook: Rulebook[Any, Any, Any],
    seed: int | str | None = None,
    clock: Clock | None = None,
    hurried: Callable[[], bool] = never,
) -> Bot:
    """A bot by name, with dice of its own; one that plans keeps to a clock, and moves when it is hurried."""
    if not _of_the_house(name) and plugin_of(name):
        return Plugged(name, rulebook, seed)
    kind, level, divisor, personality = parsed(name)
    dice = SeededDice(None if seed is None else f"{name} {seed}")
    if kind != "planner":
        return BOTS[kind](rulebook, dice)
    return Planner(rulebook, dice, LEVELS[level] / divisor, personality, clock, hurried, SLIPS.get(level, 0.0))


def _of_the_house(name: str) -> bool:
    return name.partition(":")[0] in BOTS


def parsed(name: str) -> tuple[str, str, float, str]:
    """A bot's name in its parts: kind, level, divisor and personality; raises `Fault` for what there is not."""
    if own.where(name):
        return name, "", 1.0, ""
    kind, _, rest = name.partition(":")
    if kind not in BOTS:
        there = ", ".join([*BOTS, *offered()])
        raise Fault("bot", f"there is no bot {name[:40]!r}; there is {there}, or one of your own as mybot.py:Charge")
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


def check_offered(name: str) -> None:
    """Raises `Fault` for a bot that a server does not offer: players are told of no others, and name no files."""
    there = (*BOTS, *own.names())
    if name.partition(":")[0] not in there:
        raise Fault("bot", f"there is no bot {name[:40]!r}; there is {', '.join(there)}")
    parsed(name)


def titled(name: str) -> str:
    """A bot's name as people read it: "Planner (ace, cautious)", "Charge (mybot.py)"."""
    if not _of_the_house(name) and ":" in name:
        file, _, own = name.rpartition(":")
        return f"{own} ({Path(file).name})"
    kind, *parts = re.split("[:+]", name)
    kind = f"{kind[:1].upper()}{kind[1:]}"
    return f"{kind} ({', '.join(parts)})" if parts else kind


def seconds_of(name: str) -> float:
    """How long a bot may take for what it is asked: one that plans its turn, one from elsewhere an order."""
    if own.where(name):
        return ORDER_SECONDS
    try:
        kind, level, divisor, _ = parsed(name)
    except Fault:
        return 0.0
    return LEVELS[level] / divisor * SECONDS if kind == "planner" else 0.0
