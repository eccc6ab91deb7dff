"""Plots as SVG of our own: no script, no outside file, readable in print and without colour.

Lines("Destroyed, by range", "range", "percent", (Series("front", ((1, 40.0), (2, 30.0))),))
Estimates("Ratings", "Elo", (Estimate("greedy", Interval(80, 100, 120)),), reference=0)
"""

from collections.abc import Iterator, Sequence
from html import escape
from math import ceil, floor, isfinite, log10
from typing import Protocol

import msgspec

from hulldown.kernel.interval import Interval

WIDTH = 640
LETTER = 6.6  # what a letter of a name takes, about
INKS = ("#1f4e79", "#a13d2d", "#3f6b35", "#7a5195", "#8a6d1d", "#33415c")
DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 2")
MOST_SIGNS = 20  # on one line
SIGNS = ("●", "■", "▲", "◆", "▼", "○")


class Series(msgspec.Struct, frozen=True):
    """Points that a line joins; with `reach`, each has an interval and no line."""

    name: str
    points: tuple[tuple[float, float], ...]
    reach: tuple[Interval, ...] = ()


class Lines(msgspec.Struct, frozen=True, tag=True):
    title: str
    across: str
    up: str
    series: tuple[Series, ...]

    def svg(self) -> str:
        return "".join(_lines(self))


class Estimate(msgspec.Struct, frozen=True):
    name: str
    value: Interval
    note: str = ""


class Estimates(msgspec.Struct, frozen=True, tag=True):
    """A row for each thing: what was seen and its interval; for all, a reference, or a band in which all is well."""

    title: str
    across: str
    rows: tuple[Estimate, ...]
    reference: float | None = None
    band: tuple[float, float] | None = None

    def svg(self) -> str:
        return "".join(_estimates(self))


class Bars(msgspec.Struct, frozen=True, tag=True):
    """How often something came about, by a number or a name."""

    title: str
    across: str
    bars: tuple[tuple[str, int], ...]

    def svg(self) -> str:
        return "".join(_bars(self))


class Plot(Protocol):
    """What is drawn."""

    @property
    def title(self) -> str: ...
    def svg(self) -> str: ...


def ticks(low: float, high: float, most: int = 8, least: float = 0.0) -> list[float]:
    """Round numbers that cover a span, at least so far apart."""
    span = (high - low) or 1.0
    step: float = 10.0 ** floor(log10(span / most))
    step = max(least, step * next(times for times in (1, 2, 5, 10, 20) if span / (step * times) <= most))
    first = floor(low / step)
    found = [round(first * step, 10)]
    while found[-1] < high - step * 1e-9:
        found.append(round((first + len(found)) * step, 10))
    return found


def _number(value: float) -> str:
    return f"{value:,.10g}".replace("-", "−")


def opened(title: str, height: float) -> str:
    """Where a drawing begins: its name, for those who cannot see it."""
    name = escape(title)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{name}" '
        f'font-family="inherit" font-size="12"><title>{name}</title>'
    )


def written(x: float, y: float, text: str, anchor: str = "start", ink: str = "#222") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{ink}">{escape(text)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, ink: str = "#ccc", wide: float = 1, dash: str = "") -> str:
    dashed = f' stroke-dasharray="{dash}"' if dash else ""
    where = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {where} stroke="{ink}" stroke-width="{wide:g}"{dashed}/>'


