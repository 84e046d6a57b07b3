import fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff } from "./unified-diff.ts";

test("a changed line is shown with its context", () => {
  const before = ["a", "b", "c", "d", "e", "f", "g", "h"].join("\n");
  expect(unifiedDiff("x/SKILL.md", before, before.replace("e", "E"))).toBe(
    "--- x/SKILL.md\n+++ x/SKILL.md\n@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+E\n f\n g\n h\n",
  );
});

test("changes that are far apart are separate hunks", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
  const after = lines.map((line) => (line === "line 2" || line === "line 20" ? `${line}!` : line));
  expect(unifiedDiff("a", lines.join("\n"), after.join("\n")).match(/^@@/gm)).toHaveLength(2);
});

test("equal texts have no diff", () => {
  expect(unifiedDiff("a", "one\ntwo\n", "one\ntwo\n")).toBe("");
});

test("a file that comes or goes has no lines on the other side", () => {
  expect(unifiedDiff("a.py", undefined, "one\ntwo\n")).toBe(
    "--- a.py\n+++ a.py\n@@ -0,0 +1,2 @@\n+one\n+two\n",
  );
  expect(unifiedDiff("a.py", "one\n", undefined)).toBe("--- a.py\n+++ a.py\n@@ -1,1 +0,0 @@\n-one\n");
});

test("control characters of a skill are escaped, tabs are kept", () => {
  expect(unifiedDiff("a", "x", "\tx\u001b[2J\u202e")).toContain("+\tx\\u{1b}[2J\\u{202e}\n");
});

test("for any texts, the kept and removed lines are the old text, the kept and added ones the new", () => {
  // So short that every line is shown as context.
  const text = fc.array(fc.constantFrom("a", "b", "c", ""), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(text, text, (before, after) => {
      const lines = unifiedDiff("f", before.join("\n"), after.join("\n")).split("\n").slice(2, -1);
      const side = (other: string): string[] =>
        lines.filter((line) => !line.startsWith("@@") && line[0] !== other).map((line) => line.slice(1));
      if (lines.length > 0) expect([side("+"), side("-")]).toEqual([before, after]);
      else expect(before).toEqual(after);
    }),
  );
});
