"""What the figures of a unit's card are called, the weightiest first."""

from hulldown.kernel.library import Label
from hulldown.rulebooks.squadron.rules import RULES

LABELS = {
    "front": Label("front", "front armour", RULES["SQ-06"].id, "What a shell that strikes its front has to beat."),
    "side": Label("side", "side armour", RULES["SQ-06"].id, "What a shell that strikes its side has to beat."),
    "rear": Label("rear", "rear armour", RULES["SQ-06"].id, "What a shell that strikes its rear has to beat."),
    "penetration": Label(
        "gun", "penetration", RULES["SQ-05"].id, "Added to a D100, it has to beat the armour where the shell strikes."
    ),
    "breakdown": Label(
        "breaks on",
        "breakdown",
        RULES["SQ-08"].id,
        "On this face of a D6 it does not move in the turn; with 0 it never breaks down.",
    ),
    "movement": Label("slower by", "movement −X", RULES["SQ-32"].id, "Taken off the dice for its movement points."),
    "shot": Label("aims less", "shot −X", RULES["SQ-15"].id, "Taken off the D10 of each of its shots."),
}
