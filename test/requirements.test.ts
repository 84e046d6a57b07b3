import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source-files.ts";

const page = readFileSync(join(root, "docs/contributing/requirements.md"), "utf8");
const rows = [
  ...page.matchAll(/^\| ✓ (S\d-\d+) \|.*\]\(\.\.\/\.\.\/([^)]+)\) \| .*\]\(\.\.\/\.\.\/([^)]+)\) \|$/gm),
];

test("the page lists the demands, each once", () => {
  const numbers = rows.map((row) => row[1]);
  expect(numbers.length).toBeGreaterThan(100);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(page.match(/^\| ✓/gm)).toHaveLength(numbers.length);
});

test.each(rows.map((row) => [row[1] ?? "", row[2] ?? "", row[3] ?? ""] as const))(
  "%s is implemented in %s and shown by %s",
  (number, implementation, shown) => {
    expect(existsSync(join(root, implementation))).toBe(true);
    // In the title of a test, not in a comment.
    const titles =
      readFileSync(join(root, shown), "utf8").match(
        /(["'`])(?:(?!\1)[^\n])*\bS\d-\d+\b(?:(?!\1)[^\n])*\1/g,
      ) ?? [];
    expect(titles.join("\n")).toMatch(new RegExp(`\\b${number}\\b`));
  },
);
