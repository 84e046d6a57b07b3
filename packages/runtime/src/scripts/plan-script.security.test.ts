import { mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { createUnconfinedSandbox } from "../sandbox/run-process.ts";
import { createTestSession, skillText } from "../session/test-session.ts";
import { planScript } from "./plan-script.ts";

const files = {
  "kit/SKILL.md": skillText("kit"),
  "kit/scripts/run.sh": "echo ran\n",
  "kit-evil/run.sh": "echo evil\n",
};

/** A loaded skill, its folder, and the command its script would run with now. */
async function openKit(): Promise<{ readonly kit: string; readonly command: () => readonly string[] }> {
  const { catalog, skills, workspace } = createTestSession(files);
  const entry = await catalog.load("kit");
  const place = {
    fs: createNodeFileSystem(),
    workspace,
    outputFolder: join(workspace, "out"),
    environment: {},
    grants: {},
    sandbox: createUnconfinedSandbox(),
    mayWriteBelow: () => true,
  };
  const command = () => planScript({ entry, script: "run.sh", args: [] }, place).request.command;
  return { kit: join(skills, "kit"), command };
}

test.each([
  ["a script", "scripts/run.sh", "../../kit-evil/run.sh"],
  ["a folder of scripts", "scripts", "../kit-evil"],
  ["a script, leading nowhere,", "scripts/run.sh", "nowhere"],
])("S3-44: %s that became a link out of the skill after loading does not run", async (_, path, target) => {
  const { kit, command } = await openKit();
  expect(command()).toEqual(["sh", join(kit, "scripts/run.sh")]);
  rmSync(join(kit, path), { recursive: true });
  symlinkSync(target, join(kit, path));
  expect(command).toThrow("skill-changed");
});

test("S3-44: a link inside the skill is followed, and its target runs", async () => {
  const { kit, command } = await openKit();
  mkdirSync(join(kit, "lib"));
  renameSync(join(kit, "scripts/run.sh"), join(kit, "lib/run.sh"));
  symlinkSync("../lib/run.sh", join(kit, "scripts/run.sh"));
  expect(command()).toEqual(["sh", join(kit, "lib/run.sh")]);
});
