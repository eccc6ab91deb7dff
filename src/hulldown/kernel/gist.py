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
    """A shot with the worst that followed from it, up to the next one; what falls on a place meets who suffers most."""
    met = shot.target
    for one in later:
        if any(isinstance(stroke, Shot) for stroke in one.strokes):
            break
        gist = one.act
        if gist is UNSET or gist.unit is not None or shot.target not in (None, gist.target):
            continue
        if WORSE.index(gist.end) >= WORSE.index(shot.end):
            came = gist.target if gist.end in ("harmed", "destroyed") else met
            met, shot = came, msgspec.structs.replace(shot, end=gist.end, word=gist.word)
    return msgspec.structs.replace(shot, target=met)
