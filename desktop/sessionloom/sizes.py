"""Sizes as a person reads them."""

from __future__ import annotations


def size_text(size: int) -> str:
    """Bytes as a person reads them: 912 B, 188 KB, 2.14 MB, 1.30 GB."""
    value = float(size)
    for unit in ("B", "KB", "MB"):
        if value < 1000:
            return f"{value:.0f} {unit}" if unit in ("B", "KB") else f"{value:.2f} {unit}"
        value /= 1000
    return f"{value:.2f} GB"
