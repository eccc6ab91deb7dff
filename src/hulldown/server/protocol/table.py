"""A match as it is seen and asked about, and what stands beside its log."""

from fractions import Fraction
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.picture import Picture
from hulldown.kernel.rule import Refusal
from hulldown.kernel.rulebook import Result, Survey
from hulldown.kernel.side import Side
from hulldown.server.protocol.dice import DiceView, OrderWaits
from hulldown.server.protocol.invitations import Inviting
from hulldown.server.protocol.words import MOST_ORDERS, Bots, Names, Order, Position, UnitNumber


class Offer(msgspec.Struct, frozen=True):
    """What a side has offered and the other has not answered."""

    kind: Literal["takeback", "draw", "keys"]
    side: Side


class Waiting(msgspec.Struct, frozen=True):
    """Whose choice friends wait for, since when, and from when on the other may go on without: seconds since 1970."""

    side: Side
    since: int
    until: int


class Asking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When a player wants to be asked in a window: always, from a chance on (in hundredths), or never."""

    ask: Literal["always", "from", "never"]
    chance: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0

    def wants(self, chance: Fraction | None) -> bool:
        return self.ask == "always" or (self.ask == "from" and (chance is None or chance * 100 >= self.chance))


class Standing(msgspec.Struct, frozen=True):
    """Standing orders of a side, for the round in which they were given. A unit's own go before those for all."""

    round: int
    all: Asking
    units: dict[int, Asking] = {}


class StandingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Standing orders for this round; where they were made at a position, only if nothing has happened since."""

    all: Asking
    units: Annotated[dict[UnitNumber, Asking], msgspec.Meta(max_length=1000)] = {}
    position: Position | None = None


class MatchView(msgspec.Struct, frozen=True):
    """A match as the holder of a token may see it now."""

    match: str
    rulebook: str
    title: str
    scenario: str
    side: Side | None
    both: bool
    watching: bool
    names: Names
    bots: Bots
    head: int
    terrain: str
    picture: Picture
    hidden: bool  # whether something on the table is hidden from somebody
    result: Result | None
    undo: str
    offers: tuple[Offer, ...]
    waiting: Waiting | None
    closed: str
    rematch: str | None
    standing: Standing | None
    last: tuple[str, ...]  # the last sentences of the log, and whose they are
    acted: tuple[int, ...]
    before: tuple[str, ...] | UnsetType = UNSET  # in words, what happened before the first line
    dice: DiceView | UnsetType = UNSET  # where dice are sealed
    inviting: Inviting | UnsetType = UNSET  # while a friend is waited for
    typed: bool | UnsetType = UNSET  # where people roll them
    waits: OrderWaits | UnsetType = UNSET
    units: list[dict[str, Any]] | UnsetType = UNSET  # of a chart of somebody's own


class Ending(msgspec.Struct, frozen=True):
    """What a finished game came to. `position` is how many lines had been played when it was over.

    `unit` decided it; none did where somebody resigned or a limit was reached. `points` are what Red and Blue have left
    of their armies, and what those had cost. The minutes are those of a game that was played here from its first line.
    """

    position: int
    unit: int | None
    points: tuple[tuple[float, float], tuple[float, float]]
    rounds: int
    orders: int
    minutes: int | UnsetType = UNSET


class Cited(msgspec.Struct, frozen=True):
    """In how many lines of a match a rule decided something, and the last of them."""

    lines: int
    last: int


class TableText(msgspec.Struct, frozen=True):
    """The table as the text of a position, and where in the log that is."""

    position: int
    text: str


class SurveyAnswer(msgspec.Struct, frozen=True):
    """A survey, and the position it belongs to."""

    position: int
    survey: Survey


class PlacingAnswer(msgspec.Struct, frozen=True):
    """Orders that set up what is left to the side to act, and the position they belong to."""

    position: int
    orders: list[Order]


class RehearsalBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders to be tried on a copy of the table."""

    position: Position
    orders: Annotated[list[Order], msgspec.Meta(max_length=MOST_ORDERS)]


class Rehearsal(msgspec.Struct, frozen=True):
    """The table as it would be after the first `played` of the orders, and why the next one is refused, if it is."""

    position: int
    played: int
    picture: Picture
    refusal: Refusal | None = None


class PreviewBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order to be looked at, as it would be after some others, if nobody answers them."""

    order: Order
    before: Annotated[list[Order], msgspec.Meta(max_length=MOST_ORDERS)] = []
