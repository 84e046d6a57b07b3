import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { refusalNotice, toEnvelope, toNotice } from "./envelope.ts";

test("S4-12: an answer has VibeTavern's fields, even if empty", () => {
  expect(toEnvelope("skills_list", { data: { skills: [] } })).toEqual({
    ok: true,
    tool_name: "skills_list",
    data: { skills: [] },
    warnings: [],
    errors: [],
  });
});

test("an answer with an error is not ok, whatever its data", () => {
  const error = { code: "TIMEOUT", message: "Timeout exceeded" } as const;
  expect(toEnvelope("x", { data: { a: 1 }, errors: [error] })).toEqual({
    ok: false,
    tool_name: "x",
    data: { a: 1 },
    warnings: [],
    errors: [error],
  });
});

const at = { name: "pdf", path: "references/a.md" };

test.each([
  [new SkillError("skill-unknown", { name: "pfd", hint: "" }), "SKILL_NOT_FOUND", "Unknown skill: pfd"],
  [
    new SkillError("skill-unknown", { name: "pfd", hint: " Did you mean pdf?" }),
    "SKILL_NOT_FOUND",
    "Unknown skill: pfd. Did you mean pdf?",
  ],
  [new SkillError("skill-path-invalid", at), "INVALID_PATH", "Invalid skill file path: references/a.md"],
  [new SkillError("skill-file-missing", at), "FILE_NOT_FOUND", "Skill file not found: references/a.md"],
  [
    new SkillError("skill-file-too-large", { ...at, size: 3, max: 2 }),
    "FILE_TOO_LARGE",
    "Skill file too large: references/a.md",
  ],
  [new SkillError("tool-input-invalid", { reason: "no" }), "ARGUMENT_ERROR", "no"],
])("VibeTavern's code and message for %s are %s, %s", (error, code, message) => {
  expect(toNotice(error)).toEqual({ code, message });
});

test("an error VibeTavern has no code for is an internal error, with our message", () => {
  expect(toNotice(new SkillError("state-unreadable", { path: "a", reason: "b" }))).toEqual({
    code: "INTERNAL_ERROR",
    message: "a is damaged (b). Move it away and try again.",
  });
});

test("a refused activation keeps the session's text", () => {
  expect(refusalNotice("a", { code: "cycle", text: "a → b → a" })).toEqual({
    code: "TOOL_NOT_ALLOWED",
    message: "a → b → a",
  });
  expect(refusalNotice("a\n", { code: "skill-unknown", text: "No skill named a." })).toEqual({
    code: "SKILL_NOT_FOUND",
    message: "Unknown skill: a\\u{a}\nNo skill named a.",
  });
});
