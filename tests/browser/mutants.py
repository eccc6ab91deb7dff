"""What no test would notice: breaks the client, one behaviour at a time, and names the breaks that no test saw.

`python -m tests.browser.mutants` takes the list in `mutants.toml`. Each break is made alone, in a copy of the tree. The
client's own tests that have to do with the broken file run first; where they notice nothing, the browser test that the
list names runs on a client that was built anew. A break whose text is no longer there is an error, not a success.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
LIST = Path(__file__).with_suffix(".toml")
LONGEST = 600  # seconds for the tests of one break


@dataclass(frozen=True)
class Break:
    """One change of one file under `web/src`, and the browser test that must see it where the client's tests cannot."""

    name: str
    file: str
    text: str
    into: str
    browser: str = ""

    def fault(self, source: Path) -> str:
        """Why it cannot be made, if it cannot."""
        path = source / self.file
        found = path.read_text("utf-8").count(self.text) if path.is_file() else 0
        return "" if found == 1 else f"{self.name}: its text stands {found} times in {self.file}, not once"


def breaks(only: str = "") -> list[Break]:
    return [found for row in tomllib.loads(LIST.read_text("utf-8"))["break"] if only in (found := Break(**row)).name]


def copy_of(tree: Path, into: Path) -> Path:
    """What git knows of a tree, and what is new in it, with the client's packages."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=tree, check=True, capture_output=True, text=True,
    )  # fmt: skip
    for name in listed.stdout.split("\0"):
        if name and (tree / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(tree / name, into / name)
    packages = into / "web" / "node_modules"
    if not packages.exists():
        packages.symlink_to((tree / "web" / "node_modules").resolve())
    return into


@contextmanager
def broken(copy: Path, one: Break) -> Iterator[None]:
    path = copy / "web" / "src" / one.file
    sound = path.read_text("utf-8")
    path.write_text(sound.replace(one.text, one.into), "utf-8")
    try:
        yield
    finally:
        path.write_text(sound, "utf-8")


def passes(command: list[str], where: Path, copy: Path) -> bool:
    environment = {**os.environ, "PYTHONPATH": str(copy / "src"), "CI": "1"}
    done = subprocess.run(command, cwd=where, env=environment, capture_output=True, timeout=LONGEST)
    return done.returncode == 0


def noticed(one: Break, copy: Path, quick: bool = False) -> str:
    """By which tests a break is noticed; empty: by none."""
    web = copy / "web"
    with broken(copy, one):
        related = ["npx", "vitest", "related", "--run", "--bail=1", "--passWithNoTests", f"src/{one.file}"]
        if not passes(related, web, copy):
            return "client"
        if not one.browser or quick:
            return ""
        if not passes(["npm", "run", "build"], web, copy):
            return "build"
        pytest = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", one.browser]
        return "" if passes(pytest, copy, copy) else one.browser


def unnoticed(only: str = "", quick: bool = False) -> tuple[list[Break], int]:
    """The breaks that no test noticed, and how many were made."""
    listed = breaks(only)
    faults = [fault for one in listed if (fault := one.fault(ROOT / "web" / "src"))]
    if faults:
        raise SystemExit("\n".join(faults))
    missed = []
    with tempfile.TemporaryDirectory(prefix="hulldown-mutants-") as folder:
        copy = copy_of(ROOT, Path(folder))
        if not passes(["npx", "vitest", "run"], copy / "web", copy):
            raise SystemExit("the client's tests fail without any break")
        for one in listed:
            by = noticed(one, copy, quick)
            print(f"{'noticed by ' + by if by else 'MISSED':24} {one.name}", flush=True)
            if not by:
                missed.append(one)
    return missed, len(listed)


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.browser.mutants", description=(__doc__ or "").partition(".")[0]
    )
    parser.add_argument("--only", default="", help="only breaks whose name has this in it")
    parser.add_argument("--quick", action="store_true", help="only the client's own tests, no browser")
    wanted = parser.parse_args()
    missed, many = unnoticed(wanted.only, wanted.quick)
    print(f"{many - len(missed)} of {many} were noticed.")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
