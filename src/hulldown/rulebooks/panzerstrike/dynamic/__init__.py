"""Panzer Strike: the Dynamic rules, faster and with more kinds of vehicles."""

from hulldown.rulebooks.panzerstrike.dynamic.book import book

__all__ = ["book"]
