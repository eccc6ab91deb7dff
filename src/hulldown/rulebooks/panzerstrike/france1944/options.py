"""What the players may agree on beyond the scenario."""

from hulldown.kernel.option import SWITCH, ChoiceKind, Group, NumberKind, Option, declare
from hulldown.rulebooks.panzerstrike.france1944.files import Scenario
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES
from hulldown.rulebooks.panzerstrike.france1944.setup import Flags, Points, Setup

FLAGS, TOTAL = NumberKind.within(Flags, each_side=True), NumberKind.within(Points, each_side=True)
BARRICADES, ROUNDS = NumberKind.of(Setup, "barricades"), NumberKind.of(Setup, "turn_limit")
EDGES = ChoiceKind.of(ends="ends", long_sides="long sides")

OPTIONS = declare(
    RULES,
    Scenario,
    Option("flags", "flags of each side", FLAGS, Group.DECIDES, ("FR-48", "FR-49")),
    Option("barricades", "how many barricades each side may place", BARRICADES, Group.BEFORE, ("FR-63",)),
    Option("turn_limit", "rounds after which the defender wins", ROUNDS, Group.DECIDES, ("FR-58",), needs=("flags",)),
    Option("damage", "equal firepower only damages", SWITCH, Group.SHOTS, ("FR-59",)),
    Option("hidden", "both sides deploy unseen", SWITCH, Group.BEFORE, ("FR-H10",), "hidden deployment"),
    Option("edges", "which edges the sides start from", EDGES, Group.BEFORE, ("FR-Q30",)),
    Option("total", "the agreed total", TOTAL, Group.BEFORE, ("FR-03",)),
)
