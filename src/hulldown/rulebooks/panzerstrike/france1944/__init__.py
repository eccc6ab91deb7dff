"""Panzer Strike: France 1944, the original game."""

from hulldown.rulebooks.panzerstrike.france1944.book import book

__all__ = ["book"]
