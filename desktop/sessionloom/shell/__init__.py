"""The main window, its panels and actions."""
