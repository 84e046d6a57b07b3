import type { AgentEvent } from "@skillwright/runtime/agent";
import { expect, test } from "vitest";
import { createStyle } from "../../terminal/style.ts";
import { agentLine, seconds } from "./event-lines.ts";

function lineOf(event: AgentEvent, columns = 80, live = true): string | undefined {
  return agentLine(event, { style: createStyle(false), columns, live });
}

const answered = { type: "tool-answered", call: "1", tool: "read" } as const;

test.each([
  [{ success: false, error: "File not found: a.md" }, "  failed: File not found: a.md"],
  [
    { ok: false, errors: [{ code: "FILE_NOT_FOUND", message: "Skill file not found: x" }] },
    "  failed: Skill file not found: x",
  ],
  ["There is no tool called 'x'.", "  failed: There is no tool called 'x'."],
  [{ something: 1 }, '  failed: {"something":1}'],
  [{ errors: ["odd"] }, '  failed: {"errors":["odd"]}'],
])("a failure %j is reported with its own message", (output, line) => {
  expect(lineOf({ ...answered, ok: false, output })).toBe(line);
});

test("a successful answer needs no line, nor does a call: the session reports it", () => {
  expect(lineOf({ ...answered, ok: true, output: {} })).toBeUndefined();
  expect(lineOf({ type: "tool-called", call: "1", tool: "read", input: {} })).toBeUndefined();
  expect(lineOf({ type: "text", delta: "Hello" })).toBeUndefined();
});

test("a failure of many lines is one line that fits and moves no cursor", () => {
  expect(lineOf({ ...answered, ok: false, output: `a\u001b[2J\n${"b".repeat(99)}` }, 30)).toBe(
    `  failed: a\\u{1b}[2J ${"b".repeat(8)}…`,
  );
});

test("in a file the reason of a failure is complete", () => {
  const output = `no ${"very ".repeat(100)}good`;
  expect(lineOf({ ...answered, ok: false, output }, 30, false)).toBe(`  failed: ${output}`);
});

test("a new skill is shown with its full path, as a draft and once installed", () => {
  const folder = `/tmp/${"long/".repeat(20)}kit`;
  const draft = { ...answered, tool: "skills_draft", ok: true, output: { data: { folder, valid: false } } };
  expect(lineOf(draft)).toBe(`  draft (has errors): ${folder}`);
  const saved = {
    ...answered,
    tool: "skills_save",
    ok: true,
    output: { data: { directory: `${folder}\u001b` } },
  };
  expect(lineOf(saved)).toBe(`  installed: ${folder}\\u{1b}`);
});

test("another attempt is announced, with what went wrong", () => {
  const fault = { kind: "overloaded", message: "The provider is overloaded." } as const;
  expect(lineOf({ type: "retrying", fault, attempt: 2, waitMs: 1500 }, 40)).toBe(
    "The provider is overloaded. Attempt 2 in\n1.5 s.",
  );
});

test("repeated calls are reported", () => {
  expect(lineOf({ type: "repeating", tool: "bash", count: 3 })).toBe(
    "The agent is repeating a call (bash, 3 times) and was warned.",
  );
});

test("a skill's model is shown, even if it is unavailable", () => {
  expect(lineOf({ type: "model-chosen", name: "opus", found: true })).toBe("Using the skill's model: opus.");
  expect(lineOf({ type: "model-chosen", name: "x\u001b", found: false })).toBe(
    "The skill requests the model x\\u{1b}, which is unavailable; continuing without\nit.",
  );
});

test.each([
  [0, "0 s"],
  [49, "0 s"],
  [500, "0.5 s"],
  [61_000, "61 s"],
])("%i ms are %s", (ms, words) => {
  expect(seconds(ms)).toBe(words);
});
