"""Orders and acts, and what became of them."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.rule import Refusal
from hulldown.server.protocol.dice import DiceWanted
from hulldown.server.protocol.lessons import Taught
from hulldown.server.protocol.words import (
    MOST_FACES,
    MOST_ORDERS,
    MOST_POSITION,
    ClientId,
    Face,
    Order,
    Position,
    StepNumber,
    Text,
)

ActName = Literal[
    "undo",
    "resign",
    "offer-takeback",
    "offer-draw",
    "offer-keys",
    "accept",
    "decline",
    "let-bot-finish",
    "end-game",
    "rematch",
    "ruled",
    "step",
]
Status = Literal["accepted", "refused", "stale", "dice", "other"]


class OrdersBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders, made at a position; the id lets them be sent again without harm.

    Where people roll the dice: the faces of the first order that rolls, in the order of rolling, as far as they are
    there. In place of a face, null is a die that the server rolls; with `roll_here` it rolls all that are missing.
    """

    id: ClientId
    position: Position
    orders: Annotated[list[Order], msgspec.Meta(min_length=1, max_length=MOST_ORDERS)]
    faces: Annotated[list[Face | None], msgspec.Meta(max_length=MOST_FACES)] = []
    roll_here: bool = False
    step: StepNumber = 0  # in a lesson, which one they are meant for


class ActBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a player does beside the rules. If it is that they ruled otherwise: the table from here on, and why."""

    id: ClientId
    position: Position
    act: ActName
    table: Annotated[str, msgspec.Meta(max_length=MOST_POSITION)] = ""
    why: Text = ""
    step: StepNumber = 0  # of a lesson, to the beginning of which it goes


class Answer(msgspec.Struct, frozen=True):
    """What became of orders or an act. `played` is how many orders stand; `call` is the roll that they ended in.

    If people have to roll `dice` first, nothing was played, and the roll that is `wanted` next is told.
    """

    status: Status
    head: int
    played: int = 0
    refusal: Refusal | None = None
    call: int | UnsetType = UNSET
    wanted: DiceWanted | UnsetType = UNSET
    lesson: Taught | UnsetType = UNSET
