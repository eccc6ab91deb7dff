"""What a shot needs whose dice are added up against distance and armour: France 1944 and the Dynamic rules."""

from collections.abc import Callable

from hulldown.kernel.dice import Dice
from hulldown.kernel.forecast import (
    ComingThrow,
    End,
    Faces,
    Forecast,
    Likely,
    Reason,
    capital,
    counted,
    dice_of,
    needed,
    sentence,
    share,
    signed,
    strip_of,
    strong,
)
from hulldown.kernel.rule import Modifier
from hulldown.rulebooks.panzerstrike.firing import Verdict

ENDS: dict[Verdict, tuple[End, str]] = {
    Verdict.DESTROYED: ("works", "destroyed"),
    Verdict.DAMAGED: ("partly", "damaged"),
    Verdict.NOTHING: ("fails", "no effect"),
}
# What is said for the sums that the books have words of their own for.
HOUSE = {"range": "the distance", "range to the centre": "the distance", "wall": "the wall"}


def of_sum(
    run: Callable[[Dice], Verdict], count: int, dice: str, sums: tuple[Modifier, ...], equal: str, part: str
) -> Forecast:
    """The forecast of a shot that `run` decides; `equal` is the rule by which an equal sum may only damage."""
    strip, of = strip_of(run, ENDS.__getitem__)
    throw = ComingThrow(sentence(_told(strip, dice, sums)), dice, sums[0].rule, needed(strip), strip, of, count=count)
    damaged = share(strip, of, ("partly",))
    also = (Likely("damaged", damaged),) if damaged else ()
    return Forecast("destroyed", share(strip, of), part, also, (throw,), reasons=_reasons(strip, sums, equal))


def _told(strip: tuple[Faces, ...], dice: str, sums: tuple[Modifier, ...]) -> str:
    """What must be rolled, and what for."""
    what = needed(strip)
    why = ", ".join([f"{part.amount} for {called(part)}" for part in sums])
    harm = needed(strip, ("partly",))
    besides = "" if harm == "cannot" else f" {strong(f'Exactly {harm}')} only damages it."
    if what == "any roll":
        return f"{strong('Any roll')} of {dice} destroys it: {why}."
    if what == "cannot":
        most = f"{capital(dice)} make {strip[-1].last} at most"
        return f"{most} and {strong('cannot')} destroy it: {why}.{besides}"
    above = ", and one more" * bool(besides)
    return f"Roll {strong(what)} with {dice}: {why}{above}.{besides}"


def called(part: Modifier) -> str:
    return HOUSE.get(part.reason, f"its {part.reason}")


def _reasons(strip: tuple[Faces, ...], sums: tuple[Modifier, ...], equal: str) -> tuple[Reason, ...]:
    first, *others = sums
    found = [Reason("distance, in squares", str(first.amount), first.rule)]
    found += [Reason(called(part), signed(part.amount), part.rule) for part in others]
    if any(one.end == "partly" for one in strip):
        found.append(Reason("to destroy it, not only damage it", signed(1), equal))
    return tuple(found)


def of_exact_sum(strip: tuple[Faces, ...], of: int, choose: int, dice: int, half: bool, far: Modifier) -> Forecast:
    """The forecast of a shot in a high arc: some of the dice, chosen after the throw, make exactly the distance."""
    which, words = "All" if choose == dice else f"{capital(counted(choose))} of", dice_of(dice)
    one = ", one of them the half-die," * half
    hit = f"exactly {far.amount}"
    can = any(one.end == "works" for one in strip)
    told = f"must add up to {strong(hit)}" if can else f"{strong('cannot')} add up to {hit}"
    said = sentence(f"{which} the {words}{one} {told}, the distance.")
    throw = ComingThrow(said, words, far.rule, hit if can else "cannot", strip, of, count=dice)
    reasons = (Reason("distance to its centre, in squares", str(far.amount), far.rule),)
    return Forecast("destroyed", share(strip, of), throws=(throw,), reasons=reasons)
