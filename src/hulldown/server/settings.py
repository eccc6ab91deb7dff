"""What whoever runs a server can set: by flags, in the environment (`HULLDOWN_PORT`), or in a file of TOML.

A flag goes before the environment, and that before the file.
"""

import os
from collections.abc import Mapping
from ipaddress import ip_network
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from hulldown.kernel.files import Fault, convert, parse_toml, read_text
from hulldown.server.journal import Log

PREFIX = "HULLDOWN_"
FLAGS = "options"  # where what is wrong stands in no file
NAMED = "HULLDOWN_SETTINGS"  # the file, where no flag names one


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The settings of a server. Those below `hosts` are set by the commands themselves, and by nobody else."""

    host: str = "127.0.0.1"
    port: Annotated[int, Meta(ge=0, le=65535)] = 8421
    database: str = ""
    workers: Annotated[int, Meta(ge=1, le=64)] = 1
    patience: Annotated[int, Meta(ge=0)] = 72  # hours that friends wait before one may go on without the other
    proxies: tuple[str, ...] = ()  # addresses that are believed when they say for whom they ask
    metrics: str = ""  # host:port where the counts are told; nowhere, if it is empty
    log: Log = "problems"
    bots: tuple[str, ...] = ()  # from elsewhere, that are offered: mybot.py:Charge
    archive: Annotated[int, Meta(ge=0)] = 90  # days after which a match that nobody opens is packed; 0 is never
    hosts: tuple[str, ...] = ()  # names that the server answers to; all, if none are given
    strangers: bool = True  # may come, and none of them may keep others from playing


OPEN = ("host", "port", "database", "workers", "patience", "proxies", "metrics", "log", "bots", "archive")
NUMBERS = ("port", "workers", "patience", "archive")
LISTS = ("proxies", "bots")
FLAG_OF = {"proxies": "proxy"}  # where a flag is not called as its setting


def settings_of(file: str, flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings of a server; raises `Fault` with what is wrong, and where it stands."""
    return settings_and_sources(file, flags, environment)[0]


def settings_and_sources(
    file: str, flags: Mapping[str, Any], environment: Mapping[str, str] = os.environ
) -> tuple[Settings, dict[str, str]]:
    """The settings, and where each that was said was said."""
    found: dict[str, Any] = {}
    where = dict[str, str]()
    if named := file or environment.get(NAMED, ""):
        path = Path(named)
        text = read_text(path)
        found = parse_toml(text, path.name)
        if unknown := sorted(set(found) - set(OPEN)):
            raise Fault(path.name, f"there is no setting {unknown[0][:40]!r}; there is {', '.join(OPEN)}")
        convert(found, Settings, path.name, text)
        where = dict.fromkeys(found, path.name)
    for name in OPEN:
        if (said := environment.get(PREFIX + name.upper())) is not None:
            where[name] = PREFIX + name.upper()
            found[name] = [one.strip() for one in said.split(",")] if name in LISTS else _number(name, said)
            _sound(name, found[name], where[name])
    for name, value in flags.items():
        if value is not None:
            found[name], where[name] = value, FLAGS
            _sound(name, value, FLAGS)
    settings = convert(found, Settings, FLAGS)
    for proxy in settings.proxies:
        _check_proxy(proxy, where["proxies"])
    return settings, where


def _sound(name: str, value: Any, where: str) -> None:
    """Raises `Fault` where a single setting is not what it should be, under the name that it was given by."""
    try:
        convert({name: value}, Settings, where)
    except Fault as fault:
        told = fault.message.removeprefix(name)
        raise Fault(where, f"--{FLAG_OF.get(name, name)}{told}" if where == FLAGS else f"it{told}") from None


def _check_proxy(proxy: str, where: str) -> None:
    try:
        ip_network(proxy)
    except ValueError:
        told = f"{proxy[:60]!r} is no address; name the proxy as 10.0.0.1, or many as 10.0.0.0/8"
        raise Fault(where, f"--proxy: {told}" if where == FLAGS else told) from None


def _number(name: str, said: str) -> Any:
    if name not in NUMBERS:
        return said
    if not said.strip().isdecimal():
        raise Fault(PREFIX + name.upper(), f"it is {said[:40]!r}; a whole number is needed")
    return int(said)
