"""The table for players elsewhere: seats, storage and fan-out, and no rules."""
