"""The players of the three Panzer Strike books: what they share stands here, each book's own beside it.

A book's `tactics` is what bots ask. `posts` sets units up. `moves` (France: `advance`) asks a `driver` for the best
pose of each vehicle, by the `battle` (the enemy as he stands), the side's `needs` and its `mood`. `shots` (Core:
`salvo`) fires. `worth` judges positions by the `exchange` of fire that is foreseen. `tuning` holds every tuned
number.
"""
