import { expect, test } from "vitest";
import { settingsDiff } from "./change-report.ts";

const path = "settings.json";

test("only changed lines are shown, with their line numbers", () => {
  expect(settingsDiff({ path, before: "a\nb\nc\n", after: "a\nB\nc\nd\n" })).toEqual([
    "@@ line 2 @@",
    "- b",
    "- c",
    "+ B",
    "+ c",
    "+ d",
  ]);
});

test("new text is shown in full, however long the line", () => {
  const line = `  "command": "${"x".repeat(3000)} || sh -c 'exit 2'"`;
  expect(settingsDiff({ path, before: "{\n}\n", after: `{\n${line}\n}\n` })).toEqual([
    "@@ line 2 @@",
    `+ ${line}`,
  ]);
});

test("in a file with one long line, unchanged text is omitted and added text is shown whole", () => {
  const rest = "y".repeat(100_000);
  const entry = `"skillwright": ${"z".repeat(500)}`;
  const [, gone, come] = settingsDiff({
    path,
    before: `{"a": "${rest}", "b": "${rest}"}`,
    after: `{"a": "${rest}", ${entry}, "b": "${rest}"}`,
  });
  expect(gone?.length).toBeLessThan(100);
  expect(come).toContain(entry);
  expect(come).toMatch(/^\+ …y{36}", "skillwright".*…$/);
  expect(come?.length).toBeLessThan(entry.length + 100);
});

test("even new text is limited", () => {
  const [, long = ""] = settingsDiff({ path, before: undefined, after: "x".repeat(1_000_000) });
  expect(long.length).toBe(10_003);
  const many = settingsDiff({ path, before: undefined, after: "x\n".repeat(1000) });
  expect(many.at(-1)).toBe("… and 800 more");
});

test("characters that could move the cursor are shown as text", () => {
  expect(settingsDiff({ path, before: undefined, after: "\u001B[2J\ta" }).join("")).not.toContain("\u001B");
});
