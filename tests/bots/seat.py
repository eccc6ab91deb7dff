"""A player of a campaign, in a process of its own: told the orders of both sides and what came of them, it answers.

It is run as a file, with the code of any commit on its path, and so asks only for what every commit has. A line in is a
game that begins, an order that was given with its events, or the question for an order.
"""

import sys
from time import process_time
from typing import Any

import msgspec

from hulldown.bots import make
from hulldown.kernel.wire import decode, encode
from hulldown.rulebooks import load


def main() -> None:
    book: Any = None
    state: Any = None
    bot: Any = None
    for line in sys.stdin.buffer:
        told = msgspec.json.decode(line)
        match told["what"]:
            case "game":
                book = load(told["book"])
                state = book.start(decode(encode(told["setup"]), book.setup_type))
                bot = make(told["bot"], book, told["seed"], process_time if told["timed"] else None)
            case "order":
                for event in told["events"]:
                    book.evolve(state, decode(encode(event), book.event_type))
            case "choose":
                began = process_time()
                order = bot.choose(book.view(state, book.to_act(state)))
                sys.stdout.buffer.write(encode({"order": order, "seconds": process_time() - began}) + b"\n")
                sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
