"""Who plays for a bot that gives no order: for one turn, after which it is back; in the end for the rest of the game.

All of it stands in the log as acts, so that it outlasts the server.
"""

from typing import NamedTuple

from hulldown.bots.thinking_time import turn_of
from hulldown.kernel.game import Act, Played
from hulldown.kernel.side import Side
from hulldown.kernel.takeover import PLAYER, Takeover
from hulldown.server.log import Log

TRIES = 2  # in a turn, before another bot plays it
TURNS = 2  # in a row that others may play for a bot; the next one is not given back


class Absence(NamedTuple):
    """The bot for which another plays a turn; the line in which one was replaced last; the turns that it has missed in
    a row; whether one was replaced for good."""

    bot: str = ""
    since: int = -1
    missed: int = 0
    lost: bool = False


def absence(log: Log, side: Side) -> Absence:
    """What the log tells of the bots of a side."""
    found = Absence()
    for place, entry in enumerate(log.entries):
        if entry.side is not side:
            continue
        if isinstance(entry, Played) and found.missed and not found.bot:
            found = found._replace(missed=0)
        takeover = entry.takeover if isinstance(entry, Act) else None
        if takeover is None or takeover.old == PLAYER:
            continue
        if takeover.back:
            found = found._replace(bot="", missed=found.missed + 1)
        elif not takeover.turn:
            found = found._replace(bot="", since=place, lost=True)
        elif not found.bot:
            found = found._replace(bot=takeover.old, since=place)
    return found


def returning(log: Log, side: Side) -> str:
    """The bot that plays again, as the turn that another played for it is over; or nobody."""
    found = absence(log, side)
    began, now = (turn_of(log.book, log.states[place]) for place in (found.since, -1))
    return found.bot if began != now else ""


def takeover(log: Log, side: Side, bot: str, why: str) -> Takeover:
    """Who plays for a bot that fails, and for how long: after an illegal order it is never asked again."""
    found = absence(log, side)
    new = "random" if bot == "greedy" or found.bot or found.lost else "greedy"
    if bot == new:
        raise RuntimeError("the last resort gave an illegal order")
    return Takeover(bot, new, why, bool(found.bot) or (why != "illegal" and found.missed < TURNS))


def is_last_resort(log: Log, side: Side, bot: str) -> bool:
    """Whether it thinks where nothing can be late, since others, or it itself elsewhere, have failed."""
    return bot == "random" and absence(log, side).since >= 0
