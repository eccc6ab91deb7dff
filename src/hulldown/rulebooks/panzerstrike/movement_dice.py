"""The movement dice of the family: how many are rolled, and which can be given away."""

from collections.abc import Iterable


def dice_for(table: Iterable[tuple[int, int]], most: int, active: int) -> int:
    """How many dice so many active pieces earn: the first row of the table that holds them, or the most."""
    return next((dice for pieces, dice in table if active <= pieces), most)


def with_extra(rolled: tuple[int, ...]) -> tuple[int, ...]:
    """The dice to give away: one more of the same when all of at least two show the same number."""
    extra = rolled[:1] if len(rolled) > 1 and len(set(rolled)) == 1 else ()
    return tuple(sorted(rolled + extra))
