import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { createTestFolder } from "../sandbox/test-contract-runs.ts";
import { appendJsonLine, readJsonLines } from "./json-lines.ts";
import { fs } from "./test-triggers.ts";

const createPath = (): string => join(createTestFolder(), "some/lines.jsonl");

test("lines are read as they were added, and a file that is not there has none", () => {
  const path = createPath();
  expect(readJsonLines(fs, path)).toEqual([]);
  appendJsonLine(path, { a: "one\ntwo" });
  appendJsonLine(path, { b: 2 });
  expect(readJsonLines(fs, path)).toEqual([{ a: "one\ntwo" }, { b: 2 }]);
});

test.each(['{"b":', '{"b":2}', "{}", "ü"])(
  "a last line that is torn after %j is dropped, and the next one is whole",
  (torn) => {
    const path = createPath();
    appendJsonLine(path, { a: 1 });
    appendFileSync(path, Buffer.from(torn).subarray(0, Math.max(1, Buffer.byteLength(torn) - 1)));
    expect(readJsonLines(fs, path)).toEqual([{ a: 1 }]);
    appendJsonLine(path, { c: 3 });
    expect(readJsonLines(fs, path)).toEqual([{ a: 1 }, { c: 3 }]);
  },
);

test("lines that are no objects are passed over", () => {
  const path = createPath();
  appendJsonLine(path, { a: 1 });
  appendFileSync(path, 'null\n[1]\n"x"\n\nnonsense\n{"b":2}\n');
  expect(readJsonLines(fs, path)).toEqual([{ a: 1 }, { b: 2 }]);
});

test("a link in the place of the file is not written through", () => {
  const folder = createTestFolder();
  const elsewhere = join(folder, "elsewhere");
  writeFileSync(elsewhere, "mine\n");
  symlinkSync(elsewhere, join(folder, "lines.jsonl"));
  expect(() => appendJsonLine(join(folder, "lines.jsonl"), { a: 1 })).toThrow(SkillError);
  expect(readFileSync(elsewhere, "utf8")).toBe("mine\n");
});
