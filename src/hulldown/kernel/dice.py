"""Dice are an argument: the same rule runs with seeded, scripted or sealed dice, and under every roll at once.

A rule asks for what it uses (`sum`, `pair`, `word`, `best`, `hand`, …) and names itself. `fallen` holds the
faces of the latest roll for the log. Randomness lives here and nowhere else.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import lru_cache
from hashlib import blake2b
from secrets import token_hex
from typing import Any

import msgspec

from hulldown.kernel.rule import Rule

Die = tuple[int, ...]
Throw = tuple[int, int | Die]
"""So many equal dice: a die is its number of faces, where they are 1, 2, 3 and so on, or else the list of them."""
MOST_AGAIN = 10_000


class Roll(msgspec.Struct, frozen=True, omit_defaults=True):
    """Dice that fell, and the rule that asked for them; of dice that describe themselves, the throws it was made of."""

    rule: str
    faces: tuple[int, ...]
    of: tuple[Throw, ...] = ()


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

    def successes(self, rule: Rule, die: Die, count: int, least: int, again: int, cap: int) -> int:
        """How many dice show `least` or more, up to `cap`; a die that shows `again` or more also brings another one."""
        faces = self.throw(rule, die, count)
        shown, handfuls = [*faces], [(count, die)]
        while (due := sum(face >= again for face in faces)) and len(shown) < MOST_AGAIN:
            faces = self.throw(rule, die, due)
            shown += faces
            handfuls.append((due, die))
        self._note(rule, tuple(shown), *handfuls)
        return min(cap, sum(face >= least for face in shown))

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
    """Dice would have to fall."""


class HeldDice(Dice):
    """Dice that nobody throws: a rule that asks for them goes no further."""

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        raise Undecided(rule.id)


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

    def successes(self, rule: Rule, die: Die, count: int, least: int, again: int, cap: int) -> int:
        handful, after = self.left[:1], self._next + 1
        hits = super().successes(rule, die, count, least, again, cap)
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
