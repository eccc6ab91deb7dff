"""Dice that bring others without end, exactly: what a handful of them can do is a quotient of short rows.

A row of chances of 0, 1, 2, … successes is the beginning of a power series. A die that brings another one when it shows
its highest face is G = lost + won·z + more·z·G, and what each success leads to is put in place of z.
"""

from fractions import Fraction

Row = tuple[Fraction, ...]  # the chances of 0, 1, 2, … and no further
NOTHING, ONE = Fraction(0), Fraction(1)


def _times(one: Row, other: Row) -> Row:
    size = len(one)
    return tuple([sum((one[i] * other[at - i] for i in range(at + 1)), NOTHING) for at in range(size)])


def power(row: Row, many: int) -> Row:
    found: Row = (ONE, *[NOTHING] * (len(row) - 1))
    for _ in range(many):
        found = _times(found, row)
    return found


def _over(one: Row, other: Row) -> Row:
    found: list[Fraction] = []
    for at, chance in enumerate(one):
        found.append((chance - sum((found[i] * other[at - i] for i in range(at)), NOTHING)) / other[0])
    return tuple(found)


def thrown(die: int, needed: int, count: int, each: Row, again: bool = False) -> Row:
    """What a throw of endless dice leads to, if each success leads to that.

    The highest face always succeeds and brings another die. With `again` every die that shows a one is rolled again
    once, so a die G and one that was a one, R, follow from each other: G = rest + R/die + z·G/die and R = rest + what a
    one does + z·G/die, where `rest` are the faces between.
    """
    face = Fraction(1, die)
    won = Fraction(die - max(1, min(needed, die)), die)
    lost = 1 - won - face
    over = [(not at) * lost + won * chance for at, chance in enumerate(each)]
    more = face
    if again:
        ones = [chance if needed <= 1 else Fraction(not at) for at, chance in enumerate(each)]
        over = [(1 + face) * (chance - face * one) + face**2 * one for chance, one in zip(over, ones, strict=True)]
        more = face + face**2
    under = tuple([(not at) - more * chance for at, chance in enumerate(each)])
    return power(_over(tuple(over), under), count)
