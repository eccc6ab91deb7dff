"""What the players may agree on beyond the scenario: the nine optional rules, and what concerns the table."""

from hulldown.kernel.option import SWITCH, ChoiceKind, Group, NumberKind, Option, declare
from hulldown.rulebooks.panzerstrike.core.files import Scenario
from hulldown.rulebooks.panzerstrike.core.rules import RULES
from hulldown.rulebooks.panzerstrike.core.setup import Points, Setup
from hulldown.rulebooks.panzerstrike.library import basic_options, wall_options

CHART = ChoiceKind.of(generic="generic", types="historical types")
TOTAL = NumberKind.within(Points, each_side=True)


def _numbered(number: int, name: str, words: str, group: Group, rule: str) -> Option:
    """CORE-02: one of the nine optional rules."""
    return Option(name, words, SWITCH, group, (rule,), f"{name.replace('_', ' ')} (option {number})")


NINE = (
    _numbered(1, "command", "a command tank coordinates one more movement", Group.MOVEMENT, "CORE-19"),
    _numbered(2, "speed_die", "a die changes the speed of a vehicle that drives far", Group.MOVEMENT, "CORE-27"),
    _numbered(3, "free_turrets", "turrets point at their targets, at any angle", Group.SHOTS, "CORE-53"),
    _numbered(4, "aimed", "aim at tracks or above them, by the hit die", Group.SHOTS, "CORE-71"),
    _numbered(5, "on_the_move", "a firer that moved or turned misses more often", Group.SHOTS, "CORE-74"),
    _numbered(6, "angled", "armour at an angle is stronger", Group.SHOTS, "CORE-79"),
    _numbered(7, "semi", "tracks are lost, and repaired, in two stages", Group.SHOTS, "CORE-102"),
    _numbered(8, "radios", "only vehicles with a radio report targets", Group.SHOTS, "CORE-124"),
    _numbered(9, "scatter", "parabolic shots that miss land nearby", Group.SHOTS, "CORE-125"),
)
OPTIONS = declare(
    RULES,
    Scenario,
    *NINE,
    Option("moulded", "turrets fire all round", SWITCH, Group.TABLE, ("CORE-50",), "pieces in one part"),
    Option("solid", "their height stops shells", SWITCH, Group.TABLE, ("CORE-115",), "3D buildings"),
    Option("hidden", "both sides deploy unseen", SWITCH, Group.BEFORE, ("CORE-H6",), "hidden deployment"),
    *wall_options(wall="CORE-164", barricade="CORE-170"),
    *basic_options(Setup, spaa="CORE-174", lost="CORE-176", limit="CORE-177"),
    Option("chart", "the same classes for both, or historical types", CHART, Group.BEFORE, ("CORE-09",)),
    Option("total", "the agreed total", TOTAL, Group.BEFORE, ("CORE-13",)),
)
OPTIONAL = tuple(option.name for option in NINE)
SWITCHES = tuple(option.name for option in OPTIONS if option.kind == SWITCH)
