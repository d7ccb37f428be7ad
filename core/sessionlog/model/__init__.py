"""The log's contracts as pure functions over rows: no files, no SQL, no clocks."""