def _lines(plot: Lines) -> Iterator[str]:
    left, top, bottom, right = 48, 10, 250, WIDTH - 20
    xs = [x for one in plot.series for x, _ in one.points] or [0, 1]
    ys = [0.0, *(y for one in plot.series for _, y in one.points)]
    ys += [end for one in plot.series for found in one.reach for end in (found.low, found.high)]
    along = ticks(min(xs), max(xs), 10, float(all(x == int(x) for x in xs)))
    up = ticks(min(ys), max(ys), 6)

    def at(x: float, y: float) -> tuple[float, float]:
        wide, high = (along[-1] - along[0]) or 1, (up[-1] - up[0]) or 1
        return left + (x - along[0]) / wide * (right - left), bottom - (y - up[0]) / high * (bottom - top)

    yield opened(plot.title, bottom + 44 + 18 * len(plot.series))
    for value in up:
        yield line(left, at(0, value)[1], right, at(0, value)[1])
        yield written(left - 6, at(0, value)[1] + 4, _number(value), "end")
    for value in along:
        yield line(at(value, 0)[0], bottom, at(value, 0)[0], bottom + 4, "#888")
        yield written(at(value, 0)[0], bottom + 17, _number(value), "middle")
    yield written((left + right) / 2, bottom + 34, f"{plot.across}; upwards: {plot.up}", "middle", "#555")
    for number, one in enumerate(plot.series):
        ink, sign = INKS[number % len(INKS)], SIGNS[number % len(SIGNS)]
        if not one.reach:
            drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in one.points))
            dash = DASHES[number % len(DASHES)]
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            yield f'<polyline points="{drawn}" fill="none" stroke="{ink}" stroke-width="2"{dashed}/>'
        for (x, _), found in zip(one.points, one.reach, strict=False):
            yield line(*at(x, found.low), *at(x, found.high), ink, 1.5)
        if one.reach or len(one.points) <= MOST_SIGNS:
            for point in one.points:
                x, y = at(*point)
                yield written(x, y + 4, sign, "middle", ink)
        y = bottom + 54 + 18 * number
        if not one.reach:
            yield line(left, y - 4, left + 34, y - 4, ink, 2, DASHES[number % len(DASHES)])
        if one.reach or len(one.points) <= MOST_SIGNS:
            yield written(left + 17, y, sign, "middle", ink)
        yield written(left + 44, y, one.name, "start", ink)
    yield "</svg>"


def _estimates(plot: Estimates) -> Iterator[str]:
    left, top, row = max(120.0, 20 + LETTER * max([len(mark.name) for mark in plot.rows], default=0)), 8, 22
    right, bottom = WIDTH - 110, top + row * len(plot.rows)
    ends = [end for mark in plot.rows for end in _ends(mark.value)]
    ends += [*(plot.band or ()), *([] if plot.reference is None else [plot.reference])]
    along = ticks(min(ends, default=0), max(ends, default=1))

    def at(value: float) -> float:
        share = (value - along[0]) / ((along[-1] - along[0]) or 1)
        return left + min(1.0, max(0.0, share)) * (right - left)

    yield opened(plot.title, bottom + 40)
    if plot.band:
        low, high = map(at, plot.band)
        yield f'<rect x="{low:.1f}" y="{top}" width="{high - low:.1f}" height="{bottom - top}" fill="#eee9d8"/>'
    for value in along:
        yield line(at(value), top, at(value), bottom + 4)
        yield written(at(value), bottom + 17, _number(value), "middle")
    if plot.reference is not None:
        yield line(at(plot.reference), top, at(plot.reference), bottom, "#555", 1.5, "4 3")
    for number, mark in enumerate(plot.rows):
        y = top + row * (number + 0.5)
        yield written(left - 10, y + 4, mark.name, "end")
        yield line(at(mark.value.low), y, at(mark.value.high), y, INKS[0], 2)
        if isfinite(mark.value.mid):
            yield written(at(mark.value.mid), y + 4, SIGNS[0], "middle", INKS[0])
        yield written(right + 10, y + 4, mark.note)
    yield written((left + right) / 2, bottom + 34, plot.across, "middle", "#555")
    yield "</svg>"


def _bars(plot: Bars) -> Iterator[str]:
    left, top, bottom, right = 48, 16, 210, WIDTH - 10
    up = ticks(0, max([many for _, many in plot.bars], default=1), 5, 1)
    wide = (right - left) / (len(plot.bars) or 1)
    every = ceil(LETTER * max([len(name) + 1 for name, _ in plot.bars], default=1) / wide)

    def at(many: float) -> float:
        return bottom - many / (up[-1] or 1) * (bottom - top)

    yield opened(plot.title, bottom + 42)
    for value in up:
        yield line(left, at(value), right, at(value))
        yield written(left - 6, at(value) + 4, _number(value), "end")
    for number, (name, many) in enumerate(plot.bars):
        x = left + wide * number
        if many:
            yield (
                f'<rect x="{x + wide * 0.1:.1f}" y="{at(many):.1f}" width="{wide * 0.8:.1f}" '
                f'height="{bottom - at(many):.1f}" fill="{INKS[0]}"><title>{escape(name)}: {many:,}</title></rect>'
            )
        if number % every == 0:
            yield written(x + wide / 2, bottom + 17, name, "middle")
    yield written((left + right) / 2, bottom + 36, plot.across, "middle", "#555")
    yield "</svg>"


def _ends(value: Interval) -> Sequence[float]:
    """What decides the scale: an end without bounds is drawn to the edge."""
    return [end for end in (value.low, value.mid, value.high) if isfinite(end)]
