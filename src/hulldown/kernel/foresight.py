"""What a button leads to: whether dice fall, who acts next, and what that side does then."""

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from msgspec.structs import replace

from hulldown.kernel.dice import Dice, HeldDice, Undecided
from hulldown.kernel.picture import Button, Picture
from hulldown.kernel.side import Side

THE_END = "the battle ends"
Does = Callable[[Any], str]  # what a side does in a position: "move", "announce fire"


class Rules(Protocol):
    """What playing an order on a copy asks of a book."""

    def to_act(self, state: Any) -> Side | None: ...
    def decide(self, state: Any, order: Any, dice: Dice) -> Iterator[Any]: ...
    def evolve(self, state: Any, event: Any) -> None: ...


def foreseen(book: Rules, state: Any, picture: Picture, does: Does) -> Picture:
    """A picture whose buttons say what they lead to: each is played on a copy, as far as no dice fall.

    What follows on dice only the book knows: then a button keeps what it says itself.
    """
    buttons = tuple([_led(book, state, button, does) for button in picture.tray.buttons])
    return replace(picture, tray=replace(picture.tray, buttons=buttons))


def _led(book: Rules, state: Any, button: Button, does: Does) -> Button:
    after = state.copy()
    try:
        for event in book.decide(after, button.order, HeldDice()):
            book.evolve(after, event)
    except Undecided:
        return replace(button, rolls=True)
    except Exception:  # a rule that fails is told to whoever gives the order; the table is seen all the same
        return button
    side = book.to_act(after)
    if side is None:
        return replace(button, then=THE_END, next=None)
    return replace(button, then=words(does(after), side, side is book.to_act(state)), next=side)


def words(does: str, side: Side, own: bool) -> str:
    """What comes next: "then announce fire" if the same side goes on, "Blue rolls next" if not."""
    if own:
        return f"then {does}"
    verb, _, rest = does.partition(" ")
    return " ".join(filter(None, (side.label, f"{verb}s", rest, "next")))
