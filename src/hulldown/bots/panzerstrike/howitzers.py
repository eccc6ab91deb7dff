"""What howitzers can do in a high arc, and who has to spot for them."""

from collections.abc import Callable, Iterable, Iterator

from hulldown.geometry.squares import mask_of, squares_of

Worths = list[tuple[int, float]]  # the squares of targets, each with what a shot at it is worth


def best_lob(lobs: Worths, ahead: int, eyes: int, prospect: float) -> float:
    """The best of a howitzer's shots at what lies ahead; those whom nobody sees yet count for less."""
    best = 0.0
    for at, value in lobs:
        if ahead >> at & 1:
            best = max(best, value if eyes >> at & 1 else prospect * value)
    return best


def lobbing_places(places: int, lobs: Callable[[int], Worths], targets: int, part: float) -> int:
    """The places from which a howitzer hits one of these targets nearly as well as anywhere: by a part of the best."""
    worths = {
        place: max([value for at, value in lobs(place) if targets >> at & 1], default=0.0)
        for place in squares_of(places)
    }
    good = part * max(worths.values(), default=0.0)
    return mask_of(place for place, value in worths.items() if value >= good) if good else 0


def unseen(
    howitzers: Iterable[tuple[int, int, Worths]], seers: Callable[[int, int], list[int]]
) -> Iterator[tuple[int, float, int]]:
    """What howitzers (unit, squares ahead, shots) could hit, and nobody or only one other vehicle sees: its square, its
    worth, and who sees it."""
    best: dict[int, tuple[float, int]] = {}
    for unit, ahead, lobs in howitzers:
        for at, value in lobs:
            if ahead >> at & 1 and value > best.get(at, (0.0, 0))[0]:
                best[at] = value, unit
    for at, (value, unit) in best.items():
        seen = seers(unit, at)
        if unit not in seen and len(seen) <= 1:
            yield at, value, seen[0] if seen else -1
