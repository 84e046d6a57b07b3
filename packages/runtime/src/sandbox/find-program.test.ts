import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findProgram, type ProgramSearch } from "./find-program.ts";
import { createTestFolder } from "./test-contract-runs.ts";

function createPrograms(): { readonly folder: string; search(more: Partial<ProgramSearch>): object } {
  const folder = createTestFolder();
  for (const name of ["first", "second"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "second", "tool"), "#!/bin/sh\n");
  chmodSync(join(folder, "second", "tool"), 0o755);
  writeFileSync(join(folder, "second", "notes"), "hello");
  const path = [join(folder, "first"), join(folder, "missing"), join(folder, "second")].join(":");
  return {
    folder,
    search: (more) => findProgram({ program: "tool", path, cwd: folder, isVisible: () => true, ...more }),
  };
}

test("a name is searched for in the folders of PATH, in order", () => {
  const { folder, search } = createPrograms();
  expect(search({})).toEqual({ path: join(folder, "second", "tool") });
});

test("a non-executable file does not hide an executable one", () => {
  const { folder, search } = createPrograms();
  writeFileSync(join(folder, "first", "tool"), "notes");
  mkdirSync(join(folder, "first", "other"));
  expect(search({})).toEqual({ path: join(folder, "second", "tool") });
  expect(search({ program: "other" })).toEqual({ code: "program-unusable", reason: "EACCES" });
  expect(search({ program: "notes" })).toEqual({ code: "program-unusable", reason: "EACCES" });
});

test("a path is used unchanged, relative to the folder to run in", () => {
  const { folder, search } = createPrograms();
  const found = { path: join(folder, "second", "tool") };
  expect(search({ program: "second/tool", path: "" })).toEqual(found);
  expect(search({ program: "./tool", cwd: join(folder, "second") })).toEqual(found);
  expect(search({ program: join(folder, "second", "tool"), cwd: "/" })).toEqual(found);
});

test("an empty part of PATH is the folder to run in", () => {
  const { folder, search } = createPrograms();
  expect(search({ path: ":/no/where", cwd: join(folder, "second") })).toEqual({
    path: join(folder, "second", "tool"),
  });
});

test.each(["", "nothing", "./nothing", "second/tool/deeper"])("%j is missing", (program) => {
  expect(createPrograms().search({ program })).toEqual({ code: "program-missing" });
});

test("an invisible path is missing, whether it is the name or its target", () => {
  const { folder, search } = createPrograms();
  symlinkSync("../second/tool", join(folder, "first", "linked"));
  expect(search({ program: "linked" })).toEqual({ path: join(folder, "first", "linked") });
  const hide = (part: string) => (file: string) => !file.includes(part);
  expect(search({ program: "linked", isVisible: hide("/first") })).toEqual({ code: "program-missing" });
  expect(search({ program: "linked", isVisible: hide("/second") })).toEqual({ code: "program-missing" });
});

test("links to a folder are resolved, since its other names may not exist; a program keeps its name", () => {
  const { folder, search } = createPrograms();
  symlinkSync("second", join(folder, "alias"));
  symlinkSync("tool", join(folder, "second", "nickname"));
  expect(search({ program: "nickname", path: join(folder, "alias") })).toEqual({
    path: join(folder, "second", "nickname"),
  });
});
