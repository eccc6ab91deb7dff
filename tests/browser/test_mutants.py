"""The client's tests notice when a behaviour that a player would miss is broken."""

import pytest

from tests.browser.mutants import ROOT, breaks, unnoticed

LEAST = 0.9


def test_every_break_can_still_be_made() -> None:
    listed = breaks()
    assert len(listed) >= 30
    assert len({one.name for one in listed}) == len(listed)
    assert [fault for one in listed if (fault := one.fault(ROOT / "web" / "src"))] == []


@pytest.mark.soak
def test_nine_breaks_of_ten_are_noticed(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        missed, many = unnoticed()
    assert len(missed) <= (1 - LEAST) * many, f"no test noticed: {[one.name for one in missed]}"
