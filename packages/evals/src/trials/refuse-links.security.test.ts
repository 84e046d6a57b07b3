import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { expect, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { testHost } from "../testing/test-suite.ts";
import { refuseLinks } from "./refuse-links.ts";
import { link } from "./test-foreign.ts";

const { fs } = testHost;

test.each(["", "one", "one/two", "one/two/three"])("a link at %j of a workspace is refused by name", (at) => {
  for (const target of [createTestFolder(), "/nowhere/at-all", "."]) {
    const workspace = join(createTestFolder(), "workspace");
    const path = join(workspace, at);
    link(target, path);
    const act = (): void => refuseLinks({ fs, workspace }, `${workspace}/one/two/three`);
    expect(act).toThrow(expect.objectContaining({ code: "file-is-link", details: { path } }));
  }
});

test("folders, and paths that do not exist yet, are not links", () => {
  const workspace = join(createTestFolder(), "new/workspace");
  const check = (place: string): void => refuseLinks({ fs, workspace }, join(workspace, place));
  check("one");
  mkdirSync(join(workspace, "one"), { recursive: true });
  for (const place of ["", "one", "one/two", "other/two"]) check(place);
});

test("links above the workspace are the machine's", () => {
  const folder = createTestFolder();
  mkdirSync(join(folder, "real/workspace/one"), { recursive: true });
  symlinkSync("real", join(folder, "way"));
  const workspace = join(folder, "way/workspace");
  refuseLinks({ fs, workspace }, `${workspace}/one/two`);
});

test("a path with dots does not get around it", () => {
  const folder = createTestFolder();
  link(createTestFolder(), join(folder, "workspace/one"));
  const workspace = `${folder}/x/../workspace`;
  expect(() => refuseLinks({ fs, workspace }, `${workspace}/./one`)).toThrow(SkillError);
});
