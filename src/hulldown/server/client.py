"""The built client: where it lies, and its files."""

import mimetypes
from functools import cache
from pathlib import Path

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
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".woff2": "font/woff2", ".webmanifest": "application/json"}
File = tuple[bytes, str, bool]


def client_folder() -> Path | None:
    """Where the client was built: beside the sources, or into the wheel."""
    return next((folder for folder in (BUILT, PACKAGED) if (folder / "index.html").is_file()), None)


def client_file(wanted: str) -> File | None:
    """The bytes of a file, its type and whether it never changes; the client's first page for its own addresses."""
    folder = client_folder()
    if folder is None:
        return (NOT_BUILT, "text/html; charset=utf-8", False) if "." not in wanted else None
    if "\0" in wanted or len(wanted) > 200:
        return None
    path = (folder / wanted).resolve()
    if not path.is_relative_to(folder.resolve()):
        return None
    if not path.is_file():
        if "." in Path(wanted).name:
            return None
        path = folder / "index.html"
    kind = _type_of(path.suffix)
    return path.read_bytes(), kind, wanted.startswith("assets/")


@cache
def _type_of(suffix: str) -> str:
    kind = TYPES.get(suffix) or mimetypes.types_map.get(suffix, "application/octet-stream")
    return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
