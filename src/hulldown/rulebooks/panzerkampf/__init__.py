"""Panzerkampf: models on a free table measured in centimetres, on land, on water and in the air."""
