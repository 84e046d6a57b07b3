"""Passes when so many calls of the agent were refused, and none was not. Reads a trial as JSON."""

import json
import sys

wanted = int(sys.argv[1])
answers = [event for event in json.load(sys.stdin)["events"] if event["type"] == "answered"]
refused = [event for event in answers if event.get("denied")]
print(f"{len(refused)} of {len(answers)} calls were refused")
sys.exit(0 if len(refused) == len(answers) == wanted else 1)
