"""Positions: a table in the middle of a game, as text that people write and read.

The text has two parts. The head says what the set-up is made of: the book, a scenario, or a map and what else a
scenario has. The rest says how the table stands. A set-up that begins with a position holds the second part alone,
since all that the head names is in the set-up itself.

Each book has its own words (a `Sheet`) and its own `Positions`, which reads them into a state and writes a state by
them. What cannot stand in a game is refused with its rule, and pointed at.

The files in the order of a reading: a `drawing` in the `paper` is listed, and that is read into a `sheet` by the
`words` that this knows, the `head` makes the set-up, the `roster` names the units, the book's `loader` makes the state,
the `judge` lets it pass, and `writing` makes a text of a sheet again. `positions` calls them all, and says how a book
gets a loader of its own.
"""

from hulldown.kernel.fields import nearest
from hulldown.kernel.position.drawing import Signs
from hulldown.kernel.position.head import OWN, name_of, story_of
from hulldown.kernel.position.loader import Deed
from hulldown.kernel.position.paper import Paper, choice, lines_of
from hulldown.kernel.position.placing import Placed
from hulldown.kernel.position.positions import Positions
from hulldown.kernel.position.roster import Roster, numbered, numbers_told
from hulldown.kernel.position.sheet import (
    HEAD,
    MOST_UNITS,
    Done,
    Few,
    Name,
    Number,
    Opening,
    Places,
    Refs,
    Sheet,
    SideName,
    UnitRow,
    ended,
    result_of,
    round_of,
    rounds_of,
    side_name,
    side_of,
    told_round,
    told_rounds,
)
from hulldown.kernel.position.terms import PositionTerms, terms_of
from hulldown.kernel.position.writing import written

__all__ = [
    "HEAD",
    "MOST_UNITS",
    "OWN",
    "Deed",
    "Done",
    "Few",
    "Name",
    "Number",
    "Opening",
    "Paper",
    "Placed",
    "Places",
    "PositionTerms",
    "Positions",
    "Refs",
    "Roster",
    "Sheet",
    "SideName",
    "Signs",
    "UnitRow",
    "choice",
    "ended",
    "lines_of",
    "name_of",
    "nearest",
    "numbered",
    "numbers_told",
    "result_of",
    "round_of",
    "rounds_of",
    "side_name",
    "side_of",
    "story_of",
    "terms_of",
    "told_round",
    "told_rounds",
    "written",
]
