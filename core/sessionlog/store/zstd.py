"""zstd for what the store keeps: small frames, made and read on several threads."""

from __future__ import annotations

import threading

import zstandard

ZstdError = zstandard.ZstdError
LEVEL = 3
MAX_BYTES = 1 << 30
"""No frame of the store is larger than the longest line that is loaded, by far."""

_local = threading.local()
"""A compressor and a decompressor for each thread: their contexts must not be shared."""


def compress(text: bytes) -> bytes:
    """One frame with checksum and content size."""
    compressor: zstandard.ZstdCompressor | None = getattr(_local, "compressor", None)
    if compressor is None:
        compressor = _local.compressor = zstandard.ZstdCompressor(
            level=LEVEL, write_checksum=True, write_content_size=True
        )
    return compressor.compress(text)


def decompress(data: bytes) -> bytes:
    """The inverse of `compress`. Raises `ZstdError` for bytes that are not what was stored."""
    decompressor: zstandard.ZstdDecompressor | None = getattr(_local, "decompressor", None)
    if decompressor is None:
        decompressor = _local.decompressor = zstandard.ZstdDecompressor()
    if zstandard.frame_content_size(data) > MAX_BYTES:
        raise ZstdError("a frame claims more than the store ever keeps")
    return decompressor.decompress(data)
