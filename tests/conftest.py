"""What all tests share: hypothesis profiles, and goldens that one command renews."""

import os
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

Golden = Callable[[str, str], None]

# No clock decides a test: neither a deadline nor a slow machine.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize="CI" in os.environ)
settings.register_profile("default", PATIENT)
settings.register_profile("soak", PATIENT, max_examples=5_000, derandomize=False)
settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew", action="store_true", help="write the goldens anew instead of comparing with them")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """`golden(name, text)`: the text is that of the file in `golden/` beside the test, or becomes it with `--renew`."""
    folder: Path = request.path.parent / "golden"
    test = request.path.relative_to(request.config.rootpath)

    def compare(name: str, text: str) -> None:
        file = folder / name
        if request.config.getoption("--renew"):
            folder.mkdir(exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
            return
        kept = file.read_text(encoding="utf-8") if file.exists() else ""
        if text != kept or not file.exists():
            lines = unified_diff(kept.splitlines(), text.splitlines(), f"golden/{name}", "now", lineterm="")
            renew = f"if the change is meant: .venv/bin/pytest {test} --renew"
            pytest.fail("\n".join([f"golden/{name} is not what it was", *lines, renew]), pytrace=False)

    return compare
