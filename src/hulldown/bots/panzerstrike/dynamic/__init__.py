"""The player of the Dynamic rules; `tactics` is what bots ask."""
