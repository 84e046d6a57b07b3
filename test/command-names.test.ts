import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { createFolder } from "./run-command.ts";
import { skillwrightHere } from "./run-here.ts";

const skill = (name: string, head: string): string =>
  `---\nname: ${name}\ndescription: Does ${name} work when asked to.\n${head}\n---\n\nDo the ${name} work.\n`;

/** A project with version 1 of a skill, and version 2 in the home folder. */
function createMachine(more: Readonly<Record<string, string>> = {}) {
  const folder = createFolder({
    "repo/.git/HEAD": "",
    "repo/one/pdf/SKILL.md": skill("pdf", 'metadata: {version: "1.4.0"}'),
    "repo/one/pdf/scripts/mark.sh": 'echo "ran one"\n',
    "repo/two/pdf/SKILL.md": skill("pdf", 'metadata: {version: "2.0.0"}'),
    "repo/two/pdf/scripts/mark.sh": 'echo "ran two"\n',
    ...more,
  });
  const env = { SKILLWRIGHT_HOME: `${folder}/home`, HOME: `${folder}/user` };
  const roots = ["--root", "one", "--root", "two"];
  return {
    folder,
    run: (words: readonly string[]) => skillwrightHere(words, { cwd: `${folder}/repo`, env }),
    roots,
  };
}

test("OQ1: use and exec take a version, and say which exist if none fits", async () => {
  const { run, roots } = createMachine();
  const path = async (name: string): Promise<string> =>
    JSON.parse((await run(["use", name, "--json", ...roots])).stdout).path;
  expect(await path("pdf")).toMatch(/one\/pdf$/);
  expect(await path("pdf@^1.2")).toMatch(/one\/pdf$/);
  expect(await path("pdf@>=2")).toMatch(/two\/pdf$/);
  const none = await run(["use", "pdf@^3", ...roots]);
  expect(none).toMatchObject({ code: 2, stdout: "" });
  expect(none.stderr).toContain("No version of pdf fits ^3. Found: 1.4.0 (pdf, custom), 2.0.0");
  const ran = await run(["exec", "--no-sandbox", ...roots, "pdf@2", "mark.sh"]);
  expect(ran.stdout).toBe("ran two\n");
});

test("a policy against a skill holds for every version of it", async () => {
  const { run, roots } = createMachine({ "repo/strict.json": '{"version":1,"deny":["Skill(pdf)"]}' });
  for (const name of ["pdf", "pdf@1", "pdf@2", "pdf@>=1"]) {
    const words = ["exec", "--yes", "--no-sandbox", "--policy", "strict.json", ...roots, name, "mark.sh"];
    expect(await run(words)).toMatchObject({ code: 3, stdout: "" });
  }
});

test("S3-27: OmniForge's names: skill install, list and remove work like add, list and remove", async () => {
  const { folder, run } = createMachine();
  expect(await run(["skill", "install", "./one/pdf", "--yes"])).toMatchObject({ code: 0 });
  expect(existsSync(`${folder}/repo/.agents/skills/pdf/SKILL.md`)).toBe(true);
  expect((await run(["skill", "verify", "--json"])).code).toBe(0);
  expect(await run(["skill", "remove", "pdf", "--yes"])).toMatchObject({ code: 0 });
  expect(existsSync(`${folder}/repo/.agents/skills/pdf`)).toBe(false);
  expect((await run(["skill", "install", "--help"])).stdout).toContain("skillwright add");
  expect((await run(["skill", "instal"])).stderr).toContain("Did you mean `skillwright add`?");
  expect((await run(["skill"])).stdout).toContain("skillwright skill install");
});
