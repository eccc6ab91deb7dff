"""Panzer Strike: the Core rules, the full game with accuracy, hit areas, armour and penetration."""

from hulldown.rulebooks.panzerstrike.core.book import book

__all__ = ["book"]
