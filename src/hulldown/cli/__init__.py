"""The command line: one module a command, loaded when it is called for.

Status 0: done. 1: the thing asked about is wrong. 2: the command was misused. 3: a record is not wrong, and not proved.
Errors are one sentence on stderr.
"""

import os
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, Parameter

from hulldown import __version__
from hulldown.cli.misuse import Misuse, explain

COMMANDS = {
    "play": "Play in the browser.",
    "serve": "The server for others, who come by links.",
    "duel": "A battle in the terminal, against a bot.",
    "backup": "Copy all matches of a server, also of one that runs.",
    "restore": "Fill a new database from a backup.",
    "doctor": "Is all well with a server's settings, database, disk and address?",
    "rulebooks": "The rulebooks, and how many of their rules are tested.",
    "rules": "The rules of a book; with an id the whole rule, its code and its tests.",
    "units": "The units of a book, with the source of each figure.",
    "scenarios": "The scenarios of a book; with an id all about one.",
    "maps": "The maps of a book; with an id it is drawn.",
    "ask": "A question about a position: who sees it, how far, the odds of a shot.",
    "shot": "One shot with your own dice, without any table.",
    "odds": "The exact chances of a shot, and of all ranges and zones.",
    "compare": "The same duel under every book that has it, side by side.",
    "bot": "Write a bot of your own to begin with.",
    "simulate": "Many games between two bots: wins with intervals, lengths, losses.",
    "tournament": "Bots against each other: ratings with intervals.",
    "balance": "Are scenarios and prices fair, and what does an option change?",
    "replay": "A recorded game in sentences, with the rules that decided.",
    "analyse": "Luck and skill of a recorded game, apart, in chances to win.",
    "verify": "What a record proves: orders, hashes, dice; and what it changed.",
    "differ": "What differs between two charts, and what it does to shots.",
    "check": "Validate a map, army, chart, scenario, lesson or record, naming the line.",
    "lesson": "Make a lesson of a record; its sentences are left to be written.",
    "export": "Write a scenario, board, chart or position of a book as a file.",
    "link": "A link that carries a file and all that it names.",
    "open": "The files in such a link.",
    "works": "The shelf of a server, for whoever runs it.",
    "bench": "Measure Hulldown against its peers.",
}

MODULES = {"open": "link:open_link"}  # where a command is not the function of its name in the module of its name

app = App(
    name="hulldown",
    help="Plays, referees and studies tabletop tank battles, and says which rule decided.",
    version=f"hulldown {__version__}",
    default_parameter=Parameter(negative=(), show_default=lambda value: value or None),
    result_action="return_value",
    exit_on_error=False,
    print_error=False,
    suppress_keyboard_interrupt=False,
)
for _name, _help in COMMANDS.items():
    _where = MODULES.get(_name, f"{_name}:{_name}")
    app.command(f"hulldown.cli.{_where}", name=_name, help=_help, sort_key=list(COMMANDS).index(_name))

app.register_install_completion_command(
    help="Install completion for your shell: commands and options by Tab.", show=True
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status."""
    _open_streams()
    try:
        status = _run(list(sys.argv[1:] if arguments is None else arguments))
        sys.stdout.flush()
    except BrokenPipeError:  # `| head` has seen enough
        _discard_output()
        return 0
    except KeyboardInterrupt:
        return _say("Stopped.", 130)
    return status


def _open_streams() -> None:
    """A stream that was closed goes nowhere; a terminal without an arrow shows a question mark."""
    sys.stdout = sys.stdout or open(os.devnull, "w")  # noqa: SIM115
    sys.stderr = sys.stderr or open(os.devnull, "w")  # noqa: SIM115
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")


def _run(arguments: list[str]) -> int:
    from hulldown.kernel.files import Fault

    try:
        return app(arguments) or 0
    except CycloptsError as error:
        return _say(explain(error, COMMANDS), 2)
    except Misuse as misuse:
        return _say(str(misuse), 2)
    except Fault as fault:
        return _say(str(fault), 1)
    except BrokenPipeError:
        raise
    except OSError as error:
        return _say(f"{error.filename or 'hulldown'}: {error.strerror or error}", 1)
    except Exception as error:
        if "HULLDOWN_TRACEBACK" in os.environ:
            raise
        told = f"Hulldown itself failed ({type(error).__name__}: {error}); set HULLDOWN_TRACEBACK=1 to see where"
        return _say(told, 1)


def _say(sentence: str, status: int) -> int:
    from hulldown.cli.page import say

    say(sentence)
    return status


def _discard_output() -> None:
    """Python flushes stdout once more at its end; let that go nowhere instead of failing."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return
