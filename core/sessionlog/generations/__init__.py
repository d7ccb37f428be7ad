"""Format generations: one module each for rows and dialect."""
