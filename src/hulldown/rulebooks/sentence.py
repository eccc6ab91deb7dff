"""A whole game in one sentence, for set-ups and invitations alike: in parts, and each says what it speaks of."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec

from hulldown.kernel.library import Force, Library, MapRow, ScenarioRow, SetupPart
from hulldown.kernel.option import ChoiceKind, NumberKind, Option, SquaresKind, SwitchKind
from hulldown.kernel.rulebook import Rulebook
from hulldown.kernel.side import BLUE, RED, Side

Book = Rulebook[Any, Any, Any]
MOST_TOLD = 5  # options of a game
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class SentencePart(msgspec.Struct, frozen=True):
    """Some words of a sentence, and the part of a set-up that they speak of; nothing for what only joins them."""

    text: str
    opens: SetupPart = ""


def game_told(book: Book, setup: Any, *players: SentencePart) -> tuple[SentencePart, ...]:
    """A game, and who plays if that is known: "France 1944: Crossroads on The centre, eleven tanks a side; …"."""
    library, head = book.library, book.rules.book
    scenario = str(getattr(setup, "scenario", ""))
    row = scenario_row(library, scenario)
    armies = armies_told(library.force(setup, RED), library.force(setup, BLUE), head.piece)
    return (
        SentencePart(head.called, "book"),
        SentencePart(": "),
        SentencePart(row.name if row else _battle_told(setup, scenario), "battle"),
        SentencePart(" on "),
        SentencePart(_board_told(library, setup), "board"),
        SentencePart(", "),
        SentencePart(armies, "armies"),
        *((SentencePart(", "), *players) if players else ()),
        SentencePart("; "),
        SentencePart(options_told(library, setup, row), "options"),
        SentencePart(f". About {row.minutes} minutes." if row else "."),
    )


def _battle_told(setup: Any, scenario: str) -> str:
    """A battle of somebody's own, by the name of its file; a position has none."""
    if getattr(setup, "position", msgspec.UNSET):
        return "A position"
    name = scenario.replace("-", " ")
    return name[:1].upper() + name[1:] or "A battle"


def _board_told(library: Library, setup: Any) -> str:
    """A board by its name; a free table with its size."""
    board = _board(library, setup)
    return f"{board.name} ({board.size})" if board and board.size else library.board_name(setup)


def _board(library: Library, setup: Any) -> MapRow | None:
    """The row of a set-up's board; nothing for one of somebody's own."""
    name = library.board_name(setup)
    return next((board for board in library.maps() if board.name == name), None)


def seats_told(side: Side | None, opponent: str) -> tuple[SentencePart, ...]:
    """Who plays against whom, for whoever sits on a side, or will by lot."""
    against = SentencePart(" against "), SentencePart(opponent, "opponent")
    if side is None:
        return SentencePart("your side by lot", "side"), *against
    return SentencePart("you are "), SentencePart(side.label, "side"), *against


def scenario_row(library: Library, scenario: str) -> ScenarioRow | None:
    """The row of a scenario; nothing for one of somebody's own."""
    return _rows(library).get(scenario)  # type: ignore[arg-type]  # a module, or one shelf: it is what it is


@cache
def _rows(library: Library) -> Mapping[str, ScenarioRow]:
    return {row.id: row for row in library.scenarios()}


def agreed_in(library: Library, scenario: str) -> Mapping[str, str]:
    """What each option is in a battle as it is shipped."""
    return _agreed(library, scenario)  # type: ignore[arg-type]


@lru_cache(256)
def _agreed(library: Library, scenario: str) -> Mapping[str, str]:
    return library.agreed(library.build(scenario))


# Numbers and armies


def number_word(number: int) -> str:
    """Up to twelve in words."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def counted(number: int, word: str) -> str:
    """ "eleven tanks"."""
    return f"{number_word(number)} {word if number == 1 else f'{word}s'}"


def armies_told(red: Force, blue: Force, piece: str) -> str:
    """ "eleven tanks a side", or "13 units (24 points) against 9 (16 points)"."""
    many, others = (sum(force.units.values()) for force in (red, blue))
    if (many, red.points) == (others, blue.points):
        return f"{counted(many, piece)} a side"
    told = number_word if max(many, others) < len(NUMBERS) else str
    first = f"{told(many) if many else 'no'} {piece}{'s' * (many != 1)}"
    second = told(others) if others else "none"
    return f"{first} ({points_told(red.points)}) against {second} ({points_told(blue.points)})"


def points_told(points: float) -> str:
    """ "1 point", "2.5 points"."""
    return f"{points:g} point{'s' * (points != 1)}"


# Options


def options_told(library: Library, setup: Any, row: ScenarioRow | None) -> str:
    """What is otherwise than usual, and what the players agreed otherwise than their battle, by its label."""
    here, changed = library.agreed(setup), _changed(library, setup, row) if row else set()

    def telling(option: Option) -> bool:
        return option.name in changed or bool(option.default and here[option.name] != option.default)

    agreed = [option for option in library.OPTIONS if option.name in here]
    told = [option_told(option, here[option.name]) for option in agreed if telling(option)]
    if len(told) > MOST_TOLD:
        told = [*told[: MOST_TOLD - 1], f"{number_word(len(told) - MOST_TOLD + 1)} more"]
    return " and ".join(filter(None, (", ".join(told[:-1]), *told[-1:]))) or "no options"


def _changed(library: Library, setup: Any, row: ScenarioRow) -> set[str]:
    """The options that are otherwise than in the battle. What another board brings, or another option, is not."""
    here, usual = library.agreed(setup), agreed_in(library, row.id)
    squares = {option.name for option in library.OPTIONS if isinstance(option.kind, SquaresKind)}
    changed = {name: value for name, value in here.items() if name not in squares and value != usual.get(name)}
    board = _board(library, setup)
    elsewhere = board.id if board and board.id != row.map else ""
    if squares and (changed or elsewhere):
        usual = library.agreed(library.draft(row.id, board=elsewhere, options=changed))
    return {*changed, *(name for name in squares if here.get(name) != usual.get(name))}


def option_told(option: Option, value: str) -> str:
    """An option as it was agreed: "flags 2 : 1", "no turn limit", "without damage", "no tiles"."""
    match option.kind:
        case SwitchKind():
            return option.label if value == "on" else f"without {option.label}"
        case NumberKind(unit=unit):
            spelled = value.replace(":", " : ") + (f" {unit}" if unit else "")
            return f"no {option.label}" if value == "0" else f"{option.label} {spelled}"
        case ChoiceKind(choices):
            chosen = next(choice.label for choice in choices if choice.value == value)
            return f"no {option.label}" if chosen == "none" else f"{option.label}: {chosen}"
        case SquaresKind():
            squares = 0 if value == "none" else value.count(",") + 1
            return f"{option.label} on {counted(squares, 'square')}" if squares else f"no {option.label}"
