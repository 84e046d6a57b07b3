import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { installPackages } from "../packages/test-packages.ts";
import { createTestMachine, removeTestMachines, type TestMachine } from "../test-io.ts";

afterAll(removeTestMachines);

/** A project whose skill `pdf` was installed with the text `one` and updated to `two`. */
function createMachine(): TestMachine {
  const machine = createTestMachine({ "repo/.git/HEAD": "" });
  const project = { root: `${machine.folder}/repo`, cacheFolder: `${machine.folder}/cache` };
  for (const text of ["one", "two"]) installPackages(project, { pdf: { files: { "SKILL.md": text } } });
  return machine;
}

function readSkill({ folder }: TestMachine): string {
  return readFileSync(`${folder}/repo/.agents/skills/pdf/SKILL.md`, "utf8");
}

test("undo restores the skill and the lock, and a second undo does the change again", async () => {
  const machine = createMachine();
  const expected = {
    code: 0,
    out: "✓ Undone:\n  .agents/skills/pdf\n  skillwright.lock\n",
    err: "",
    asked: [],
  };
  expect(await machine.run(["undo"])).toEqual(expected);
  expect(readSkill(machine)).toBe("one");
  expect(await machine.run(["verify"])).toMatchObject({ code: 0 });
  expect(await machine.run(["undo"])).toEqual(expected);
  expect(readSkill(machine)).toBe("two");
  expect(await machine.run(["verify"])).toMatchObject({ code: 0 });
});

test("undo of the first installation leaves nothing of it", async () => {
  const machine = createTestMachine({ "repo/.git/HEAD": "" });
  const root = `${machine.folder}/repo`;
  installPackages(
    { root, cacheFolder: `${machine.folder}/cache` },
    { pdf: { files: { "SKILL.md": "one" } } },
  );
  const { code, out } = await machine.run(["undo", "--json"]);
  const paths = [`${root}/.agents/skills/pdf`, `${root}/.claude/skills/pdf`, `${root}/skillwright.lock`];
  expect({ code, report: JSON.parse(out) }).toEqual({
    code: 0,
    report: { version: 1, paths, applied: true },
  });
  expect(paths.filter((path) => existsSync(path))).toEqual([]);
});

test("a dry run shows what would be restored and changes nothing, not even a working folder", async () => {
  const machine = createMachine();
  expect(await machine.run(["undo", "--dry-run"])).toMatchObject({
    code: 0,
    out: "Would restore:\n  .agents/skills/pdf\n  skillwright.lock\n",
  });
  const { out } = await machine.run(["undo", "--dry-run", "--json"]);
  expect(JSON.parse(out)).toMatchObject({ version: 1, applied: false });
  expect(readSkill(machine)).toBe("two");
  expect(existsSync(`${machine.folder}/repo/.agents/skills/.skillwright`)).toBe(false);
  expect(await machine.run(["undo", "--yes"])).toMatchObject({ code: 0 });
  expect(readSkill(machine)).toBe("one");
});

test.each([[[]], [["--dry-run"]]])(
  "undo %j is refused if a file has changed since, and changes nothing",
  async (flags) => {
    const machine = createMachine();
    writeFileSync(`${machine.folder}/repo/.agents/skills/pdf/SKILL.md`, "mine");
    const { code, out, err } = await machine.run(["undo", ...flags]);
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toMatch(/cannot be undone: .*\/skills\/pdf has changed since\. Nothing was changed\./);
    expect(readSkill(machine)).toBe("mine");
  },
);

test("without a recorded change there is nothing to undo", async () => {
  const machine = createMachine();
  expect(await machine.run(["undo", "--scope", "user"])).toMatchObject({
    code: 3,
    err: expect.stringContaining("none is recorded for this place"),
  });
  expect(await machine.run(["undo", "pdf"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("undo takes no arguments."),
  });
});
