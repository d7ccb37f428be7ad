"""The decoder accepts what the contract accepts, and the encoders write what JavaScript writes."""

from __future__ import annotations

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sessionlog.model.errors import RowFault
from sessionlog.model.json import (
    MAX_DEPTH,
    LossyObject,
    UndecodedObject,
    canonical,
    decode,
    decode_shallow,
    encode,
    js_number,
    lossy_numbers,
)

texts = st.text(st.characters(codec=None, categories=None), max_size=8)
numbers = st.one_of(st.integers(-(2**53) + 1, 2**53 - 1), st.floats(-(2.0**53), 2.0**53))
values = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, texts),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(texts, inner, max_size=4)),
    max_leaves=12,
)


@given(values)
def test_what_is_encoded_reads_back_equal(value: object) -> None:
    assert decode(encode(value)) == value


@given(values)
def test_canonical_json_is_that_of_sorted_keys_in_ascii(value: object) -> None:
    expected = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    assert canonical(value) == expected.encode("ascii")


@given(values)
def test_encoding_is_utf_8_without_spaces_or_needless_escapes(value: object) -> None:
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if not any("\ud800" <= c <= "\udfff" for c in compact) and "." not in compact and "e" not in compact:
        assert encode(value) == compact.encode()


def test_lone_surrogates_are_read_and_written_as_escapes() -> None:
    line = b'{"text":"a\\ud83d b","pair":"\\ud83d\\ude42"}'
    value = decode(line)
    assert value == {"text": "a\ud83d b", "pair": "🙂"}
    assert encode(value) == '{"text":"a\\ud83d b","pair":"🙂"}'.encode()
    assert canonical(value) == b'{"pair":"\\ud83d\\ude42","text":"a\\ud83d b"}'


def test_bytes_that_are_no_utf_8_are_read_with_replacement_and_marked() -> None:
    value = decode(b'{"text":"caf\xe9"}')
    assert value == {"text": "caf�"}
    assert type(value) is LossyObject


@pytest.mark.parametrize(
    "line", [b"", b"{", b"NaN", b'{"a":Infinity}', b'{"a":1}x', b"\xef\xbb\xbf{}", b"'a'", b"[1,]"]
)
def test_what_is_no_json_is_a_fault(line: bytes) -> None:
    with pytest.raises(RowFault) as caught:
        decode(line)
    assert caught.value.code == "json"


def test_a_text_of_the_greatest_depth_is_decoded_and_a_deeper_one_is_not() -> None:
    deep = b"[" * MAX_DEPTH + b"]" * MAX_DEPTH
    decode(deep)
    with pytest.raises(RowFault) as caught:
        decode(b"[" + deep + b"]")
    assert caught.value.code == "depth"


def test_brackets_in_texts_are_no_depth() -> None:
    line = encode({"text": "[{" * 2000 + '\\"['})
    assert decode(line) == {"text": "[{" * 2000 + '\\"['}


@pytest.mark.parametrize("depth", [MAX_DEPTH, 5000, 100_000])
def test_of_a_line_that_is_too_deep_the_top_is_still_read(depth: int) -> None:
    line = b'{"type":"x","data":' + b"[" * depth + b"]" * depth + b',"seq":3}'
    value = decode_shallow(line)
    assert (value["type"], value["seq"]) == ("x", 3)
    assert type(value["data"]) is UndecodedObject


def test_numbers_of_any_length_are_read() -> None:
    assert decode(b"[" + b"9" * 5000 + b",1e400]") == [math.inf, math.inf]


def test_numbers_that_javascript_changes_are_found_on_the_bytes() -> None:
    line = b'{"a":-0,"b":"-0 9007199254740993","c":[9007199254740992,-0.0e1],"d":9007199254740991,"e":1.5}'
    assert [(found.text, found.kind) for found in lossy_numbers(line)] == [
        ("-0", "minus-zero"),
        ("9007199254740992", "unsafe-integer"),
        ("-0.0e1", "minus-zero"),
    ]
    assert [line[found.offset :].startswith(found.text.encode()) for found in lossy_numbers(line)] == [
        True
    ] * 3


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.0, "0"), (-0.0, "0"), (1.0, "1"), (517.3, "517.3"), (-1.5, "-1.5"), (1e16, "10000000000000000"),
        (1e20, "100000000000000000000"), (1e21, "1e+21"), (1.25e22, "1.25e+22"), (1e-6, "0.000001"),
        (1e-7, "1e-7"), (1.5e-9, "1.5e-9"), (0.1, "0.1"), (123456789.125, "123456789.125"),
        (5e-324, "5e-324"),
    ],
)  # fmt: skip
def test_numbers_are_spelled_as_javascript_does(number: float, text: str) -> None:
    assert js_number(number) == text


@pytest.mark.parametrize("value", [math.nan, math.inf, {1: 2}, object(), [b""]])
def test_what_json_cannot_say_is_refused(value: object) -> None:
    with pytest.raises(ValueError):
        encode(value)


def test_the_bound_of_depth_is_500_and_holds_exactly() -> None:
    for depth, fits in ((500, True), (501, False)):
        line = b"[" * depth + b" " * 600 + b"]" * depth
        if fits:
            decode(line)
            continue
        with pytest.raises(RowFault) as fault:
            decode(line)
        assert fault.value.code == "depth"


def test_only_an_object_of_bytes_that_were_no_utf_8_is_marked() -> None:
    assert type(decode(b'{"a":"\\ud800"}')) is dict, "a lone surrogate is no byte that was lost"
    assert type(decode(b'{"a":"\xff"}')) is LossyObject
    assert decode(b'["\xff"]') == ["\ufffd"]


def test_an_integer_is_one_up_to_twenty_figures_and_then_a_double() -> None:
    """Only lines that the quick decoder refuses come this way."""
    assert decode(b'["\\ud800",12345678901234567890]')[1] == 12345678901234567890
    assert type(decode(b'["\\ud800",123456789012345678901]')[1]) is float


def test_a_negative_number_is_no_minus_zero_and_neither_is_a_zero() -> None:
    found = [(one.text, one.kind) for one in lossy_numbers(b"[-0.5,-0,0.0,-0.0,-0e5,-10]")]
    assert found == [("-0", "minus-zero"), ("-0.0", "minus-zero"), ("-0e5", "minus-zero")]
    assert lossy_numbers(b"[0,1000000000000000,9007199254740991]") == []


def test_depth_is_how_far_containers_are_nested_not_how_many_there_are() -> None:
    deep = b"[" * 499 + b"]" * 499
    assert decode(b"[" + b",".join([b"[]"] * 700 + [deep, deep]) + b"]")[0] == []
    assert decode(b"[" + b",".join([b'{"a":"]"}'] * 700 + [deep, deep]) + b"]")[0] == {"a": "]"}
    with pytest.raises(RowFault) as fault:
        decode(b"[[],[" + deep + b"]," + deep + b"]")
    assert fault.value.code == "depth"


def test_of_a_line_that_is_too_deep_a_member_that_fits_exactly_is_read() -> None:
    fits, deep = b"[" * 499 + b"]" * 499, b"[" * 500 + b"]" * 500
    value = decode_shallow(b'{"a":' + fits + b',"b":' + deep + b"}")
    assert value["a"] != {} and type(value["b"]) is UndecodedObject


def test_true_and_false_are_written_as_such() -> None:
    assert encode([True, False, 1, 0, None]) == b"[true,false,1,0,null]"
