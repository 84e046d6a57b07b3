import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestFolder } from "../test-contract-runs.ts";
import { traceAll, traceLinks } from "./trace-links.ts";

test("a path without links resolves to itself, even in a roundabout spelling", () => {
  const folder = createTestFolder();
  expect(traceLinks(`${folder}/x/.././`)).toEqual({ real: folder, links: [] });
  expect(traceLinks("/")).toEqual({ real: "/", links: [] });
});

test("each link on the way is reported with its location, relative and absolute, one after the other", () => {
  const folder = createTestFolder();
  mkdirSync(join(folder, "data", "deep"), { recursive: true });
  writeFileSync(join(folder, "data", "deep", "file"), "");
  symlinkSync("../data", join(folder, "data", "again"));
  symlinkSync(join(folder, "data", "again"), join(folder, "absolute"));
  expect(traceLinks(join(folder, "absolute", "deep", "file"))).toEqual({
    real: join(folder, "data", "deep", "file"),
    links: [
      { at: join(folder, "absolute"), target: join(folder, "data", "again") },
      { at: join(folder, "data", "again"), target: "../data" },
    ],
  });
});

test("circular and dangling links, and paths below a file, lead to nothing", () => {
  const folder = createTestFolder();
  symlinkSync("two", join(folder, "one"));
  symlinkSync("one", join(folder, "two"));
  symlinkSync("nowhere", join(folder, "three"));
  writeFileSync(join(folder, "file"), "");
  const names = ["one", "three", "file/below", "missing"].map((name) => join(folder, name));
  expect(names.map(traceLinks)).toEqual([undefined, undefined, undefined, undefined]);
  expect(traceAll([...names, folder])).toEqual([{ real: folder, links: [] }]);
});
