"""`hulldown backup`."""

import asyncio
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from hulldown.cli.page import show
from hulldown.cli.serve import Served, SettingsFile, settings_for


def backup(
    file: Annotated[str, Parameter(help="The file to make; the secrets go into FILE.secrets beside it.")],
    *,
    public: Annotated[bool, Parameter(help="Leave the secrets out, so that it may lie where others read.")] = False,
    database: Served = None,
    settings: SettingsFile = "",
) -> None:
    """Copies all matches of a server, also of one that runs, as they are at one moment."""
    from hulldown.server.backup import back_up
    from hulldown.server.run import database_url
    from hulldown.server.vault import path_beside

    to = Path(file).expanduser()
    copied = asyncio.run(
        back_up(database_url(settings_for(settings, database=database).database, new=False), to, public)
    )
    apart = path_beside(to).name
    told = f"; their secrets are in {apart}, and belong to them" if copied.secrets else ", without their secrets"
    show(f"{to}: {copied.matches:,} matches with {copied.lines:,} lines{told}.")
