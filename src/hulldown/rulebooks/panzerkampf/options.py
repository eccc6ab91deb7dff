"""What the players may agree on beyond the scenario: command dice, and the options of the house."""

from hulldown.kernel.option import SWITCH, Group, NumberKind, Option, declare
from hulldown.rulebooks.panzerkampf.figures import Centimetres, Rounds
from hulldown.rulebooks.panzerkampf.files import Scenario, usual
from hulldown.rulebooks.panzerkampf.rules import RULES
from hulldown.rulebooks.panzerkampf.setup import Points

LIMIT, ROUNDS = NumberKind.within(Points), NumberKind.within(Rounds)
LENGTH = NumberKind.within(Centimetres, unit="cm")

OPTIONS = declare(
    RULES,
    Scenario,
    Option("limit", "the points agreed for an army", LIMIT, Group.BEFORE, ("PK-82",)),
    Option("command", "play with command dice", SWITCH, Group.TABLE, ("PK-104",)),
    Option("reverse", "units may drive backwards, two centimetres for one", SWITCH, Group.MOVEMENT, ("PK-R2",)),
    Option("infantry_wrecks", "infantry leaves wrecks too", SWITCH, Group.SHOTS, ("PK-R33",)),
    Option(
        "pace",
        "how many centimetres support units of an escort go in a turn; 0 is off",
        LENGTH,
        Group.MOVEMENT,
        ("PK-R43",),
        "convoy pace",
        default=str(usual().escort.pace),
    ),
    Option(
        "clear",
        "within how many centimetres of it no attacker is placed; 0 is off",
        LENGTH,
        Group.BEFORE,
        ("PK-R43",),
        "clear destination",
        default=str(usual().escort.clear),
    ),
    Option(
        "last_support",
        "an escort that has lost its last support unit has lost",
        SWITCH,
        Group.DECIDES,
        ("PK-R43",),
    ),
    Option(
        "dug_in",
        "the small army of the encircled starts dug in",
        SWITCH,
        Group.BEFORE,
        ("PK-R44",),
        "dug-in start",
    ),
    Option(
        "silent_start",
        "the first turn of whoever encircles is movement only",
        SWITCH,
        Group.BEFORE,
        ("PK-R44",),
    ),
    Option(
        "third_flying",
        "flying units cost at most a third of the points",
        SWITCH,
        Group.BEFORE,
        ("PK-R53",),
        "a third flying",
    ),
    Option(
        "rounds",
        "after how many rounds the game ends; 0 is off",
        ROUNDS,
        Group.DECIDES,
        ("PK-R46",),
        "round limit",
        default=str(usual().rounds),
    ),
)
SWITCHES = tuple(option.name for option in OPTIONS if option.kind == SWITCH)
