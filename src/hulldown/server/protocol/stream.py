"""The stream of a match: who listens, and what is told."""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.picture import Picture
from hulldown.kernel.rulebook import Result, Told
from hulldown.kernel.side import Side
from hulldown.server.protocol.dice import DiceView, OrderWaits
from hulldown.server.protocol.invitations import Inviting
from hulldown.server.protocol.table import Offer, Waiting
from hulldown.server.protocol.words import Bots, Names, Position


class Hello(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first message on a stream: who listens, and from which line on."""

    token: Annotated[str, msgspec.Meta(max_length=100)]
    from_: Position = msgspec.field(name="from", default=0)


class LineMessage(msgspec.Struct, frozen=True, tag="line"):
    """A line of the log as a viewer may know it, and the table after it.

    Whoever plays both sides is told it as a spectator is. While something is hidden after it, the last line then also
    has the table as the side to act sees it.

    `turn` counts turns, and set-up is the first; `round` and `mover` say which it is (nobody's, where the sides act by
    turns). `act` counts the acts of a turn: several lines may be one, and what is none has 0.

    Where dice are sealed it has its hash, and its text in the record without that hash; if this viewer may not read it
    yet, the digest of that text. Texts that are `opened` by it are told with their positions.
    """

    position: int
    kind: Literal["order", "act"]
    side: Side | None
    told: tuple[Told, ...]
    picture: Picture
    undo: str
    result: Result | None
    hidden: bool
    own: Picture | None = None
    turn: int = 0
    round: int = 0
    mover: Side | None = None
    act: int = 0
    hash: str | UnsetType = UNSET
    text: str | UnsetType = UNSET
    digest: str | UnsetType = UNSET
    opened: dict[int, str] | UnsetType = UNSET


class Heartbeat(msgspec.Struct, frozen=True, tag="heartbeat"):
    head: int


class Notice(msgspec.Struct, frozen=True, tag="notice"):
    """What changed at the table beside the log."""

    offers: tuple[Offer, ...]
    names: Names
    connected: tuple[bool, bool]
    bots: Bots
    waiting: Waiting | None
    rematch: str | None
    why: dict[int, tuple[str, ...]] = {}  # by lines, why a bot gave the orders of its last turn: told when that is over
    dice: DiceView | UnsetType = UNSET  # where they are sealed
    inviting: Inviting | UnsetType = UNSET  # while a friend is waited for
    waits: OrderWaits | UnsetType = UNSET


class StreamError(msgspec.Struct, frozen=True, tag="error"):
    """The last message of a stream that cannot go on."""

    error: str
    sentence: str
