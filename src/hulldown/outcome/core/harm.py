"""What a shot costs its target on average, as a part of its worth.

All chances are exact, from the rule that resolves a shot; they are looked up in tables by what a shot depends on.
"""

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from hulldown.geometry.squares import Zone, angled, zone
from hulldown.rulebooks.panzerstrike.core.events import Outcome
from hulldown.rulebooks.panzerstrike.core.setup import Setup
from hulldown.rulebooks.panzerstrike.core.shot import BLUE, INJURED, MOVED, TRACKS, TURNED, Facts, chances, meeting
from hulldown.rulebooks.panzerstrike.core.state import Colour, Tracks, Unit

HURT = 0.25  # of a unit, for an injured crew; by hand
LOSSES = (0.0, 0.15, 0.3)  # of a unit, for whole, half lost and lost tracks; by hand
ZONES = (Zone.FRONT, Zone.SIDE, Zone.REAR)
SPOILS = (INJURED, MOVED, TURNED)
SPOILED_BY_MOVE, SPOILED_BY_TURN = 2, 4  # their bits, beside the injured crew's


class Health(NamedTuple):
    """What a shot asks for of its target beside its type."""

    injured: bool
    tracks: Tracks
    repairing: bool


def health_of(piece: Unit) -> Health:
    return Health(piece.injured, piece.tracks, piece.timer > 0)


def lost_by(injured: bool, tracks: Tracks) -> float:
    """What markers have cost a unit already, as a part of its worth."""
    return HURT * injured + LOSSES[tracks]


def harm(health: Health, outcome: Outcome) -> float:
    """What an outcome costs a unit, as a part of its worth."""
    had = lost_by(health.injured, health.tracks)
    if outcome is Outcome.DESTROYED:
        return 1.0 - had
    if outcome is Outcome.INJURED:
        return HURT
    if outcome in TRACKS:
        return max(0.0, LOSSES[TRACKS[outcome]] - LOSSES[health.tracks])
    return 0.0


class Guns:
    """What shots are worth, as a part of their target, by all that they depend on. One for all games of a set-up."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.figures = setup, setup.figures
        self.chart = {kind.id: kind for kind in setup.chart}
        self._direct: dict[tuple[str, int, str, Health, int, int, bool], float] = {}
        self._lofted: dict[tuple[str, str, Health, int, int, int], float] = {}

    def facing_zone(self, facing: int, dx: int, dy: int) -> int:
        """Which armour looks that way: front, side, rear, or angled front and rear."""
        if self.setup.angled and (between := angled(facing, dx, dy)):
            return 3 if between is Zone.FRONT else 4
        return ZONES.index(zone(facing, dx, dy))

    def direct(self, gun: str, spoils: int, target: str, health: Health, far: int, part: int, covered: bool) -> float:
        """A direct shot with the best hit die that may be chosen."""
        key = gun, spoils, target, health, far, part, covered
        found = self._direct.get(key)
        if found is None:
            weapon = self.chart[gun].weapon
            assert weapon is not None
            near = self.setup.aimed and far <= self.figures.aimed[weapon.accuracy - 1]
            colours = tuple(Colour) if near else (Colour.WHITE,)
            words = tuple([word for at, word in enumerate(SPOILS) if spoils >> at & 1])
            cover = self.figures.cover if covered else 0
            found = self._direct[key] = max(
                self._worth(gun, target, health, far, part, colour, cover, words, 0) for colour in colours
            )
        return found

    def lofted(self, gun: str, injured: bool, target: str, health: Health, far: int, part: int, report: int) -> float:
        """A shot in a high arc; the target is seen by the howitzer (0), by another (1), or only since now (2)."""
        key = gun, target, health, far, part, report * 2 + injured
        found = self._lofted.get(key)
        if found is None:
            words = (INJURED,) if injured else ()
            found = self._lofted[key] = self._worth(gun, target, health, far, part, BLUE, 0, words, report)
        return found

    def _worth(
        self,
        gun: str,
        target: str,
        health: Health,
        far: int,
        part: int,
        colour: str,
        cover: int,
        spoils: tuple[str, ...],
        report: int,
    ) -> float:
        figures, weapon, kind = self.figures, self.chart[gun].weapon, self.chart[target]
        assert weapon is not None
        where = (*ZONES, Zone.FRONT, Zone.REAR)[part]
        met = meeting(figures, weapon, far, kind, where, part > 2)
        semi = self.setup.semi and health.tracks is Tracks.WHOLE
        facts = Facts(
            far,
            figures.accuracy[weapon.accuracy - 1],
            colour,
            getattr(figures.hit, colour),
            figures.penetration.I if weapon.die == "I" else figures.penetration.II,
            (replace(met, semi=semi, injured=health.injured, repairing=health.repairing),),
            cover,
            spoils,
            figures.radio if report else (),
            report == 2,
        )
        found = chances(facts).items()
        return sum(float(chance) * harm(health, outcome) for (at, outcome), chance in found if at == 0)


@lru_cache(maxsize=8)
def guns_of(setup: Setup) -> Guns:
    return Guns(setup)
