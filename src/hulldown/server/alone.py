"""One server a file: a second one on the same SQLite database would tell its guests of a world that has moved on."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from hulldown.kernel.files import Fault

try:
    import fcntl
except ModuleNotFoundError:  # where there is no fcntl, there is msvcrt
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
else:

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def is_taken(path: Path) -> bool:
    """Whether a server runs on a file now."""
    try:
        with alone_on(path):
            return False
    except Fault:
        return True


@contextmanager
def alone_on(path: Path | None) -> Iterator[None]:
    """The only server on a file, as long as it runs; the lock falls with its process, however that ends."""
    if path is None:
        yield
        return
    with path.with_name(f"{path.name}.lock").open("ab") as file:
        try:
            _lock(file)
        except OSError:
            told = "another server runs on this database; stop it first, or name another file with --database"
            raise Fault(str(path), told) from None
        yield
