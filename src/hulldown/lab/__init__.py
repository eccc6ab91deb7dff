"""The laboratory: many games, honest intervals."""
