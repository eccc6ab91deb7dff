"""What every rulebook shares: rules and refusals, dice and odds, the game, its record and the conformance kit."""
