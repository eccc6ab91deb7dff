"""What the players may agree on beyond the scenario: optional rules, walls, the basic scenario, the armies' total."""

from hulldown.kernel.option import SWITCH, ChoiceKind, Group, NumberKind, Option, declare
from hulldown.rulebooks.panzerstrike.dynamic.files import Scenario
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES
from hulldown.rulebooks.panzerstrike.dynamic.setup import LEFT_OUT, Points, Setup
from hulldown.rulebooks.panzerstrike.library import basic_options, wall_options

EDGES = ChoiceKind.of(ends="ends", long_sides="long sides")
TOTAL = NumberKind.within(Points, each_side=True)
QUICK = Option(
    "quick", "the basic rules alone", SWITCH, Group.TABLE, ("DYN-176",), "the Quick Start", excludes=tuple(LEFT_OUT)
)

OPTIONS = declare(
    RULES,
    Scenario,
    Option("command", "a command tank rolls one more Blue die", SWITCH, Group.MOVEMENT, ("DYN-29",)),
    Option("extra", "equal Blue dice move one more vehicle", SWITCH, Group.MOVEMENT, ("DYN-35",)),
    Option("turrets", "turrets turn", SWITCH, Group.TABLE, ("DYN-95",), "realistic miniatures"),
    Option("solid", "their height stops shells", SWITCH, Group.TABLE, ("DYN-130",), "3D buildings"),
    QUICK,
    Option("hidden", "both sides deploy unseen", SWITCH, Group.BEFORE, ("DYN-H8",), "hidden deployment"),
    *wall_options(wall="DYN-152", barricade="DYN-162"),
    *basic_options(Setup, spaa="DYN-169", lost="DYN-173", limit="DYN-172"),
    Option("edges", "which edges the sides start from", EDGES, Group.BEFORE, ("DYN-18",)),
    Option("total", "the agreed total", TOTAL, Group.BEFORE, ("DYN-20",)),
)
SWITCHES = tuple(option.name for option in OPTIONS if option.kind == SWITCH)
