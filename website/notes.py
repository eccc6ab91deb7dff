"""The notes of a release: what the changelog says of a version; without one, of what is to come."""

import re
import sys

from website.page import ROOT


def notes(version: str, text: str) -> str:
    """The part of a changelog that tells of a version."""
    sections = re.split(r"^## \[([^]]+)\].*\n", text, flags=re.M)
    found = dict(zip(sections[1::2], sections[2::2], strict=True))
    if version not in found:
        raise SystemExit(f"CHANGELOG.md tells nothing of {version}; it has {', '.join(found)}.")
    return found[version].strip() + "\n"


if __name__ == "__main__":
    wanted = next(iter(sys.argv[1:]), "Unreleased")
    sys.stdout.write(notes(wanted, (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")))
