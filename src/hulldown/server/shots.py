"""The shot desk: one shot without any table, by the code of the rules, with dice that people type."""

from typing import Any

import msgspec

from hulldown.kernel.dice import Dice, DiceError, Roll, SeededDice, TypedDice, Undecided, rolled_here
from hulldown.kernel.files import Fault
from hulldown.kernel.question import Question, ask, terms_of
from hulldown.kernel.rule import Refusal
from hulldown.rulebooks import load
from hulldown.server.log import Book
from hulldown.server.protocol import MOST_FACES, DiceDue, ShotAnswer, ShotBody, ShotRoll
from hulldown.server.wanted import wanted_told


def fire(body: ShotBody, chart: str = "") -> ShotAnswer:
    """What may come of a shot, and what does as far as its dice are there. A chart of one's own is a file."""
    book = load(body.rulebook)
    kind = book.library.QUESTION
    try:
        asked = ask(kind, body.attacker, body.target, body.range, body.zone, body.conditions, chart)
        chances = {str(outcome): chance for outcome, chance in book.library.chances(asked).items()}
        shot = book.library.shot(asked)
    except Fault as fault:
        return ShotAnswer(refusal=Refusal(fault.rule, fault.message))
    answer = ShotAnswer(_title(book, asked, body), chances, shot.forecast)
    throws = shot.forecast.throws if shot.forecast is not None else ()
    faces, fallen = list(body.faces), dict[str, DiceDue]()
    here = rolled_here(body.lot or SeededDice().seed, answer.title.encode())
    while True:
        dice = TypedDice(faces, here)
        try:
            outcome = str(shot.roll(dice))
            break
        except DiceError as error:
            return msgspec.structs.replace(answer, refusal=Refusal("", str(error)))
        except Undecided as undecided:
            wanted = wanted_told(undecided.wanted, answer.title, throws, book.rules)
            fallen[wanted.rule] = wanted.dice[0]
            answer = msgspec.structs.replace(
                answer, wanted=wanted, given=wanted.given, rolls=_rolls(book, undecided.wanted.before, fallen)
            )
            missing = sum(due.count for due in wanted.dice) - wanted.laid
            if not body.roll_here or len(faces) + missing > MOST_FACES:
                return answer
            faces = [*wanted.given, *[None] * missing]
    return _ended(book, answer, dice, outcome, fallen)


def _ended(book: Book, answer: ShotAnswer, dice: Dice, outcome: str, fallen: dict[str, DiceDue]) -> ShotAnswer:
    if isinstance(dice, TypedDice) and dice.left:
        return msgspec.structs.replace(answer, refusal=Refusal("", f"the shot rolls {dice.left} dice less than these"))
    rule = dice.rolls[-1].rule if dice.rolls else ""
    return msgspec.structs.replace(
        answer,
        wanted=None,
        given=tuple([int(face) for roll in dice.rolls for face in roll.faces]),
        rolls=_rolls(book, dice.rolls, fallen),
        outcome=outcome,
        sentence=f"{answer.title}: {'no effect' if outcome == 'nothing' else outcome}.",
        rule=rule,
    )


def _rolls(book: Book, rolls: Any, fallen: dict[str, DiceDue]) -> tuple[ShotRoll, ...]:
    return tuple([_roll(book, roll, fallen.get(roll.rule)) for roll in rolls])


def _roll(book: Book, roll: Roll, due: DiceDue | None) -> ShotRoll:
    """Dice that have fallen, with what is written on them."""
    labels = dict(zip(due.faces, due.labels, strict=True)) if due is not None else {}
    shown = tuple([labels.get(face, str(face).replace("-", "−")) for face in roll.faces])
    return ShotRoll(roll.rule, book.rules[roll.rule].title, roll.faces, shown)


def _title(book: Book, asked: Question, body: ShotBody) -> str:
    """Who fires at what, and how far away."""
    gun, mark = (_named(book, unit, asked.chart) for unit in (asked.attacker, asked.target))
    zoned = asked.beside()[0] == "zone" and body.target not in type(asked).THINGS
    ruler = terms_of(type(asked)).ruler
    ruler = ruler.removesuffix("es") if ruler == "hexes" else ruler.removesuffix("s")
    far = f"{body.range} {ruler if body.range == 1 else terms_of(type(asked)).ruler}"
    return f"{gun} at {mark}{f', {body.zone}' if zoned else ''}, {far}"


def _named(book: Book, unit: str, chart: str) -> str:
    return next((row.name for row in book.library.units(chart) if row.called(unit)), unit[:40])
