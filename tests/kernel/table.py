"""Games of the toy rulebook, brought to where a test begins."""

from collections.abc import Sequence
from typing import Any

from hulldown.kernel.dice import Dice, ScriptedDice, SeededDice
from hulldown.kernel.game import Game
from hulldown.kernel.rule import Refused
from hulldown.kernel.rulebook import Rulebook
from tests.toy import Choose, Event, Name, Order, Roll, Setup, State, Step, toy

ToyGame = Game[State, Order, Event]


class Blunt(Game[Any, Any, Any]):
    """A game that judges on the whole table, and so tells what is hidden."""

    def play(self, order: Any) -> tuple[Any, ...]:
        if (refusal := self.rulebook.refuse(self.state, order)) is not None:
            raise Refused(refusal)
        return super().play(order)

    def _known(self) -> Any:
        return self.state


def new_game(
    dice: Dice | None = None, setup: Setup | None = None, book: Rulebook[State, Order, Event] = toy
) -> ToyGame:
    return Game(book, setup or Setup(), dice or SeededDice(7))


def scripted(*rolls: Sequence[int], setup: Setup | None = None) -> ToyGame:
    """Both sides have named their first tank; Red's die is next."""
    game = new_game(ScriptedDice(rolls), setup)
    game.play(Name(0))
    game.play(Name(game.setup.tanks))
    return game


def driving(die: int, *rolls: Sequence[int]) -> ToyGame:
    """Red drives, with so many steps."""
    game = scripted((die,), *rolls)
    game.play(Roll())
    game.play(Choose(True))
    return game


def ambushed(left: int, *rolls: Sequence[int]) -> ToyGame:
    """Red's tank 0 has stepped into Blue's range; Blue may answer."""
    game = driving(left + 1, *rolls)
    tank = game.state.tanks[0]
    game.play(Step(0, tank.x + 10_000, tank.y))
    return game


def play_on(game: ToyGame, seed: int | str, most: int = 1_000) -> None:
    """Random orders, to the end if `most` allows it."""
    chooser = SeededDice(f"plays on {seed}")
    while game.to_act() is not None and most:
        game.play(toy.sample(game.state, chooser))
        most -= 1


def with_acts(seed: int | str, most: int = 1_000) -> ToyGame:
    """A random game in which orders are taken back, with dice and without, and played otherwise."""
    game, chooser = new_game(SeededDice(f"table {seed}")), SeededDice(f"acts {seed}")
    while (side := game.to_act()) is not None and len(game.log) < most:
        game.play(toy.sample(game.state, chooser))
        if game.result() is None and not chooser.pick(6):
            if game.may_undo(side) == "":
                game.undo(side)
            else:
                game.take_back(side)
    return game


def trace_of(game: Game[Any, Any, Any]) -> tuple[Any, ...]:
    """All that a refused order might disturb."""
    return game.state, list(game.log), game.dice.mark(), game.to_act(), game.result()
