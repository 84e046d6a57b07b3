import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createNodeFileSystem, openCatalog } from "@skillwright/core/node";
import { expect, onTestFinished, test } from "vitest";
import { findRoots } from "../packages/core/src/discover/roots.ts";
import { root } from "./source-files.ts";

const examples = join(root, "examples/skills");

function createHome(): string {
  const home = mkdtempSync(join(tmpdir(), "skillwright-home-"));
  onTestFinished(() => rmSync(home, { recursive: true }));
  return home;
}

function rootsOf(home: string): ReturnType<typeof findRoots>["roots"] {
  return findRoots(createNodeFileSystem(), { cwd: home, home, platform: "linux" }).roots;
}

test("S1-31: skills are found in the agents' folders", () => {
  const home = createHome();
  cpSync(examples, join(home, ".claude/skills"), { recursive: true });
  const { skills } = openCatalog({ roots: rootsOf(home) }).list();
  expect(skills.length).toBeGreaterThanOrEqual(8);
  expect(new Set(skills.map((skill) => skill.root.scope))).toEqual(new Set(["personal"]));
});

test("S3-53: a SKILL.md dropped into a folder works without registration", async () => {
  const home = createHome();
  const folder = join(home, ".agents/skills/piano");
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "SKILL.md"),
    "---\nname: piano\ndescription: Tunes pianos. Use when a piano sounds off.\n---\nTurn the pins.\n",
  );
  const catalog = openCatalog({ roots: rootsOf(home) });
  const [best] = await catalog.match("my piano sounds off");
  expect(best?.skill.id).toBe("piano");
  expect((await catalog.load("piano")).body).toBe("Turn the pins.");
});

test("S3-4: a model sees nothing of a skill's instructions until it uses the skill", async () => {
  const catalog = openCatalog({ roots: [examples] });
  for (const placement of ["tool", "system", "message"] as const) {
    const { text } = await catalog.listing({ placement });
    for (const { id } of catalog.list().skills.filter(({ enabled }) => enabled)) {
      const line = (await catalog.load(id)).body.split("\n").find((one) => one.length > 40);
      expect(text).not.toContain(line);
    }
  }
});

test("S3-71: a missing file that a skill names is a clear error", async () => {
  const catalog = openCatalog({ roots: [examples] });
  await expect(catalog.readFile("pdf-text", "references/missing.md")).rejects.toMatchObject({
    code: "skill-file-missing",
  });
});

test("S3-77: a skill for one tenant is not offered to another, nor without a tenant", () => {
  const home = createHome();
  const folder = join(home, "ledger");
  mkdirSync(folder);
  writeFileSync(
    join(folder, "SKILL.md"),
    "---\nname: ledger\ndescription: Closes the books.\nscope:\n  tenants: [acme]\n---\n",
  );
  const isOffered = (tenant?: string): boolean | undefined =>
    openCatalog({ roots: [home], context: tenant === undefined ? {} : { tenant } }).list().skills[0]?.enabled;
  expect([isOffered("acme"), isOffered("other"), isOffered()]).toEqual([true, false, false]);
});
