"""What the server answers, a chapter a module."""
