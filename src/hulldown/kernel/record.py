"""The record: a game as JSON lines, each with a hash over itself and the line before it.

The first line holds the set-up; then come the orders with their rolls and events, and the acts of the table; the last
line of a game that is over tells the result. Format 1 has seeded dice: the first line has the hash of the seed, the
last one the seed. Format 2 has sealed dice: anchors first, calls before dice, and the links of each roll beside it; or
dice that people rolled, which have neither.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any, Literal

import msgspec

from hulldown.kernel.checker import hashed
from hulldown.kernel.dice import Roll
from hulldown.kernel.files import Fault, read_text
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.kernel.wire import decode, encode

FORMAT, SEALED = 1, 2
MOST_RECORD_BYTES = 32 << 20
MOST_LINES = 200_000


class SetupLine(msgspec.Struct, frozen=True, tag_field="line", tag="setup"):
    rulebook: str
    version: str
    setup: msgspec.Raw
    seed_hash: str
    format: int = FORMAT
    hash: str = ""


class OrderLine(msgspec.Struct, frozen=True, tag_field="line", tag="order"):
    position: int
    side: Side
    order: msgspec.Raw
    rolls: tuple[Roll, ...]
    events: msgspec.Raw
    hash: str = ""


class ActLine(msgspec.Struct, frozen=True, tag_field="line", tag="act"):
    position: int
    act: str
    side: Side | None
    to: int | None = None
    hash: str = ""


class EndLine(msgspec.Struct, frozen=True, tag_field="line", tag="end"):
    result: Result
    seed: str
    hash: str = ""


SeededLine = SetupLine | OrderLine | ActLine | EndLine


# Format 2

Anchors = tuple[str, str | None, str | None]
"""Of host, Red and Blue; None stands for a key that a seat will bring."""
Typed = Literal["typed"]
TYPED: Typed = "typed"
"""In place of anchors: people roll the dice."""


class SealedSetup(msgspec.Struct, frozen=True, tag_field="line", tag="setup"):
    """`forked` lines were played elsewhere, with other dice."""

    rulebook: str
    version: str
    setup: msgspec.Raw
    dice: Anchors | Typed
    forked: int = 0
    format: int = SEALED
    hash: str = ""


class KeyLine(msgspec.Struct, frozen=True, tag_field="line", tag="key"):
    """The key of a side whose anchor was awaited."""

    position: int
    side: Side
    anchor: str
    by: Literal["seat", "host"]
    hash: str = ""

    @property
    def sentence(self) -> str:
        return f"{self.side.label} has {'its own dice key' if self.by == 'seat' else 'a dice key that the host drew'}."


class DepositLine(msgspec.Struct, frozen=True, tag_field="line", tag="deposit"):
    position: int
    side: Side
    hash: str = ""

    @property
    def sentence(self) -> str:
        return f"{self.side.label} left its dice key with the host."


class CallLine(msgspec.Struct, frozen=True, tag_field="line", tag="call"):
    """An order that rolls, before anybody can know how."""

    position: int
    side: Side
    order: msgspec.Raw
    roll: int
    hash: str = ""

    @property
    def sentence(self) -> str:
        return f"{self.side.label}'s dice are called."


class SealedOrder(msgspec.Struct, frozen=True, tag_field="line", tag="order"):
    """`salt` keeps a line that some may not read yet from being guessed by its hash."""

    position: int
    side: Side
    order: msgspec.Raw
    rolls: tuple[Roll, ...]
    events: msgspec.Raw
    links: tuple[str, ...] = ()
    salt: str | msgspec.UnsetType = msgspec.UNSET
    hash: str = ""


class KeysLine(msgspec.Struct, frozen=True, tag_field="line", tag="keys"):
    """All three chains anew."""

    position: int
    dice: Anchors
    why: Literal["agreed", "spent", "gone"]
    hash: str = ""

    @property
    def side(self) -> None:
        return None

    @property
    def sentence(self) -> str:
        return {
            "agreed": "Both sides agreed on new dice keys.",
            "spent": "The dice keys were used up: all draw new ones.",
            "gone": "Whoever was away kept its dice key: all draw new ones.",
        }[self.why]


class RuledLine(msgspec.Struct, frozen=True, tag_field="line", tag="ruled"):
    """The players ruled otherwise than the referee: the whole table from here on, as a position tells it, and why."""

    position: int
    side: Side
    table: str
    why: str
    hash: str = ""


class SealedEnd(msgspec.Struct, frozen=True, tag_field="line", tag="end"):
    result: Result
    hash: str = ""


KeyNote = KeyLine | DepositLine | CallLine | KeysLine
"""What changes no table."""
SealedLine = SealedSetup | SealedOrder | ActLine | RuledLine | SealedEnd | KeyNote
Line = SeededLine | SealedLine
Ordered = OrderLine | SealedOrder
KINDS: dict[int, Any] = {FORMAT: SeededLine, SEALED: SealedLine}
_NO_HASH = len(',"hash":""}')


def digest(previous: str, line: SeededLine) -> str:
    """The hash of a line of format 1, over its text and the hash before it."""
    bare = msgspec.structs.replace(line, hash="")
    return blake2b(previous.encode() + encode(bare), digest_size=20).hexdigest()


def bare_text(line: Line) -> bytes:
    """The text of a line before its hash."""
    return encode(msgspec.structs.replace(line, hash=""))[:-_NO_HASH]


def sealed_digest(previous: str, line: SealedLine) -> str:
    """The hash of a line of format 2, over the digest of its text and the hash before it."""
    before = bytes.fromhex(previous) if previous else bytes(32)
    return hashed(b"line", before, sha256(bare_text(line)).digest()).hex()


def chain(lines: Iterable[Line]) -> list[Line]:
    """Lines with their hashes, as the format of their set-up has them."""
    chained: list[Line] = []
    previous = ""
    for line in lines:
        sealed = isinstance(chained[0] if chained else line, SealedSetup)
        previous = sealed_digest(previous, line) if sealed else digest(previous, line)  # type: ignore[arg-type]
        chained.append(msgspec.structs.replace(line, hash=previous))
    return chained


class _Format(msgspec.Struct):
    format: Any = FORMAT


def _format_of(row: str) -> int:
    """Which format a first line says it has; one that says nothing readable is read as format 1, and refused there."""
    try:
        found = msgspec.json.decode(row.encode(), type=_Format).format
    except (msgspec.MsgspecError, RecursionError):
        return FORMAT
    return found if type(found) is int else FORMAT


class Record:
    """A game's lines, as written."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = list(lines)

    @property
    def head(self) -> SetupLine | SealedSetup:
        if not self.lines or not isinstance(self.lines[0], SetupLine | SealedSetup):
            raise Fault("line 1", "a record begins with its set-up line")
        return self.lines[0]

    @property
    def sealed(self) -> bool:
        """Whether it is of format 2."""
        return isinstance(self.head, SealedSetup)

    @property
    def typed(self) -> bool:
        """Whether people rolled its dice."""
        head = self.head
        return isinstance(head, SealedSetup) and head.dice == TYPED

    def rows(self) -> list[bytes]:
        return [encode(line) for line in self.lines]

    def text(self) -> str:
        return "".join(row.decode() + "\n" for row in self.rows())

    def write(self, path: str | Path) -> None:
        """Writes it in one go beside the place and then moves it there, so that a half-written record never stands."""
        target = Path(path)
        beside = target.with_name(target.name + ".part")
        beside.write_text(self.text(), encoding="utf-8")
        beside.replace(target)

    @classmethod
    def read(cls, path: str | Path) -> "Record":
        return cls.parse(read_text(Path(path), MOST_RECORD_BYTES), str(path))

    @classmethod
    def parse(cls, text: str, where: str = "record") -> "Record":
        if not text.strip():
            raise Fault(where, "the record is empty; it begins with its set-up line")
        rows = text.removesuffix("\n").split("\n")  # and not `splitlines`: names may hold its other line ends
        if len(rows) > MOST_LINES:
            raise Fault(where, f"the record has {len(rows):,} lines; at most {MOST_LINES:,} are read")
        if (found := _format_of(rows[0])) not in KINDS:
            raise Fault(
                f"{where}:1", f"the record has format {found}; this version reads formats {FORMAT} and {SEALED}"
            )
        kind = KINDS[found]
        lines = [decode(row.encode(), kind, f"{where}:{number}") for number, row in enumerate(rows, 1)]
        for number, (row, line) in enumerate(zip(rows, lines, strict=True), 1):
            if encode(line) != row.encode():
                raise Fault(f"{where}:{number}", "the line is not as a record writes it: a field too many, or spaces")
        record = cls(lines)
        try:
            _ = record.head
        except Fault as fault:
            raise Fault(f"{where}:1", fault.message) from None
        return record
