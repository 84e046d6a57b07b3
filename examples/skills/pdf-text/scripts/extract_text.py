#!/usr/bin/env python3
"""Extract the text of a PDF with nothing but the Python standard library.

Exit codes: 0 text found, 1 no readable text on the chosen pages,
2 bad arguments or not a readable PDF, 3 encrypted PDF.
"""
import argparse
import json
import re
import sys

sys.dont_write_bytecode = True  # leave no __pycache__ inside the skill
from inspect_pdf import REFERENCE, decode_stream, follow, fonts_of, open_pdf, stop, walk_pages

TOKEN = re.compile(
    rb"\((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*\)"  # (string), with one level of inner brackets
    rb"|<[0-9A-Fa-f\s]*>|/[^\s/\[\]()<>]+|[-+]?\d*\.?\d+|[A-Za-z'\"*]+", re.S)
ESCAPES = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f"}
UNKNOWN = "\ufffd"


def page_text(content, fonts):
    """Run the text operators of one page; a new height starts a new line."""
    out, operands, y, shown_y, moved = [], [], 0.0, None, False
    decode = font_decoder({}, b"")
    for token in TOKEN.findall(content):
        if token[:1] in b"(</+-.0123456789":
            operands.append(token)
            continue
        if token in (b"BT", b"Td", b"TD", b"Tm"):
            origin = y if token in (b"Td", b"TD") else 0.0
            y, moved = origin + (number(operands[-1]) if operands else 0.0), True
        elif token in (b"T*", b"'", b'"'):
            y -= 1
        elif token == b"Tf" and len(operands) > 1:
            decode = fonts.get(operands[-2][1:], decode)
        if token in (b"Tj", b"TJ", b"'", b'"'):
            text = "".join(show(item, decode, kerned=token == b"TJ") for item in operands)
            out.append(("\n" if y != shown_y else " " if moved else "") + text)
            shown_y, moved = y, False
        operands = []
    return "\n".join(" ".join(line.split()) for line in "".join(out).splitlines()).strip()


def show(operand, decode, kerned):
    if operand[:1] in b"(<":
        return decode(string_bytes(operand))
    # Numbers in a TJ array move the pen; a wide step to the right is a space.
    return " " if kerned and number(operand) < -180 else ""


def number(token):
    return float(token) if token[:1] in b"+-.0123456789" else 0.0


def string_bytes(token):
    if token.startswith(b"<"):
        digits = b"".join(token.strip(b"<>").split()).decode()
        return bytes.fromhex(digits + "0" * (len(digits) % 2))

    def plain(match):
        code = match[1]
        return bytes([int(code, 8) & 255]) if code.isdigit() else ESCAPES.get(code, code.strip(b"\r\n"))
    return re.sub(rb"\\([0-7]{1,3}|\r\n|.)", plain, token[1:-1], flags=re.S)


def font_decoder(objects, body):
    """Return a function that turns the codes of this font into text."""
    if b"/ToUnicode" in body:
        return map_decoder(decode_stream(follow(objects, body, b"ToUnicode")))
    if b"/Type0" in body:
        return lambda codes: UNKNOWN * (len(codes) // 2)
    return lambda codes: codes.decode("cp1252", "replace")


def map_decoder(source):
    def text_of(digits):
        return bytes.fromhex(digits.decode()).decode("utf-16-be", "replace") or UNKNOWN

    table, space = {}, re.search(rb"begincodespacerange\s*<(\w+)>", source)
    width = len(space[1]) // 2 if space else 2
    for block in re.findall(rb"beginbfchar(.*?)endbfchar", source, re.S):
        for code, value in re.findall(rb"<([0-9A-Fa-f]+)>\s*<((?:[0-9A-Fa-f]{2})*)>", block):
            table[int(code, 16)] = text_of(value)
    for block in re.findall(rb"beginbfrange(.*?)endbfrange", source, re.S):
        for low, high, target in re.findall(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>\s*(<[^>]*>|\[[^\]]*\])", block):
            values = [text_of(value) for value in re.findall(rb"<((?:[0-9A-Fa-f]{2})+)>", target)]
            for step in range(min(int(high, 16) - int(low, 16) + 1, 65536) if values else 0):
                value, shift = (values[0], step) if target[:1] == b"<" else (values[min(step, len(values) - 1)], 0)
                table[int(low, 16) + step] = value[:-1] + chr(min(ord(value[-1]) + shift, 0x10FFFF))
    return lambda codes: "".join(
        table.get(int.from_bytes(codes[at : at + width], "big"), UNKNOWN) for at in range(0, len(codes), width))


def read_contents(objects, page):
    source = follow(objects, page, b"Contents")
    if b"stream" in source:
        return decode_stream(source)
    numbers = REFERENCE.findall(source.partition(b"]")[0])
    return b"\n".join(decode_stream(objects.get(int(number), b"")) for number in numbers)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--pages", default="1-", help="a page or a range, such as 3, 2-5 or 4- (default: all)")
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of plain text")
    parser.add_argument("--max-chars", type=int, default=20000, help="stop after this many characters (default 20000)")
    options = parser.parse_args()
    wanted = re.fullmatch(r"([1-9]\d{0,5})(-?)(\d{0,6})", options.pages)
    if not wanted:
        parser.error(f"--pages: found '{options.pages}', expected a page or a range such as 3, 2-5 or 4-")
    objects = open_pdf(options.file)
    pages = list(walk_pages(objects))
    first, last = int(wanted[1]), int(wanted[3] or (len(pages) if wanted[2] else wanted[1]))
    if first > len(pages):
        stop(2, f"--pages starts at {first}, but {options.file} has {len(pages)} pages that can be found")
    report, room = [], options.max_chars
    for number, (page, resources) in enumerate(pages[first - 1 : last], first):
        fonts = {name: font_decoder(objects, body) for name, body in fonts_of(objects, resources).items()}
        text = page_text(read_contents(objects, page), fonts)
        report.append({"page": number, "text": text[:room], "unreadable": text.count(UNKNOWN)})
        room -= len(text)
        if room < 0:
            print(f"extract_text: stopped in page {number} after {options.max_chars} characters; "
                  f"continue with --pages {number}- or a larger --max-chars", file=sys.stderr)
            break
    sys.stdout.reconfigure(encoding="utf-8")
    if options.json:
        print(json.dumps({"file": options.file, "pages": len(pages), "truncated": room < 0, "text": report}, indent=2))
    else:
        print("\n\n".join(f"== Page {item['page']} of {len(pages)} ==\n{item['text']}" for item in report))
    if not any(item["text"].replace(UNKNOWN, "").strip() for item in report):
        stop(1, f"no readable text in --pages {options.pages} of {len(pages)}; if these are scans, use OCR")


if __name__ == "__main__":
    main()
