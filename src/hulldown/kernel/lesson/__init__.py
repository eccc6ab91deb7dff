"""Lessons: a position, scripted dice, and steps that say one thing each and want one act.

A lesson is a record with comments. Its text is read into a `Lesson`; `played` plays it by its own solution, and finds
whatever is wrong with it; `Judge` says of a learner's orders whether they are what a step wants.
"""

from hulldown.kernel.lesson.judge import Judge, Met, Other, Ruled
from hulldown.kernel.lesson.playing import PlayedLesson, PlayedStep, Turned, played
from hulldown.kernel.lesson.text import MOST_WORDS, Lesson, Shown, Step, is_lesson, parse_lesson, position_text

__all__ = [
    "MOST_WORDS",
    "Judge",
    "Lesson",
    "Met",
    "Other",
    "PlayedLesson",
    "PlayedStep",
    "Ruled",
    "Shown",
    "Step",
    "Turned",
    "is_lesson",
    "parse_lesson",
    "played",
    "position_text",
]
