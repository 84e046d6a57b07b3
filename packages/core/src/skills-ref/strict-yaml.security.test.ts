import { expect, test } from "vitest";
import { readStrictYaml } from "./strict-yaml.ts";

const pyramid = Array.from({ length: 2000 }, (_, depth) => `${" ".repeat(depth)}a:\n`).join("");

test.each([
  ["10,000 lists in one line", "- ".repeat(10_000)],
  ["10,000 explicit keys in one line", "? ".repeat(10_000)],
  ["2,000 nested mappings", pyramid],
])("%s are refused without overflowing the stack", (_what, text) => {
  expect(readStrictYaml(text)).toEqual({
    ok: false,
    message: "nested too deeply",
    offset: expect.any(Number),
  });
});

test("10,000 open brackets are refused at the first", () => {
  expect(readStrictYaml(`a: ${"[".repeat(10_000)}`)).toMatchObject({ ok: false, offset: 3 });
});

const size = 100_000;

// Inputs on which finding a column, or the end of a value, over and over would take quadratic time.
test.each([
  ["line breaks that begin no new column", `a: ${"b\x85".repeat(size)}`],
  ["the same in a block", `a: |\n${" ".repeat(size)}x\n${"\x85".repeat(size)}`],
  ["scalars in a row", '"q"\x85'.repeat(size)],
  ["blocks in a row", "|\x85 ".repeat(size)],
  ["byte order marks", `a: ${"\ufeff".repeat(size)}\n b`],
  ["doubled quotes", `a: '${"''".repeat(size)}'`],
  ["comment lines", "#\n".repeat(size)],
  ["words", `a: ${"b ".repeat(size)}`],
  ["list items", `a:\n${"- b\n".repeat(size)}`],
])("100,000 %s are read in linear time", (_what, text) => {
  const start = process.cpuUsage();
  readStrictYaml(text);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(5000);
});

test("a key named like an object's own property is only a key", () => {
  const result = readStrictYaml("__proto__: a\nconstructor: b\n");
  expect(result.ok && result.data).toEqual(
    new Map([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]),
  );
});
