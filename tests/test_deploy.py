"""What comes for running a server elsewhere: the linters have no word to say, and what it names is there."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hulldown.server.settings import NAMED, OPEN, PREFIX, settings_of

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
BIN = Path(sys.executable).parent


def said(*words: str) -> str:
    """What a linter says, if it does not like something."""
    found = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, env=os.environ | {"NO_COLOR": "1"})
    return "" if found.returncode == 0 else found.stdout + found.stderr


def test_the_dockerfile_is_as_hadolint_wants_it(tmp_path: Path) -> None:
    assert said(str(BIN / "hadolint"), str(DEPLOY / "Dockerfile")) == ""
    worse = tmp_path / "Dockerfile"
    worse.write_text((DEPLOY / "Dockerfile").read_text().replace(":3.13-slim-trixie", ":latest"))
    assert "DL3007" in said(str(BIN / "hadolint"), str(worse))


def test_the_compose_file_keeps_to_its_schema(tmp_path: Path) -> None:
    linter = str(BIN / "check-jsonschema"), "--builtin-schema", "vendor.compose-spec"
    assert said(*linter, str(DEPLOY / "compose.yaml")) == ""
    worse = tmp_path / "compose.yaml"
    worse.write_text((DEPLOY / "compose.yaml").read_text().replace("read_only", "reed_only"))
    assert "reed_only" in said(*linter, str(worse))


@pytest.mark.parametrize("name", ["Dockerfile", "compose.yaml", "hulldown.service"])
def test_every_setting_that_is_named_is_one(name: str) -> None:
    text = (DEPLOY / name).read_text()
    known = {PREFIX + setting.upper() for setting in OPEN} | {NAMED}
    assert set(re.findall(r"\bHULLDOWN_[A-Z]+\b", text)) <= known
    given = dict(re.findall(r"(HULLDOWN_[A-Z]+)[=:] ?\"?([^\s\"]+)", text))
    given = {key: re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value) for key, value in given.items() if key != NAMED}
    assert settings_of("", {}, given) is not None


def test_what_the_image_installs_is_what_the_tests_ran_with() -> None:
    pins = [dict(re.findall(r"^(\S+?)==(\S+)", (ROOT / name).read_text(), re.MULTILINE)) for name in LOCKS]
    assert pins[1].items() <= pins[0].items()
    assert {"asyncpg", "alembic", "litestar"} <= pins[1].keys()
    assert not {"pytest", "ruff"} & pins[1].keys()


LOCKS = "requirements.txt", "requirements-serve.txt"


@pytest.mark.parametrize("name", [*LOCKS, "requirements-bench.txt"])
def test_no_lock_names_a_host(name: str) -> None:
    assert not re.search(r"https?://|index-url|find-links|file:", (ROOT / name).read_text())
