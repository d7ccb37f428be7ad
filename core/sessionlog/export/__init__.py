"""Handing sessions over: the raw ZIP, readable HTML and Markdown, redaction. Evidence is never rewritten."""
