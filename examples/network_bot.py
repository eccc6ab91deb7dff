"""A bot that joins a match by its invitation link, over the network, and plays it to the end.

    python examples/network_bot.py http://127.0.0.1:8421/invitation/TOKEN

It knows no rules: it draws among what the server says can be done. Put your own thoughts into `choose`.
"""

import json
import random
import sys
import time
from secrets import token_hex
from urllib.parse import urlsplit
from urllib.request import Request, urlopen


class Seat:
    """A place at a table: the server, the match and the secret that opens it."""

    def __init__(self, link: str, name: str) -> None:
        parts = urlsplit(link)
        self.server, self.token = f"{parts.scheme}://{parts.netloc}/api", ""
        claimed = self.call(f"/invitations/{link.rstrip('/').rsplit('/', 1)[-1]}", {"name": name})
        self.match, self.token, self.side = f"/matches/{claimed['match']}", claimed["token"], claimed["side"]

    def call(self, path: str, body: object = None) -> dict:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        with urlopen(Request(self.server + path, data, headers)) as answer:
            return json.load(answer)


def filled(template: dict, said: dict) -> dict:
    """An order with what was said in place of its blanks."""
    return {field: said[value["blank"]] if isinstance(value, dict) else value for field, value in template.items()}


def choose(seat: Seat, picture: dict) -> dict | None:
    """Any order: of a piece that has something to do, of a place on the board, or of a button; none if too late."""
    tray = picture["tray"]
    orders = [button["order"] for button in tray["buttons"]]
    for todo in random.sample(tray["todo"], min(3, len(tray["todo"]))):
        survey = seat.call(f"{seat.match}/survey?unit={todo['unit']}")["survey"]
        shots = [aim for aim in survey["aims"] if not aim["preview"].get("refusal")]
        orders += [choice["order"] for choice in survey["deeds"] + shots]
        for band in survey["bands"]:
            k, pose = random.choice([*enumerate(band["poses"])])  # a stride from afar is refused
            said = {"cell": pose >> 3, "facing": pose & 7, "trail": band.get("trails", {k: None})[k]}
            orders.append(band["strides"][k] if "strides" in band else filled(band["order"], said))
    places = [filled(spots["order"], {"cell": random.choice(spots["cells"])}) for spots in tray["spots"]]
    return random.choice(orders + places or [None])  # the game may have ended since the picture


def play(seat: Seat) -> str:
    while (view := seat.call(seat.match))["result"] is None:
        if view["picture"]["tray"]["side"] == seat.side and (order := choose(seat, view["picture"])):
            seat.call(f"{seat.match}/orders", {"id": token_hex(), "position": view["head"], "orders": [order]})
        time.sleep(0.05)  # a patient bot would listen to the stream instead
    return view["result"]["sentence"]


if __name__ == "__main__":
    print(play(Seat(sys.argv[1], "Network bot")))
