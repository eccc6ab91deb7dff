"""Dice are an argument: the same rule runs with seeded, scripted, sealed or typed dice, and under every roll at once.

A rule asks for what it uses (`sum`, `pair`, `word`, `best`, `hand`, …) and names itself. `fallen` holds the
faces of the latest roll for the log. Randomness lives here and nowhere else.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from secrets import token_hex
from typing import Any

import msgspec

from hulldown.kernel.rule import Rule
from hulldown.kernel.side import Side

Die = tuple[int, ...]
Throw = tuple[int, int | Die]
"""So many equal dice: a die is its number of faces, where they are 1, 2, 3 and so on, or else the list of them."""
MOST_AGAIN = 10_000


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice that fell, and the rule that asked for them; of dice that describe themselves, the throws it was made of.

    Where people roll, `typed` says of each die whether they did; the others were rolled for them.
    """

    rule: str
    faces: tuple[int, ...]
    of: tuple[Throw, ...] = ()
    typed: tuple[bool, ...] = ()


class Wanted(msgspec.Struct, frozen=True):
    """A roll that has to fall next: the rule that asks, and handfuls of equal dice, all rolled together.

    `words` are the faces of a die that has words, and `adds` says that only the sum of the faces matters. `before` are
    the rolls of the same order that fell before it, `begun` the dice of this roll that brought these, and `shown` those
    of the wanted dice that have fallen already.
    """

    rule: str
    handfuls: tuple[tuple[int, Die], ...]
    words: tuple[str, ...] = ()
    adds: bool = False
    before: tuple[Roll, ...] = ()
    begun: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()

    @property
    def fallen(self) -> tuple[int, ...]:
        """All faces of the order so far."""
        return (*[face for roll in self.before for face in roll.faces], *self.begun, *self.shown)

    @property
    def missing(self) -> int:
        return sum(count for count, _ in self.handfuls) - len(self.shown)


@lru_cache(maxsize=256)
def described(die: Die) -> int | Die:
    return len(die) if die == tuple(range(1, len(die) + 1)) else die


