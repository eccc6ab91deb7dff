"""The wish for a match, what is wrong with it and how that is put right, and the match that comes of it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.library import Force, SetupPart
from hulldown.kernel.picture import Terrain
from hulldown.kernel.side import Side
from hulldown.kernel.work import MOST_WORKS, Work
from hulldown.rulebooks.sentence import SentencePart
from hulldown.server.protocol.words import MOST_POSITION, Hex, Name, Named, Position, Text, Word


class NewMatch(Named, msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wish for a match: of a scenario, a position or a ready opening. Without a side it is drawn by lot.

    Scenario, board, chart, armies and position may be ids of `works`, which the wish brings or this server keeps.

    With `keys` its dice are sealed: the anchor of one's own dice key, at one screen those of Red and Blue, or none, and
    the host draws. Without them its dice are those of a seed; if they are `typed`, people roll them.
    """

    rulebook: Word
    scenario: Word = ""
    red: Text = ""
    blue: Text = ""
    board: Word = ""
    options: Annotated[dict[Word, Word], msgspec.Meta(max_length=30)] = {}
    opponent: Literal["bot", "hotseat", "friend"] = "bot"
    bot: Word = "greedy"
    side: Side | None = None
    name: Name = "Red"
    position: Annotated[str, msgspec.Meta(max_length=MOST_POSITION)] = ""  # its text; it says all but the opponent
    keys: Annotated[tuple[Hex, ...], msgspec.Meta(max_length=2)] | None = None
    typed: bool = False
    opening: Word = ""  # a ready opening of the book by its id; it says as much as a position
    chart: Word = ""  # a work, with figures of its own
    works: Annotated[tuple[Work, ...], msgspec.Meta(max_length=MOST_WORKS)] = ()


class SetupProblem(msgspec.Struct, frozen=True):
    """What is wrong with a set-up, where, and by which rule."""

    where: str
    rule: str
    message: str


class WishChange(msgspec.Struct, frozen=True):
    """Fields of a wish for a match, to be put in the place of those that it has."""

    red: str | UnsetType = UNSET
    blue: str | UnsetType = UNSET
    board: str | UnsetType = UNSET
    options: Mapping[str, str] | UnsetType = UNSET


class Repair(msgspec.Struct, frozen=True):
    """What puts a fault right: what the button says, and what then changes."""

    label: str
    wish: WishChange


class SetupFault(msgspec.Struct, frozen=True):
    """One thing that is wrong with a set-up: the part that it belongs to, and whose army or which option it is."""

    part: SetupPart
    message: str
    rule: str
    repair: Repair | None = None
    side: Side | None = None
    option: str = ""


class SetupAnswer(msgspec.Struct, frozen=True):
    """Whether a set-up can be played, and what it comes to.

    `problem` is the first of the `faults`. `boards` says of the book's boards that do not suit this battle why not.
    """

    ok: bool
    problem: SetupProblem | None = None
    red: Force | None = None
    blue: Force | None = None
    terrain: Terrain | None = None
    remark: str = ""  # what is allowed, but worth knowing
    sentence: tuple[SentencePart, ...] = ()
    faults: tuple[SetupFault, ...] = ()
    boards: Mapping[str, str] = {}
    units: list[dict[str, Any]] | UnsetType = UNSET  # of a chart of somebody's own


class FillsBody(NewMatch, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The wish for a match, whose army is to be filled, and the number that a surprise is drawn by."""

    of: Side
    number: Annotated[int, msgspec.Meta(ge=0, le=2**53 - 1)] = 0


class ForkBody(Named, msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Play on from a position, in a match of its own: against a bot, at one screen, or with a friend who is invited."""

    position: Position
    opponent: Literal["bot", "hotseat", "friend"] = "bot"
    bot: Word = "greedy"
    side: Side = Side.RED
    name: Name = "Red"
    keys: Annotated[tuple[Hex, ...], msgspec.Meta(max_length=2)] | None = None  # as of a new match
    typed: bool = False


class Created(msgspec.Struct, frozen=True):
    """A new match and its secrets; nobody is told them again."""

    match: str
    side: Side | None
    token: str
    invitation: str | None
    watch: str
    forked: int = 0  # how many of its lines were played in another match
