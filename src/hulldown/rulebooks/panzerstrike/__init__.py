"""What the three Panzer Strike books share: boards of squares, pieces on them, the words for places and facings."""
