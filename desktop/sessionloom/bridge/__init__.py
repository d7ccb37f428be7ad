"""Where core meets the event loop, and nowhere else."""
