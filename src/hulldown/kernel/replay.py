"""Replaying a record, by its own rolls or by those of a seed."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from hulldown.kernel.dice import Dice, DiceError, Roll, ScriptedDice, SeededDice
from hulldown.kernel.files import Fault
from hulldown.kernel.game import Act, Declined, Game
from hulldown.kernel.record import ActLine, OrderLine, Record, SetupLine
from hulldown.kernel.rule import Refused
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.wire import decode, encode

Rolling = Callable[[OrderLine], Dice]  # the dice for an order


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


def script(line: OrderLine) -> ScriptedDice:
    """The rolls of an order, as they stand in the record."""
    return ScriptedDice([roll.faces for roll in line.rolls], [roll.rule for roll in line.rolls])


def steps(
    record: Record, rulebook: Rulebook[Any, Any, Any], dice: SeededDice | None = None, rolling: Rolling = script
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
            game.dice = dice or rolling(line)
            _follow(game, line, where)
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
    except DiceError as error:
        raise Fault(where, f"the rolls are not those that the rules ask for: {error}") from None
    except Declined as declined:
        raise Fault(where, str(declined)) from None
    rolls = tuple(game.dice.rolls)
    if rolls != line.rolls:
        source = "the rules ask for" if isinstance(game.dice, ScriptedDice) else "the seed gives"
        raise Fault(where, f"the record has the rolls {_faces(line.rolls)}; {source} {_faces(rolls)}")
    if encode(events) != bytes(line.events):
        raise Fault(where, "the events are not what the order and its rolls lead to")


def _faces(rolls: tuple[Roll, ...]) -> str:
    return ", ".join(f"{' '.join(map(str, roll.faces))} ({roll.rule})" for roll in rolls) or "none"


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
