"""The computer player of Panzer Squadron: how it judges tanks, ways and shots, and how it plans an activation."""
