"""The movement dice of the family: how many are rolled, and which can be given away."""

from collections.abc import Iterable


def dice_for(table: Iterable[tuple[int, int]], most: int, active: int) -> int:
    """How many dice so many active pieces earn: the first row of the table that holds them, or the most."""
    return next((dice for pieces, dice in table if active <= pieces), most)


def with_extra(rolled: tuple[int, ...]) -> tuple[int, ...]:
    """The dice to give away: one more of the same when all of at least two show the same number."""
    extra = rolled[:1] if len(rolled) > 1 and len(set(rolled)) == 1 else ()
    return tuple(sorted(rolled + extra))


def step_told(table: Iterable[tuple[int, int]], most: int, active: int, earned: str, piece: str) -> str:
    """What so many active pieces earn, up to how many that holds, and from when on there is more.

    "4 movement dice for 9 to 12 tanks; 5 from 13".
    """
    first = 1
    steps = [*((pieces, dice) for pieces, dice in table if pieces)]
    for (last, dice), following in zip(steps, [*(dice for _, dice in steps[1:]), most], strict=True):
        if active <= last:
            span = f"{first} to {last} {piece}s" if first < last else f"{last} {piece}{'s' * (last != 1)}"
            return f"{dice} {earned} for {span}; {following} from {last + 1}"
        first = last + 1
    return f"{most} {earned} from {first} {piece}s on"
