"""What is finished of a long run, on disk: a run that was stopped goes on where it was.

A line for each batch, with the hash of what was to be done: games, set-ups, bots, seeds and the code that plays
them. Whatever differs is played anew, so a file can never lend a result to another question.
"""

from hashlib import blake2b
from pathlib import Path
from typing import TextIO

import msgspec

from hulldown.kernel.files import Fault

HEAD = '{"hulldown":"state","format":1}\n'


class Saved(msgspec.Struct, frozen=True):
    batch: str
    answer: msgspec.Raw


class Journal:
    """The answers that a file keeps, by batch."""

    def __init__(self, path: str | Path = "") -> None:
        self.games = self.orders = 0  # that were found here, and not played again
        self._answers: dict[str, bytes] = {}
        self._file: TextIO | None = None
        if path:
            self._open(Path(path))

    def _open(self, path: Path) -> None:
        try:
            text = path.read_text(encoding="utf-8") if path.exists() else ""
        except (OSError, UnicodeDecodeError):
            text = "?"
        if text and not text.startswith(HEAD):
            raise Fault(str(path), "this is no state file of Hulldown; name another file, or a new one")
        whole = text[: text.rfind("\n") + 1]  # a run that was killed may leave half a line
        for number, line in enumerate(whole.splitlines()[1:], 2):
            try:
                found = msgspec.json.decode(line, type=Saved)
            except msgspec.MsgspecError:
                raise Fault(f"{path}:{number}", "the line is damaged; take it out, and it is played again") from None
            self._answers[found.batch] = bytes(found.answer)
        try:
            if whole != text:
                path.write_text(whole, encoding="utf-8")
            self._file = path.open("a", encoding="utf-8")
        except OSError as error:
            raise Fault(str(path), f"the file cannot be written ({error.strerror})") from None
        if not whole:
            self._file.write(HEAD)

    def find(self, batch: bytes) -> bytes | None:
        return self._answers.get(_name(batch))

    def keep(self, batch: bytes, answer: bytes) -> None:
        if self._file is not None:
            line = msgspec.json.encode(Saved(_name(batch), msgspec.Raw(answer)))
            self._file.write(line.decode() + "\n")
            self._file.flush()

    def close(self) -> None:
        if self._file is not None:
            self._file.close()


def _name(batch: bytes) -> str:
    return blake2b(batch, digest_size=16).hexdigest()
