#!/usr/bin/env python3
"""Compare a JSON response with a small expectation file and print the differences as JSON.

Exit codes: 0 the response keeps the contract, 1 it does not,
2 a file cannot be read or the expectation itself is wrong.
"""
import argparse
import json
import re
import sys

TYPES = {
    "any": lambda value: True,
    "string": lambda value: isinstance(value, str),
    "integer": lambda value: isinstance(value, int) and not isinstance(value, bool),
    "number": lambda value: isinstance(value, (int, float)) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
}
FORMATS = {
    "date": r"\d{4}-(0\d|1[0-2])-([0-2]\d|3[01])",
    "date-time": r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)",
    "uuid": r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
    "url": r"https?://[^\s/]+(/\S*)?",
}
RULES = {"$equals", "$oneOf", "$pattern", "$array", "$min", "$closed"}
MAX_BYTES = 20 * 1024 * 1024


class Faulty(Exception):
    """A file that cannot be used; the message says why."""


def compare(expected, actual, path="$"):
    """Yield one difference after the other, depth first."""
    if isinstance(expected, str):
        if not any(matches(name.strip(), actual, path) for name in expected.split("|")):
            yield difference(path, expected, actual)
    elif isinstance(expected, list):
        yield from compare({"$array": expected[0] if expected else "any"}, actual, path)
    elif isinstance(expected, dict):
        unknown = [key for key in expected if key.startswith("$") and key not in RULES]
        if unknown:
            raise Faulty(f"{path}: found {unknown[0]}, expected one of {', '.join(sorted(RULES))}")
        yield from compare_rules(expected, actual, path)
    else:
        raise Faulty(f"{path}: found {expected!r}, expected a type name; for a fixed value write {{\"$equals\": ...}}")


def compare_rules(expected, actual, path):
    if "$equals" in expected and not same(actual, expected["$equals"]):
        yield difference(path, f"exactly {json.dumps(expected['$equals'])}", actual)
    elif "$oneOf" in expected and not any(same(actual, value) for value in expected["$oneOf"]):
        yield difference(path, f"one of {json.dumps(expected['$oneOf'])}", actual)
    elif "$pattern" in expected and not (isinstance(actual, str) and re.search(expected["$pattern"], actual)):
        yield difference(path, f"text matching {expected['$pattern']}", actual)
    elif "$array" in expected:
        if not isinstance(actual, list) or len(actual) < expected.get("$min", 0):
            yield difference(path, f"an array of at least {expected.get('$min', 0)}", actual)
        else:
            for index, item in enumerate(actual):
                yield from compare(expected["$array"], item, f"{path}[{index}]")
    elif not RULES.intersection(expected) - {"$closed"}:
        yield from compare_object(expected, actual, path)


def compare_object(expected, actual, path):
    if not isinstance(actual, dict):
        yield difference(path, "an object", actual)
        return
    fields = {key.rstrip("?"): key for key in expected if key != "$closed"}
    for name, key in fields.items():
        if name in actual:
            yield from compare(expected[key], actual[name], f"{path}.{name}")
        elif not key.endswith("?"):
            yield {"path": f"{path}.{name}", "expected": "the field to be present", "found": "nothing"}
    if expected.get("$closed"):
        for name in sorted(actual.keys() - fields.keys()):
            yield {"path": f"{path}.{name}", "expected": "no such field", "found": shorten(actual[name])}


def matches(name, value, path):
    if name in FORMATS:
        return isinstance(value, str) and re.fullmatch(FORMATS[name], value) is not None
    if name not in TYPES:
        raise Faulty(f"{path}: found the type '{name}', expected one of {', '.join([*TYPES, *FORMATS])}")
    return TYPES[name](value)


def same(one, two):
    # 1 == True in Python, but not in JSON.
    return one == two and isinstance(one, bool) == isinstance(two, bool)


def difference(path, expected, actual):
    return {"path": path, "expected": expected, "found": shorten(actual)}


def shorten(value):
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."


def read_json(path):
    def refuse(name):
        raise ValueError(f"{name} is not JSON")
    try:
        with open(path, encoding="utf-8-sig") as handle:
            return json.loads(handle.read(MAX_BYTES), parse_constant=refuse)
    except (OSError, ValueError, RecursionError) as error:
        raise Faulty(f"cannot read {path}: {error}; expected a JSON file in UTF-8") from None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("expectation", help="file that says what the response must look like")
    parser.add_argument("response", help="file with the body of the response")
    parser.add_argument("--limit", type=int, default=50, help="list at most N differences (default 50)")
    options = parser.parse_args()
    try:
        found = list(compare(read_json(options.expectation), read_json(options.response)))
    except (Faulty, re.error) as error:
        print(f"check_contract: {error}", file=sys.stderr)
        return 2
    print(json.dumps({"ok": not found, "differences": found[: options.limit],
                      "left_out": max(len(found) - options.limit, 0)}, indent=2))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
