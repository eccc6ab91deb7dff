"""Panzerkampf: models on a free table measured in centimetres, on land, on water and in the air."""

from hulldown.rulebooks.panzerkampf.book import book

__all__ = ["book"]
