"""The catalogue of the book's rules."""

from pathlib import Path

from hulldown.kernel.rule import Catalogue

HERE = Path(__file__).parent
RULES = Catalogue.load(HERE / "rules.toml")
