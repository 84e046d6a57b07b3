import { expect, test } from "vitest";
import { formatTranscript } from "./format-transcript.ts";
import { trialsLimits } from "./limits.ts";
import { say, trialOf, use } from "./test-trial.ts";

test("a transcript shows who said and did what, in order", () => {
  const trial = trialOf({
    events: [
      say("I look.\n\nThen I tell."),
      ...use("bash", { command: "ls\npwd", timeout_ms: 5 }, { output: "a.txt\n\tb" }),
      ...use("write", { path: "x" }, { ok: false, denied: true, output: "Not allowed." }),
      ...use("read", "no object", { ok: false, output: "Broken." }),
      say("Found it.", "helper"),
    ],
  });
  expect(formatTranscript(trial)).toBe(`Agent says:
  I look.

  Then I tell.

Agent calls bash:
  command: ls
  pwd
  timeout_ms: 5

bash answers:
  a.txt
  \tb

Agent calls write, which was refused:
  path: x

write was refused:
  Not allowed.

Agent calls read, which failed:
  no object

read failed:
  Broken.

Sub-agent of helper says:
  Found it.

The trial ended: finished.`);
});

test("why a trial failed is its last line", () => {
  expect(formatTranscript(trialOf({ status: "failed", fault: "no key" }))).toBe(
    "The trial ended: failed, no key.",
  );
});

test("a long answer lacks its middle", () => {
  const text = `begin${"x".repeat(50_000)}end`;
  const transcript = formatTranscript(trialOf({ events: [say(text)] }));
  expect(transcript).toMatch(/^Agent says:\n {2}beginx+\n {2}… 46108 characters left out …\n {2}x+end\n\n/);
  expect(transcript.length).toBeLessThan(trialsLimits.transcriptEventCharacters + 200);
});

test("the first and the last of too many events are shown, and the others are counted", () => {
  const events = Array.from({ length: 1000 }, (_, at) => say(`${at} ${"x".repeat(500)}`));
  const transcript = formatTranscript(trialOf({ events }));
  expect(transcript.length).toBeLessThan(trialsLimits.transcriptCharacters + 100);
  expect(transcript).toMatch(/^Agent says:\n {2}0 x/);
  expect(transcript).toMatch(/\n {2}999 x+\n\nThe trial ended: finished\.$/);
  const shown = transcript.match(/Agent says:/g)?.length ?? 0;
  expect(transcript).toContain(`\n\n… ${1000 - shown} left out …\n\n`);
});

test.each([
  ["control characters", "\u0000"],
  ["lines", "\n"],
])("a transcript with only %s is bounded and not empty", (_, character) => {
  const events = Array.from({ length: 100 }, () => say(character.repeat(50_000)));
  const transcript = formatTranscript(trialOf({ events }));
  expect(transcript.length).toBeLessThan(trialsLimits.transcriptCharacters + 100);
  expect(transcript).toMatch(/^Agent says:/);
});
