"""What the outcome model of France 1944 goes by."""
