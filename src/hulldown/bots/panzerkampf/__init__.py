"""The computer player of Panzerkampf: how it judges units, places and shots, and how it plans a turn."""
