"""The player of the Core rules; `tactics` is what bots ask."""
