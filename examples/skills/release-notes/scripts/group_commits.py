#!/usr/bin/env python3
"""Group conventional commits from stdin into Markdown release notes.

Feed it: git log --no-merges --format='%h %s%n%b' LAST_TAG..HEAD
When lines start with a commit hash, the other lines are bodies, and only their
BREAKING CHANGE footers are used. Without any hash, each line is one commit.

Exit codes: 0 notes printed, 1 no conventional commit found, 2 bad arguments or no input.
"""
import argparse
import re
import sys
from pathlib import Path

TEMPLATE = Path(__file__).resolve().parent.parent / "assets" / "release-notes.md"
SECTIONS = {"feat": "New", "fix": "Fixed", "perf": "Faster", "revert": "Taken back"}
UPKEEP = ("build", "chore", "ci", "docs", "refactor", "style", "test")
HASH = re.compile(r"([0-9a-f]{7,40})\s+(.*)")
COMMIT = re.compile(r"(?P<type>[a-z]+)(?:\((?P<scope>[^()]+)\))?(?P<breaking>!)?: (?P<subject>\S.*)")
FOOTER = re.compile(r"BREAKING[ -]CHANGE: (.+)")
MAX_BYTES = 4 * 1024 * 1024


def read_commits(text):
    """Return the conventional commits, and the headers that are none."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    with_hashes = any(HASH.fullmatch(line) for line in lines)
    commits, others, current = [], [], None
    for line in lines:
        footer, hashed = FOOTER.fullmatch(line), HASH.fullmatch(line)
        if footer and current:
            current["breaking"].append(footer[1])
        elif hashed or not with_hashes:
            header = hashed[2] if hashed else line
            match = COMMIT.fullmatch(header)
            if not match:
                others.append(header)
                current = None
                continue
            current = {**match.groupdict(), "hash": hashed[1] if hashed else "", "breaking": []}
            current["marked"] = bool(match["breaking"])
            commits.append(current)
    return commits, others


def entry(commit):
    scope = f"**{commit['scope']}**: " if commit["scope"] else ""
    subject = commit["subject"][0].upper() + commit["subject"][1:]
    return f"- {scope}{subject}" + (f" ({commit['hash'][:7]})" if commit["hash"] else "")


def breaking_block(commits):
    lines = []
    for commit in commits:
        if commit["marked"] or commit["breaking"]:
            lines.append(entry(commit))
            lines += [f"  {text}" for text in commit["breaking"]]
    return "\n".join(["## Breaking changes", "", *lines]) if lines else ""


def section_blocks(commits, with_upkeep):
    groups = {title: [c for c in commits if c["type"] == kind] for kind, title in SECTIONS.items()}
    if with_upkeep:
        groups["Upkeep"] = [c for c in commits if c["type"] in UPKEEP]
    return "\n\n".join(f"## {title}\n\n" + "\n".join(map(entry, group)) for title, group in groups.items() if group)


def render(values):
    text = re.sub(r"\{\{(\w+)\}\}", lambda match: values[match[1]], TEMPLATE.read_text(encoding="utf-8"))
    return re.sub(r"\n{3,}", "\n\n", text).strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--version", default="Unreleased", help="version for the title (default: Unreleased)")
    parser.add_argument("--date", default="", help="date for the title, YYYY-MM-DD")
    parser.add_argument("--with-upkeep", action="store_true", help="also list build, chore, ci, docs, refactor, style, test")
    options = parser.parse_args()
    if options.date and not re.fullmatch(r"\d{4}-\d\d-\d\d", options.date):
        parser.error(f"--date: found '{options.date}', expected YYYY-MM-DD")
    if sys.stdin.isatty():
        parser.error("nothing on stdin; pipe the output of git log --format='%h %s%n%b' into this script")
    commits, others = read_commits(sys.stdin.buffer.read(MAX_BYTES).decode("utf-8", "replace"))
    upkeep = sum(c["type"] in UPKEEP for c in commits)
    unknown = [c for c in commits if c["type"] not in UPKEEP and c["type"] not in SECTIONS]
    for header in (others + [c["subject"] for c in unknown])[:20]:
        print(f"group_commits: left out, no known type: {header[:100]}", file=sys.stderr)
    if not commits:
        print(f"group_commits: found {len(others)} lines and no conventional commit, expected lines such as "
              "'a1b2c3d fix(api): reject empty ids'; write these notes by hand", file=sys.stderr)
        return 1
    hidden = 0 if options.with_upkeep else upkeep
    sys.stdout.reconfigure(encoding="utf-8")
    print(render({
        "title": options.version + (f" ({options.date})" if options.date else ""),
        "breaking": breaking_block(commits),
        "sections": section_blocks(commits, options.with_upkeep),
        "footer": f"Upkeep without effect on users: {hidden} commits." if hidden else "",
    }))
    return 0


if __name__ == "__main__":
    sys.exit(main())
