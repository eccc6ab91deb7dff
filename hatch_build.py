"""Puts the built client into the wheel. An editable install reads it from web/dist and needs none."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STAMP = "ready"  # make's own


class ClientHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return
        built = Path(self.root, "web", "dist")
        if not (built / "index.html").is_file():
            raise SystemExit("The wheel carries the client, which is not built: run `make client`, then build again.")
        for path in sorted(built.rglob("*")):
            if path.is_file() and path.name != STAMP:
                build_data["force_include"][str(path)] = f"hulldown/server/static/{path.relative_to(built).as_posix()}"
