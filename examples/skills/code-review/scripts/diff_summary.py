#!/usr/bin/env python3
"""Summarise a unified diff from stdin as JSON: files, sizes, languages, things to look at.

Exit codes: 0 summary printed, 1 summary printed and the diff holds merge conflict markers,
2 stdin holds no unified diff.
"""
import argparse
import json
import re
import sys

LANGUAGES = {
    "py": "python", "pyi": "python", "ts": "typescript", "tsx": "typescript", "mts": "typescript",
    "js": "typescript", "jsx": "typescript", "mjs": "typescript", "go": "go", "sh": "shell", "bash": "shell",
}
GENERATED = re.compile(r"(^|/)(package-lock\.json|yarn\.lock|pnpm-lock\.yaml|poetry\.lock|go\.sum|Cargo\.lock)$"
                       r"|(^|/)(dist|vendor|generated|__snapshots__)/|\.min\.(js|css)$|\.pb\.go$")
TEST = re.compile(r"(^|/)(tests?|__tests__|spec)/|(^|/)test_[^/]*\.py$|[._]test\.\w+$|\.spec\.\w+$")
SIGNALS = (
    ("conflict-marker", re.compile(r"^(<{7} |>{7} )")),
    ("focused-test", re.compile(r"\b(describe|it|test)\.only\(|\bfdescribe\(|\bfit\(")),
    ("skipped-test", re.compile(r"\b(describe|it|test)\.skip\(|@pytest\.mark\.skip|\bt\.Skip\(")),
    ("debugging-left", re.compile(r"\bdebugger\b|\bbreakpoint\(\)|\bpdb\.set_trace\(|\bconsole\.log\(")),
    ("check-silenced", re.compile(r"eslint-disable|@ts-ignore|@ts-expect-error|# noqa|# type: ignore|//nolint|shellcheck disable")),
    ("swallowed-error", re.compile(r"\bexcept\s*:|except Exception:\s*pass|catch\s*(\(\w*\))?\s*\{\s*\}|\|\| true\s*$")),
    ("todo", re.compile(r"\b(TODO|FIXME|XXX)\b")),
)
HUNK = re.compile(r"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
MAX_BYTES = 20 * 1024 * 1024


def summarise(lines):
    files, signals, old_left, new_left, new_line = [], [], 0, 0, 0
    for line in lines:
        hunk = HUNK.match(line)
        if old_left > 0 or new_left > 0:
            sign = line[:1]
            if sign == "+":
                files[-1]["added"] += 1
                signals += [{"kind": kind, "path": files[-1]["path"], "line": new_line, "text": line[1:].strip()[:120]}
                            for kind, pattern in SIGNALS if not files[-1]["generated"] and pattern.search(line[1:])]
            elif sign == "-":
                files[-1]["removed"] += 1
            old_left -= sign not in ("+", "\\")
            new_left -= sign not in ("-", "\\")
            new_line += sign not in ("-", "\\")
        elif hunk and files:
            old_left, new_line, new_left = int(hunk[1] or 1), int(hunk[2]), int(hunk[3] or 1)
            files[-1]["open"] = False
        elif line.startswith("diff --git "):
            files.append(new_file(line.rpartition(" ")[2]))
        elif line.startswith("--- ") and not (files and files[-1]["open"]):
            files.append(new_file(line[4:]))
        elif line.startswith("+++ ") and files and clean_path(line[4:]) != "dev/null":
            files[-1].update(describe(clean_path(line[4:])))
        elif files and files[-1]["open"]:
            for start, status in (("new file", "added"), ("deleted file", "deleted"), ("rename to", "renamed"), ("Binary files", "binary")):
                files[-1]["status"] = status if line.startswith(start) else files[-1]["status"]
    return [{key: value for key, value in item.items() if key != "open"} for item in files], signals


def new_file(path):
    return {**describe(clean_path(path)), "status": "changed", "added": 0, "removed": 0, "open": True}


def clean_path(text):
    path = text.split("\t")[0].strip().strip('"')
    return path[2:] if path[:2] in ("a/", "b/") else path.lstrip("/")


def describe(path):
    language = LANGUAGES.get(path.rpartition(".")[2])
    checklist = f"references/{language}.md" if language else None
    return {"path": path, "checklist": checklist, "test": bool(TEST.search(path)), "generated": bool(GENERATED.search(path))}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=100, help="list at most N files and N signals (default 100)")
    options = parser.parse_args()
    text = "" if sys.stdin.isatty() else sys.stdin.buffer.read(MAX_BYTES).decode("utf-8", "replace")
    files, signals = summarise(text.splitlines())
    if not files:
        print("diff_summary: found no unified diff on stdin; expected the output of git diff: "
              "git diff main...HEAD | python3 scripts/diff_summary.py", file=sys.stderr)
        return 2
    reviewed = [item for item in files if not item["generated"]]
    reviewed.sort(key=lambda item: -(item["added"] + item["removed"]))
    print(json.dumps({
        "files": len(files),
        "generated": len(files) - len(reviewed),
        "added": sum(item["added"] for item in reviewed),
        "removed": sum(item["removed"] for item in reviewed),
        "checklists": sorted({item["checklist"] for item in reviewed if item["checklist"]}),
        "code_without_tests": any(item["checklist"] and not item["test"] for item in reviewed)
        and not any(item["test"] for item in reviewed),
        "signals": signals[: options.limit],
        "review": reviewed[: options.limit],
        "left_out": max(len(reviewed) - options.limit, 0) + max(len(signals) - options.limit, 0),
    }, indent=2))
    return 1 if any(signal["kind"] == "conflict-marker" for signal in signals) else 0


if __name__ == "__main__":
    sys.exit(main())
