"""What the outcome model of Panzerkampf goes by."""
