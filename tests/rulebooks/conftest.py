"""What the referee says by a rule, as its page shows it, is still said in the test that it was taken from."""

from collections import defaultdict
from collections.abc import Iterator

import pytest

from tests.sayings import Said, kept, listening

TAKEN: dict[str, list[Said]] = defaultdict(list)
for rule, row in kept().items():
    TAKEN[row["test"]].append((rule, row["sentence"], row["refused"]))


@pytest.fixture(autouse=True)
def said(request: pytest.FixtureRequest) -> Iterator[None]:
    wanted = TAKEN.get(request.node.nodeid)
    if wanted is None:
        yield
        return
    heard = set[Said]()
    with listening(heard.add):
        yield
    lost = [one for one in wanted if one not in heard]
    told = "write them anew: .venv/bin/pytest -p tests.sayings --sayings -p no:xdist tests/rulebooks"
    assert not lost, f"a rule's page says that the referee says this, and he does not: {lost}; {told}"
