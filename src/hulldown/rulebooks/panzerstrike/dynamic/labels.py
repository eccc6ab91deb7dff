"""What the figures of a unit's card are called, the weightiest first."""

from hulldown.kernel.library import Label
from hulldown.rulebooks.panzerstrike.dynamic.rules import RULES

LABELS = {
    "front": Label(
        "front", "front armour", RULES["DYN-69"].id, "Added to the distance that a shot at its front has to reach."
    ),
    "side": Label(
        "side", "side armour", RULES["DYN-69"].id, "Added to the distance that a shot at its side has to reach."
    ),
    "rear": Label(
        "rear", "rear armour", RULES["DYN-69"].id, "Added to the distance that a shot at its rear has to reach."
    ),
    "dice": Label("gun", "firepower", RULES["DYN-105"].id, "It fires with so many dice."),
    "speed": Label("speed", "speed", RULES["DYN-40"].id, "Added to the die that it takes: so many steps."),
}
