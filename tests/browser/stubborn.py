"""`hulldown` with bots that, once armies are set up, think until they are hurried."""

import sys

from hulldown.cli import main
from hulldown.server import app
from hulldown.server.thinker import Thinker

SOURCE = """
from time import sleep
from hulldown.kernel.wire import decode
from hulldown.rulebooks import load
from hulldown.server import thinker

usual = thinker.Bots.answer

def answer(self, line):
    question = decode(line, thinker.Question)
    view = decode(question.view, load(question.book).state_type)
    while view.round and not self.hurried():
        sleep(0.01)
    return usual(self, line)

thinker.Bots.answer = answer
thinker.main()
"""


class Stubborn(Thinker):
    command = ("-c", SOURCE)

    def __init__(self) -> None:
        super().__init__(seconds=600)


if __name__ == "__main__":
    setattr(app, "Thinker", Stubborn)  # noqa: B010  a type is no variable
    sys.exit(main(sys.argv[1:]))
