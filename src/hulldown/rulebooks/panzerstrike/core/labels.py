"""What the figures of a unit's card are called, the weightiest first."""

from hulldown.kernel.library import Label
from hulldown.rulebooks.panzerstrike.core.rules import RULES

LABELS = {
    "front": Label("front", "front armour", RULES["CORE-76"].id, "What a shell that strikes its front has to reach."),
    "side": Label("side", "side armour", RULES["CORE-76"].id, "What a shell that strikes its side has to reach."),
    "rear": Label("rear", "rear armour", RULES["CORE-76"].id, "What a shell that strikes its rear has to reach."),
    "max": Label("speed", "greatest speed", RULES["CORE-25"].id, "So many steps in forward gear."),
    "penetration": Label(
        "gun", "penetration", RULES["CORE-84"].id, "Added to a die, it has to reach the armour where the shell strikes."
    ),
    "range": Label("reaches", "range", RULES["CORE-42"].id, "It fires so many sections of the ruler far."),
    "accuracy": Label(
        "aims", "accuracy", RULES["CORE-54"].id, "Which pair of dice has to reach the distance: 4 is the best."
    ),
    "reverse": Label("reverse", "greatest speed in reverse", RULES["CORE-25"].id, "So many steps in reverse gear."),
    "top": Label("top", "top armour", RULES["CORE-111"].id, "What a shell from above has to reach."),
    "tracks": Label(
        "tracks",
        "armour of tracks or wheels",
        RULES["CORE-99"].id,
        "What a shell that strikes its tracks or wheels has to reach.",
    ),
    "mass": Label("tonnes", "mass", RULES["CORE-132"].id, "What it weighs, where things are pushed, towed and mended."),
}
