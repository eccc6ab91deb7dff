"""What an order is likely to come to, in parts that a screen puts together and a voice reads one after the other.

The head is the chance of what a player wants. Then come the throws in the order of rolling, each with the faces that
work after all modifiers, found by running the very rule that will roll them; then the reasons.
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Literal, TypeVar

import msgspec

from hulldown.kernel.bearings import Bare
from hulldown.kernel.dice import Dice
from hulldown.kernel.odds import EveryRoll

End = Literal["works", "partly", "fails"]
"""What a face does: what is wanted, or leads on to it; something less; nothing."""
ENDS: tuple[End, ...] = ("works", "partly", "fails")
T = TypeVar("T")
_ON, _OFF = "\x02", "\x03"
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Sentence(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence, and from where to where it is stressed."""

    text: str
    bold: tuple[tuple[int, int], ...] = ()


class Faces(msgspec.Struct, frozen=True, omit_defaults=True):
    """Figures of a strip, from the first to the last, that come to the same: in how many throws, and a word for it."""

    first: int
    last: int
    ways: int
    end: End
    word: str = ""


class Likely(msgspec.Struct, frozen=True):
    """What else may come of it, and the chance."""

    word: str
    chance: Fraction


class Reason(msgspec.Struct, frozen=True, omit_defaults=True):
    """Why the dice must show what they must, in words; `amount` is what that makes, as it is written."""

    text: str
    amount: str
    rule: str = ""


class ComingThrow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One throw of those that an order may take.

    `needed` says which figures of the `strip` work, after all modifiers: "8 or more", "any roll", "cannot". The strip
    counts `of` throws, in all or, where dice are chosen after the throw, those that can make each sum. `after` are the
    words of faces in an earlier throw that lead here; without any, all that work in the throw before do. Where `each`
    of `count` dice is held against the strip by itself, the highest face may bring another die.
    """

    sentence: Sentence
    dice: str
    rule: str
    needed: str = ""
    strip: tuple[Faces, ...] = ()
    of: int = 0
    after: tuple[str, ...] = ()
    count: int = 1
    each: bool = False


class BestShot(msgspec.Struct, frozen=True):
    """The best shot from where a unit would stand: at whom, and its chance."""

    unit: int
    chance: Fraction


class Forecast(Bare, frozen=True, omit_defaults=True):
    """The chance of what is wanted and the word for it, other chances, the throws, what else is to be said, and why.

    `part` is where the target is met: "front". A forecast of a move has no chance of its own, but the best shot `then`.
    """

    word: str = ""
    chance: Fraction | None = None
    part: str = ""
    also: tuple[Likely, ...] = ()
    throws: tuple[ComingThrow, ...] = ()
    said: tuple[Sentence, ...] = ()
    reasons: tuple[Reason, ...] = ()
    then: BestShot | None = None


# Words


def strong(what: object) -> str:
    """A part of a sentence that matters most, for `sentence`."""
    return f"{_ON}{what}{_OFF}"


def sentence(marked: str) -> Sentence:
    """A sentence with its stressed parts found."""
    text, bold, begun = "", [], 0
    for sign in marked:
        if sign == _ON:
            begun = len(text)
        elif sign == _OFF:
            bold.append((begun, len(text)))
        else:
            text += sign
    return Sentence(text, tuple(bold))


def counted(number: int) -> str:
    """A small number in words."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def dice_of(number: int, kind: str = "") -> str:
    """Some dice in words: "a die", "three dice", "a D10", "two D12"."""
    if kind:
        return f"a {kind}" if number == 1 else f"{counted(number)} {kind}"
    return "a die" if number == 1 else f"{counted(number)} dice"


def capital(text: str) -> str:
    """A text as a sentence begins, stressed or not."""
    at = 1 if text.startswith(_ON) else 0
    return text[:at] + text[at : at + 1].upper() + text[at + 1 :]


def signed(amount: int) -> str:
    """What is added or taken away, as it is written."""
    return f"− {-amount}" if amount < 0 else f"+ {amount}"


def figure(number: int) -> str:
    """A number as it is written, with a true minus."""
    return f"−{-number}" if number < 0 else str(number)


def series(parts: Iterable[str], last: str = "and") -> str:
    """ "a, b and c"."""
    *most, end = parts
    return f"{', '.join(most)} {last} {end}" if most else end


# Strips


def strip_of(run: Callable[[Dice], T], read: Callable[[T], tuple[End, str]]) -> tuple[tuple[Faces, ...], int]:
    """What each sum of a throw comes to, by the rule that will roll it, and how many throws there are."""
    rolls, more = EveryRoll(), True
    found: dict[int, tuple[int, tuple[End, str]]] = {}
    while more:
        end = read(run(rolls))
        total, of = sum(rolls.figures), rolls.total
        found[total] = found.get(total, (0, end))[0] + rolls.weight, end
        more = rolls.advance()
    return tuple(_beside(found)), of


