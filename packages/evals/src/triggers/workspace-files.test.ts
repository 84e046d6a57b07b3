import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import type { Workspace } from "../trials/refuse-links.ts";
import { fs } from "./test-triggers.ts";
import { appendJsonLine, readJsonLines, readSavedLines } from "./workspace-files.ts";

const name = "some/lines.jsonl";
const createPlace = (): Workspace => ({ fs, workspace: createTestFolder() });

test("lines are read as added, and a missing file has none", () => {
  const place = createPlace();
  expect(readJsonLines(place, name)).toEqual([]);
  appendJsonLine(place, name, { a: "one\ntwo" });
  appendJsonLine(place, name, { b: 2 });
  expect(readJsonLines(place, name)).toEqual([{ a: "one\ntwo" }, { b: 2 }]);
});

test.each(['{"b":', '{"b":2}', "{}", "ü"])(
  "a last line truncated after %j is dropped, and the next one is complete",
  (torn) => {
    const place = createPlace();
    appendJsonLine(place, name, { a: 1 });
    appendFileSync(
      join(place.workspace, name),
      Buffer.from(torn).subarray(0, Math.max(1, Buffer.byteLength(torn) - 1)),
    );
    expect(readJsonLines(place, name)).toEqual([{ a: 1 }]);
    appendJsonLine(place, name, { c: 3 });
    expect(readJsonLines(place, name)).toEqual([{ a: 1 }, { c: 3 }]);
  },
);

test("lines that are not objects are skipped", () => {
  const place = createPlace();
  appendJsonLine(place, name, { a: 1 });
  appendFileSync(join(place.workspace, name), 'null\n[1]\n"x"\n\nnonsense\n{"b":2}\n');
  expect(readJsonLines(place, name)).toEqual([{ a: 1 }, { b: 2 }]);
});

test.each(["some", name])("a link at %s is neither read nor written through", (link) => {
  const place = createPlace();
  const elsewhere = createTestFolder();
  writeFileSync(join(elsewhere, "lines.jsonl"), '{"mine":1}\n');
  mkdirSync(dirname(join(place.workspace, link)), { recursive: true });
  symlinkSync(join(elsewhere, link === name ? "lines.jsonl" : ""), join(place.workspace, link));
  expect(() => readJsonLines(place, name)).toThrow(SkillError);
  expect(() => appendJsonLine(place, name, { a: 1 })).toThrow(SkillError);
  expect(readFileSync(join(elsewhere, "lines.jsonl"), "utf8")).toBe('{"mine":1}\n');
});

test("a pipe is not written to", () => {
  const place = createPlace();
  mkdirSync(join(place.workspace, "some"));
  execFileSync("mkfifo", [join(place.workspace, name)]);
  expect(() => appendJsonLine(place, name, { a: 1 })).toThrow(SkillError);
});

test("of two lines with one key the later counts, and lines of another version are ignored", () => {
  const place = createPlace();
  for (const line of [
    { version: 1, key: "a", value: 1 },
    { version: 1, key: "a", value: 2 },
    { version: 2, key: "b", value: 3 },
    { version: 1, value: 4 },
    { version: 1, key: "c" },
  ])
    appendJsonLine(place, name, line);
  expect([...readSavedLines(place, name, ({ value }) => value)]).toEqual([["a", 2]]);
});
