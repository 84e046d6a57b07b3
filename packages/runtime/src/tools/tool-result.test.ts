import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { describeFailure, failed, succeeded } from "./tool-result.ts";

const costs = { tokens_used: 0, cost_usd: 0, cached: false, retry_count: 0 };

test("S3-35: successes and failures have OmniForge's fields, and never both result and error", () => {
  expect(succeeded({ a: 1 }, 1.6)).toEqual({ success: true, result: { a: 1 }, duration_ms: 2, ...costs });
  expect(failed("no", 0)).toEqual({ success: false, error: "no", duration_ms: 0, ...costs });
});

test.each([
  [new SkillError("file-missing", { path: "/a.txt" }), "File not found: /a.txt"],
  [new SkillError("file-forbidden", { path: "/a.txt" }), "Permission denied: /a.txt"],
  [
    new SkillError("file-is-link", { path: "/a" }),
    "Permission denied: /a (a link in the path leads elsewhere)",
  ],
  [new SkillError("file-not-regular", { path: "/a" }), "Permission denied: /a (not a regular file)"],
  [new SkillError("tool-timed-out", { what: "it was slow" }), "Timeout exceeded: it was slow."],
  [new SkillError("tool-input-invalid", { reason: "first\nsecond" }), "first\nsecond"],
  [new SkillError("skill-unknown", { name: "x", hint: "" }), "No skill named x."],
])("S3-35: %s is reported as %s", (error, text) => {
  expect(describeFailure(error)).toBe(text);
});

test("terminal sequences in a path have no effect", () => {
  expect(describeFailure(new SkillError("file-missing", { path: "a\u001b[2J\nb" }))).toBe(
    "File not found: a\\u{1b}[2J\\u{a}b",
  );
});
