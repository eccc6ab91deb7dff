from fractions import Fraction

from hulldown.kernel.dice import Dice, Die
from hulldown.kernel.forecast import (
    ComingThrow,
    End,
    Faces,
    Sentence,
    chance_of,
    dice_of,
    needed,
    sentence,
    series,
    share,
    strip_of,
    strip_of_words,
    strong,
)
from tests.toy import RULES

RULE = RULES["TOY-7"]
D6: Die = (1, 2, 3, 4, 5, 6)


def test_a_sentence_says_where_it_is_stressed() -> None:
    told = sentence(f"Roll {strong('8 or more')} with {strong('three')} dice.")
    assert told == Sentence("Roll 8 or more with three dice.", ((5, 14), (20, 25)))
    assert [told.text[first:last] for first, last in told.bold] == ["8 or more", "three"]


def test_dice_and_lists_in_words() -> None:
    assert [dice_of(1), dice_of(3), dice_of(14), dice_of(1, "D10"), dice_of(2, "D12")] == [
        "a die",
        "three dice",
        "14 dice",
        "a D10",
        "two D12",
    ]
    assert series(["a"]) == "a"
    assert series(["a", "b", "c"], "or") == "a, b or c"


def sums_to(least: int, count: int) -> tuple[tuple[Faces, ...], int]:
    def run(dice: Dice) -> bool:
        return dice.sum(RULE, D6, count) >= least

    def read(good: bool) -> tuple[End, str]:
        return ("works", "hit") if good else ("fails", "missed")

    return strip_of(run, read)


def test_a_strip_has_the_ways_to_each_sum_and_what_comes_of_it() -> None:
    strip, of = sums_to(11, 2)
    assert of == 36
    assert [(one.first, one.last, one.ways) for one in strip][-3:] == [(10, 10, 3), (11, 11, 2), (12, 12, 1)]
    assert share(strip, of) == Fraction(3, 36)
    assert needed(strip) == "11 or more"


def test_equal_faces_of_one_die_are_one_stretch() -> None:
    assert sums_to(5, 1) == ((Faces(1, 4, 4, "fails", "missed"), Faces(5, 6, 2, "works", "hit")), 6)


def test_any_roll_and_cannot_are_said_only_where_all_or_no_faces_work() -> None:
    assert [needed(sums_to(least, 2)[0]) for least in (2, 3, 12, 13)] == ["any roll", "3 or more", "12", "cannot"]


def test_figures_that_work_are_named_as_people_say_it() -> None:
    def told(*ends: End) -> str:
        return needed([Faces(at, at, 1, end) for at, end in enumerate(ends, -1)])

    assert told("works", "works", "works", "fails", "fails") == "1 or less"
    assert told("works", "fails", "fails", "works", "works") == "−1 or 2 or more"
    assert told("fails", "works", "works", "fails", "works") == "0 to 1 or 3"
    assert told("works", "works", "fails", "fails", "fails") == "−1 to 0"


def test_a_die_without_numbers_has_its_faces_counted_the_good_ones_first() -> None:
    faces = ("red", "", "", "red", "purple", "")
    ends: dict[str, tuple[End, str]] = {
        "red": ("fails", "silent"),
        "": ("works", "heard"),
        "purple": ("partly", "late"),
    }
    strip, of = strip_of_words(lambda dice: dice.word(RULE, faces), lambda word: ends[word])
    assert of == 6
    assert strip == (
        Faces(1, 3, 3, "works", "heard"),
        Faces(4, 4, 1, "partly", "late"),
        Faces(5, 6, 2, "fails", "silent"),
    )


def test_throws_that_follow_from_each_other_are_counted_by_their_strips() -> None:
    first = (Faces(1, 3, 3, "fails"), Faces(4, 5, 2, "works", "hit"), Faces(6, 6, 1, "works", "good hit"))
    weak = (Faces(1, 5, 5, "fails"), Faces(6, 6, 1, "works"))
    strong_one = (Faces(1, 2, 2, "partly"), Faces(3, 6, 4, "works"))
    nothing = Sentence("")
    throws = (
        ComingThrow(nothing, "", "", strip=first, of=6),
        ComingThrow(nothing, "", "", strip=weak, of=6, after=("hit",)),
        ComingThrow(nothing, "", "", strip=strong_one, of=6, after=("good hit",)),
    )
    assert chance_of(throws) == Fraction(2, 6) * Fraction(1, 6) + Fraction(1, 6) * Fraction(4, 6)
    assert chance_of(throws, "partly") == Fraction(1, 6) * Fraction(2, 6)
    assert chance_of(()) == 0
