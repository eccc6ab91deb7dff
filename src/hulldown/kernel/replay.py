"""Replaying a record by its own rolls, and proving it: rules, hashes, dice."""

from collections.abc import Iterator
from typing import Any

import msgspec

from hulldown.kernel.dice import Dice, DiceError, Roll, ScriptedDice, SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Act, Declined, Game
from hulldown.kernel.record import ActLine, EndLine, OrderLine, Record, SetupLine, digest
from hulldown.kernel.rule import Refused
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.wire import decode, encode


class Problem(msgspec.Struct, frozen=True):
    """Something wrong with a record or a file: where, the rule if one says so, and a sentence."""

    where: str
    rule: str
    message: str


def begin(record: Record, rulebook: Rulebook[Any, Any, Any], dice: Dice) -> Game[Any, Any, Any]:
    """The game of a record before its first order."""
    if record.head.rulebook != rulebook.rules.book.id:
        raise Fault("line 1", f"the record is of {record.head.rulebook!r}, not of {rulebook.rules.book.id!r}")
    setup = decode(record.head.setup, rulebook.setup_type, "line 1")
    _same_text(setup, record.head.setup, "set-up", "line 1")
    return Game(rulebook, setup, dice)


def _same_text(value: Any, text: msgspec.Raw, what: str, where: str) -> None:
    """A value has one text; what is read past, such as a field too many, must not hide in a record."""
    if encode(value) != bytes(text):
        raise Fault(where, f"the {what} is not written as it is read")


def steps(
    record: Record, rulebook: Rulebook[Any, Any, Any], dice: SeededDice | None = None
) -> Iterator[tuple[int, Game[Any, Any, Any]]]:
    """The game after each line but its set-up; raises `Fault` where it breaks.

    It goes by the rolls in the record, or rolls again with the dice of the game's own seed, which must fall alike.
    """
    game = begin(record, rulebook, dice or ScriptedDice())
    ended = False
    for number, line in enumerate(record.lines[1:], 2):
        where = f"line {number}"
        if ended:
            raise Fault(where, "nothing comes after the result")
        if isinstance(line, OrderLine):
            script = ScriptedDice([roll.faces for roll in line.rolls], [roll.rule for roll in line.rolls])
            game.dice = dice or script
            _follow(game, line, where)
            if dice is None and script.left:
                raise Fault(where, f"the order has rolls that no rule asked for: {script.left}")
        elif isinstance(line, ActLine):
            _act(game, line, where)
        elif isinstance(line, SetupLine):
            raise Fault(where, "a record has one set-up line, its first")
        elif game.result() != line.result:
            raise Fault(where, "the result is not what the orders lead to")
        else:
            ended = True
        yield number, game


def _follow(game: Game[Any, Any, Any], line: OrderLine, where: str) -> None:
    if line.position != len(game.log):
        raise Fault(where, f"the order has position {line.position}; {len(game.log)} is next")
    if (side := game.to_act()) != line.side:
        raise Fault(where, f"{line.side.label} ordered while {side.label if side is not None else 'nobody'} was to act")
    order = decode(line.order, game.rulebook.order_type, where)
    _same_text(order, line.order, "order", where)
    try:
        events = game.play(order)
    except Refused as refused:
        raise Fault(where, refused.refusal.sentence, refused.refusal.rule) from None
    except (DiceError, Declined) as error:
        raise Fault(where, str(error)) from None
    rolls = tuple(game.dice.rolls)
    if rolls != line.rolls:
        raise Fault(where, f"the record has the rolls {_faces(line.rolls)}; the seed gives {_faces(rolls)}")
    if encode(events) != bytes(line.events):
        raise Fault(where, "the events are not what the order and its rolls lead to")


def _faces(rolls: tuple[Roll, ...]) -> str:
    return ", ".join(" ".join(map(str, roll.faces)) for roll in rolls) or "none"


def _act(game: Game[Any, Any, Any], line: ActLine, where: str) -> None:
    if line.position != len(game.log):
        raise Fault(where, f"the act has position {line.position}; {len(game.log)} is next")
    try:
        if line.act == "undo":
            game.undo(line.side)
        elif line.act == "takeback" and line.side is not None:
            game.take_back(line.side)
        elif line.act == "resign" and line.side is not None:
            game.resign(line.side)
        elif line.act == "draw":
            game.agree_draw()
        elif line.act == "abandon" and line.side is not None:
            game.abandon(line.side)
        elif line.act.startswith("takeover/") and line.side is not None:
            game.replace_bot(line.side, line.act)
        else:
            raise Declined(f"there is no act {line.act!r} of that side")
    except Declined as declined:
        raise Fault(where, str(declined)) from None
    if game.log[-1] != Act(line.act, line.side, line.to):
        raise Fault(where, f"the act is not {line.act!r} of that side, back to position {line.to}")


def replay(record: Record, rulebook: Rulebook[Any, Any, Any]) -> Game[Any, Any, Any]:
    """The game that a record tells, at its last line, with every event the same; raises `Fault` where it is not."""
    followed = [game for _, game in steps(record, rulebook)]
    return followed[-1] if followed else begin(record, rulebook, ScriptedDice())


def verify(record: Record, rulebook: Rulebook[Any, Any, Any]) -> list[Problem]:
    """What is wrong with a record: its chain of hashes, its seed, then its orders, rolls and events."""
    head, last = record.head, record.lines[-1]
    problems = [*_chain_problems(record)]
    dice = SeededDice(last.seed) if isinstance(last, EndLine) and head.seed_hash else None
    if dice and dice.commitment != head.seed_hash:
        problems.append(Problem("line 1", "", "the seed told at the end is not the one whose hash the set-up carries"))
        dice = None
    version = rulebook.rules.book.version
    if head.version != version:
        told = f"the record was made under version {head.version} of the rulebook; this is {version}"
        problems.append(Problem("line 1", "", told))
    try:
        over = False
        for _, game in steps(record, rulebook, dice):
            over = game.result() is not None
        if over and not isinstance(last, EndLine):
            told = "the game is over, but the record does not tell the result and the seed"
            problems.append(Problem(f"line {len(record.lines)}", "", told))
    except Fault as fault:
        problems.append(Problem(fault.where, fault.rule, fault.message))
    return problems


def _chain_problems(record: Record) -> Iterator[Problem]:
    previous = ""
    for number, line in enumerate(record.lines, 1):
        if digest(previous, line) != line.hash:
            yield Problem(f"line {number}", "", "the hash does not fit: this line, or one before it, was changed")
            return
        previous = line.hash
