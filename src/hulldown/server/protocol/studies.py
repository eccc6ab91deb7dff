"""What is worked out for long: analyses of games, battles that measure a decision, how fair a scenario is."""

from typing import Annotated, Literal

import msgspec

from hulldown.kernel.fairness import FairFound
from hulldown.kernel.fortunes import Analysis, Fought, Other
from hulldown.kernel.work import MOST_WORKS, Work
from hulldown.server.protocol.words import MOST_ORDERS, Order


class AnalysisView(msgspec.Struct, frozen=True):
    """How far the analysis of a game is, in which place it waits, and the analysis itself when it is done.

    `busy`: another game of the same visitor is being analysed, and this one can be asked for after it. Of a look at the
    whole game by battles the steps are the rolls and decisions that are measured, and the analysis has them; one that
    is begun and neither done nor under way is `none`, with some steps.
    """

    state: Literal["none", "busy", "waiting", "running", "done", "refused"]
    steps: int = 0
    of: int = 0
    place: int = 0
    sentence: str = ""
    analysis: Analysis | None = None


class BattlesView(msgspec.Struct, frozen=True):
    """How far the battles are that measure one decision of a game, and what they say when they have been fought.

    The states are those of an analysis, which stand in the same line.
    """

    state: Literal["none", "busy", "waiting", "running", "done", "refused"]
    steps: int = 0
    of: int = 0
    place: int = 0
    sentence: str = ""
    fought: Fought | None = None


class AnotherBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders of somebody's own in the place of a decision; those that come after it are left out."""

    orders: Annotated[list[Order], msgspec.Meta(min_length=1, max_length=MOST_ORDERS)]


class AnotherView(msgspec.Struct, frozen=True):
    """What orders of somebody's own would have been worth: at a glance, and what battles say so far of the decision.

    The states are those of an analysis, which stand in the same line. `best` of what was fought are these orders.
    """

    state: Literal["none", "busy", "waiting", "running", "done", "refused"]
    steps: int = 0
    of: int = 0
    place: int = 0
    sentence: str = ""
    other: Other | None = None
    fought: Fought | None = None


FairBot = Literal["greedy", "planner:recruit"]


class FairnessBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario with all that it uses, how many games of it are wished for, and the bot that plays both sides.

    What is asked `after_save` is begun only on a server for this machine alone.
    """

    works: Annotated[tuple[Work, ...], msgspec.Meta(min_length=1, max_length=MOST_WORKS)]
    bot: FairBot = "greedy"
    games: Annotated[int, msgspec.Meta(ge=1, le=2_400)] = 240
    after_save: bool = False


class FairnessStop(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which run of a scenario is not wanted any more: the one that this bot plays."""

    bot: FairBot = "greedy"


class FairnessView(msgspec.Struct, frozen=True):
    """How far a run is: so many games of so many, behind how many others; and what is known, finished or not.

    Of one that is done `why` says whether somebody stopped it or it ran out of time.
    """

    state: Literal["none", "waiting", "running", "done", "refused"]
    games: int = 0
    of: int = 0
    place: int = 0
    sentence: str = ""
    why: Literal["", "stopped", "late"] = ""
    found: FairFound | None = None
