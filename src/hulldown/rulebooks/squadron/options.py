"""What the players may agree on beyond the scenario."""

from hulldown.kernel.option import SWITCH, ChoiceKind, Group, NumberKind, Option, declare
from hulldown.rulebooks.squadron.files import Scenario, usual
from hulldown.rulebooks.squadron.rules import RULES
from hulldown.rulebooks.squadron.setup import Points, Turns

HAND, NONE = "hand", "none"
TILES = ChoiceKind.of(hand="the house's fifteen", none="none")
TURNS, TOTAL = NumberKind.within(Turns), NumberKind.within(Points)

OPTIONS = declare(
    RULES,
    Scenario,
    Option("tiles", "the tiles that each side places", TILES, Group.BEFORE, ("SQ-Q31",), default=HAND),
    Option(
        "turns", "after how many turns the game ends", TURNS, Group.DECIDES, ("SQ-Q33",), default=str(usual().turns)
    ),
    Option("total", "the points agreed for each side", TOTAL, Group.BEFORE, ("SQ-Q33",)),
    Option(
        "free_stop",
        "tanks in movement may fire or lie in ambush as well",
        SWITCH,
        Group.MOVEMENT,
        ("SQ-Q40",),
    ),
    Option("narrow", "front and rear armour are 60° wide instead of 120°", SWITCH, Group.SHOTS, ("SQ-Q19",)),
)
SWITCHES = tuple(option.name for option in OPTIONS if option.kind == SWITCH)
