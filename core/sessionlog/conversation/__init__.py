"""Events in, view-neutral nodes and blocks out. No colours, no pixels."""
