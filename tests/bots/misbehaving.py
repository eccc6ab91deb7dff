"""Bots that do what they should not. Each is a bot from elsewhere: `tests/bots/misbehaving.py:Hangs`."""

import os
import sys
from time import sleep
from typing import Any

from hulldown.bots.bot import Bot
from hulldown.rulebooks.panzerstrike.france1944.orders import Fire


class Behaves(Bot):
    """Any order that the rules allow."""

    def choose(self, view: Any) -> Any:
        return self.rulebook.sample(view, self.dice)


class CannotBeMade(Behaves):
    def __init__(self, *_: Any) -> None:
        raise RuntimeError("no engine")


class FailsLater(Behaves):
    orders = 0

    def choose(self, view: Any) -> Any:
        self.orders += 1
        return super().choose(view) if self.orders < 4 else self.orders // 0


class Hangs(Behaves):
    def choose(self, view: Any) -> Any:
        while True:
            pass


class GivesWhatIsNotAllowed(Behaves):
    def choose(self, view: Any) -> Any:
        return Fire(0, 1)


class GivesNothing(Behaves):
    def choose(self, view: Any) -> Any:
        return None


class Prints(Behaves):
    def choose(self, view: Any) -> Any:
        print("What a nice tank.", flush=True)
        return super().choose(view)


class EatsMemory(Behaves):
    def choose(self, view: Any) -> Any:
        return [bytearray(1 << 28) for _ in range(64)]


class Leaves(Behaves):
    def choose(self, view: Any) -> Any:
        os._exit(3)


class LeavesPolitely(Behaves):
    def choose(self, view: Any) -> Any:
        sys.exit("enough")


class EndsAtStart(Behaves):
    def __init__(self, *_: Any) -> None:
        os._exit(4)


class IsLate(Behaves):
    """Gives its second order too late, and all others in time."""

    orders = 0

    def choose(self, view: Any) -> Any:
        self.orders += 1
        if self.orders == 2:
            sleep(2)
        return super().choose(view)


class WritesIntoTheAnswers(Behaves):
    def choose(self, view: Any) -> Any:
        os.write(1, b"{}\n")
        return super().choose(view)


class GoesTooDeep(Behaves):
    def choose(self, view: Any) -> Any:
        return self.choose(view)


class ChangesTheView(Behaves):
    def choose(self, view: Any) -> Any:
        order = super().choose(view)
        view.tanks.units.clear()
        return order


class CannotChoose(Behaves):
    def choose(self, view: Any) -> Any:
        raise ValueError("which one?")


class ReadsFromTheTerminal(Behaves):
    def choose(self, view: Any) -> Any:
        input("Your order? ")


class FailsAtLength(Behaves):
    def choose(self, view: Any) -> Any:
        raise ValueError("first\nsecond " + "and so on " * 200_000)


class Unspeakable(Exception):
    def __str__(self) -> str:
        raise ValueError


class FailsUnspeakably(Behaves):
    def choose(self, view: Any) -> Any:
        raise Unspeakable


class GivesWhatCannotBeSent(Behaves):
    def choose(self, view: Any) -> Any:
        return object()


class GivesWithoutEnd(Behaves):
    def choose(self, view: Any) -> Any:
        return "and so on " * 200_000
