"""The lineage of sessions as a tree on a page of its own."""
