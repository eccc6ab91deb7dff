"""Panzer Squadron: tanks on hexes that face corners, initiative, momentum and attacks of opportunity."""

from hulldown.rulebooks.squadron.book import book

__all__ = ["book"]
