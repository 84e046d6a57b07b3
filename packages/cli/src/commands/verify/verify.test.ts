import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { installPackages } from "../../packages/test-packages.ts";
import { outputSchemas } from "../../schemas.ts";
import { createTestMachine, removeTestMachines, skillFile, type TestMachine } from "../../test-io.ts";

afterAll(removeTestMachines);

const files = { "SKILL.md": skillFile("pdf"), "notes.md": "# Notes\n" };

function createMachine(): TestMachine {
  const machine = createTestMachine({ "repo/deep/er/a.txt": "" });
  installPackages(projectOf(machine), {
    csv: { files: { "SKILL.md": skillFile("csv") }, locked: { signer: "key:abc" } },
    pdf: { files },
  });
  return machine;
}

function projectOf({ folder }: TestMachine): Parameters<typeof installPackages>[0] {
  return { root: `${folder}/repo`, cacheFolder: `${folder}/cache` };
}

test("skills that are as locked are ok, from any folder of the project", async () => {
  const machine = createMachine();
  const expected = { code: 0, out: "✓ csv ok\n✓ pdf ok\n2 skills verified.\n", err: "", asked: [] };
  expect(await machine.run(["verify"])).toEqual(expected);
  expect(await machine.run(["verify"], { cwd: `${machine.folder}/repo/deep/er` })).toEqual(expected);
});

test("every file that differs is listed, and the exit code is 1", async () => {
  const machine = createMachine();
  const skill = `${machine.folder}/repo/.agents/skills/pdf`;
  writeFileSync(`${skill}/SKILL.md`, "other");
  writeFileSync(`${skill}/extra.sh`, "");
  const { code, out } = await machine.run(["verify"]);
  expect({ code, out }).toEqual({
    code: 1,
    out: `✓ csv ok
✗ pdf modified
    modified  .agents/skills/pdf/SKILL.md
    extra     .agents/skills/pdf/extra.sh
1 problem in 2 skills.
`,
  });
  expect(await machine.run(["verify", "csv"])).toMatchObject({
    code: 0,
    out: "✓ csv ok\n1 skill verified.\n",
  });
});

test("a link of an agent that leads elsewhere is a modification", async () => {
  const machine = createMachine();
  const link = `${machine.folder}/repo/.claude/skills/pdf`;
  rmSync(link);
  mkdirSync(`${machine.folder}/repo/other`);
  symlinkSync(`${machine.folder}/repo/other`, link);
  const { code, out } = await machine.run(["verify", "pdf", "--json"]);
  expect({ code, report: JSON.parse(out) }).toEqual({
    code: 1,
    report: {
      version: 1,
      skills: [{ name: "pdf", status: "modified", files: [{ path: link, status: "modified" }] }],
    },
  });
});

test("a policy that requires signatures does not believe the signer in the lock", async () => {
  const machine = createMachine();
  const verify = async (install: object): Promise<unknown> => {
    writeFileSync(`${machine.folder}/repo/rules.json`, JSON.stringify({ version: 1, install }));
    const { code, out } = await machine.run(["verify", "csv", "--policy", "rules.json"]);
    return { code, out };
  };
  expect(await verify({ requireSignature: true, trustedKeys: ["key:abc"] })).toEqual({
    code: 1,
    out: `✗ csv unsigned
    its signature is not on this machine; \`skillwright add --frozen\` gets it again
1 problem in 1 skill.
`,
  });
  expect(await verify({ requireSignature: true })).toMatchObject({
    code: 1,
    out: expect.stringContaining("trusts no signer; add trustedKeys or trustedIdentities"),
  });
});

test("a skill whose source or content a policy blocks is revoked", async () => {
  const machine = createMachine();
  const { digest } = JSON.parse(readFileSync(`${machine.folder}/repo/skillwright.lock`, "utf8")).skills.pdf;
  const verify = async (install: object): Promise<unknown> => {
    writeFileSync(`${machine.folder}/repo/rules.json`, JSON.stringify({ version: 1, install }));
    const { code, out } = await machine.run(["verify", "--json", "--policy", "rules.json"]);
    const statuses = JSON.parse(out).skills.map(({ status }: { status: string }) => status);
    expect(() => outputSchemas.verify?.parse(JSON.parse(out))).not.toThrow();
    return { code, statuses };
  };
  expect(await verify({ blockedDigests: [digest] })).toEqual({ code: 1, statuses: ["ok", "revoked"] });
  expect(await verify({ blockedSources: ["./source"] })).toEqual({
    code: 1,
    statuses: ["revoked", "revoked"],
  });
  expect(await verify({ allowedSources: ["hub:*"] })).toEqual({ code: 0, statuses: ["ok", "ok"] });
});

