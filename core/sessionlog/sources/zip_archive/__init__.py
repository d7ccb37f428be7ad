"""Exported ZIPs as a read-only source: judged by name, streamed once into scratch, nothing unpacked
where anybody works (spec 02 section 8, 03 section 8)."""
