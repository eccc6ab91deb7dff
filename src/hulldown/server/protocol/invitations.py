"""The links of a match: to the other seat, and to watch."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from hulldown.kernel.library import Force
from hulldown.kernel.picture import Picture
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.rulebooks.differing import Differing
from hulldown.rulebooks.sentence import SentencePart
from hulldown.server.protocol.words import ClaimId, Hex, Name, Named


class Inviting(msgspec.Struct, frozen=True):
    """A seat that nobody has taken: whether a link to it is open, and when somebody last looked at what it leads to.

    That is in seconds since 1970; nothing else is kept of whoever looked.
    """

    open: bool
    opened: int | None = None


class InvitingBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the host does with the link: takes it back, or makes a new one, which takes the old one back too."""

    do: Literal["take-back", "renew"]


class Invited(msgspec.Struct, frozen=True):
    """The new link's secret and the one to watch with; nothing, if a link was taken back. Nobody is told them again."""

    invitation: str | None = None
    watch: str | None = None


class Fact(msgspec.Struct, frozen=True):
    """Something that was agreed on for a battle, and by which rule; whether its scenario has it otherwise."""

    title: str
    sentence: str
    rule: str
    changed: bool


class InvitationView(msgspec.Struct, frozen=True):
    """What an invitation is to, and a token to watch with. Looking at it claims nothing.

    `picture` is the table as a spectator sees it, `present` whether whoever invites is at it.
    """

    match: str
    rulebook: str
    title: str
    scenario: str
    terrain: str
    red: Force
    blue: Force
    side: Side
    by: str
    present: bool
    claimed: bool
    watch: str
    sentence: tuple[SentencePart, ...]  # the whole game, as whoever is invited would play it
    picture: Picture
    facts: tuple[Fact, ...]
    result: Result | None
    sealed: bool = False  # whether its dice are, so that whoever takes the seat may keep a key
    forked: int = 0  # how many of its lines were played in another match
    figures: Differing | UnsetType = UNSET  # what the host's own figures have otherwise than the house's
    typed: bool = False  # or people roll them


class ClaimBody(Named, msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who takes a seat, and the anchor of a dice key; without one the host draws it, where dice are sealed.

    Whoever asks again with the same id gets the same seat again, for ever; so it is made by lot, and kept secret.
    """

    name: Name
    key: Hex | None = None
    id: ClaimId | None = None


class Claimed(msgspec.Struct, frozen=True):
    """A seat taken, and its token."""

    match: str
    token: str
    side: Side


class Watched(msgspec.Struct, frozen=True):
    """A match that can only be watched, and the token to do so."""

    match: str
    watch: str
