"""The player of France 1944; `tactics` is what bots ask."""
