"""Panzer Strike: the Core rules, the full game with accuracy, hit areas, armour and penetration."""
