"""What people make: kept, judged, shown, compared, asked about, and on its way to another device."""

from typing import Annotated

import msgspec

from hulldown.kernel.files import MOST_BYTES
from hulldown.kernel.library import MapRow
from hulldown.kernel.picture import Picture, Terrain
from hulldown.kernel.prospect import GroundQuery
from hulldown.kernel.work import MOST_WORKS, Work
from hulldown.rulebooks.asking import Query
from hulldown.rulebooks.works import WorkFault
from hulldown.server.protocol.words import Word


class WorkBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A work to be kept or judged, with all that it uses; the first is the one that is meant."""

    works: Annotated[tuple[Work, ...], msgspec.Meta(min_length=1, max_length=MOST_WORKS)]
    licence: Annotated[str, msgspec.Meta(max_length=60)] = ""


class WorkView(msgspec.Struct, frozen=True):
    """A work that this server keeps, and all that it uses: the first is the one that was asked for."""

    works: tuple[Work, ...]
    licence: str
    since: int  # seconds since 1970


class WorkVerdict(msgspec.Struct, frozen=True):
    """Whether a work can be played with: what it is, or all that is wrong with it and where.

    Advice is what is allowed and worth a look; it blocks nothing.
    """

    ok: bool
    words: str = ""
    faults: tuple[WorkFault, ...] = ()
    advice: tuple[WorkFault, ...] = ()


class DifferBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The texts of two charts of a book to be compared, empty for the house's, and the unit whose shots are told."""

    book: Word
    chart: Annotated[str, msgspec.Meta(max_length=MOST_BYTES)]
    other: Annotated[str, msgspec.Meta(max_length=MOST_BYTES)] = ""
    unit: Word = ""


class WorkPicture(msgspec.Struct, frozen=True):
    """What a work looks like: the ground of a board, or the table as a scenario or a position begins.

    Of a chart and an army there is nothing to be drawn.
    """

    map: MapRow | None = None
    terrain: Terrain | None = None
    picture: Picture | None = None


class AskBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position, which need not be whole, with all that it uses, and what is asked about it."""

    works: Annotated[tuple[Work, ...], msgspec.Meta(min_length=1, max_length=MOST_WORKS)]
    query: Query | None = None  # without one, what could be placed is told


class ProspectBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board, and what is asked about its ground."""

    works: Annotated[tuple[Work, ...], msgspec.Meta(min_length=1, max_length=MOST_WORKS)]
    query: GroundQuery


MOST_PARCEL = 3 << 20  # characters


class Parcel(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A shelf that goes to another device, packed by the browser; the server does not look into it."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=MOST_PARCEL, pattern=r"^[A-Za-z0-9._-]+$")]


class ParcelSent(msgspec.Struct, frozen=True):
    """Under which name it is fetched, once, and until when."""

    id: str
    until: int  # seconds since 1970
