"""What all tests share: hypothesis profiles, and goldens that one command renews."""

import os
from collections.abc import Callable
from difflib import unified_diff
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

Golden = Callable[[str, str], None]

# Neither a clock nor chance decides a test; new examples are looked for in a soak.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)
settings.register_profile("default", PATIENT)
settings.register_profile("soak", PATIENT, max_examples=5_000, derandomize=False)
settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--renew", action="store_true", help="write the goldens anew instead of comparing with them")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """In a soak, tests by hypothesis are long runs too, and so are those that ask how often (`soak_times`)."""
    if os.environ.get("HULLDOWN_SOAK") == "1":
        for item in items:
            test = getattr(item, "obj", None)
            names = getattr(getattr(test, "__code__", None), "co_names", ())
            if getattr(test, "is_hypothesis_test", False) or "soak_times" in names:
                item.add_marker("soak")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """`golden(name, text)`: the text is that of the file in `golden/` beside the test, or becomes it with `--renew`."""
    test = request.path.relative_to(request.config.rootpath)
    renew = bool(request.config.getoption("--renew"))
    return lambda name, text: compare(request.path.parent / "golden" / name, text, renew, f"pytest {test} --renew")


def compare(file: Path, text: str, renew: bool, command: str) -> None:
    if renew:
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    elif not file.exists():
        pytest.fail(f"there is no golden/{file.name} yet; write it: .venv/bin/{command}", pytrace=False)
    elif text != (kept := file.read_text(encoding="utf-8")):
        lines = unified_diff(kept.split("\n"), text.split("\n"), f"golden/{file.name}", "now", lineterm="")
        told = [f"golden/{file.name} is not what it was", *lines, f"if the change is meant: .venv/bin/{command}"]
        pytest.fail("\n".join(told), pytrace=False)
