"""What a record proves, line by line, and what it does not: orders, chain, dice, set-up, and the acts of the table."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from hulldown.kernel.dice import Die, ScriptedDice, SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Act
from hulldown.kernel.record import ActLine, EndLine, OrderLine, Record, digest
from hulldown.kernel.replay import script, steps
from hulldown.kernel.rule import Rule
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.shipped import compare, digest_of, quoted

Book = Rulebook[Any, Any, Any]
PROVED, NOT_YET, NOT, WRONG = "proved", "not yet provable", "not provable", "wrong"
WHOLE, BROKEN, TOLD, SHIPPED, CHANGED = "whole", "broken", "told", "as shipped", "changed"
MOST_ACTS = 100
MOST_SENTENCE = 400


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a record or a file: where, the rule if one says so, and a sentence."""

    where: str
    rule: str
    message: str


class Proof(msgspec.Struct, frozen=True):
    """One line of a report: what it is about, the verdict, and a sentence that says no more than is proved."""

    what: str
    verdict: str
    sentence: str


class Report(msgspec.Struct, frozen=True):
    """All that can be said of a record."""

    proofs: tuple[Proof, ...]
    problems: tuple[Problem, ...]

    @property
    def status(self) -> int:
        """0 if orders, chain and dice are proved, 1 if something is wrong, 3 if nothing is and not all is proved."""
        if self.problems:
            return 1
        return 3 if {NOT, NOT_YET} & {proof.verdict for proof in self.proofs} else 0

    @property
    def replays(self) -> bool:
        """Whether every order is legal here, whatever is proved of the dice."""
        return any(proof.what == "orders" and proof.verdict == PROVED for proof in self.proofs)


def prove(record: Record, rulebook: Book) -> Report:
    """What is proved of a record under this version of its book, what is told and not proved, and what is wrong."""
    followed = Followed(record, rulebook)
    orders, chain, dice = _orders(followed), _chain(record), _dice(followed)
    proofs = (orders[0], chain[0], dice[0], *_setup(record, rulebook), *_acts(record))
    return Report(proofs, tuple(problem for _, problem in (chain, dice, orders) if problem is not None))


Judged = tuple[Proof, Problem | None]


def _wrong(what: str, fault: Fault) -> Judged:
    cited = f" — {fault.rule}" if fault.rule else ""
    problem = Problem(fault.where, fault.rule, fault.message)
    return Proof(what, WRONG, f"wrong at {fault.where}: {_short(fault.message)}{cited}"), problem


def _short(text: str) -> str:
    return text if len(text) <= MOST_SENTENCE else f"{text[: MOST_SENTENCE - 1]}…"


# The orders and the dice, in one replay


class Witness(ScriptedDice):
    """The rolls of an order as they stand in the record, while the promised seed rolls beside them."""

    def __init__(self, line: OrderLine, seeded: SeededDice, otherwise: list[Fault]) -> None:
        super().__init__([roll.faces for roll in line.rolls], [roll.rule for roll in line.rolls])
        self.where, self.seeded, self.otherwise = f"line {line.position + 2}", seeded, otherwise

    def throw(self, rule: Rule, die: Die, count: int) -> tuple[int, ...]:
        faces, given = super().throw(rule, die, count), self.seeded.throw(rule, die, count)
        if faces != given:
            told = f"{rule.id} rolled {_faces(faces)} in the record; the seed gives {_faces(given)}"
            self.otherwise.append(Fault(self.where, told))
        return faces


def _faces(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))


class Followed:
    """A record replayed under this version of its book: where that breaks, and rolls that its seed does not give."""

    def __init__(self, record: Record, rulebook: Book) -> None:
        self.record, self.head, last = record, record.head, record.lines[-1]
        self.here = rulebook.rules.book.version
        self.foreign = self.head.version != self.here and self.head.rulebook == rulebook.rules.book.id
        self.seed = last.seed if isinstance(last, EndLine) else None
        self.promised = SeededDice(self.seed) if self.seed is not None else None
        if self.promised is not None and self.promised.commitment != self.head.seed_hash:
            self.promised = None
        self.otherwise: list[Fault] = []
        self.rolls, self._line = 0, 1
        self.broken = self._follow(rulebook)

    def _follow(self, rulebook: Book) -> Fault | None:
        over = False
        try:
            for _, game in steps(self.record, rulebook, rolling=self._rolling):
                over = game.result() is not None
        except Fault as fault:
            return fault
        except Exception as error:  # a forger may write more than a rulebook can foresee
            return Fault(f"line {self._line}", f"the rules cannot play this ({type(error).__name__})")
        if over and self.seed is None:
            told = "the game is over, but the record does not tell the result and the seed"
            return Fault(f"line {len(self.record.lines)}", told)
        return None

    def _rolling(self, line: OrderLine) -> ScriptedDice:
        self._line = line.position + 2
        self.rolls += len(line.rolls)
        return script(line) if self.promised is None else Witness(line, self.promised, self.otherwise)


