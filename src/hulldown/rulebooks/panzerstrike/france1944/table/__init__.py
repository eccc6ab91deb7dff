"""What people see and hear of the book: pictures, sentences, boards as text, and what a unit in the hand can do."""
