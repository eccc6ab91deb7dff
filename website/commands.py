"""The pages of the command line, from the program itself."""

import inspect
import re
from collections.abc import Iterator
from typing import Any

from hulldown.cli import COMMANDS, app
from website.page import Page, table

STATUS = [
    ("0", "done"),
    ("1", "the thing asked about is wrong"),
    ("2", "the command was misused"),
    ("3", "a record is not wrong, and not proved"),
    ("130", "stopped by Ctrl-C"),
]
KINDS = {int: "N", str: "TEXT", bool: ""}


def command_pages() -> Iterator[Page]:
    rows = [(f"[`hulldown {name}`]({name}.md)", told) for name, told in COMMANDS.items()]
    told = (
        "`hulldown --help` and `hulldown COMMAND --help` say the same in the terminal. Errors are one sentence on "
        "stderr. Most commands print JSON with `--json`."
    )
    completion = (
        "## Completion\n\n`hulldown --install-completion` adds commands and options to bash, zsh, fish or PowerShell: "
        "Tab completes them from the next terminal on."
    )
    status = f"## Exit status\n\n{table(('status', ''), STATUS)}"
    parts = ["# The command line", told, table(("command", ""), rows), completion, status]
    yield Page("commands/index.md", "\n\n".join(parts))
    for name in COMMANDS:
        yield _page(name)


def _page(name: str) -> Page:
    command = app[name]
    arguments = [
        one
        for one in command.assemble_argument_collection(default_parameter=app.default_parameter, parse_docstring=True)
        if one.parse and not one.children
    ]
    named = [one for one in arguments if one.names[0].startswith("-")]
    placed = [one for one in arguments if one not in named]
    usage = " ".join([f"hulldown {name}", *[_place(one) for one in placed], *["[OPTIONS]"] * bool(named)])
    parts = [f"# hulldown {name}", f"```text\n{usage}\n```", *_told(command)]
    if placed:
        parts += ["## Arguments", table(("argument", ""), [(f"`{_place(one)}`", _help(one)) for one in placed])]
    if named:
        rows = [(f"`{_option(one)}`", f"{_help(one)} {_default(one)}".rstrip()) for one in named]
        parts += ["## Options", table(("option", ""), rows)]
    return Page(f"commands/{name}.md", "\n\n".join(parts))


def _told(command: Any) -> list[str]:
    """What the docstring says beyond the line in the list."""
    text = inspect.getdoc(command.default_command) or ""
    return [re.sub(r"\s*\n\s*", " ", block) for block in text.split("\n\n")]


def _place(one: Any) -> str:
    return f"{one.names[0]}" if one.required else f"[{one.names[0]}]"


def _option(one: Any) -> str:
    kind = one.hint
    inner = [part for part in getattr(kind, "__args__", ()) if part is not type(None)]
    if getattr(kind, "__origin__", None) is None and inner and kind is not bool:
        kind = inner[0]
    word = (
        "|".join(map(str, inner)) if inner and all(isinstance(part, str) for part in inner) else KINDS.get(kind, "TEXT")
    )
    return f"{', '.join(one.names)} {word}".strip()


def _help(one: Any) -> str:
    told = one.parameter.help or ""
    return (
        f"{told} May be given again."
        if "list" in str(one.hint) and "again" not in told and "repeat" not in told
        else told
    )


def _default(one: Any) -> str:
    """What holds where an option is not given."""
    default = one.field_info.default
    return "Needed." if one.required else f"*Default:* `{default}`" if default not in (None, "", False, ()) else ""
