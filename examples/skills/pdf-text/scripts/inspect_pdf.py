#!/usr/bin/env python3
"""Say what a PDF holds, as JSON: pages, fonts, images, and whether its text can be read.

Exit codes: 0 inspected, 2 bad arguments or not a readable PDF, 3 encrypted PDF.
"""
import argparse
import base64
import json
import re
import sys
import zlib

MAX_FILE = 50 * 1024 * 1024
MAX_STREAM = 20 * 1024 * 1024  # a few bytes of Flate data can unpack to gigabytes
OBJECT = re.compile(rb"(?<!\d)(\d+)\s+\d+\s+obj\b(.*?)endobj", re.S)
REFERENCE = re.compile(rb"(\d+)\s+\d+\s+R\b")
NAMED_REFERENCE = re.compile(rb"/([^\s/<>\[\]]+)\s+(\d+)\s+\d+\s+R\b")


def stop(code, message):
    print(f"{sys.argv[0]}: {message}", file=sys.stderr)
    sys.exit(code)


def open_pdf(path):
    """Return the objects of the file by number, or stop with a message."""
    try:
        with open(path, "rb") as handle:
            data = handle.read(MAX_FILE + 1)
    except OSError as error:
        stop(2, f"cannot open {path}: {error.strerror}; check the path")
    if b"%PDF-" not in data[:1024]:
        stop(2, f"{path} starts with {data[:8]!r}, expected %PDF-; this is not a PDF file")
    if len(data) > MAX_FILE:
        stop(2, f"{path} is larger than {MAX_FILE} bytes; split it first")
    if re.search(rb"/Encrypt\s+\d+\s+\d+\s+R", data):
        stop(3, f"{path} is encrypted; ask the owner for an unlocked copy")
    return load_objects(data)


def load_objects(data):
    objects = {int(match[1]): match[2] for match in OBJECT.finditer(data)}
    for body in [body for body in objects.values() if b"/ObjStm" in body]:
        content, first = decode_stream(body), re.search(rb"/First\s+(\d+)", body)
        begin = int(first[1]) if first else 0
        numbers = [int(n) for n in content[:begin].split() if n.isdigit()]
        starts = numbers[1::2] + [len(content)]
        for number, start, end in zip(numbers[::2], starts, starts[1:]):
            objects.setdefault(number, content[begin + start : begin + end])
    return objects


def decode_stream(body):
    head, _, raw = body.partition(b"stream")
    raw = raw[: raw.rfind(b"endstream")].lstrip(b"\r\n")
    try:
        if b"/ASCII85Decode" in head:
            raw = base64.a85decode(raw.strip().rstrip(b">").rstrip(b"~"))
        if b"/FlateDecode" in head:
            return zlib.decompressobj().decompress(raw, MAX_STREAM)
    except (zlib.error, ValueError):
        return b""
    return b"" if b"/DCTDecode" in head or b"/LZWDecode" in head else raw


def follow(objects, body, key):
    """Return what KEY holds: the object it points to, or the text that follows it."""
    match = re.search(rb"/" + key + rb"\s*(?:(\d+)\s+\d+\s+R|(<<|\[))", body)
    if not match:
        return b""
    return objects.get(int(match[1]), b"") if match[1] else body[match.start(2) :]


def walk_pages(objects):
    """Yield (page, resources) in reading order."""
    catalog = next((b for b in objects.values() if re.search(rb"/Type\s*/Catalog\b", b)), b"")
    waiting, seen = [(n, b"") for n in re.findall(rb"/Pages\s+(\d+)", catalog)[:1]], set()
    while waiting:
        number, inherited = waiting.pop()
        body = objects.get(int(number), b"")
        resources = follow(objects, body, b"Resources") or inherited
        kids = re.search(rb"/Kids\s*\[(.*?)\]", body, re.S)
        if kids and number not in seen:
            waiting += [(kid, resources) for kid in reversed(REFERENCE.findall(kids[1]))]
        elif body and not kids:
            yield body, resources
        seen.add(number)


def fonts_of(objects, resources):
    """Return the body of each font of a page by its name in the page."""
    listed = follow(objects, resources, b"Font").partition(b">>")[0]
    return {name: objects.get(int(number), b"") for name, number in NAMED_REFERENCE.findall(listed)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    path = parser.parse_args().file
    objects = open_pdf(path)
    pages = [fonts_of(objects, resources) for _, resources in walk_pages(objects)]
    bodies = [body for fonts in pages for body in fonts.values()]
    unmapped = [body for body in bodies if b"/Type0" in body and b"/ToUnicode" not in body]
    print(json.dumps({
        "file": path,
        "pages": len(pages),
        "pages_without_fonts": [number for number, fonts in enumerate(pages, 1) if not fonts][:50],
        "fonts": len(set(bodies)),
        "fonts_without_text_map": len(set(unmapped)),
        "images": sum(bool(re.search(rb"/Subtype\s*/Image\b", body)) for body in objects.values()),
    }, indent=2))


if __name__ == "__main__":
    main()
