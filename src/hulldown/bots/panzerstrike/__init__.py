"""The players of the three Panzer Strike books: what they share stands here, each book's own beside it."""
