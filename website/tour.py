"""The tour: a page with a picture of each part of the program, taken in a real browser."""

import msgspec

from website.page import Page


class Stop(msgspec.Struct, frozen=True):
    """A picture: its file, its heading, what is to be seen, where in the program it is, and what is pressed there.

    `shows` is what is on the page once it has come.
    """

    name: str
    title: str
    told: str
    address: str
    shows: str = "main"
    keys: tuple[str, ...] = ()


BOARD = '[role="application"]'
STOPS = (
    Stop("home", "Home", "A shot to fire, the five books, and the games that wait for you.", "#/"),
    Stop(
        "setup",
        "A new game",
        "The whole game in one sentence; whatever part of it you press can be changed.",
        "#/new/france1944/crossroads",
    ),
    Stop(
        "battle",
        "A battle",
        "A tank is aimed at another: the exact chance, what it is made of, and the rule of each part.",
        "#/play/france1944",
        BOARD,
        (".", "t"),
    ),
    Stop(
        "hexes", "Panzer Squadron", "Hexes, momentum, and shots at whoever drives by.", "#/play/squadron", BOARD, (".",)
    ),
    Stop("table", "Panzerkampf", "No grid: models on a table in centimetres.", "#/play/panzerkampf", BOARD, (".",)),
    Stop("learn", "Learn", "A first battle of five minutes for each book, and lessons by chapter.", "#/learn"),
    Stop(
        "rules",
        "The rules",
        "Each rule in plain words, with its rulings and a diagram that the referee has judged.",
        "#/rules/france1944/FR-37",
        "figure svg",
    ),
    Stop(
        "make", "Make", "Boards, armies, charts, scenarios and positions of your own, kept in your browser.", "#/make"
    ),
    Stop("study", "Study", "Exact odds over all ranges, without a battle.", "#/odds/dynamic", "main svg, main table"),
    Stop(
        "real-table", "At your own table", "One shot with your own dice, settled by the referee.", "#/table/shot/core"
    ),
)


def picture_of(stop: Stop) -> str:
    return f"tour/{stop.name}.png"


def tour_pictures() -> list[str]:
    return [picture_of(stop) for stop in STOPS]


def tour_page() -> Page:
    parts = [f"## {stop.title}\n\n{stop.told}\n\n![{stop.told}]({picture_of(stop)})" for stop in STOPS]
    return Page("tour.md", "# A tour\n\nWhat there is to see, a picture each.\n\n" + "\n\n".join(parts) + "\n")
