"""What a bot is."""

from abc import ABC, abstractmethod
from typing import Any

from hulldown.kernel.dice import Dice
from hulldown.kernel.rulebook import Rulebook


class Bot(ABC):
    """A player that is asked for one order at a time."""

    def __init__(self, rulebook: Rulebook[Any, Any, Any], dice: Dice) -> None:
        self.rulebook = rulebook
        self.dice = dice

    @abstractmethod
    def choose(self, view: Any) -> Any:
        """A legal order of the side that is to act in this view."""