class Dice(ABC):
    """What a rule rolls. Each kind of dice says how one handful falls; the rest follows."""

    describes = False  # whether rolls say of which dice they are: so they can be proved without a rulebook

    def __init__(self) -> None:
        self.rolls: list[Roll] = []

    @abstractmethod
    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        """A handful of equal dice, as they fall; nothing is noted."""

    @property
    def fallen(self) -> tuple[int, ...]:
        """The faces of the latest roll."""
        return self.rolls[-1].faces if self.rolls else ()

    def shown(self, before: int) -> tuple[int, ...]:
        """All faces that fell after so many rolls, for the log and for nothing else: it may be shown none."""
        return tuple([face for roll in self.rolls[before:] for face in roll.faces])

    def mark(self) -> Any:
        """Where these dice are, for `back_to`."""
        return self.rolls

    def back_to(self, mark: Any) -> None:
        """As if nothing had been rolled since: for an order that broke down, and for nothing else."""
        self.rolls = mark

    def faces(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        """Dice that a rule tells apart: the first is not the second."""
        faces = self.throw(rule, die, count)
        self._note(rule, faces, (count, die))
        return faces

    def _note(self, rule: Rule, faces: tuple[int, ...], *handfuls: tuple[int, Die]) -> None:
        of = tuple([(count, described(die)) for count, die in handfuls]) if self.describes else ()
        self.rolls.append(Roll(rule.id, faces, of))

    def hand(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        """Dice that a rule does not tell apart, in ascending order: far fewer ways to look at than `faces`."""
        return tuple(sorted(self.faces(rule, die, count)))

    def sum(self, rule: Rule, die: Die, count: int) -> int:
        return sum(self.faces(rule, die, count))

    def pair(self, rule: Rule, one: Die, other: Die) -> int:
        """The sum of two dice with faces of their own, rolled together."""
        faces = self.throw(rule, one, 1) + self.throw(rule, other, 1)
        self._note(rule, faces, (1, one), (1, other))
        return sum(faces)

    def word(self, rule: Rule, words: tuple[str, ...]) -> str:
        """A die with words for faces, which is noted by their numbers, from 1 on."""
        (face,) = self.faces(rule, tuple(range(1, len(words) + 1)), 1)
        return words[face - 1]

    def best(self, rule: Rule, die: Die, count: int, keep: int) -> int:
        """The sum of the `keep` highest."""
        return sum(sorted(self.faces(rule, die, count), reverse=True)[:keep])

    def roll_off(self, rule: Rule, die: Die, again: Rule | None = None) -> tuple[tuple[int, int], ...]:
        """A die for each side, and again while they are equal, by a rule of its own if there is one: all throws."""
        throws: list[tuple[int, int]] = []
        while not throws or throws[-1][0] == throws[-1][1]:
            red, blue = self.faces((again or rule) if throws else rule, die, 2)
            throws.append((red, blue))
        return tuple(throws)

    def lowest(self, rule: Rule, die: Die, count: int) -> int:
        """The lowest of some dice, each of which is rolled again while it shows its highest face."""
        shown: tuple[int, ...] = ()
        while count:
            faces = self.faces(rule, die, count)
            shown += faces
            count = faces.count(die[-1])
        return min(face for face in shown if face < die[-1])

    def any_below(self, rule: Rule, die: Die, least: int, most: int) -> bool:
        """Whether one of so many dice shows less than this; they are rolled one by one, until one does."""
        return any(self.faces(rule, die, 1)[0] < least for _ in range(most))

    def successes(
        self, rule: Rule, die: Die, count: int, least: int, again: int, cap: int, matter: int | None = None
    ) -> int:
        """How many dice show `least` or more, up to `cap`; a die that shows `again` or more also brings another one.

        Where not more than so many `matter`, odds need not tell more of them apart.
        """
        faces = self.throw(rule, die, count)
        shown, handfuls = [*faces], [(count, die)]
        while (due := sum(face >= again for face in faces)) and len(shown) < MOST_AGAIN:
            faces = self.throw(rule, die, due)
            shown += faces
            handfuls.append((due, die))
        self._note(rule, tuple(shown), *handfuls)
        return min(cap, sum(face >= least for face in shown))

    def volley(self, rule: Rule, die: Die, count: int, least: int, ones: Rule) -> int:
        """Successes as above, where the highest face brings another die; besides, lowest faces are rolled once again.

        They are by a rule of their own, when all dice have fallen that highest faces bring; those that highest faces
        among these bring are dice of their own, and so on.
        """
        hits, fallen = 0, 0
        while count and fallen < MOST_AGAIN:
            hits += self.successes(rule, die, count, least, die[-1], MOST_AGAIN)
            thrown = self.fallen
            low = thrown.count(die[0])
            again = self.faces(ones, die, low) if low else ()
            hits += sum(face >= least for face in again) - low * (least <= die[0])
            fallen, count = fallen + len(thrown) + low, again.count(die[-1])
        return hits

    def pick(self, count: int) -> int:
        """A number from 0 to count − 1, each as likely: for a bot's choice among equals, never for a rule."""
        raise TypeError(f"{type(self).__name__} rolls for rules; a bot has seeded dice of its own")


class KeyedDice(Dice):
    """A keyed hash of the roll's number: any roll can be found again, on any machine, without those before it."""

    def __init__(self, key: bytes, number: int = 0) -> None:
        super().__init__()
        self._key = key
        self.number = number

    def _words(self, count: int) -> list[int]:
        """Fresh 64-bit words of this roll."""
        number = self.number
        self.number = number + 1
        words: list[int] = []
        for block in range((count + 7) // 8):
            stamp = (number << 16 | block).to_bytes(12, "big")
            digest = blake2b(stamp, key=self._key).digest()
            words += [int.from_bytes(digest[at : at + 8], "big") for at in range(0, min(8, count - 8 * block) * 8, 8)]
        return words

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        sides = len(die)
        return tuple([die[word * sides >> 64] for word in self._words(count)])

    def mark(self) -> Any:
        return self.rolls, self.number

    def back_to(self, mark: Any) -> None:
        self.rolls, self.number = mark

    def pick(self, count: int) -> int:
        if count <= 1:
            return 0
        number = self.number
        self.number = number + 1
        word = blake2b((number << 16).to_bytes(12, "big"), key=self._key, digest_size=8).digest()
        return int.from_bytes(word, "big") * count >> 64


class SeededDice(KeyedDice):
    """Play and simulation: the key is made from a seed, any text or number. The same seed gives the same game."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.seed = token_hex(20) if seed is None else str(seed)
        super().__init__(blake2b(self.seed.encode(), digest_size=32, person=b"hulldown seed").digest())

    @property
    def commitment(self) -> str:
        """What a running game shows of its seed: a hash, so that the seed can be checked at the end."""
        return blake2b(self.seed.encode(), digest_size=20, person=b"hulldown commit").hexdigest()


class DiceError(Exception):
    """Scripted dice were not rolled as the script says."""


class Undecided(Exception):
    """Dice would have to fall: those that are wanted."""

    def __init__(self, wanted: Wanted) -> None:
        super().__init__(wanted.rule)
        self.wanted = wanted


class HeldDice(Dice):
    """Dice that nobody throws: a rule that asks for them goes no further."""

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        raise Undecided(Wanted(rule.id, ((count, die),)))


class TypedDice(Dice):
    """The dice of one order, rolled by people: their faces in the order of rolling, as far as they are there.

    A rule that asks for more goes no further, and tells which dice are wanted. In place of a face, None is a die that
    is rolled `here` instead: by its place among the order's dice and the number of its faces, a number from 0 on.
    """

    describes = True

    def __init__(
        self,
        given: Iterable[int | None] = (),
        here: Callable[[int, int], int] | None = None,
        typed: Sequence[bool] = (),
    ) -> None:
        super().__init__()
        self._given = list(given)
        self._here = here
        self._typed = list(typed) or [face is not None for face in self._given]
        self._next = 0  # the place of the next die
        self._began = 0  # and of the first one of the roll under way

    @classmethod
    def of(cls, rolls: Iterable[Roll]) -> "TypedDice":
        """The dice of a record, as they were typed or rolled there."""
        known = list(rolls)
        faces = [face for roll in known for face in roll.faces]
        return cls(faces, typed=[typed for roll in known for typed in roll.typed])

    @property
    def left(self) -> int:
        """How many faces nobody has asked for."""
        return len(self._given) - self._next

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        self._demand(rule, (count, die))
        first = self._next
        self._next = first + count
        return tuple([self._face(rule, die, place) for place in range(first, first + count)])

    def _demand(self, rule: Rule, *handfuls: tuple[int, Die], words: tuple[str, ...] = (), adds: bool = False) -> None:
        """All dice that are rolled together must be there, or none of them falls."""
        dice = [die for count, die in handfuls for _ in range(count)]
        if len(dice) <= self.left:
            return
        for place, die in zip(range(self._next, len(self._given)), dice, strict=False):
            self._face(rule, die, place)
        faces = [face for face in self._given[self._began :] if face is not None]
        begun = self._next - self._began
        lots = tuple(face.label for die in dice[:1] for face in die if isinstance(face, Side))
        raise Undecided(
            Wanted(
                rule.id, handfuls, words or lots, adds, tuple(self.rolls), tuple(faces[:begun]), tuple(faces[begun:])
            )
        )

    def _face(self, rule: Rule, die: Die, place: int) -> int:
        """The face of the die itself, which may be more than a number."""
        face = self._given[place]
        if face is None:
            if self._here is None:
                raise DiceError(f"{rule.id} rolled a die that nobody has typed")
            face = self._given[place] = die[self._here(place, len(die))]
        if face not in die:
            raise DiceError(f"{rule.id} rolls a die with the faces {_listed(die)}; there is no {face} on it")
        return die[die.index(face)]

    def _note(self, rule: Rule, faces: tuple[int, ...], *handfuls: tuple[int, Die]) -> None:
        super()._note(rule, faces, *handfuls)
        typed = tuple(self._typed[self._began : self._next])
        self.rolls[-1] = msgspec.structs.replace(self.rolls[-1], typed=typed)
        self._began = self._next

    def sum(self, rule: Rule, die: Die, count: int) -> int:
        self._demand(rule, (count, die), adds=True)
        return super().sum(rule, die, count)

    def pair(self, rule: Rule, one: Die, other: Die) -> int:
        self._demand(rule, (1, one), (1, other), adds=True)
        return super().pair(rule, one, other)

    def word(self, rule: Rule, words: tuple[str, ...]) -> str:
        self._demand(rule, (1, tuple(range(1, len(words) + 1))), words=words)
        return super().word(rule, words)

    def mark(self) -> Any:
        return self.rolls, self._next, self._began

    def back_to(self, mark: Any) -> None:
        self.rolls, self._next, self._began = mark


def rolled_here(seed: str, order: bytes) -> Callable[[int, int], int]:
    """Dice that are rolled for people: however often the same die of the same order is asked for, it falls alike."""
    key = blake2b(seed.encode(), digest_size=32, person=b"hulldown here").digest()

    def roll(place: int, sides: int) -> int:
        word = blake2b(place.to_bytes(4, "big") + order, key=key, digest_size=8).digest()
        return int.from_bytes(word, "big") * sides >> 64

    return roll


def _listed(die: Die) -> str:
    return f"{die[0]} to {die[-1]}" if described(die) == len(die) else ", ".join(map(str, dict.fromkeys(die)))


class ScriptedDice(Dice):
    """Tests and replays: these faces, in this order. An unasked roll, a wrong count or a left-over roll fails."""

    def __init__(self, rolls: Iterable[Sequence[int]] = (), rules: Iterable[str] | None = None) -> None:
        super().__init__()
        self.left = [tuple(faces) for faces in rolls]
        self._rules = None if rules is None else list(rules)
        self._next = 0
        if self._rules is not None and len(self._rules) != len(self.left):
            raise ValueError(f"the script has {len(self.left)} rolls and {len(self._rules)} rules; each roll has one")

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        if not self.left:
            raise DiceError(f"{rule.id} rolled {count} dice that the script does not have")
        faces = self.left[0]
        expected = None if self._rules is None else self._rules[self._next]
        if expected not in (None, rule.id):
            raise DiceError(f"{rule.id} rolled where the script has a roll of {expected}")
        if len(faces) > count:  # a roll that goes on (`successes`) is scripted as one handful
            self.left[0], faces = faces[count:], faces[:count]
        else:
            del self.left[0]
            self._next += 1
        if len(faces) != count or any(face not in die for face in faces):
            raise DiceError(f"{rule.id} rolled {count} dice with faces {die}; the script says {faces}")
        return faces

    def faces(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        if self.left and len(self.left[0]) > count:
            raise DiceError(f"{rule.id} rolled {count} dice; the script says {self.left[0]}")
        return super().faces(rule, die, count)

    def successes(
        self, rule: Rule, die: Die, count: int, least: int, again: int, cap: int, matter: int | None = None
    ) -> int:
        handful, after = self.left[:1], self._next + 1
        hits = super().successes(rule, die, count, least, again, cap, matter)
        if self._next != after:
            raise DiceError(f"{rule.id} rolled {self.fallen} in one go; the script says {handful[0]}")
        return hits

    def mark(self) -> Any:
        return self.rolls, [*self.left], self._next

    def back_to(self, mark: Any) -> None:
        self.rolls, self.left, self._next = mark

    def done(self) -> None:
        """Fails if a scripted roll was never asked for."""
        if self.left:
            raise DiceError(f"the script has rolls left over: {self.left}")
