"""`hulldown restore`."""

import asyncio
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from hulldown.cli.page import show
from hulldown.cli.serve import Served, SettingsFile, settings_for


def restore(
    file: Annotated[str, Parameter(help="A backup that `hulldown backup` made.")],
    *,
    database: Served = None,
    settings: SettingsFile = "",
) -> None:
    """Fills a new or empty database from a backup; it may be of another kind than the one that was copied."""
    from hulldown.server.alone import alone_on
    from hulldown.server.backup import restore as filled
    from hulldown.server.run import database_url, file_of

    url = database_url(settings_for(settings, database=database).database)
    with alone_on(file_of(url)):
        copied = asyncio.run(filled(Path(file).expanduser(), url))
    told = "" if copied.secrets else "; without their secrets sealed dice need new keys (docs/fair-dice.md)"
    show(f"{copied.matches:,} matches with {copied.lines:,} lines are there again{told}.")
