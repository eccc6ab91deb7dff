"""The acts of an order, once all of its events are known: what a shot came to may be told by later ones."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from hulldown.kernel.picture import End, Shot
from hulldown.kernel.rulebook import Gist, Told

WORSE: tuple[End, ...] = ("nothing", "moved", "missed", "held", "harmed", "destroyed")


def settled(told: Sequence[Told]) -> tuple[Told, ...]:
    """An order as it is told, each shot with what it came to: a hit ends with the wounds that are rolled for later."""
    found = list(told)
    for at, one in enumerate(found):
        if one.act is UNSET or not any(isinstance(stroke, Shot) for stroke in one.strokes):
            continue
        came = _came_of(one.act, found[at + 1 :])
        strokes = tuple(
            [
                msgspec.structs.replace(stroke, end=came.end) if isinstance(stroke, Shot) else stroke
                for stroke in one.strokes
            ]
        )
        found[at] = msgspec.structs.replace(one, act=came, strokes=strokes)
    return tuple(found)


def _came_of(shot: Gist, later: Sequence[Told]) -> Gist:
    """A shot with the worst that followed from it, up to the next shot."""
    for one in later:
        if any(isinstance(stroke, Shot) for stroke in one.strokes):
            break
        gist = one.act
        if gist is not UNSET and gist.unit is None and WORSE.index(gist.end) >= WORSE.index(shot.end):
            shot = msgspec.structs.replace(shot, end=gist.end, word=gist.word, target=_met(shot, gist))
    return shot


def _met(shot: Gist, gist: Gist) -> int | None:
    """Whom a shot met: what falls on a place meets whoever suffers most there."""
    return gist.target if shot.target is None else shot.target
