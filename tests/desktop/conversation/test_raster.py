"""Untrusted bytes become a picture by what they are, under caps, or a reason why not."""

from __future__ import annotations

import pytest
import rasters
from PySide6.QtGui import QColor, QImage

from sessionloom.conversation.raster import MOST_PIXELS, Fault, decode, fitted, format_of

NOISE = r"imageio|libpng|JPEG|allocation"


def colour_at(image: QImage | None, x: int, y: int) -> QColor:
    assert image is not None
    return image.pixelColor(x, y)


def test_a_picture_of_two_by_two_is_what_it_says() -> None:
    found = decode(rasters.png(2, 2, (200, 30, 60)))
    assert (found.width, found.height, found.fault) == (2, 2, "")
    assert colour_at(found.image, 1, 1) == QColor(200, 30, 60)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_what_it_is_is_told_by_its_bytes_and_it_is_decoded_at_the_size_shown(kind: str) -> None:
    image = QImage(400, 200, QImage.Format.Format_RGB32)
    image.fill(QColor(10, 90, 20))
    found = decode(rasters.encoded(image, kind), (100, 100))
    assert (found.width, found.height) == (400, 200)
    assert found.image is not None
    assert (found.image.width(), found.image.height()) == (100, 50)


def test_a_small_picture_is_never_decoded_larger_than_it_is() -> None:
    found = decode(rasters.png(2, 2), (600, 600))
    assert found.image is not None
    assert (found.image.width(), found.image.height()) == (2, 2)


def test_of_an_animation_the_first_picture_is_shown() -> None:
    assert colour_at(decode(rasters.gif()).image, 0, 0) == QColor(255, 255, 255)


@pytest.mark.parametrize("box", [None, (8, 16)])
def test_a_picture_that_lies_on_its_side_is_turned_upright(box: tuple[int, int] | None) -> None:
    found = decode(rasters.jpeg(32, 16, orientation=6), box)
    assert (found.width, found.height) == (16, 32)
    assert found.image is not None
    width, height = found.image.width(), found.image.height()
    assert (width, height) == (box or (16, 32))
    assert colour_at(found.image, width // 2, 1).red() > 200  # what was left is above
    assert colour_at(found.image, width // 2, height - 2).blue() > 200


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x89PNG",
        rasters.SVG,
        b"GIF",
        b"%PDF-1.7",
        b"BM" + bytes(60),
        b"II*\0" + bytes(60),
        b"P6 1 1 255 abc",
    ],
)
def test_what_is_no_plain_picture_is_refused_without_asking_a_decoder(data: bytes) -> None:
    assert format_of(data) == b""
    assert decode(data).fault is Fault.NO_RASTER


@pytest.mark.qt_log_ignore(NOISE)
@pytest.mark.parametrize(
    "data",
    [
        rasters.png(40, 40)[:-30],
        rasters.png(40, 40)[:20],
        rasters.png(0, 0),
        rasters.png(300, 300, rows=False),
        rasters.SIGNATURE + rasters.SVG,
        b"\xff\xd8\xff",
        b"GIF89a\xff\xff\xff\xff\x80\x00\x00",
        b"RIFF\xff\xff\xff\xffWEBPVP8 ",
    ],
)
def test_a_damaged_picture_is_said_to_be_damaged(data: bytes) -> None:
    found = decode(data, (100, 100))
    assert (found.image, found.fault) == (None, Fault.DAMAGED)


@pytest.mark.qt_log_ignore(NOISE)
@pytest.mark.parametrize("size", [(60_000, 60_000), (MOST_PIXELS + 1, 1), (2**31 - 1, 2**31 - 1)])
def test_a_bomb_is_refused_by_its_header(size: tuple[int, int]) -> None:
    found = decode(rasters.png(*size, rows=False), (100, 100))
    assert found.image is None
    assert found.fault in (Fault.TOO_LARGE, Fault.DAMAGED)


@pytest.mark.parametrize(
    ("size", "box", "expected"),
    [
        ((100, 50), (200, 200), (100, 50)),
        ((1000, 500), (200, 200), (200, 100)),
        ((1_000_000, 1), (700, 320), (700, 1)),
        ((1, 1_000_000), (700, 320), (1, 320)),
    ],
)
def test_a_picture_fits_into_its_place_and_is_never_nothing(
    size: tuple[int, int], box: tuple[int, int], expected: tuple[int, int]
) -> None:
    assert fitted(*size, box) == expected
