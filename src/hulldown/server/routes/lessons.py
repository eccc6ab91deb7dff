"""Lessons, and matches of them."""

from typing import Annotated, Any

from litestar import Request, get, post
from litestar.datastructures import State
from litestar.params import JSONBody, PathParameter

from hulldown.server.guests import address_of, all_matches
from hulldown.server.languages import VARY, language_of, lesson_in, lesson_row_in
from hulldown.server.lessons import rows as lesson_rows
from hulldown.server.lessons import view_of as lesson_view
from hulldown.server.limits import COST
from hulldown.server.packing import PLAIN
from hulldown.server.protocol import Created, LessonBody, LessonRow, LessonView

LessonId = Annotated[str, PathParameter(max_length=60)]


@get("/api/lessons", sync_to_thread=True, response_headers=VARY)
def lessons(request: Request[Any, Any, Any]) -> list[LessonRow]:
    """All lessons: of each book its first battle, then its chapters."""
    return [lesson_row_in(row, language_of(request)) for row in lesson_rows()]


@get(
    "/api/lessons/{lesson_id:str}",
    sync_to_thread=True,
    response_headers=VARY,
    summary="Lesson",
    description="A lesson with its steps, whose orders are orders.",  # the docstring is not found behind the thread
)
def lesson(lesson_id: LessonId, request: Request[Any, Any, Any]) -> LessonView:
    """A lesson with its steps, whose orders are orders."""
    return lesson_in(lesson_view(lesson_id), language_of(request))


@post("/api/lessons/{lesson_id:str}", opt={PLAIN: True, COST: 10})
async def learn(
    lesson_id: LessonId, data: JSONBody[LessonBody], state: State, request: Request[Any, Any, Any]
) -> Created:
    """A match of a lesson, at the beginning of a step."""
    state.pace.step(address_of(request))
    return await all_matches(state).learn(lesson_id, data.step)
