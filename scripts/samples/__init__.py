"""What the sample sessions tell. Every project, person, model and price in them is invented."""
