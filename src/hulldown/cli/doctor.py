"""`hulldown doctor`."""

from hulldown.cli.arguments import Json
from hulldown.cli.page import clean, show, show_json, table
from hulldown.cli.serve import Served, SettingsFile, settings_and_sources

SIGNS = {"well": "✓", "look": "!", "bad": "✗"}
SAID = {
    "well": "All is well.",
    "look": "Nothing is bad; look at what has a !.",
    "bad": "Something is bad: see what has a ✗.",
}


def doctor(*, database: Served = None, settings: SettingsFile = "", json: Json = False) -> int:
    """Looks at a server's settings, database, disk and address, and changes nothing. Status 1: something is bad."""
    from hulldown.server.doctor import findings

    found = list(findings(*settings_and_sources(settings, database=database)))
    status = int(any(one.grade == "bad" for one in found))
    if json:
        show_json(found)
        return status
    sheet = table("", "what", "how it is", keep=("", "what"))
    for one in found:
        sheet.add_row(SIGNS[one.grade], one.what, clean(one.sentence))
    show(sheet)
    show(SAID[max((one.grade for one in found), key=list(SAID).index)])
    return status
