import { expect, test } from "vitest";
import { explainMismatch } from "./create-replay-model.ts";
import type { Exchange, RecordedRequest } from "./recording.ts";

const request: RecordedRequest = { digest: "d", system: "s", tools: "t", excerpt: "user: Greet Ann." };
const recorded = (...requests: readonly Partial<RecordedRequest>[]): readonly Exchange[] =>
  requests.map((one) => ({
    request: { ...request, digest: "other", ...one },
    turn: { text: "x", calls: [] },
  }));

test.each([
  ["nothing recorded", recorded(), "it is empty."],
  ["asked again", recorded({ digest: "d" }), "this request was recorded once, and is made once more."],
  ["other instructions", recorded({ system: "x" }), "the agent's instructions differ."],
  ["other tools", recorded({ tools: "x" }), "the agent's tools differ."],
  ["an earlier message", recorded({}), "an earlier message differs, or the end of the last one."],
  [
    "the nearest of several",
    recorded({ excerpt: "tool: ls" }, { excerpt: "user: Greet Ben." }),
    'the last message has "user: Greet Ann." where "user: Greet Ben." was recorded.',
  ],
])("%s", (_, exchanges, sentence) => {
  expect(explainMismatch(request, exchanges)).toBe(sentence);
});

test("quotes are short, printable and on one line", () => {
  const excerpt = `${"a".repeat(300)}\u202eb\n\u001b[2J${"c".repeat(190)}`;
  const sentence = explainMismatch({ ...request, excerpt }, recorded({ excerpt: `${"a".repeat(300)}!` }));
  expect(sentence).toContain(`"…${"a".repeat(30)}\\u{202e}b \\u{1b}[2Jccc`);
  expect(sentence.length).toBeLessThan(300);
  expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});
