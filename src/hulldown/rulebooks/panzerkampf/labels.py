"""What the figures of a unit's card are called, the weightiest first."""

from hulldown.kernel.library import Label
from hulldown.rulebooks.panzerkampf.rules import RULES

LABELS = {
    "weapon.range": Label("reaches", "range (RNG)", RULES["PK-28"].id, "The weapon fires so many centimetres far."),
    "weapon.accuracy": Label("aims", "accuracy (ACC)", RULES["PK-40"].id, "What a D12 has to show for a hit."),
    "weapon.penetration": Label(
        "pierces", "penetration (PEN)", RULES["PK-75"].id, "Taken off the armour that a die has to reach."
    ),
    "weapon.damage": Label("harms", "damage (DMG)", RULES["PK-70"].id, "So many dice against the armour for each hit."),
    "hp": Label("points", "hit points", RULES["PK-77"].id, "Without points it is lost."),
    "move": Label("moves", "movement (MOV)", RULES["PK-03"].id, "So many centimetres in a movement phase."),
    "turn": Label("turns", "turning (TRN)", RULES["PK-04"].id, "So many degrees in a movement phase."),
    "front": Label(
        "front", "front armour (F)", RULES["PK-71"].id, "What a die has to reach when the shot comes from the front."
    ),
    "side": Label(
        "side", "side armour (S)", RULES["PK-71"].id, "What a die has to reach when the shot comes from a side."
    ),
    "back": Label(
        "back", "back armour (B)", RULES["PK-71"].id, "What a die has to reach when the shot comes from behind."
    ),
    "top": Label("top", "top armour", RULES["PK-72"].id, "What a die has to reach when artillery or a plane strikes."),
    "bottom": Label(
        "bottom", "bottom armour", RULES["PK-74"].id, "What a die has to reach under a plane, or on a mine."
    ),
    "weapon.attacks": Label(
        "shots", "attacks (ATT)", RULES["PK-33"].id, "So many shots each time that the weapon is used."
    ),
    "weapon.angle": Label(
        "swings", "angle (ANG)", RULES["PK-30"].id, "So many degrees to either side of where it points."
    ),
}
