"""What people see and hear of the books: pictures, sentences, boards as text, and what a unit in the hand can do."""
