"""The time of day, as the server keeps it: read once, and counted on from there.

Whoever sets the clock of the machine forward, or it itself in a leap, hands nobody's game to a bot.
"""

import time

_STARTED, _BEGAN = time.time(), time.monotonic()


def now() -> int:
    """Seconds since 1970, which never go back while the server runs, and never jump."""
    return int(_STARTED + time.monotonic() - _BEGAN)