test("--scope user verifies the skills of the home folder", async () => {
  const machine = createMachine();
  expect(await machine.run(["verify", "--scope", "user"])).toMatchObject({
    code: 2,
    err: expect.stringContaining(`no lock at ${machine.folder}/data/skillwright.lock. Pass --scope project`),
  });
  mkdirSync(`${machine.folder}/data`);
  writeFileSync(
    `${machine.folder}/data/skillwright.lock`,
    readFileSync(`${machine.folder}/repo/skillwright.lock`),
  );
  const out = "✗ csv missing\n    missing   ~/.agents/skills/csv\n1 problem in 1 skill.\n";
  expect(await machine.run(["verify", "csv", "--scope", "user"])).toMatchObject({ code: 1, out });
  const home = { cwd: `${machine.folder}/home` };
  expect(await machine.run(["verify", "csv"], home)).toMatchObject({ code: 1, out: out.replace("~/", "") });
  expect(await machine.run(["verify", "--scope", "project"], home)).toMatchObject({
    code: 2,
    err: expect.stringContaining("there is no project here"),
  });
});

test("an unreadable lock is an error, never an empty lock", async () => {
  const machine = createMachine();
  writeFileSync(`${machine.folder}/repo/skillwright.lock`, "{");
  const { code, out, err } = await machine.run(["verify"]);
  expect({ code, out }).toEqual({ code: 4, out: "" });
  expect(err).toContain("skillwright.lock");
});

test("a lock with both sides of a conflict is merged, and the choice is named", async () => {
  const machine = createMachine();
  const path = `${machine.folder}/repo/skillwright.lock`;
  const ours = readFileSync(path, "utf8");
  installPackages(projectOf(machine), {
    pdf: { files: { "SKILL.md": "two" }, locked: { version: "2.0.0" } },
  });
  const theirs = readFileSync(path, "utf8");
  writeFileSync(path, `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`);
  const { code, out, err } = await machine.run(["verify"]);
  expect({ code, out }).toEqual({ code: 0, out: "✓ csv ok\n✓ pdf ok\n2 skills verified.\n" });
  expect(err).toBe(`Note: ${path} has several versions of pdf; using 2.0.0.\n`);
});

test("a skill that one side of a merge removed and the other changed is kept and named", async () => {
  const machine = createMachine();
  const path = `${machine.folder}/repo/skillwright.lock`;
  const theirs = readFileSync(path, "utf8");
  expect((await machine.run(["remove", "pdf", "--yes"])).code).toBe(0);
  const ours = readFileSync(path, "utf8");
  writeFileSync(path, `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`);
  const note = `Note: ${path} has pdf on one side of a merge only; it is kept. If it was removed, run \`skillwright remove pdf\`.\n`;
  expect((await machine.run(["verify"])).err).toContain(note);
  const { code, err } = await machine.run(["remove", "pdf", "--yes"]);
  expect({ code, err, lock: readFileSync(path, "utf8") }).toEqual({
    code: 0,
    err: `${note}✓ Removed pdf.\n`,
    lock: ours,
  });
});

test("nothing is removed while the sides of a merge differ: the lock would forget their skills", async () => {
  const machine = createMachine();
  const path = `${machine.folder}/repo/skillwright.lock`;
  const ours = readFileSync(path, "utf8");
  installPackages(projectOf(machine), {
    pdf: { files: { "SKILL.md": "two" }, locked: { version: "2.0.0" } },
  });
  const merged = `<<<<<<< ours\n${ours}=======\n${readFileSync(path, "utf8")}>>>>>>> theirs\n`;
  writeFileSync(path, merged);
  const { code, err } = await machine.run(["remove", "csv", "--yes"]);
  expect(err).toContain("it has conflicts of a merge");
  expect({ code, lock: readFileSync(path, "utf8") }).toEqual({ code: 4, lock: merged });
});

test("a merged lock with a mixed block is an error", async () => {
  const machine = createMachine();
  const path = `${machine.folder}/repo/skillwright.lock`;
  const text = readFileSync(path, "utf8").replaceAll(/"digest": "sha256:....../g, '"digest": "sha256:000000');
  writeFileSync(path, `<<<<<<< ours\n${text}=======\n${text}>>>>>>> theirs\n`);
  const { code, out, err } = await machine.run(["verify"]);
  expect({ code, out }).toEqual({ code: 4, out: "" });
  expect(err).toContain("a merge mixed the lines of csv with others");
});

test("wrong usage is explained", async () => {
  const machine = createMachine();
  const error = async (...words: readonly string[]): Promise<string | undefined> =>
    (await machine.run(["verify", ...words])).err.split("\n")[0];
  expect(await error("pfd")).toBe("skillwright verify: the lock has no skill 'pfd'. Did you mean pdf?");
  expect(await error("--scope", "moon")).toBe(
    "skillwright verify: --scope is project or user; found 'moon'.",
  );
});
