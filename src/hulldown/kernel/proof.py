"""What a record proves, line by line, and what it does not: orders, chain, dice, set-up, and the acts of the table."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from hulldown.kernel.checker import SEAT, Checker, Wrong, check, told
from hulldown.kernel.dice import Dice, Die, ScriptedDice, SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Act, Ruled
from hulldown.kernel.record import (
    ActLine,
    EndLine,
    Ordered,
    OrderLine,
    Record,
    RuledLine,
    SealedEnd,
    SealedOrder,
    SealedSetup,
    chain,
)
from hulldown.kernel.replay import falling, steps
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
    """All that can be said of a record. Its dice are sealed, follow from a seed, were typed, or nothing is proved."""

    proofs: tuple[Proof, ...]
    problems: tuple[Problem, ...]
    dice: Literal["sealed", "seeded", "typed", "unproved"] = "unproved"

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


def prove(record: Record, rulebook: Book, receipts: Sequence[str] = ()) -> Report:
    """What is proved of a record under this version of its book, what is told and not proved, and what is wrong.

    A receipt is `LINES:HASH`, as a client keeps it: so many lines after the set-up, and the hash there.
    """
    followed = Followed(record, rulebook)
    orders, chained = _orders(followed), _chain(record)
    if record.sealed:
        return _with_sealed(record, receipts, (orders, chained), (*_setup(record, rulebook), *_acts(record)))
    dice = _compared(record, receipts) or _dice(followed)
    proofs = (orders[0], chained[0], dice[0], *_setup(record, rulebook), *_acts(record))
    problems = tuple(problem for _, problem in (chained, dice, orders) if problem is not None)
    return Report(proofs, problems, "seeded" if dice[0].verdict == PROVED else "unproved")


def prove_dice(record: Record, receipts: Sequence[str] = ()) -> Report:
    """The same of chain and dice alone, without any rulebook."""
    chained = _chain(record)
    if record.sealed:
        return _with_sealed(record, receipts, (chained,), ())
    dice = _compared(record, receipts) or (
        Proof("dice", NOT, "the dice are not proved: those of a seed are proved with the rulebook only"),
        None,
    )
    problems = tuple(problem for _, problem in (chained, dice) if problem is not None)
    return Report((chained[0], dice[0]), problems)


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

    def __init__(self, line: Ordered, seeded: SeededDice, otherwise: list[Fault]) -> None:
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
        self.ended = isinstance(last, EndLine | SealedEnd)
        self.seed = last.seed if isinstance(last, EndLine) else None
        self.promise = "" if isinstance(self.head, SealedSetup) else self.head.seed_hash
        self.promised = SeededDice(self.seed) if self.seed is not None else None
        if self.promised is not None and self.promised.commitment != self.promise:
            self.promised = None
        self._fall = falling(record)
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
        if over and not self.ended:
            what = "the result" if self.record.sealed else "the result and the seed"
            told = f"the game is over, but the record does not tell {what}"
            return Fault(f"line {len(self.record.lines)}", told)
        return None

    def _rolling(self, line: Ordered) -> Dice:
        self._line = line.position + 2
        self.rolls += len(line.rolls)
        return self._fall(line) if self.promised is None else Witness(line, self.promised, self.otherwise)


def _orders(followed: Followed) -> Judged:
    broken, made, here = followed.broken, _version(followed.head.version), _version(followed.here)
    if broken is not None and followed.foreign:
        told = f"not provable here: made under {made}; under {here} it breaks at {broken.where}: "
        return Proof("orders", NOT, told + _short(broken.message)), None
    if broken is not None:
        return _wrong("orders", broken)
    legal = f"made under {made}, legal under {here} too" if followed.foreign else f"legal under {here}"
    many = sum(isinstance(line, OrderLine | SealedOrder) for line in followed.record.lines)
    end = "and to the recorded result" if followed.ended else "and the game runs"
    return Proof("orders", PROVED, f"{legal}: all {many} orders replay to the recorded events, {end}"), None


def _version(version: str) -> str:
    return f"version {version if re.fullmatch(r'[0-9]{1,9}', version, re.ASCII) else quoted(version)}"


def _dice(followed: Followed) -> Judged:
    """Dice of a seed. It is the host's own: it knew it, and may have tried many."""
    seed = followed.seed
    if not followed.promise:
        told = f"; the seed {quoted(seed)} told at the end proves nothing" if seed else ""
        return Proof("dice", NOT, f"the dice are not proved: no seed was promised{told}"), None
    if seed is not None and followed.promised is None:
        told = "the seed told at the end is not the one whose hash the set-up carries"
        return _wrong("dice", Fault("line 1", told))
    if followed.otherwise and not followed.foreign:
        return _wrong("dice", followed.otherwise[0])
    if followed.otherwise or followed.broken is not None:
        made = f"made under {_version(followed.head.version)}"
        why = made if followed.foreign else "the record breaks off or is wrong"
        return Proof("dice", NOT, f"the dice are not proved here: {why}"), None
    if seed is None:
        told = f"the game runs, and at its end tells the seed with the hash {quoted(followed.promise)}"
        return Proof("dice", NOT_YET, f"the dice are not proved yet: {told}"), None
    told = "the dice follow from a seed that the host fixed, and knew, before the first order"
    return Proof("dice", PROVED, f"{told}, {quoted(seed)}: all {followed.rolls} rolls"), None


