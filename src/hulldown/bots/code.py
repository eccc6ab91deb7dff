"""By what code a game is played: two machines, or two days, with the same play the same games from the same seeds."""

from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path

from hulldown import __version__
from hulldown.rulebooks import entered

PLAYS = ("bots", "geometry", "kernel", "outcome", "rulebooks")  # the packages that settle how a game goes


def code() -> str:
    """The version, and a hash over all code and data that settle how a game goes, books from elsewhere included."""
    return _code(entered())


@cache
def _code(modules: tuple[str, ...]) -> str:
    home = Path(__file__).parents[1]
    found = blake2b(digest_size=8)
    for root in (*[home / package for package in PLAYS], *map(_home_of, modules)):
        for path in sorted(root.rglob("*")) if root.is_dir() else [root]:
            if path.suffix in (".py", ".toml", ".txt"):
                found.update(f"{path.relative_to(root.parent).as_posix()}\n".encode() + path.read_bytes())
    return f"{__version__}+{found.hexdigest()}"


def _home_of(module: str) -> Path:
    """The file of a module, or the folder of a package."""
    file = Path(import_module(module).__file__ or "")
    return file.parent if file.name == "__init__.py" else file
