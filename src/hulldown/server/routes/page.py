"""The built client."""

from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.params import FromPath

from hulldown.server.client import client_file
from hulldown.server.manners import FOR_EVER
from hulldown.server.packing import accepted
from hulldown.server.protocol import Wrong


@get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any], path: FromPath[Path | None] = None) -> Response[bytes]:
    """A file of the built client; every address that is none of them is the client's own affair."""
    wanted = "" if path is None else path.as_posix().lstrip("/")
    if wanted == "api" or wanted.startswith("api/"):
        raise Wrong("page/unknown", "There is no such call; /api/schema/openapi.json lists them.", 404)
    found = client_file(wanted, accepted(request.headers.get("accept-encoding", "")))
    if found is None:
        raise Wrong("page/unknown", "There is no such page; the games are at /.", 404)
    headers = {"cache-control": FOR_EVER if found.lasting else "no-cache", "vary": "Accept-Encoding"}
    if found.packing:
        headers["content-encoding"] = found.packing
    return Response(found.body, media_type=found.kind, headers=headers)
