"""Two sides of a conversation beside each other: branches, generations, attempts."""
