"""What stands behind the library's door: opened places, imports, followed logs."""
