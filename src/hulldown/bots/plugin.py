"""The process that a bot from elsewhere plays in: one question a line, and one answer.

A question is a game that begins, or a view; an answer is an order and its reasons, or what went wrong. The process ends
with its input.
"""

import importlib.util
import os
import resource
import signal
import sys
import traceback
from collections import OrderedDict
from importlib import import_module
from pathlib import Path
from typing import Any

import msgspec

from hulldown.bots.bot import Bot
from hulldown.bots.plugged import LONGEST, MOST_BYTES, Answer, Asked
from hulldown.kernel.dice import SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import enter, load

MOST_GAMES = 64  # that it keeps a bot for
MOST_SAID = 200  # letters of what an error says


def _made(plugin: str) -> type[Bot]:
    where, _, name = plugin.rpartition(":")
    if where.endswith(".py"):
        spec = importlib.util.spec_from_file_location(Path(where).stem, where)
        if spec is None or spec.loader is None or not Path(where).is_file():
            raise Fault("bot", "is not there: there is no such file")
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module
        sys.path.insert(0, str(Path(where).parent))
        spec.loader.exec_module(module)
    else:
        module = import_module(where)
    found = getattr(module, name, None)
    if not (isinstance(found, type) and callable(getattr(found, "choose", None))):
        raise Fault("bot", f"is no bot: {Path(where).name} has no class {name} with a method `choose`")
    return found


class _Seats:
    """The bots of one process: one a game, the last that were asked."""

    def __init__(self, plugin: str, book: Rulebook[Any, Any, Any]) -> None:
        self.plugin, self.book = plugin, book
        self.bots: OrderedDict[int, Bot] = OrderedDict()

    def answer(self, line: bytes) -> Answer:
        asked = decode(line, Asked)
        try:
            if not asked.view:
                kind = _made(self.plugin)
                self.bots[asked.game] = kind(self.book, SeededDice(asked.seed or None))
                if len(self.bots) > MOST_GAMES:
                    self.bots.popitem(last=False)
                return Answer(about=(kind.__doc__ or "").strip().partition("\n")[0])
            return self._order(asked)
        except MemoryError:
            return Answer(wrong=f"wanted more than {MOST_BYTES >> 20} MiB of memory")
        except Fault as fault:
            return Answer(wrong=fault.message)
        except (Exception, SystemExit) as error:
            what = "failed" if asked.view else "cannot be made"
            return Answer(wrong=f"{what}{_line_of(error, self.plugin)}: {type(error).__name__}: {_told(error)}")

    def _order(self, asked: Asked) -> Answer:
        bot = self.bots.get(asked.game)
        if bot is None:
            return Answer(wrong="was ended in the midst of this game")
        order = bot.choose(decode(asked.view, self.book.state_type))
        try:
            sent = encode(order)
        except (TypeError, ValueError):
            return Answer(wrong=f"gave what is no order: {type(order).__name__}")
        why = getattr(bot, "explain", lambda: None)()
        return Answer(msgspec.Raw(sent), why.sentences if why is not None else ())


def _told(error: BaseException) -> str:
    """What it says, on one line, as far as that is short and can be said at all."""
    try:
        words = " ".join(str(error)[: 2 * MOST_SAID].split())
    except Exception:
        return "it cannot say why"
    return words if len(words) <= MOST_SAID else f"{words[: MOST_SAID - 1]}…"


def _line_of(error: BaseException, plugin: str) -> str:
    """Where in the bot's own file it happened."""
    where = plugin.rpartition(":")[0]
    module = sys.modules.get(where)
    file = where if module is None else module.__file__
    own = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == file]
    return f" in line {own[-1]}" if own else ""


def main(plugin: str, book: str, *modules: str) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever asks ends it
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    asked = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a bot prints must not disturb the answers
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())  # and what it reads, not the questions
    for module in modules:
        enter(module)
    seats = _Seats(plugin, load(book))
    for line in asked:
        signal.alarm(LONGEST)  # it hangs, and whoever could have ended it is no more
        out.write(encode(seats.answer(line)) + b"\n")
        out.flush()
        signal.alarm(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
