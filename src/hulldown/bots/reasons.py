"""Why an order was chosen, as a player would say it: what it may do to whom, what may answer it, what came next.

Worths only rank orders. What is told of a shot are its exact chances, as the referee shows them.
"""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from hulldown.bots.bot import HELD, Candidate, Why, played
from hulldown.bots.players import tactics_of
from hulldown.kernel.dice import Undecided
from hulldown.kernel.rulebook import Rulebook

OTHERS = 2  # alternatives that are kept
AS_GOOD, LITTLE = 0.02, 0.25  # of the greatest worth that was thought of: what tells two orders apart, and clearly
LOST = {"destroyed", "explodes", "wreck"}  # what a target is after a shot that leaves nothing of it,
SPARED = {"nothing", "missed", "dud", "0"}  # and after one that leaves all of it

Book = Rulebook[Any, Any, Any]


def why(
    book: Book, view: Any, order: Any, found: Sequence[tuple[float, Any]], rest: Sequence[Any] = (), brief: bool = False
) -> Why:
    """The reasons for an order among those that were thought of. `rest` is what is to follow it; in `brief`, when no
    time is left, orders are only compared."""
    ranked = sorted(found, key=lambda one: -one[0])
    worth = next(worth for worth, other in ranked if other == order)
    others = [(worth, other) for worth, other in ranked if other != order][:OTHERS]
    chosen, *next_best = [Candidate(described(book, view, one), round(at, 3)) for at, one in [(worth, order), *others]]
    told = "" if brief else reason(book, view, order, rest)
    sentences = [told] if told else []
    turn = book.turn(view)
    if not brief and not turn.setting_up and (stance := tactics_of(book).stance(view, turn.side)):
        sentences.append(stance)
    if next_best:
        most = max(abs(worth) for worth, _ in found)
        sentences.append(f"{compared(worth - others[0][0], most)}: {next_best[0].order}.")
    return Why(chosen, tuple(next_best), tuple(sentences))


def compared(gap: float, most: float) -> str:
    """How another order compares to the one that was chosen."""
    if gap <= AS_GOOD * most:
        return "About as good"
    return "Next best, a little worse" if gap <= LITTLE * most else "Next best, clearly worse"


def reason(book: Book, view: Any, order: Any, rest: Sequence[Any] = ()) -> str:
    """What an order is good for, in a sentence; nothing where that cannot be said in one."""
    odds, unit = book.preview(view, order).odds, book.unit_of(order)
    if odds:
        told = harm(book, view, book.target_of(order), odds)
        return f"{told[0].upper()}{told[1:]}."
    if unit is None or book.turn(view).setting_up:
        return ""
    after = _later(book, view, [order, *[one for one in rest if book.unit_of(one) in (unit, None)]])
    if after is None or (piece := book.units(after).get(unit)) is None or piece.pose is None:
        return ""
    return _prospects(book, after, unit, book.turn(after).phase != book.turn(view).phase)


def _prospects(book: Book, state: Any, unit: int, firing: bool) -> str:
    """The best shot of a unit, and the best one at it; that it has none is certain where the time for it has come."""
    name, shot = book.units(state)[unit].name, _best_shot(book, state, unit)
    told = f"{name} then has a shot that {harm(book, state, *shot)}" if shot else f"{name} then has no shot" * firing
    if (answer := tactics_of(book).return_fire(state, unit)) is None:
        return f"{told}." if told else ""
    if answer.chance <= 0:
        return f"{told}; nobody can fire at it." if told else f"Nobody can then fire at {name}."
    best, chance = f"best answer, by {book.units(state)[answer.unit].name}", in_100(Fraction(answer.chance), "about ")
    return f"{told}; the {best}, costs it {chance}." if told else f"The {best}, costs {name} {chance}."


def harm(book: Book, state: Any, target: int | None, odds: Mapping[Any, Fraction]) -> str:
    """What a shot does to its target; of what is no unit, whether it works."""
    lost, harmed = _chances(odds)
    if target is None:
        return f"works {in_100(lost + harmed)}" if lost + harmed else "cannot work"
    name = book.units(state)[target].name
    if not lost + harmed:
        return f"cannot harm {name}"
    if not lost:
        return f"harms {name} {in_100(harmed)}"
    return f"destroys {name} {in_100(lost)}" + (f" and harms it {in_100(harmed)}" if harmed else "")


def _chances(odds: Mapping[Any, Fraction]) -> tuple[Fraction, Fraction]:
    """The chance that a target is destroyed, and that it is harmed otherwise."""
    lost = sum((chance for word, chance in odds.items() if str(word) in LOST), Fraction(0))
    harmed = sum((chance for word, chance in odds.items() if str(word) not in LOST | SPARED), Fraction(0))
    return lost, harmed


def in_100(chance: Fraction, about: str = "") -> str:
    """A chance above 0 in words."""
    if chance >= 1:
        return "for certain"
    many = round(100 * chance)
    if 0 < many < 100:
        return f"in {about}{many} of 100"
    return "in more than 99 of 100" if many else "in fewer than 1 of 100"


def _later(book: Book, view: Any, orders: Iterable[Any]) -> Any | None:
    """The position after as many of these orders as are given before a die falls; none if one falls at once."""
    state, side, given = view, book.to_act(view), False
    for order in orders:
        if book.to_act(state) is not side or book.refuse(state, order) is not None:
            break
        if (after := played(book, state, order)) is None or book.to_act(after) is not side:
            break
        state, given = after, True
    return state if given else None


def _best_shot(book: Book, state: Any, unit: int) -> tuple[int, Mapping[Any, Fraction]] | None:
    """The enemy whom a unit's shot is likeliest to destroy, or else to harm, and the odds of that."""
    units, best, most = book.units(state), None, (Fraction(0), Fraction(0))
    for aim in book.survey(state, unit).aims:
        odds = aim.preview.odds
        if odds and aim.unit is not None and units[aim.unit].side is not units[unit].side and _chances(odds) > most:
            best, most = (aim.unit, odds), _chances(odds)
    return best


def described(book: Book, state: Any, order: Any) -> str:
    """An order in words: as the log would tell it, unless dice fall or a phase ends with it; else by its name."""
    if (told := _told(book, state, order)) is not None:
        return f"“{told}”"
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in type(order).__name__).strip()
    units = book.units(state)
    named = [units[unit].name for unit in (book.unit_of(order), book.target_of(order)) if unit is not None]
    return " at ".join([f"{words} by {named[0]}", *named[1:]]) if named else f"to {words}"


def _told(book: Book, state: Any, order: Any) -> str | None:
    if book.unit_of(order) is None and _ends(book, state, order):
        return None
    ahead = state.copy()
    try:
        event = next(iter(book.decide(ahead, order, HELD)), None)
    except Undecided:
        return None
    return None if event is None else book.tell(ahead, event).sentence.rstrip(".")


def _ends(book: Book, state: Any, order: Any) -> bool:
    """Whether a turn or a phase ends with an order."""
    after = played(book, state, order)
    return after is None or (book.turn(after), book.to_act(after)) != (book.turn(state), book.to_act(state))
