"""What the outcome model of the Dynamic rules goes by."""
