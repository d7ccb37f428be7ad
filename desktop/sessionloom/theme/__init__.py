"""Colours, faces and icons, built from the tokens."""