def _beside(found: dict[int, tuple[int, tuple[End, str]]]) -> Iterator[Faces]:
    """Faces that are equally likely, beside each other and come to the same are one."""
    flat = len({ways for ways, _ in found.values()}) == 1
    held: Faces | None = None
    for at in sorted(found):
        ways, (end, word) = found[at]
        if held and flat and (held.last, held.end, held.word) == (at - 1, end, word):
            held = Faces(held.first, at, held.ways + ways, end, word)
            continue
        if held:
            yield held
        held = Faces(at, at, ways, end, word)
    if held:
        yield held


def strip_of_words(run: Callable[[Dice], T], read: Callable[[T], tuple[End, str]]) -> tuple[tuple[Faces, ...], int]:
    """The same of a die that bears no numbers: its faces are counted, those that come to the same as one."""
    rolls, more = EveryRoll(), True
    found: dict[tuple[End, str], int] = {}
    while more:
        end = read(run(rolls))
        found[end] = found.get(end, 0) + rolls.weight
        of = rolls.total
        more = rolls.advance()
    strip: list[Faces] = []
    for face, ways in sorted(found.items(), key=lambda item: (ENDS.index(item[0][0]), -item[1], item[0][1])):
        first = strip[-1].last + 1 if strip else 1
        strip.append(Faces(first, first + ways - 1, ways, *face))
    return tuple(strip), of


def needed(strip: Iterable[Faces], ends: tuple[End, ...] = ("works",)) -> str:
    """The figures of a strip with these ends, in words; "any roll" if all have them, "cannot" if none does."""
    faces, runs, going = list(strip), list[tuple[int, int]](), False
    for one in faces:
        if one.end in ends:
            first = runs.pop()[0] if going else one.first
            runs.append((first, one.last))
        going = one.end in ends
    if not runs:
        return "cannot"
    low, high = faces[0].first, faces[-1].last
    if runs == [(low, high)]:
        return "any roll"
    return series([_run(first, last, low, high) for first, last in runs], "or")


def _run(first: int, last: int, low: int, high: int) -> str:
    if last == high and first != high:
        return f"{figure(first)} or more"
    if first == low and last != low and last - first > 1:
        return f"{figure(last)} or less"
    return figure(first) if first == last else f"{figure(first)} to {figure(last)}"


def share(strip: Iterable[Faces], of: int, ends: tuple[End, ...] = ("works",)) -> Fraction:
    """The part of a strip's throws that have these ends."""
    return Fraction(sum(one.ways for one in strip if one.end in ends), of)


# What all throws together come to


def chance_of(throws: tuple[ComingThrow, ...], wanted: End = "works") -> Fraction:
    """The chance that a row of throws ends so, counted on their strips alone."""
    return _from(throws, 0, wanted) if throws else Fraction(0)


def _from(throws: tuple[ComingThrow, ...], at: int, wanted: End) -> Fraction:
    total, throw = Fraction(0), throws[at]
    for one in throw.strip:
        then = _next(throws, at, one)
        part = Fraction(one.ways, throw.of)
        total += part * (_from(throws, then, wanted) if then is not None else one.end == wanted)
    return total


def _next(throws: tuple[ComingThrow, ...], at: int, face: Faces) -> int | None:
    if face.end == "fails":
        return None
    for later in range(at + 1, len(throws)):
        after = throws[later].after
        if face.word in after or (not after and later == at + 1):
            return later
    return None


# Moves


def steps_taken(steps: int, most: int, name: str = "step") -> Sentence:
    """What a way takes of what there is."""
    if steps == most:
        many = {1: f"one {name}", 2: f"both {name}s"}.get(most, f"all {most} {name}s")
        return sentence(f"It takes {strong(many)}.")
    return sentence(f"It takes {strong(f'{steps} of {most} {name}s')}.")


def shot_from_there(target: str, shot: BestShot | None, what: str = "destroy") -> Sentence:
    """The best shot from where a unit would stand, and the name of its target; or that there is none."""
    if shot is None:
        return sentence("From there it has no shot at anybody.")
    chance = shot.chance
    if not chance:
        return sentence(f"From there it can fire at {strong(target)}, but not {what} it.")
    hundredths = round(100 * chance)
    if chance == 1:
        return sentence(f"From there it can {what} {strong(target)} with {strong('every shot')}.")
    many = "fewer than 1" if hundredths == 0 else "more than 99" if hundredths == 100 else str(hundredths)
    return sentence(f"From there it can {what} {strong(target)} in {strong(f'{many} of 100')} shots.")
