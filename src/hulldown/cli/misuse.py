"""When the command, not the thing it is asked about, is wrong: status 2 and one sentence."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from difflib import get_close_matches

from cyclopts import CoercionError, CycloptsError, MissingArgumentError, UnknownCommandError, UnknownOptionError
from cyclopts.exceptions import RepeatArgumentError, UnusedCliTokensError

from hulldown.kernel.files import Fault


class Misuse(Exception):
    """A wrong book, option, bot, id or number on the command line."""


@contextmanager
def misused() -> Iterator[None]:
    """Faults in here come from the command's own words, not from a file."""
    try:
        yield
    except Fault as fault:
        raise Misuse(str(fault)) from None


def explain(error: CycloptsError, commands: Iterable[str]) -> str:
    """A parse error as one sentence that names the place and what was expected."""
    command = " ".join(error.command_chain or ())
    place = f"{command}: " if command else ""
    ask = f"`hulldown {command} --help`" if command else "`hulldown --help`"
    if isinstance(error, UnknownCommandError):
        word = _first(error)
        near = get_close_matches(word, commands, n=1)
        wanted = f"did you mean {near[0]!r}?" if near else f"{ask} lists them"
        return f"there is no {'option' if word.startswith('-') else 'command'} {word[:40]!r}; {wanted}"
    if isinstance(error, UnknownOptionError):
        return f"{place}there is no option {error.token.keyword or error.token.value!r}; {ask} lists them"
    if isinstance(error, MissingArgumentError) and error.argument is not None:
        if error.keyword or any(token.keyword for token in error.argument.tokens):
            return f"{place}{error.keyword or error.argument.name} needs a value; {ask} explains"
        return f"{place}{error.argument.name} is missing; {ask} explains"
    if isinstance(error, CoercionError) and error.argument is not None and error.token is not None:
        return f"{place}{error.argument.name} is {error.token.value!r}; expected {_expected(error)}"
    if isinstance(error, RepeatArgumentError):
        return f"{place}{error.token.keyword} is given twice; once is enough"
    if isinstance(error, UnusedCliTokensError):
        return f"{place}{_first(error)!r} is one word too many; {ask} explains"
    error.verbose = False
    return f"{place}{' '.join(str(error).split())}"


def _first(error: CycloptsError) -> str:
    return (error.unused_tokens or [""])[0]


def _expected(error: CoercionError) -> str:
    choices = getattr(error.target_type, "__args__", ())
    if choices:
        return f"one of {', '.join(map(str, choices))}"
    return f"a {getattr(error.target_type, '__name__', 'value')}"
