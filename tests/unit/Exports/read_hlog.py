"""What a reader made of HdrHistogram's description of its V2 form finds in logs.

read_hlog.py QUANTILES FILE...: for each file a line of JSON: tag: [total count, a value for each quantile].
"""

import base64
import collections
import json
import math
import struct
import sys
import zlib

COMPRESSED_COOKIE, COOKIE = 0x1C849314, 0x1C849313
HEADER = struct.Struct(">iiiiqqd")
HALF_SUB_BUCKET_BITS = 10


def decode(text):
    """The index and count of each value of a histogram."""
    encoded = base64.b64decode(text, validate=True)
    cookie, length = struct.unpack(">ii", encoded[:8])
    assert (cookie, length) == (COMPRESSED_COOKIE, len(encoded) - 8), (hex(cookie), length, len(encoded))
    stream = zlib.decompressobj()
    payload = stream.decompress(encoded[8:])
    assert stream.eof and not stream.unused_data, "not one whole stream"
    cookie, length, offset, digits, lowest, _, ratio = HEADER.unpack_from(payload)
    assert (cookie, length) == (COOKIE, len(payload) - HEADER.size), (hex(cookie), length, len(payload))
    assert (offset, digits, lowest, ratio) == (0, 3, 1, 1), (offset, digits, lowest, ratio)
    index = 0
    for number in numbers(payload[HEADER.size :]):
        if number > 0:
            yield index, number
        index += max(1, -number)


def numbers(words):
    """ZigZag LEB128, of which a ninth byte has eight bits."""
    word = shift = 0
    for byte in words:
        is_ninth = shift == 56
        word |= (byte if is_ninth else byte & 127) << shift
        shift += 7
        if is_ninth or byte < 128:
            yield word >> 1 ^ -(word & 1)
            word = shift = 0
    assert shift == 0, "the last number is cut off"


def middle(index):
    """Of the values that share an index."""
    shift = max(0, (index >> HALF_SUB_BUCKET_BITS) - 1)
    return ((index - (shift << HALF_SUB_BUCKET_BITS)) << shift) + ((1 << shift) - 1) / 2


def value_at(quantile, counts):
    seen, rank = 0, max(1, math.ceil(quantile * sum(counts.values())))
    for index in sorted(counts):
        seen += counts[index]
        if seen >= rank:
            return middle(index)
    return None


def read(path, quantiles):
    by_tag = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8") as log:
        for line in log:
            if line[0] in '#"':
                continue
            *tag, _, _, _, histogram = line.rstrip("\n").split(",")
            by_tag["".join(tag).removeprefix("Tag=")].update(dict(decode(histogram)))
    return {
        tag: [sum(counts.values()), *(value_at(quantile, counts) for quantile in quantiles)]
        for tag, counts in by_tag.items()
    }


for file in sys.argv[2:]:
    print(json.dumps(read(file, [float(text) for text in sys.argv[1].split(",")])))
