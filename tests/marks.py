"""The marks of the tests: `@rule("FR-40", "FR-41")` names the rules that a test would catch broken."""

import os

import pytest

rule = pytest.mark.rule
soak = pytest.mark.soak


def soak_times(times: int, factor: int = 20) -> int:
    """So many runs, or `factor` times as many in a soak (`HULLDOWN_SOAK=1`)."""
    return times * factor if os.environ.get("HULLDOWN_SOAK") == "1" else times
