"""The built client: where it lies, and its files. Beside each lies what is packed of it."""

import mimetypes
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from hulldown.server.packing import SUFFIXES

PACKAGED = Path(__file__).parent / "static"
BUILT = Path(__file__).parents[3] / "web" / "dist"
NOT_BUILT = b"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Hulldown</title>
<h1>Hulldown is running, but its pages are not built.</h1>
<p>In the project's folder, <code>make play</code> builds them; then load this page again.</p>
<p>Programs can play already: see <code>docs/protocol.md</code> and
<a href="/api/schema/openapi.json">the list of calls</a>.</p>
</html>
"""
TYPES = {
    ".js": "text/javascript",
    ".webp": "image/webp",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/json",
}


class File(NamedTuple):
    """The bytes of a file, its type, whether it never changes, and how it is packed."""

    body: bytes
    kind: str
    lasting: bool = False
    packing: str = ""


def client_folder() -> Path | None:
    """Where the client was built: beside the sources, or into the wheel."""
    return next((folder for folder in (BUILT, PACKAGED) if (folder / "index.html").is_file()), None)


def client_file(wanted: str, packings: Sequence[str] = ()) -> File | None:
    """A file in the first of these packings that there is; the client's first page for its own addresses."""
    folder = client_folder()
    if folder is None:
        return File(NOT_BUILT, "text/html; charset=utf-8") if "." not in wanted else None
    if "\0" in wanted or len(wanted) > 200 or wanted.endswith(tuple(SUFFIXES.values())):
        return None
    path = (folder / wanted).resolve()
    if not path.is_relative_to(folder.resolve()):
        return None
    if not path.is_file():
        if "." in Path(wanted).name:
            return None
        path = folder / "index.html"
    kind, lasting = _type_of(path.suffix), wanted.startswith("assets/")
    for packing in packings:
        if (beside := path.with_name(path.name + SUFFIXES[packing])).is_file():
            return File(beside.read_bytes(), kind, lasting, packing)
    return File(path.read_bytes(), kind, lasting)


@cache
def _type_of(suffix: str) -> str:
    kind = TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
