"""The units: what each is, how it moves, what it carries, and whether its row agrees with itself."""

from collections.abc import Callable, Iterator
from typing import Annotated, Literal

import msgspec

from hulldown.kernel.files import Fault, Pointed, line_of, raise_all
from hulldown.kernel.library import Role
from hulldown.kernel.rule import Rule
from hulldown.rulebooks.panzerkampf.figures import Armour, Centimetres, Degrees, Few, Name, Size, Some
from hulldown.rulebooks.panzerkampf.rules import RULES

PK_16, PK_22, PK_28, PK_33 = RULES["PK-16"], RULES["PK-22"], RULES["PK-28"], RULES["PK-33"]
PK_45, PK_54, PK_56, PK_62 = RULES["PK-45"], RULES["PK-54"], RULES["PK-56"], RULES["PK-62"]
PK_63, PK_68, PK_70, PK_82 = RULES["PK-63"], RULES["PK-68"], RULES["PK-70"], RULES["PK-82"]
PK_113 = RULES["PK-113"]
Type = Literal["ground", "infantry", "walker", "hover", "plane", "helicopter", "ship", "submarine"]
NARROW = 60  # degrees: what fires in less aims with its hull, or stands
TANK = 10  # front armour: from it on a unit is one for the line
FLYING, NAVAL = ("plane", "helicopter"), ("ship", "submarine")


class Weapon(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """PK-27 … PK-33, PK-R16, PK-R45: a weapon, or a tool that is used like one; `units.toml` explains each figure."""

    name: Name
    kind: Literal["normal", "heavy", "artillery", "bomb"]
    use: Literal["fire", "repair", "mines", "bridge"] = "fire"
    mount: Literal["front", "right", "back", "left"] = "front"
    range: Centimetres = 0
    angle: Degrees = 0
    attacks: Few = 0
    accuracy: Few = 0
    penetration: Few = 0
    damage: Few = 0
    reload: bool = False
    anti_submarine: bool = False
    counter_attack: bool = False
    ships_only: bool = False
    fast_mount: Few = 0


class UnitType(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the chart; `units.toml` explains each figure."""

    id: Name
    name: Name
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=3)]
    silhouette: Name
    type: Type
    points: Annotated[int, msgspec.Meta(ge=1, le=5000)]
    length: Size
    width: Size
    move: Centimetres
    turn: Annotated[int, msgspec.Meta(ge=0, le=3600)]
    front: Armour
    side: Armour
    back: Armour
    top: Armour
    bottom: Armour
    hp: Some
    fast: Few = 0
    swim: bool = False
    battle_tank: bool = False
    support: bool = False
    weapon: Annotated[tuple[Weapon, ...], msgspec.Meta(max_length=12)] = ()

    @property
    def flying(self) -> bool:
        return self.type in FLYING

    @property
    def naval(self) -> bool:
        return self.type in NAVAL


def role_of(row: UnitType) -> Role:
    """PK-12, PK-27, PK-28: what a unit on land is in an army, by the weapon that it names first and its front armour.

    Support units, planes and ships are none of it: not every table has a use for them.
    """
    fires = [weapon for weapon in row.weapon if weapon.use == "fire"]
    if row.support or row.flying or row.naval or not fires:
        return "other"
    if fires[0].kind == "artillery":
        return "arc"
    if fires[0].angle < NARROW:
        return "gun"
    return "line" if row.front >= TANK else "screen"


def check_chart(chart: tuple[UnitType, ...], where: str, text: str = "") -> None:
    """PK-27, PK-82: units that can be told apart, and whose rows agree; with a file's text the line is named."""

    def place(path: str) -> str:
        return f"{where}:{line_of(text, path)}" if text else where

    if not 1 <= len(chart) <= 80:
        raise Fault(where, f"the chart has {len(chart)} units; it needs 1 to 80", PK_82.id)
    raise_all((*_twins(chart, place), *_rows_amiss(chart, place)))


def _twins(chart: tuple[UnitType, ...], place: Callable[[str], str]) -> Iterator[Fault]:
    for field in ("id", "letter"):
        values = [getattr(row, field) for row in chart]
        for at, value in enumerate(values):
            if value in values[:at]:
                told = f"two units have the {field} {value!r}; each needs its own"
                spot, named = f"unit[{at}].{field}", Pointed(unit=chart[at].id, figure=field)
                yield Fault(place(f"$.{spot}"), told, PK_82.id, field=spot, place=named)


def _rows_amiss(chart: tuple[UnitType, ...], place: Callable[[str], str]) -> Iterator[Fault]:
    for at, row in enumerate(chart):
        for field, rule, told in _amiss(row):
            spot, named = f"unit[{at}].{field}", Pointed(unit=row.id, figure=field)
            yield Fault(place(f"$.{spot}"), f"the {row.name} {told}", rule.id, field=spot, place=named)
        for number, weapon in enumerate(row.weapon):
            for field, rule, told in _weapon_amiss(row, weapon):
                spot = f"unit[{at}].weapon[{number}].{field}"
                named = Pointed(unit=row.id, figure=f"weapon[{number}].{field}")
                words = f"the {row.name}'s {weapon.name} {told}"
                yield Fault(place(f"$.{spot}"), words, rule.id, field=spot, place=named)


def _amiss(row: UnitType) -> Iterator[tuple[str, Rule, str]]:
    """What is wrong with a row of the chart: the field, the rule and the words."""
    if row.swim and row.type not in ("ground", "infantry", "walker"):
        yield "swim", PK_16, f"is a {row.type} unit; only units on land are noted to swim"
    if row.battle_tank and row.type != "ground":
        yield "battle_tank", PK_113, f"is a {row.type} unit; standard battle tanks are ground units"
    if row.type == "plane" and row.move < 2:
        yield "move", PK_22, f"is a plane with MOV {row.move}; it must fly at least half of 2"


def _weapon_amiss(row: UnitType, weapon: Weapon) -> Iterator[tuple[str, Rule, str]]:
    """What is wrong with a weapon: the field, the rule and the words."""
    if weapon.use != "fire" and weapon.kind != "normal":
        yield "kind", PK_63, f"is a tool; its kind is normal and not {weapon.kind}"
    if weapon.use == "bridge":
        if weapon.range or weapon.angle or weapon.attacks or weapon.accuracy or weapon.penetration or weapon.damage:
            yield "use", PK_68, "is a bridge; it has no figures"
        return
    if not weapon.attacks or not weapon.accuracy:
        yield "attacks", PK_33, "needs attacks and an accuracy of 1 or more"
    if weapon.use == "fire" and not weapon.damage:
        yield "damage", PK_70, "needs a damage of 1 or more"
    if weapon.use != "fire" and (weapon.penetration or weapon.damage):
        yield "use", PK_63, "is a tool; it has no penetration and no damage"
    if weapon.kind == "bomb":
        if not row.flying:
            yield "kind", PK_45, "is an aircraft bomb; only planes and helicopters drop them"
        if weapon.range or weapon.angle or weapon.mount != "front":
            yield "range", PK_28, "is an aircraft bomb; it has no range, angle or mount"
    elif not weapon.range or not weapon.angle:
        yield "range", PK_28, "needs a range and an angle of 1 or more"
    if weapon.kind in ("artillery", "bomb"):
        for field, rule in (("anti_submarine", PK_54), ("ships_only", PK_62), ("fast_mount", PK_56)):
            if getattr(weapon, field):
                yield field, rule, f"aims at a point; {field} is for weapons that aim at units"
