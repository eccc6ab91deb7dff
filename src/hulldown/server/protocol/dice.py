"""Dice that the server does not simply roll: sealed ones with their keys and calls, and those that people roll."""

from typing import Literal

import msgspec

from hulldown.kernel.forecast import Sentence
from hulldown.kernel.side import Side
from hulldown.server.protocol.words import Hex, Order

KeyState = Literal["seat", "deposited", "host", "awaited"]


class DiceCall(msgspec.Struct, frozen=True):
    """Dice that are called and have not fallen: for whom, and whose links are missing; seconds since 1970."""

    position: int
    roll: int
    side: Side
    missing: tuple[Side, ...]
    since: int


class DiceView(msgspec.Struct, frozen=True):
    """Sealed dice: who has the keys of Red and Blue, the number of the last roll under them, the open call.

    `asked` is how often Red and Blue have asked for new keys.
    """

    kept: tuple[KeyState, KeyState]
    number: int
    call: DiceCall | None
    asked: tuple[int, int] = (0, 0)


class KeysBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of: a key's anchor, the wish that the host draws one, a key's secret, the link for a call by its hash.

    At one screen it says for which side.
    """

    anchor: Hex | None = None
    draw: Literal["host"] | None = None
    deposit: Hex | None = None
    call: Hex | None = None
    link: Hex | None = None
    side: Side | None = None


class DiceDue(msgspec.Struct, frozen=True):
    """So many equal dice of a roll that is due, and the faces of one, each with what is written on it."""

    count: int
    faces: tuple[int, ...]
    labels: tuple[str, ...]


class DiceWanted(msgspec.Struct, frozen=True):
    """A roll that people have to make: for whom, in words, by which rule, and the dice.

    `given` are the faces of the order so far; the last `laid` of them belong to this roll. `told` says what a part of
    the roll comes to, by how many dice lie there and their sum ("3:12"); it is empty where the sum decides nothing.
    """

    title: str
    sentence: Sentence
    rule: str
    dice: tuple[DiceDue, ...]
    given: tuple[int, ...]
    laid: int
    told: dict[str, str]


class OrderWaits(msgspec.Struct, frozen=True):
    """An order that no player gives, of a bot or by standing orders: it waits until somebody has rolled its dice."""

    side: Side
    order: Order
    wanted: DiceWanted
