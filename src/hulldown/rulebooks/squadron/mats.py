"""Mats as text: one sign a hex, with spaces between, every other row half a hex further right; readable in a diff."""

from hulldown.kernel.files import Fault, raise_all
from hulldown.rulebooks.files import row_repair
from hulldown.rulebooks.squadron.setup import OPEN, Mat, mat_faults


def parse_mat(text: str, where: str) -> Mat:
    """SQ-90, SQ-91: a mat from its file: `name:`, an empty line, then the rows; lines that start with `;` are notes."""
    name = "Unnamed mat"
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if not line.startswith(";")]
    ends = next((at for at, (_, line) in enumerate(lines) if not line.strip()), len(lines))
    faults = []
    for number, line in lines[:ends]:
        key, colon, value = line.partition(":")
        if key != "name" or not colon:
            told = "the header has a line `name: …`, and ends with an empty line"
            faults.append(Fault(f"{where}:{number}", told))
            continue
        name = value.strip()[:80] or name
    rows = [(number, "".join(line.split())) for number, line in lines[ends:] if line.strip()]
    mat = Mat(name, tuple(row for _, row in rows))
    found = mat_faults(mat, where, tuple(number for number, _ in rows))
    raise_all((*faults, *(row_repair(fault, mat.rows, text, OPEN, "hex of open ground", " ") for fault in found)))
    return mat
