"""What the outcome model of the Core rules goes by."""
