"""Recorded games are the same under every Python: all of them are verified and played again by the others there are."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.marks import soak

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
OTHERS = [f"3.{minor}" for minor in range(11, 20) if minor != sys.version_info.minor]
RECORDS = sorted(str(path) for path in HERE.glob("*/records/*.jsonl"))
# It needs no more than the engine does: msgspec.
PROVE = """
import sys
from pathlib import Path
from hulldown.kernel.dice import SeededDice
from msgspec.structs import replace
from hulldown.kernel.proof import prove
from hulldown.kernel.record import Record, chain
from hulldown.kernel.replay import steps
from hulldown.rulebooks import load
for path in sys.argv[1:]:
    record = Record.read(path)
    book = load(record.head.rulebook)
    report = prove(record, book)
    assert report.status == 0, (path, report)
    again = [game for _, game in steps(record, book, SeededDice(record.lines[-1].seed))][-1].record()
    head = replace(again.head, version=record.head.version)
    assert Record(chain([head, *again.lines[1:]])).text() == Path(path).read_text(encoding="utf-8"), path
print(len(sys.argv) - 1)
"""


def run(python: str, code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([python, "-c", code, *arguments], capture_output=True, text=True, env=environment)


@soak
@pytest.mark.parametrize("version", OTHERS)
def test_every_record_has_the_same_hashes_under_another_python(version: str) -> None:
    python = shutil.which(f"python{version}")
    if python is None or run(python, "import msgspec").returncode:
        pytest.skip(f"there is no python{version} with msgspec on the PATH; make an environment with it to test it too")
    proved = run(python, PROVE, *RECORDS)
    assert proved.returncode == 0, proved.stderr[-2000:]
    assert int(proved.stdout) == len(RECORDS) > 40
