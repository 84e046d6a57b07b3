import { existsSync, readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findingsOf } from "../packages/core/src/check/findings-of.ts";
import { rules } from "../packages/core/src/check/rules.ts";
import { readExample } from "./rule-examples.ts";

const folder = new URL("../packages/core/src/check/rules/", import.meta.url);
const folders = readdirSync(folder).sort();

/** Links, huge files, hundreds of findings and models do not fit into an example; these rules' own tests create them. */
const notShowable = new Set([
  ...["file.linkOutside", "file.tooLarge", "symlink-escape", "findings-capped", "model-concern"],
]);

test("the generated list has every rule folder", () => {
  expect(rules.map((rule) => rule.id).sort()).toEqual(folders);
});

describe.each(rules.map((rule) => [rule.id, rule] as const))("%s", (id, rule) => {
  const readme = readFileSync(new URL(`${id}/README.md`, folder), "utf8");

  test("has code, a test and a README with its id as the title", () => {
    expect(existsSync(new URL(`${id}/index.test.ts`, folder))).toBe(true);
    expect(readme.startsWith(`# ${id}\n`)).toBe(true);
    expect(Object.keys(rule.messages).length).toBeGreaterThan(0);
  });

  if (notShowable.has(id)) return;

  test("reports its bad example and not its good one", () => {
    const bad = readExample(readme, "Bad");
    const good = readExample(readme, "Good");
    expect(Object.keys(bad).length).toBeGreaterThan(0);
    expect(Object.keys(good).length).toBeGreaterThan(0);
    expect(findingsOf(id, bad)).not.toEqual([]);
    expect(findingsOf(id, good)).toEqual([]);
  });
});
