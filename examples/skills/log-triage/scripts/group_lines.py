#!/usr/bin/env python3
"""Group similar log lines and print the groups as JSON, the most severe and frequent first.

Times, ids, addresses and numbers are replaced by placeholders; lines without a time that
follow a line with one (stack traces) count as part of it. Also reads one JSON object per line.

Exit codes: 0 groups printed, 1 no line at or above --min-level, 2 unreadable input.
"""
import argparse
import json
import re
import sys

LEVELS = ("trace", "debug", "info", "unknown", "warn", "error", "fatal")
ALIASES = {"warning": "warn", "err": "error", "critical": "fatal", "crit": "fatal", "panic": "fatal", "notice": "info"}
NUMBERED = {"10": "trace", "20": "debug", "30": "info", "40": "warn", "50": "error", "60": "fatal"}  # pino, bunyan
WORDS = "|".join([*LEVELS, *ALIASES])
LEVEL = re.compile(rf"\blevel=\"?({WORDS})\b|\b({WORDS.upper()})\b|\[({WORDS})\]")
TIME = re.compile(r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?(?:Z|[+-]\d\d:?\d\d)?\]?"
                  r"|\b[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d\b|\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d(?: [+-]\d{4})?")
PLACEHOLDERS = (
    (re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"), "{uuid}"),
    (re.compile(r"\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+"), "{email}"),
    (re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b"), "{ip}"),
    (re.compile(r"\b0x[0-9a-fA-F]+\b|\b(?=[a-f]*\d)[0-9a-f]{8,64}\b"), "{hex}"),
    (re.compile(r"(?<![A-Za-z_{\d.])\d+(?:\.\d+)*"), "{n}"),
)
MAX_GROUPS = 5000
MAX_LINE = 4000


def read_events(lines):
    """Yield (line number, time, level, message, cause): an entry and the end of its stack trace."""
    event = None
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\n")[:MAX_LINE]
        if not line.strip():
            continue
        time, level, message = read_line(line)
        if event and event[1] and not time:
            # The last line that is not indented names the exception, in Python as in Java.
            event[4] = line.strip() if line[0] not in " \t" else event[4]
            continue
        if event:
            yield event
        event = [number, time, level, message, ""]
    if event:
        yield event


def read_line(line):
    if line.startswith("{"):
        try:
            entry = json.loads(line)
            values = [next((str(entry[key]) for key in keys if key in entry), "") for keys in
                      (("time", "timestamp", "ts", "@timestamp"), ("level", "severity", "lvl"), ("message", "msg", "event"))]
            return values[0], known_level(values[1]), values[2] or line
        except ValueError:
            pass
    time, level = TIME.search(line[:80]), LEVEL.search(line[:300])
    return (time[0].strip("[]") if time else ""), known_level(next(filter(None, level.groups())) if level else ""), line


def known_level(word):
    word = ALIASES.get(word.lower(), NUMBERED.get(word, word.lower()))
    return word if word in LEVELS else "unknown"


def template(text):
    text = TIME.sub("{time}", text)
    for pattern, placeholder in PLACEHOLDERS:
        text = pattern.sub(placeholder, text)
    return " ".join(text.split())[:300]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", metavar="FILE", help="log file (default: stdin)")
    parser.add_argument("--top", type=int, default=20, help="print at most N groups (default 20)")
    parser.add_argument("--min-level", choices=LEVELS, default="trace", help="leave out less severe lines")
    options = parser.parse_args()
    if not options.file and sys.stdin.isatty():
        parser.error("no FILE given and nothing piped to stdin; name a log file")
    groups, total, overflow = {}, 0, 0
    try:
        with open(options.file or 0, encoding="utf-8", errors="replace") as handle:
            for number, time, level, message, cause in read_events(handle):
                if LEVELS.index(level) < LEVELS.index(options.min_level):
                    continue
                total += 1
                key = (level, template(message), template(cause))
                if key not in groups and len(groups) >= MAX_GROUPS:
                    overflow += 1
                    continue
                group = groups.setdefault(key, {
                    "level": level, "count": 0, "template": key[1], "cause": key[2] or None, "first_line": number,
                    "last_line": number, "first_time": time or None, "last_time": None, "example": message[:300]})
                group.update(count=group["count"] + 1, last_line=number, last_time=time or None)
    except OSError as error:
        print(f"group_lines: cannot read {options.file}: {error.strerror}; check the path", file=sys.stderr)
        return 2
    ranked = sorted(groups.values(), key=lambda group: (-LEVELS.index(group["level"]), -group["count"], group["first_line"]))
    print(json.dumps({"entries": total, "groups": len(groups), "ungrouped": overflow, "top": ranked[: options.top],
                      "left_out": max(len(ranked) - options.top, 0)}, indent=2))
    if not total:
        print(f"group_lines: no entry at or above '{options.min_level}'; lower --min-level or check the file", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