def _orders(followed: Followed) -> Judged:
    broken, made, here = followed.broken, _version(followed.head.version), _version(followed.here)
    if broken is not None and followed.foreign:
        told = f"not provable here: made under {made}; under {here} it breaks at {broken.where}: "
        return Proof("orders", NOT, told + _short(broken.message)), None
    if broken is not None:
        return _wrong("orders", broken)
    legal = f"made under {made}, legal under {here} too" if followed.foreign else f"legal under {here}"
    many = sum(isinstance(line, OrderLine) for line in followed.record.lines)
    end = "and to the recorded result" if followed.seed is not None else "and the game runs"
    return Proof("orders", PROVED, f"{legal}: all {many} orders replay to the recorded events, {end}"), None


def _version(version: str) -> str:
    return f"version {version if re.fullmatch(r'[0-9]{1,9}', version, re.ASCII) else quoted(version)}"


def _dice(followed: Followed) -> Judged:
    head, seed = followed.head, followed.seed
    if not head.seed_hash:
        told = f"; the seed {quoted(seed)} told at the end proves nothing" if seed else ""
        return Proof("dice", NOT, f"not provable: no seed was promised{told}"), None
    if seed is not None and followed.promised is None:
        told = "the seed told at the end is not the one whose hash the set-up carries"
        return _wrong("dice", Fault("line 1", told))
    if followed.otherwise and not followed.foreign:
        return _wrong("dice", followed.otherwise[0])
    if followed.otherwise or followed.broken is not None:
        why = f"made under {_version(head.version)}" if followed.foreign else "the record breaks off or is wrong"
        return Proof("dice", NOT, f"not provable here: {why}"), None
    if seed is None:
        told = f"not yet provable: the game runs, and at its end tells the seed with the hash {quoted(head.seed_hash)}"
        return Proof("dice", NOT_YET, told), None
    told = f"proved from the seed that was promised before the first order, {quoted(seed)}: all {followed.rolls} rolls"
    return Proof("dice", PROVED, f"{told}; whoever made the record may have chosen that seed"), None


# The chain


def _chain(record: Record) -> Judged:
    previous = ""
    for number, line in enumerate(record.lines, 1):
        if digest(previous, line) != line.hash:
            told = "the hash does not fit: this line, or one before it, was changed"
            return Proof("chain", BROKEN, f"broken at line {number}: {told}"), Problem(f"line {number}", "", told)
        previous = line.hash
    told = f"whole: each of {len(record.lines)} lines has a hash over itself and the one before; the last is {previous}"
    return Proof("chain", WHOLE, told), None


# The set-up


def _setup(record: Record, rulebook: Book) -> Iterator[Proof]:
    """The set-up beside what this version ships under the names it carries."""
    setup = record.head.setup
    try:
        for likeness in compare(setup, rulebook.library):
            verdict = SHIPPED if likeness.shipped else CHANGED
            yield Proof(f"set-up {likeness.part}", verdict, likeness.sentence)
    except (Fault, RecursionError):
        yield Proof("set-up", CHANGED, f"changed: it cannot be read, digest {digest_of(bytes(setup).decode())}")


# The acts of the table


def _acts(record: Record) -> Iterator[Proof]:
    """Each act as it stands in the record."""
    acts = [(number, line) for number, line in enumerate(record.lines, 1) if isinstance(line, ActLine)]
    for number, line in acts[:MOST_ACTS]:
        yield Proof("acts", TOLD, f"line {number}: {_act_told(line)}")
    if len(acts) > MOST_ACTS:
        rest = [line for _, line in acts[MOST_ACTS:]]
        yield Proof("acts", TOLD, f"and {len(rest)} more, digest {digest_of(rest)}")
    if not acts:
        yield Proof("acts", TOLD, "none")


def _act_told(line: ActLine) -> str:
    if line.act.startswith("takeover/"):
        side = line.side.label if line.side is not None else "nobody"
        return f"{quoted(line.act)} for {side}; who took over for whom is told, not proved"
    back = f" Back to position {line.to}." if line.to is not None else ""
    return _short(Act(line.act, line.side, line.to).sentence) + back
