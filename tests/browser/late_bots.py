"""`hulldown` with bots that, once armies are set up, give no answer in time twice, and then play on."""

import asyncio
import sys

from hulldown.cli import main
from hulldown.kernel.wire import decode
from hulldown.rulebooks import load
from hulldown.server import app
from hulldown.server.thinker import BotFailed, Thinker, Thought


class LateTwice(Thinker):
    """Late the first time that it is asked in battle, and late again when it is hurried."""

    times = 2

    async def choose(self, book: str, bot: str, turn: str, view: bytes, hurry: asyncio.Event, asker: str) -> Thought:
        if bot.startswith("planner") and LateTwice.times and decode(view, load(book).state_type).round:
            LateTwice.times -= 1  # of all thinkers together
            raise BotFailed("late")
        return await super().choose(book, bot, turn, view, hurry, asker)


if __name__ == "__main__":
    setattr(app, "Thinker", LateTwice)  # noqa: B010  a type is no variable
    sys.exit(main(sys.argv[1:]))
