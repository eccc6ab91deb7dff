"""The SPAA whose loss decides a basic scenario, and what they are worth."""

from typing import Protocol, TypeVar

from hulldown.bots.panzerstrike.tuning import SHARED
from hulldown.kernel.side import Side
from hulldown.rulebooks.panzerstrike.pieces import Piece, Pieces
from hulldown.rulebooks.panzerstrike.setup import SPAA


class Decided(Protocol):
    """A set-up that the loss of SPAA may decide."""

    @property
    def spaa(self) -> int: ...
    @property
    def lost_spaa(self) -> int: ...


class Fighting(Piece, Protocol):
    """What must be known of a unit beside where it stands."""

    @property
    def kind(self) -> str: ...
    @property
    def active(self) -> bool: ...


P = TypeVar("P", bound=Fighting)


class Ground(Protocol):
    @property
    def setup(self) -> Decided: ...


class Position(Protocol[P]):
    """A position of a game that the loss of SPAA may decide."""

    @property
    def ground(self) -> Ground: ...
    @property
    def units(self) -> Pieces[P]: ...
    @property
    def side(self) -> Side: ...


def prize_of(needed: int, lost: int) -> float:
    """What the next SPAA is worth beside its points, if so many decide a game and some are lost."""
    return SHARED.prize if needed - lost <= 1 else SHARED.early


def toll_of(needed: int, lost: int) -> float:
    """What those that are lost were worth."""
    return sum([prize_of(needed, at) for at in range(lost)])


def with_prize(setup: Decided, kind: str, points: float, lost: int) -> float:
    """What a unit of so many points is worth: an SPAA by how near its loss is to defeat."""
    if setup.spaa and kind == SPAA:
        return points + prize_of(setup.lost_spaa, lost)
    return points


def enemies_of(state: Position[P]) -> tuple[tuple[P, ...], int, tuple[int, ...]]:
    """All that is to be known of the enemy of the side whose turn it is: his active units, the wrecks, and where those
    SPAA stand that he looks for."""
    side, units = state.side, state.units.units
    pieces = tuple([piece for piece in units if piece.side is not side and piece.active])
    if not state.ground.setup.spaa:
        return pieces, state.units.wrecks, ()
    own = tuple([piece.square for piece in units if piece.side is side and piece.kind == SPAA and piece.active])
    return pieces, state.units.wrecks, own
