#!/usr/bin/env python3
"""Compute the timeline of an incident from lines such as

    2026-03-02T10:04Z [detected] Pager fires for checkout errors

Each line holds an ISO time with a zone, an optional [phase] and a text. Phases are
started, detected, acknowledged, mitigated, resolved. Lines that begin with # are skipped.

Exit codes: 0 complete timeline, 1 timeline printed with problems, 2 unreadable input.
"""
import argparse
import json
import re
import sys
from datetime import datetime, timedelta, timezone

PHASES = ("started", "detected", "acknowledged", "mitigated", "resolved")
DURATIONS = {
    "time_to_detect": ("started", "detected"),
    "time_to_acknowledge": ("detected", "acknowledged"),
    "time_to_mitigate": ("started", "mitigated"),
    "time_to_resolve": ("started", "resolved"),
}
LINE = re.compile(r"(?P<time>\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?)\s*(?P<zone>Z|[+-]\d\d:?\d\d)?"
                  r"\s+(?:\[(?P<phase>[a-z]+)\]\s*)?(?P<text>\S.*)")
GAP = timedelta(minutes=30)  # a longer silence in an open incident is worth a question
MAX_LINES = 2000


def read_events(lines):
    if len(lines) > MAX_LINES:
        raise ValueError(f"found {len(lines)} lines, expected at most {MAX_LINES}; keep the lines that changed something")
    events = []
    for number, line in enumerate(lines, 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        match = LINE.fullmatch(line)
        if not match:
            raise ValueError(f"line {number}: found '{line[:60]}', expected 'YYYY-MM-DDTHH:MMZ [phase] text'")
        if not match["zone"]:
            raise ValueError(f"line {number}: found a time without a zone, expected Z or +02:00 at the end; "
                             "ask which clock was read")
        if match["phase"] not in (None, *PHASES):
            raise ValueError(f"line {number}: found phase '{match['phase']}', expected one of {', '.join(PHASES)}")
        zone = match["zone"].replace("Z", "+0000").replace(":", "")
        seconds = match["time"].replace("T", " ") + (":00" if match["time"].count(":") == 1 else "")
        try:
            at = datetime.strptime(seconds + zone, "%Y-%m-%d %H:%M:%S%z").astimezone(timezone.utc)
        except (ValueError, OverflowError):
            raise ValueError(f"line {number}: '{match['time']}' is not a time that exists") from None
        events.append({"at": at, "phase": match["phase"], "text": match["text"]})
    return sorted(events, key=lambda event: event["at"])


def find_problems(events, times):
    found = [f"no line is marked [{phase}]" for phase in PHASES if phase not in times]
    found += [f"[{phase}] occurs {count} times; the first one is used" for phase in PHASES
              if (count := sum(event["phase"] == phase for event in events)) > 1]
    known = [phase for phase in PHASES if phase in times]
    found += [f"[{later}] comes before [{earlier}]" for earlier, later in zip(known, known[1:])
              if times[later] < times[earlier]]
    return found


def find_gaps(events, times):
    end = times.get("resolved", datetime.max.replace(tzinfo=timezone.utc))
    return [{"after": stamp(one["at"]), "minutes": minutes(two["at"] - one["at"])}
            for one, two in zip(events, events[1:]) if two["at"] - one["at"] > GAP and one["at"] < end]


def minutes(span):
    return round(span.total_seconds() / 60)


def stamp(time):
    return time.strftime("%Y-%m-%dT%H:%MZ")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", metavar="FILE", help="file with the lines (default: stdin)")
    parser.add_argument("--format", choices=("json", "markdown"), default="json", help="default: json")
    options = parser.parse_args()
    if not options.file and sys.stdin.isatty():
        parser.error("no FILE given and nothing piped to stdin; name a file with one event per line")
    try:
        with open(options.file or 0, encoding="utf-8", errors="replace") as handle:
            events = read_events(handle.read(1024 * 1024).splitlines())
    except (OSError, ValueError) as error:
        print(f"timeline: {error}", file=sys.stderr)
        return 2
    if not events:
        print("timeline: found no events, expected lines such as '2026-03-02T10:04Z [detected] text'", file=sys.stderr)
        return 2
    times = {}
    for event in events:
        if event["phase"]:
            times.setdefault(event["phase"], event["at"])
    problems = find_problems(events, times)
    sys.stdout.reconfigure(encoding="utf-8")
    if options.format == "markdown":
        print("| time (UTC) | phase | event |\n|---|---|---|")
        for event in events:
            print(f"| {stamp(event['at'])} | {event['phase'] or ''} | {event['text'].replace('|', chr(92) + '|')} |")
        print("".join(f"timeline: {problem}\n" for problem in problems), end="", file=sys.stderr)
    else:
        spans = {name: minutes(times[b] - times[a]) for name, (a, b) in DURATIONS.items() if a in times and b in times}
        rows = [{"at": stamp(event["at"]), "phase": event["phase"], "text": event["text"]} for event in events]
        print(json.dumps({"minutes": spans, "problems": problems, "gaps": find_gaps(events, times), "events": rows}, indent=2))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
