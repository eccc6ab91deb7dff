"""Every lesson that is shipped, played by its own solution, and what is found wrong with one that is not."""

import re

import pytest

from hulldown.kernel.files import Fault, read_text
from hulldown.kernel.lesson import MOST_WORDS, Met, Other, Ruled
from hulldown.kernel.lesson.playing import rolled
from hulldown.rulebooks import BOOKS
from hulldown.rulebooks.lessons import check_lesson, lesson_files, lesson_of

FILES = lesson_files()
FIRST = read_text(FILES["france1944-first"])


@pytest.mark.parametrize("lesson", FILES)
def test_a_lesson_is_played_by_its_own_solution(lesson: str) -> None:
    """Orders, refusals, chances and dice are as it says; each wanted event is reached, each refusal given."""
    judge, _ = lesson_of(lesson)
    found = judge.lesson
    assert found.lesson.id == lesson
    for number, step in enumerate(found.steps):
        state = found.states[step.start]
        if step.attempt is not None:
            verdict = judge.judge(number, 0, state, step.attempt)
            assert isinstance(verdict, Ruled)
            assert verdict.taught
        for done, turned in enumerate(step.do):
            met = judge.judge(number, done, found.states[step.start + done], turned.order)
            assert met == Met(turned.order, turned.rolls, done + 1)
            _, events, used = rolled(judge.book, found.states[step.start + done], met.order, met.rolls)
            assert (events, used) == (turned.events, True)


@pytest.mark.parametrize("lesson", FILES)
def test_the_figures_of_a_lesson_are_the_referees(lesson: str) -> None:
    """Whatever chance a sentence names before a shot is one that the step's own order shows."""
    judge, _ = lesson_of(lesson)
    for step in judge.lesson.steps:
        assert len(step.text.say.split()) <= MOST_WORDS
        shown = " ".join(step.text.do)
        for chance in re.findall(r"\((\d+\.\d %[^)]*)\)", step.text.say):
            assert chance in shown


def test_each_book_has_a_first_battle_and_three_to_five_chapters() -> None:
    for book in BOOKS:
        own = [lesson_of(name)[0].lesson.lesson for name in FILES if name.startswith(f"{book}-")]
        assert [lesson.chapter == "" for lesson in own] == [True] + [False] * (len(own) - 1)
        assert 4 <= len(own) <= 6
        assert all(lesson.book == book for lesson in own)


def test_first_battles_have_a_refusal_and_a_loss_or_a_miss() -> None:
    for book in BOOKS:
        steps = lesson_of(f"{book}-first")[0].lesson.steps
        assert 10 <= len(steps) <= 14
        assert any(step.text.refused for step in steps)
        assert any(step.reply for step in steps)


def changed(old: str, new: str) -> str:
    assert old in FIRST
    return FIRST.replace(old, new, 1)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('book = "france1944"', 'book = "checkers"', "there is no rulebook 'checkers'"),
        ('"FR-17"', '"FR-99"', "there is no rule 'FR-99'"),
        ("rolled = [5, 3]", "rolled = [5, 9]", "a movement die shows 9"),
        (".    M1→", ".    M1?", "'M1?' on B6 cannot be read"),
        ('do = ["move L1 G6↘ 5"]', 'do = ["move L1 L8↘ 5"]', "'move L1 L8↘ 5' is refused"),
        ('do = ["move L1 G6↘ 5"]', 'do = ["fly L1 G6"]', "'fly' is no order"),
        ('do = ["move L1 G6↘ 5"]', 'do = ["move L1 G6↘ 5"]\ntry = "end"\nrefused = "FR-19"', "one of them"),
        ('refused = "FR-19"', 'refused = "FR-22"', "is refused by FR-19, not by FR-22"),
        ('try = "move M1 C6→ 3"', 'try = "end"', "'end' is allowed; a try is refused"),
        ('refused = "FR-19"', "", "a try says by which rule it is refused"),
        ("(66.4 %) | 2 5 1 4", "(66.5 %) | 2 5 1 4", "says 66.5 %; the referee shows 66.4 %"),
        ("(66.4 %) | 2 5 1 4", "(66.4 %) | 2 5 1", "the script says (2, 5, 1)"),
        ("(66.4 %) | 2 5 1 4", "(66.4 %) | 2 5 1 4, 3", "does not use all of its dice"),
        ("| 3 4\"]\nwell", "| 1 1\"]\nwell", "the last step of a first battle wins it; here nobody has won"),
        ('choose = "L1"', 'choose = "L7"', "there is no unit 'L7'"),
        ('choose = "L1"', "", "a step has do, or try, or chooses a unit"),
        ('show = ["sight H1 m1"]', 'show = ["fog H1 m1"]', "'fog H1 m1' is no overlay"),
        ('say = "Enough driving. End movement."', f'say = "{"word " * 56}"', "say has 56 words"),
        ('"fire l1 L1 (91.7 %) | 2 1", "end"]', '"fire l1 L1 (91.7 %) | 2 1"]', "it is not the learner's choice here"),
        ('do = ["end"]\n', 'do = ["end"]\nwant = { type = "Fired" }\n', "what is wanted does not happen"),
        ('say = "Enough', 'sai = "Enough', "unknown field"),
        ('goal = "Destroy', 'gaol = "Destroy', "unknown field"),
    ],
    ids=lambda one: str(one)[:30],
)  # fmt: skip
def test_what_is_wrong_with_a_lesson_is_pointed_at(old: str, new: str, told: str) -> None:
    with pytest.raises(Fault) as fault:
        check_lesson(changed(old, new), "mine.toml")
    assert told in str(fault.value)
    assert re.match(r"mine\.toml(:\d+)?: ", str(fault.value))


def test_the_line_of_a_mistake_is_that_of_the_file() -> None:
    text = changed('do = ["move L1 G6↘ 5"]', 'do = ["move L1 L8↘ 5"]')
    line = text.split("\n").index('do = ["move L1 L8↘ 5"]') + 1
    with pytest.raises(Fault, match=f"^mine.toml:{line}:"):
        check_lesson(text, "mine.toml")


def test_what_may_be_done_otherwise_counts_where_the_lesson_says_so() -> None:
    want = changed('do = ["move L1 G6↘ 5"]', 'do = ["move L1 G6↘ 5"]\nwant = { type = "Moved", unit = "L1" }')
    found = check_lesson(want, "mine.toml")
    assert found.steps[1].text.want == {"type": "Moved", "unit": "L1"}
    also = changed('do = ["end"]\n', 'do = ["end"]\nalso = ["move M1 C6→ 3"]\n')
    with pytest.raises(Fault, match="is refused"):
        check_lesson(also, "mine.toml")


def test_an_order_of_another_step_is_other_and_a_press_on_the_square_is_enough() -> None:
    judge, _ = lesson_of("france1944-first")
    state, order = judge.lesson.states[0], judge.lesson.steps[1].do[0].order
    assert isinstance(judge.judge(1, 0, state, judge.lesson.steps[4].do[0].order), Other)
    turned = type(order)(order.unit, order.die, order.square, 2)
    if judge.book.refuse(state, turned) is None:
        assert judge.judge(1, 0, state, turned) == Met(order, (), 1)


def test_lessons_lie_in_the_folders_of_their_books() -> None:
    assert {path.parent.parent.name for path in FILES.values()} == set(BOOKS)
