"""What the figures of a unit's card are called, the weightiest first."""

from hulldown.kernel.library import Label
from hulldown.rulebooks.panzerstrike.france1944.rules import RULES

LABELS = {
    "front": Label(
        "front", "front armour", RULES["FR-28"].id, "Added to the distance that a shot at its front has to reach."
    ),
    "side": Label(
        "side", "side armour", RULES["FR-28"].id, "Added to the distance that a shot at its side has to reach."
    ),
    "rear": Label(
        "rear", "rear armour", RULES["FR-28"].id, "Added to the distance that a shot at its rear has to reach."
    ),
    "gun": Label("gun", "gun", RULES["FR-38"].id, "It fires with so many dice."),
    "speed": Label("speed", "speed", RULES["FR-22"].id, "Added to the die that it is given: so many steps."),
}