def _compared(record: Record, receipts: Sequence[str]) -> Judged | None:
    """Receipts beside a record of format 1, whose hashes are shorter; nothing if all fit."""
    for receipt in receipts:
        lines, _, seen = receipt.partition(":")
        known = record.lines[int(lines) :][:1] if re.fullmatch("[0-9]{1,7}", lines, re.ASCII) else []
        if [line.hash for line in known] != [seen]:
            return _wrong("dice", Fault(f"line {lines}", f"changed or cut; the receipt has {quoted(seen)}"))
    return None


# Sealed dice


def _with_sealed(
    record: Record, receipts: Sequence[str], before: tuple[Judged, ...], after: tuple[Proof, ...]
) -> Report:
    """The report of a record of format 2, around what is proved of its dice without any rules."""
    judged, keys = _sealed(record, receipts, all(proof.verdict in (PROVED, WHOLE) for proof, _ in before))
    problems = tuple(problem for _, problem in (*reversed(before), judged) if problem is not None)
    proofs = (*[proof for proof, _ in before], judged[0], *keys, *after)
    if record.typed:
        return Report(proofs, problems, "unproved" if problems else "typed")
    return Report(proofs, problems, "sealed" if judged[0].verdict in (PROVED, NOT_YET) else "unproved")


def _sealed(record: Record, receipts: Sequence[str], sound: bool) -> tuple[Judged, list[Proof]]:
    """`sound`: chain and orders hold, as far as they were looked at."""
    try:
        checker = check(record.rows(), receipts)
    except Wrong as wrong:
        where, _, message = str(wrong).partition(": ")
        return _wrong("dice", Fault(where, message)), []
    first, *others = told(checker)
    if checker.typed:
        held = "" if sound else ", and the record does not hold"
        compared = Proof("dice", TOLD, f"receipts compared: {len(receipts)}")
        return (Proof("dice", NOT, f"{first}{_by_hand(record)}{held}"), None), [compared] if receipts else []
    keys = [Proof("keys", TOLD, sentence) for sentence in (*others, f"receipts compared: {len(receipts)}")]
    verdict, why = _verdict(checker, sound)
    alone = "" if receipts else "; without a receipt nothing shows that the host did not write the game alone"
    return (Proof("dice", verdict, f"{why}{alone}: {first}"), None), keys


def _by_hand(record: Record) -> str:
    """How many dice people typed, and how many were rolled for them."""
    orders = [line for line in record.lines if isinstance(line, SealedOrder)]
    typed = [one for line in orders for roll in line.rolls for one in roll.typed]
    return f", and nobody can prove them: {sum(typed)} dice typed, {len(typed) - sum(typed)} rolled here"


def _verdict(checker: Checker, sound: bool) -> tuple[str, str]:
    if not sound:
        return NOT, "the dice are not proved: they follow from their keys, but the record does not hold"
    if checker.unkept:
        return NOT, f"the dice are not proved: for {checker.unkept} rolls the host drew all keys"
    if checker.forked:
        return NOT, f"the dice are not proved: {checker.forked} lines were played elsewhere"
    if checker.call is not None:
        return NOT_YET, f"roll {checker.number + 1} is called and has not fallen; those before it are sealed"
    if not checker.rolls:
        return PROVED, "no dice have fallen"
    kept = sum(under[SEAT] for under in checker.under[1:])
    foreseen = "nobody could foresee those under a kept key" if kept else "the host could foresee them"
    return PROVED, f"the dice follow from keys that were fixed before them, so nobody chose them; {foreseen}"


# The chain


def _chain(record: Record) -> Judged:
    for number, (line, honest) in enumerate(zip(record.lines, chain(record.lines), strict=True), 1):
        if line.hash != honest.hash:
            told = "the hash does not fit: this line, or one before it, was changed"
            return Proof("chain", BROKEN, f"broken at line {number}: {told}"), Problem(f"line {number}", "", told)
    many, last = len(record.lines), record.lines[-1].hash
    return Proof(
        "chain", WHOLE, f"whole: each of {many} lines has a hash over itself and the one before; the last is {last}"
    ), None


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
    """Each act as it stands in the record, and each ruling."""
    acts = [(number, line) for number, line in enumerate(record.lines, 1) if isinstance(line, ActLine | RuledLine)]
    for number, line in acts[:MOST_ACTS]:
        yield Proof("acts", TOLD, f"line {number}: {_act_told(line)}")
    if len(acts) > MOST_ACTS:
        rest = [line for _, line in acts[MOST_ACTS:]]
        yield Proof("acts", TOLD, f"and {len(rest)} more, digest {digest_of(rest)}")
    if not acts:
        yield Proof("acts", TOLD, "none")


def _act_told(line: ActLine | RuledLine) -> str:
    if isinstance(line, RuledLine):
        told = _short(Ruled(line.side, line.table, line.why).sentence)
        return f"{told} {line.side.label} entered it; the game goes on from their table."
    if line.act.startswith("takeover/"):
        side = line.side.label if line.side is not None else "nobody"
        return f"{quoted(line.act)} for {side}; who took over for whom is told, not proved"
    back = f" Back to position {line.to}." if line.to is not None else ""
    return _short(Act(line.act, line.side, line.to).sentence) + back
