#!/usr/bin/env python3
"""Check one commit message against Conventional Commits and print the result as JSON.

The message comes from FILE or, without FILE, from stdin. Lines that begin with # are
dropped, as git does, so the script also works as a commit-msg hook.

Exit codes: 0 the message is fine, 1 problems found, 2 no message could be read.
"""
import argparse
import json
import re
import sys

TYPES = ("build", "chore", "ci", "docs", "feat", "fix", "perf", "refactor", "revert", "style", "test")
HEADER = re.compile(r"(?P<type>[A-Za-z]+)(?:\((?P<scope>[^()]*)\))?(?P<breaking>!)?:(?P<gap>\s*)(?P<subject>.*)")
SCOPE = re.compile(r"[a-z0-9]+(?:[./-][a-z0-9]+)*")
FOOTER = re.compile(r"BREAKING[ -]CHANGE: \S")
WRITTEN_BY_GIT = re.compile(r"(Merge |Revert \"|fixup! |squash! |amend! )")
IMPERATIVE = {
    "added": "add", "adds": "add", "adding": "add", "fixed": "fix", "fixes": "fix", "fixing": "fix",
    "changed": "change", "changes": "change", "removed": "remove", "removes": "remove", "removing": "remove",
    "updated": "update", "updates": "update", "updating": "update", "renamed": "rename", "moved": "move",
    "improved": "improve", "improves": "improve", "implemented": "implement", "implements": "implement",
}
MAX_HEADER = 72  # git log --oneline on an 80-column terminal
MAX_BODY = 100
MAX_BYTES = 65536


def check(message):
    lines = clean(message)
    if not lines:
        return {"ok": False, "problems": [problem("empty", 1, "", "a header such as 'fix(api): reject empty ids'")]}
    if WRITTEN_BY_GIT.match(lines[0]):
        return {"ok": True, "header": lines[0], "skipped": "written by git", "problems": []}
    match = HEADER.fullmatch(lines[0])
    problems = check_header(lines[0], match) + check_body(lines)
    parts = match.groupdict() if match else {}
    return {
        "ok": not problems,
        "header": lines[0],
        "type": parts.get("type"),
        "scope": parts.get("scope"),
        "subject": parts.get("subject"),
        "breaking": bool(parts.get("breaking")) or any(FOOTER.match(line) for line in lines[1:]),
        "problems": problems,
    }


def clean(message):
    kept = re.split(r"(?m)^# -+ >8 -+$", message)[0].splitlines()
    kept = [line.rstrip() for line in kept if not line.startswith("#")]
    while kept and not kept[0]:
        kept.pop(0)
    while kept and not kept[-1]:
        kept.pop()
    return kept


def check_header(header, match):
    found = []
    if len(header) > MAX_HEADER:
        found.append(problem("header-length", 1, f"{len(header)} characters", f"at most {MAX_HEADER}"))
    if not match:
        return found + [problem("header-format", 1, header, "type(scope): subject")]
    if match["type"] not in TYPES:
        found.append(problem("type", 1, match["type"], "one of " + ", ".join(TYPES)))
    if match["scope"] is not None and not SCOPE.fullmatch(match["scope"]):
        found.append(problem("scope", 1, match["scope"], "a lower-case word such as api or web-ui, or no brackets"))
    if match["gap"] != " ":
        found.append(problem("space", 1, match["gap"], "exactly one space after the colon"))
    subject = match["subject"]
    if not subject:
        return found + [problem("subject", 1, "", "what the commit does, in a few words")]
    first = subject.split()[0].lower()
    if first in IMPERATIVE:
        found.append(problem("mood", 1, first, f"the imperative '{IMPERATIVE[first]}'"))
    if subject.endswith("."):
        found.append(problem("full-stop", 1, subject[-20:], "no full stop at the end of the subject"))
    return found


def check_body(lines):
    found = []
    if len(lines) > 1 and lines[1]:
        found.append(problem("blank-line", 2, lines[1][:60], "an empty line between header and body"))
    for number, line in enumerate(lines[1:], 2):
        if len(line) > MAX_BODY and "://" not in line:
            found.append(problem("body-length", number, f"{len(line)} characters", f"at most {MAX_BODY}"))
        if re.match(r"breaking[ _-]?changes?\b", line, re.I) and not FOOTER.match(line):
            found.append(problem("breaking-footer", number, line[:60], "'BREAKING CHANGE: ' and what breaks"))
    return found[:20]


def problem(rule, line, found, expected):
    return {"rule": rule, "line": line, "found": found, "expected": expected}


def read_message(path):
    if path is None and sys.stdin.isatty():
        raise OSError("no FILE given and nothing piped to stdin; pipe a message or name a file")
    if path is None:
        return sys.stdin.buffer.read(MAX_BYTES).decode("utf-8", "replace")
    with open(path, encoding="utf-8", errors="replace") as handle:
        return handle.read(MAX_BYTES)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", metavar="FILE", help="file with the message (default: stdin)")
    options = parser.parse_args()
    try:
        result = check(read_message(options.file))
    except OSError as error:
        print(f"check_message: {error}", file=sys.stderr)
        return 2
    print(json.dumps(result, indent=2))
    return 0 if result["ok"] else 1


if __name__ == "__main__":
    sys.exit(main())
