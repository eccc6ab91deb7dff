"""Orders with blanks: what is open has a name, and is filled in by it."""

from hulldown.kernel.template import blanks_of, filled, template
from tests.toy import Step


def test_a_blank_stands_in_its_field_by_its_own_name() -> None:
    order = template(Step(3, 0, 0), x="cell", y="facing")
    assert order == {"type": "Step", "unit": 3, "x": {"blank": "cell"}, "y": {"blank": "facing"}}
    assert blanks_of(order) == ["cell", "facing"]


def test_what_is_filled_in_needs_no_field_names() -> None:
    order = template(Step(3, 0, 0), x="cell", y="facing")
    assert filled(order, cell=7, facing=2, trail=9) == {"type": "Step", "unit": 3, "x": 7, "y": 2}


def test_what_nobody_says_stays_open() -> None:
    assert blanks_of(filled(template(Step(3, 0, 0), x="cell", y="facing"), cell=7)) == ["facing"]
