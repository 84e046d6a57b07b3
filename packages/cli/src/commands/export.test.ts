import { createHash } from "node:crypto";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { installPackages } from "../packages/test-packages.ts";
import { createTestMachine, removeTestMachines, type TestMachine } from "../test-io.ts";

afterAll(removeTestMachines);

function createMachine(): TestMachine {
  const machine = createTestMachine({ "repo/.git/HEAD": "" });
  installPackages(
    { root: `${machine.folder}/repo`, cacheFolder: `${machine.folder}/cache` },
    {
      csv: { files: { "SKILL.md": "csv" } },
      pdf: {
        files: { "SKILL.md": "one", "a.md": "two" },
        locked: { source: "github:acme/skills", path: "office/pdf", resolved: "89bd" },
      },
    },
  );
  return machine;
}

const pdf = {
  source: "acme/skills",
  ref: "89bd",
  sourceType: "github",
  skillPath: "office/pdf/SKILL.md",
  computedHash: createHash("sha256").update("a.mdtwoSKILL.mdone").digest("hex"),
};

test("export prints all skills of the lock, or those named", async () => {
  const machine = createMachine();
  const all = await machine.run(["export"]);
  expect({ code: all.code, names: Object.keys(JSON.parse(all.out).skills) }).toEqual({
    code: 0,
    names: ["csv", "pdf"],
  });
  const one = await machine.run(["export", "pdf"]);
  expect({ code: one.code, lock: JSON.parse(one.out) }).toEqual({
    code: 0,
    lock: { version: 1, skills: { pdf } },
  });
});

test("--output writes a file and prints nothing to standard output", async () => {
  const machine = createMachine();
  expect(await machine.run(["export", "pdf", "--output", "skills-lock.json"])).toMatchObject({
    ...{ code: 0, out: "" },
    err: "Wrote 1 skill to skills-lock.json.\n",
  });
  const text = readFileSync(`${machine.folder}/repo/skills-lock.json`, "utf8");
  expect(JSON.parse(text)).toEqual({ version: 1, skills: { pdf } });
});

test("a skill that is not as locked is refused, and nothing is written", async () => {
  const machine = createMachine();
  writeFileSync(`${machine.folder}/repo/.agents/skills/pdf/a.md`, "edited");
  const { code, err } = await machine.run(["export", "--output", "skills-lock.json"]);
  expect(code).toBe(3);
  expect(err.replaceAll("\n", " ")).toContain("and pdf changed since. `skillwright verify` shows how.");
  rmSync(`${machine.folder}/repo/.agents/skills/csv/SKILL.md`);
  const more = await machine.run(["export", "--output", "skills-lock.json"]);
  expect(more.err.replaceAll("\n", " ")).toContain("csv, pdf changed since");
  expect(existsSync(`${machine.folder}/repo/skills-lock.json`)).toBe(false);
});
