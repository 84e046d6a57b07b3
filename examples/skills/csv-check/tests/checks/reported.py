"""Passes when the check told the agent of each kind of problem that is named. Reads a trial as JSON."""

import json
import sys

answers = [event for event in json.load(sys.stdin)["events"] if event["type"] == "answered"]
told = [json.loads(event["output"]) for event in answers if event["tool"] == "skills_run_script"]
counts = [json.loads(answer["data"]["stdout"])["counts"] for answer in told if answer["ok"]]
missing = [kind for kind in sys.argv[1:] if not any(kind in count for count in counts)]
print(f"not reported: {', '.join(missing)}" if missing else "all reported")
sys.exit(1 if missing else 0)
