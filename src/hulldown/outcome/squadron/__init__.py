"""What the outcome model of Panzer Squadron goes by."""
