"""Two sides of a conversation beside each other, on a page of its own."""
