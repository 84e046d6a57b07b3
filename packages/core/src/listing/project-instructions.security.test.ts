import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createNodeFileSystem } from "../fs/node.ts";
import { listingLimits } from "./limits.ts";
import { type ProjectInstructions, readProjectInstructions } from "./project-instructions.ts";

let base = "";
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "instructions-")));
  mkdirSync(join(base, "project/web"), { recursive: true });
  writeFileSync(join(base, "secret.md"), "Top secret.");
});
afterEach(() => rmSync(base, { recursive: true }));

function read(from = "project/web"): ProjectInstructions {
  return readProjectInstructions(createNodeFileSystem(), {
    from: `${base}/${from}`,
    upTo: `${base}/project`,
  });
}

test("a link out of the project is not followed, and is reported", () => {
  symlinkSync("../secret.md", join(base, "project/AGENTS.md"));
  expect(read()).toEqual({
    instructions: [],
    findings: [
      {
        code: "link-leaves-root",
        severity: "warning",
        path: `${base}/project/AGENTS.md`,
        args: { target: `${base}/secret.md` },
      },
    ],
  });
});

test("a folder link out of the project is not followed", () => {
  mkdirSync(join(base, "elsewhere"));
  writeFileSync(join(base, "elsewhere/AGENTS.md"), "Elsewhere.");
  symlinkSync("../elsewhere", join(base, "project/linked"));
  expect(read("project/linked").instructions).toEqual([]);
  expect(read("project/../elsewhere").instructions).toEqual([]);
});

test("a link inside the project is followed, and its target is read once", () => {
  writeFileSync(join(base, "project/AGENTS.md"), "Use tabs.");
  symlinkSync("AGENTS.md", join(base, "project/CLAUDE.md"));
  symlinkSync("../AGENTS.md", join(base, "project/web/AGENTS.md"));
  expect(read()).toEqual({
    instructions: [{ path: `${base}/project/web/AGENTS.md`, text: "Use tabs.", isCut: false }],
    findings: [],
  });
});

test("a dangling link is ignored, and a device is not read", () => {
  symlinkSync("gone.md", join(base, "project/AGENTS.md"));
  symlinkSync("/dev/zero", join(base, "project/web/AGENTS.md"));
  expect(read()).toMatchObject({ instructions: [], findings: [{ code: "link-leaves-root" }] });
});

test("a file of any size is read up to the limit", () => {
  writeFileSync(join(base, "project/AGENTS.md"), "Use tabs. \n".repeat(1_000_000));
  const [only] = read().instructions;
  expect(only?.isCut).toBe(true);
  expect(only?.text.length).toBeLessThanOrEqual(listingLimits.projectInstructionBytes);
});
