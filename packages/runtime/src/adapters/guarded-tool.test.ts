import { expect, test } from "vitest";
import { toResult } from "./guarded-tool.ts";

test("a result is returned unchanged, and text gets the hook's note", () => {
  const value = { files: 3 };
  expect(toResult({ ok: true, value, note: "format it" })).toBe(value);
  expect(toResult({ ok: true, value: "three files", note: "format it" })).toBe("three files\n\nformat it");
  expect(toResult({ ok: true, value: "three files" })).toBe("three files");
});

test("a refusal is its text", () => {
  const decision = { effect: "deny", layer: "user", rule: "Bash", reason: "denied-by-rule" } as const;
  expect(toResult({ ok: false, denial: { tool: "Bash", decision, text: "Tool 'Bash' not allowed" } })).toBe(
    "Tool 'Bash' not allowed",
  );
});
