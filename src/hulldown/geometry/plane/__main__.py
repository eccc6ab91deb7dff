"""Draws a table with a drive, an arc, a gap and a line of sight."""

from math import isqrt

from hulldown.geometry.plane import (
    Base,
    Field,
    Ground,
    Leg,
    Point,
    Shape,
    farthest,
    gap,
    in_arc,
    in_range,
    length_of,
    polygon,
    sweep,
    trace,
    zone,
)

CM = 1000
WIDE, TALL = 120 * CM, 80 * CM
STEP_X, STEP_Y = 3 * CM // 2, 3 * CM  # a sign is about twice as tall as wide


def _picture(signs: dict[str, list[Shape]], dots: list[Point]) -> str:
    """The table as text, with the sign of the last shape that holds the middle of each; dots are drawn over them."""
    rows = []
    for y in range(STEP_Y // 2, TALL, STEP_Y):
        row = ""
        for x in range(STEP_X // 2, WIDE, STEP_X):
            held = [sign for sign, shapes in signs.items() if any(shape.holds(x, y) for shape in shapes)]
            row += [".", *held][-1] if (x // STEP_X, y // STEP_Y) not in dots else "*"
        rows.append(row)
    return "\n".join([*rows, ""])


def _box(left: int, top: int, right: int, bottom: int) -> Shape:
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    return polygon([(x * CM, y * CM) for x, y in corners])


def _show() -> None:
    house = polygon([(x * CM, y * CM) for x, y in ((54, 14), (72, 14), (72, 22), (62, 22), (62, 30), (54, 30))])
    wood, river = _box(30, 40, 48, 60), _box(84, 0, 96, 80)
    bridge = Base(90 * CM, 58 * CM, 90, 16 * CM, 5 * CM).shape
    tank, enemy = Base(14 * CM, 66 * CM, 70, 6 * CM, 4 * CM), Base(78 * CM, 10 * CM, 200, 6 * CM, 4 * CM)
    ground, bases = {"~": [river], "%": [wood], "#": [house], "=": [bridge]}, {">": [tank.shape], "T": [enemy.shape]}
    field = Field([enemy.shape], [Ground([river], [bridge]), Ground([house])], [Ground([_box(0, 0, 120, 80)])])

    leg = Leg(tank.x, tank.y, tank.heading, 90 * CM)
    stop, slow = field.drive(tank, leg.length), leg.inside([wood])
    afford = min(stop.free, farthest(leg.length, slow, 70 * CM))
    driven = Leg(tank.x, tank.y, tank.heading, afford)
    print(
        f"Heading 70 it is free for {stop.free / CM:.3f} cm, of which {float(length_of(slow)) / CM:.3f} cm are slow;"
        f" 70 cm of movement are enough for {afford / CM:.3f} cm\n"
    )
    print(_picture(ground | {"o": [sweep(tank, driven)]} | bases, []))

    dx, dy = enemy.x - tank.x, enemy.y - tank.y
    side = zone(-dx, -dy, enemy.heading)
    print(
        f"Its arc of 30° to either side, 60 cm far; T is {isqrt(dx * dx + dy * dy) / CM:.2f} cm away, shows its {side},"
    )
    print(f"and {isqrt(int(gap(tank.shape, enemy.shape))) / CM:.2f} cm lie between both\n")
    spots = [
        (x, y)
        for x in range(STEP_X // 2, WIDE, STEP_X)
        for y in range(STEP_Y // 2, TALL, STEP_Y)
        if in_range(x - tank.x, y - tank.y, 60 * CM) and in_arc(x - tank.x, y - tank.y, tank.heading, 30)
    ]
    print(_picture(ground | bases, [(x // STEP_X, y // STEP_Y) for x, y in spots]))

    line = trace((tank.x, tank.y), (enemy.x, enemy.y), [], [house])
    by = " and at ".join(f"{x / CM:.2f}, {y / CM:.2f}" for x, y in (closed.enters for closed in line.closed))
    print(f"Its line of sight to T enters the house at {by}\n")
    way = [(tank.x + dx * part // 200, tank.y + dy * part // 200) for part in range(201)]
    print(_picture(ground | bases, [(x // STEP_X, y // STEP_Y) for x, y in way]))


if __name__ == "__main__":
    _show()
