"""The record: a game as JSON lines, each with a hash over itself and the line before it.

The first line holds the set-up and the hash of the seed; then come the orders with their rolls and events, and the
acts of the table; the last line of a game that is over tells the result and the seed.
"""

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from pathlib import Path

import msgspec

from hulldown.kernel.dice import Roll
from hulldown.kernel.files import Fault, read_text
from hulldown.kernel.rulebook import Result
from hulldown.kernel.side import Side
from hulldown.kernel.wire import decode, encode

FORMAT = 1
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


Line = SetupLine | OrderLine | ActLine | EndLine


def digest(previous: str, line: Line) -> str:
    """The hash of a line, over its text and the hash before it."""
    bare = msgspec.structs.replace(line, hash="")
    return blake2b(previous.encode() + encode(bare), digest_size=20).hexdigest()


def chain(lines: Iterable[Line]) -> list[Line]:
    chained: list[Line] = []
    previous = ""
    for line in lines:
        previous = digest(previous, line)
        chained.append(msgspec.structs.replace(line, hash=previous))
    return chained


class Record:
    """A game's lines, as written."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = list(lines)

    @property
    def head(self) -> SetupLine:
        if not self.lines or not isinstance(self.lines[0], SetupLine):
            raise Fault("line 1", "a record begins with its set-up line")
        if self.lines[0].format != FORMAT:
            raise Fault("line 1", f"the record has format {self.lines[0].format}; this version reads format {FORMAT}")
        return self.lines[0]

    def text(self) -> str:
        return "".join(encode(line).decode() + "\n" for line in self.lines)

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
        lines = [decode(row.encode(), Line, f"{where}:{number}") for number, row in enumerate(rows, 1)]
        for number, (row, line) in enumerate(zip(rows, lines, strict=True), 1):
            if encode(line) != row.encode():
                raise Fault(f"{where}:{number}", "the line is not as a record writes it: a field too many, or spaces")
        record = cls(lines)
        try:
            _ = record.head
        except Fault as fault:
            raise Fault(f"{where}:1", fault.message) from None
        return record
