"""Learning environments over the same engine: `Battle` is the native face; `gym`, `aec` and `spiel` are for libraries.

They need the extra `envs`. Dice stay outside the state, what is seen is what its side may know, and an order that is
not allowed is refused as a value.
"""

from hulldown.envs.battle import Battle, Seen

__all__ = ["Battle", "Seen"]
