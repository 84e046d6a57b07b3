#!/usr/bin/env python3
"""Check a CSV file and print its columns and problems as JSON.

Problems: ragged-row, duplicate-header, blank-header, empty-column, type-drift, bad-quoting.
Exit codes: 0 no problems, 1 problems found, 2 the file cannot be checked.
"""
import argparse
import csv
import json
import re
import sys
from collections import Counter, defaultdict

TYPES = (
    ("integer", re.compile(r"[+-]?(0|[1-9]\d*)")),  # 007 is text: a number would lose its zeros
    ("number", re.compile(r"[+-]?(\d+\.\d*|\.\d+|\d+(\.\d+)?[eE][+-]?\d+)")),
    ("date", re.compile(r"\d{4}-\d\d-\d\d([T ]\d\d:\d\d.*)?")),
    ("boolean", re.compile(r"true|false|yes|no", re.I)),
)
DELIMITERS = {",": "comma", ";": "semicolon", "\t": "tab", "|": "pipe"}
DRIFT_SHARE = 0.9  # a type held by this share of the cells is taken as the type of the column
DRIFT_CELLS = 5
EXAMPLES = 3


class Column:
    def __init__(self, name):
        self.name, self.cells, self.examples = name, Counter(), defaultdict(list)

    def add(self, value, line):
        kind = type_of(value.strip())
        self.cells[kind] += 1
        if len(self.examples[kind]) < EXAMPLES:
            self.examples[kind].append({"line": line, "value": value[:60]})

    def types(self):
        """Count the filled cells by type; whole numbers among decimals are decimals too."""
        counts = Counter({kind: count for kind, count in self.cells.items() if kind != "empty"})
        if counts["number"]:
            counts["number"] += counts.pop("integer", 0)
        return [item for item in counts.most_common() if item[1]]


def type_of(value):
    if not value:
        return "empty"
    return next((name for name, pattern in TYPES if pattern.fullmatch(value)), "text")


def check(handle, delimiter):
    reader = csv.reader(handle, delimiter=delimiter, strict=True)
    problems, columns, rows, ragged = [], [], 0, defaultdict(list)
    try:
        columns = [Column(name.strip()) for name in next(reader, [])]
        problems += check_header([column.name for column in columns])
        for row in filter(None, reader):
            rows += 1
            if len(row) != len(columns):
                ragged[len(row)].append(reader.line_num)
            for column, value in zip(columns, row):
                column.add(value, reader.line_num)
    except csv.Error as error:
        problems.append(problem("bad-quoting", str(error), "quotes doubled inside a quoted field", line=reader.line_num))
    for width, lines in sorted(ragged.items()):
        problems.append(problem("ragged-row", f"{width} fields", f"{len(columns)} fields", rows=len(lines), lines=lines[:10]))
    return rows, columns, problems + (check_columns(columns) if rows else [])


def check_header(names):
    found = [problem("duplicate-header", f"{count} times", "once", column=name)
             for name, count in Counter(names).items() if name and count > 1]
    return found + [problem("blank-header", "no name", "a name", column=f"number {index}")
                    for index, name in enumerate(names, 1) if not name]


def check_columns(columns):
    found = []
    for column in columns:
        types, filled = column.types(), sum(count for _, count in column.types())
        if not filled:
            found.append(problem("empty-column", "no value in any row", "at least one value", column=column.name))
            continue
        (kind, count), others = types[0], [name for name, _ in types[1:]]
        if others and kind != "text" and filled >= DRIFT_CELLS and count / filled >= DRIFT_SHARE:
            examples = [example for name in others for example in column.examples[name]][:EXAMPLES]
            found.append(problem("type-drift", ", ".join(others), kind, column=column.name, examples=examples))
    return found


def problem(kind, found, expected, **where):
    return {"kind": kind, **where, "found": found, "expected": expected}


def guess_delimiter(path, encoding):
    with open(path, encoding=encoding, newline="") as handle:
        first = re.sub(r'"[^"]*"', "", handle.readline(65536))
    return max(DELIMITERS, key=first.count)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file")
    parser.add_argument("--delimiter", choices=sorted(DELIMITERS.values()), help="default: the most frequent in the header")
    parser.add_argument("--encoding", default="utf-8-sig", help="default: utf-8, with or without a byte order mark")
    parser.add_argument("--limit", type=int, default=50, help="list at most N problems (default 50); all are counted")
    options = parser.parse_args()
    named = {name: sign for sign, name in DELIMITERS.items()}
    try:
        delimiter = named.get(options.delimiter) or guess_delimiter(options.file, options.encoding)
        with open(options.file, encoding=options.encoding, newline="") as handle:
            rows, columns, problems = check(handle, delimiter)
    except (OSError, LookupError) as error:
        print(f"check_csv: cannot read {options.file}: {error}; check path and --encoding", file=sys.stderr)
        return 2
    except UnicodeDecodeError as error:
        print(f"check_csv: found byte {error.object[error.start]:#04x} in {options.file}, which is not {options.encoding}; "
              "if the file comes from Excel, try --encoding cp1252", file=sys.stderr)
        return 2
    if not columns and not problems:
        print(f"check_csv: {options.file} is empty, expected a header row; check the export", file=sys.stderr)
        return 2
    print(json.dumps({
        "file": options.file,
        "delimiter": DELIMITERS[delimiter],
        "rows": rows,
        "columns": [{"name": column.name, "types": dict(column.types()), "empty": column.cells["empty"]}
                    for column in columns[:200]],
        "counts": dict(sorted(Counter(item["kind"] for item in problems).items())),
        "problems": problems[: options.limit],
        "left_out": max(len(problems) - options.limit, 0),
    }, indent=2))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
