import { writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { installPackages } from "../packages/test-packages.ts";
import { createTestMachine, removeTestMachines, type TestMachine } from "../test-io.ts";

afterAll(removeTestMachines);

const files = { "SKILL.md": "one" };

/** The skill `report` needs `csv`; `pdf` needs nothing. */
function createMachine(wants?: object): TestMachine {
  const machine = createTestMachine({ "repo/.git/HEAD": "" });
  const root = `${machine.folder}/repo`;
  installPackages(
    { root, cacheFolder: `${machine.folder}/cache` },
    {
      csv: { files, locked: { source: "github:acme/skills", resolved: "v1.2.0", version: "1.2.0" } },
      pdf: { files, locked: { resolved: "abc" } },
      report: { files, locked: { dependencies: { csv: "^1.0.0" } } },
    },
  );
  if (wants !== undefined) writeFileSync(`${root}/skillwright.json`, JSON.stringify(wants));
  return machine;
}

const office = {
  skills: { csv: "github:acme/skills" },
  include: ["office"],
  sets: { office: { skills: { report: "./source" } } },
};

test("why shows the wants, sets and skills that lead to a skill", async () => {
  const machine = createMachine(office);
  expect(await machine.run(["why", "csv"])).toEqual({
    code: 0,
    out: `csv 1.2.0 from github:acme/skills
  skillwright.json → csv
  skillwright.json → set office → report → csv
`,
    err: "",
    asked: [],
  });
});

test("a skill that nothing wants has exit code 1, with and without a skillwright.json", async () => {
  const out = "pdf abc from ./source\n  Nothing in skillwright.json wants it.\n";
  expect(await createMachine(office).run(["why", "pdf"])).toMatchObject({ code: 1, out });
  expect(await createMachine().run(["why", "pdf"])).toMatchObject({ code: 1, out });
});

test("included sources are named, since they are not fetched", async () => {
  const machine = createMachine({ include: [{ source: "github:acme/sets" }] });
  const { code, out } = await machine.run(["why", "pdf", "--json"]);
  expect({ code, report: JSON.parse(out) }).toEqual({
    code: 1,
    report: {
      version: 1,
      name: "pdf",
      source: "./source",
      resolved: "abc",
      digest: expect.stringMatching(/^sha256:/),
      reasons: [],
      unread: ["github:acme/sets"],
    },
  });
});

test("wrong usage and invalid wants are explained", async () => {
  const machine = createMachine({ skills: 1 });
  expect(await machine.run(["why"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("expected one NAME."),
  });
  expect(await machine.run(["why", "cvs"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("the lock has no skill 'cvs'. Did you mean csv?"),
  });
  expect(await machine.run(["why", "csv"])).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining("skillwright.json"),
  });
});
