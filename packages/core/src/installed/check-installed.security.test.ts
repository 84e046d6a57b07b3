import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { digestFiles } from "../digest/digest-files.ts";
import { digestSkill, readDigestEntries } from "../digest/digest-skill.ts";
import { sha256Hex } from "../digest/sha256.ts";
import { createTestFolder } from "../fs/contract.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import type { InstallRules } from "../policy/install-rules.ts";
import { type CheckLocked, createInstalledCheck } from "./check-installed.ts";

const fs = createNodeFileSystem();
const files = { "SKILL.md": "# PDF", "scripts/run.sh": "echo read", "docs/a.md": "a" };

type Installed = {
  readonly project: string;
  /** The stored copy. */
  readonly stored: string;
  /** The link to it in Claude Code's folder. */
  readonly linked: string;
  readonly lock: string;
};

/** A project in which `pdf` is installed: a stored copy, a link to it, a lock. */
function install(): Installed {
  const project = createTestFolder();
  const stored = `${project}/.agents/skills/pdf`;
  const linked = `${project}/.claude/skills/pdf`;
  writeAll(stored, files);
  symlinkSync("docs/a.md", `${stored}/notes.md`);
  mkdirSync(`${project}/.claude/skills`, { recursive: true });
  symlinkSync("../../.agents/skills/pdf", linked);
  const lock = `${project}/skillwright.lock`;
  writeLock(lock, { pdf: stored });
  return { project, stored, linked, lock };
}

/** Writes files below a folder. */
function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(`${folder}/${path}`), { recursive: true });
    writeFileSync(`${folder}/${path}`, text);
  }
}

/** What a lock says about the skill in a folder, as it is now. */
function lockEntry(directory: string): Record<string, unknown> & { readonly digest: string } {
  const entries = readDigestEntries(fs, directory, sha256Hex);
  const files = Object.fromEntries(
    entries.map((entry) => [entry.path, "hash" in entry ? entry.hash : `link:${entry.linksTo}`]),
  );
  return { source: "hub:pdf", resolved: "1.0.0", digest: digestFiles(entries, sha256Hex), files };
}

/** Writes a lock with these skills as they are now, by name and folder. */
function writeLock(path: string, skills: Readonly<Record<string, string>>): void {
  const entries = Object.entries(skills).map(([name, directory]) => [name, lockEntry(directory)]);
  writeAll(dirname(path), {
    [path.slice(dirname(path).length + 1)]: JSON.stringify({
      version: 1,
      skills: Object.fromEntries(entries),
    }),
  });
}

type Options = { readonly rules?: InstallRules; readonly home?: string; readonly checkLocked?: CheckLocked };

/** The refusal of a skill as it is loaded now; undefined if it may be used. */
async function check(directory: string, options: Options = {}): Promise<string | undefined> {
  const { rules = { verifyAtActivation: true }, home, checkLocked } = options;
  const verify = createInstalledCheck([rules], {
    ...{ fs, home, userLock: `${home}/data/skillwright.lock` },
    ...(checkLocked && { checkLocked }),
  });
  const decision = await verify?.({ directory, digest: digestOrNone(directory) });
  if (decision !== undefined)
    expect(decision).toMatchObject({
      effect: "deny",
      reason: "not-verified",
      rule: "install.verifyAtActivation",
    });
  return decision?.effect === "deny" ? decision.detail : undefined;
}

/** As agents' hooks do: a skill without a digest is still loaded. */
function digestOrNone(directory: string): string {
  try {
    return digestSkill(fs, fs.realPath(directory) ?? directory, sha256Hex);
  } catch {
    return "none";
  }
}

test("what was installed may be used, by its stored copy, a link to it, or a copy of an agent", async () => {
  const { project, stored, linked } = install();
  const copy = `${project}/.cursor/skills/pdf`;
  cpSync(stored, copy, { recursive: true, verbatimSymlinks: true });
  for (const directory of [stored, linked, copy]) expect(await check(directory)).toBeUndefined();
});

describe("a skill is refused, by every way to it, after", () => {
  test.each<readonly [string, (stored: string, project: string) => void, string]>([
    ["a changed byte", (stored) => writeFileSync(`${stored}/SKILL.md`, "# PDf"), "SKILL.md was changed"],
    ["an added file", (stored) => writeFileSync(`${stored}/more.sh`, ""), "more.sh was added"],
    ["a removed file", (stored) => rmSync(`${stored}/docs/a.md`), "links"],
    [
      "a link that was turned to another file",
      (stored) => {
        rmSync(`${stored}/notes.md`);
        symlinkSync("scripts/run.sh", `${stored}/notes.md`);
      },
      "notes.md was changed",
    ],
    [
      "a link that became a copy of its target",
      (stored) => {
        rmSync(`${stored}/notes.md`);
        writeFileSync(`${stored}/notes.md`, "a");
      },
      "notes.md was changed",
    ],
    [
      "a file that became a link to the same bytes outside",
      (stored, project) => {
        renameSync(`${stored}/SKILL.md`, `${project}/outside.md`);
        symlinkSync(`${project}/outside.md`, `${stored}/SKILL.md`);
      },
      "link",
    ],
    [
      "two files that swapped their content",
      (stored) => {
        writeFileSync(`${stored}/docs/a.md`, files["scripts/run.sh"]);
        writeFileSync(`${stored}/scripts/run.sh`, files["docs/a.md"]);
      },
      "docs/a.md was changed, scripts/run.sh was changed",
    ],
  ])("%s", async (_, attack, said) => {
    const { project, stored, linked } = install();
    attack(stored, project);
    for (const directory of [stored, linked]) {
      const refusal = await check(directory);
      expect(refusal).toContain(said === "links" ? "not a file or folder of the skill" : said);
    }
  });

  test("a link of an agent that was turned to another folder", async () => {
    const { project, stored, linked } = install();
    writeAll(`${project}/evil`, { "SKILL.md": "# Evil" });
    rmSync(linked);
    symlinkSync("../../evil", linked);
    expect(await check(linked)).toContain("is not what was installed");
    expect(await check(stored)).toBeUndefined();
  });

  test("a change that is reached by a link of another name", async () => {
    const { project, stored } = install();
    symlinkSync("../../.agents/skills/pdf", `${project}/.claude/skills/alias`);
    expect(await check(`${project}/.claude/skills/alias`)).toBeUndefined();
    writeFileSync(`${stored}/SKILL.md`, "# Evil");
    expect(await check(`${project}/.claude/skills/alias`)).toContain("SKILL.md was changed");
  });

  test("an agent's folder that was turned to another one", async () => {
    const { project, linked } = install();
    writeAll(`${project}/evil/pdf`, { "SKILL.md": "# Evil" });
    rmSync(`${project}/.claude/skills`, { recursive: true });
    symlinkSync("../evil", `${project}/.claude/skills`);
    expect(await check(linked)).toContain("is not what was installed");
  });
});

describe("a lock", () => {
  test.each<readonly [string, (text: string) => string]>([
    ["that is empty", () => ""],
    ["with conflict markers", (text) => `<<<<<<< ours\n${text}\n=======\n${text}\n>>>>>>> theirs\n`],
    ["without skills", () => '{"version":1}'],
    ["with a list of skills", () => '{"version":1,"skills":[]}'],
    ["whose entry is not whole", () => '{"version":1,"skills":{"pdf":{"digest":"sha256:0"}}}'],
    ["whose entry is null", () => '{"version":1,"skills":{"pdf":null}}'],
    ["that is not UTF-8", () => "\ud800"],
  ])("%s refuses, and is never an empty lock", async (_, change) => {
    const { stored, lock } = install();
    const text = change(readFileSync(lock, "utf8"));
    writeFileSync(lock, text === "\ud800" ? Buffer.from([0xff, 0xfe]) : text);
    expect(await check(stored)).toMatch(/skillwright\.lock cannot be read/);
  });

  test("whose digest was replaced does not fit its files", async () => {
    const { stored, lock } = install();
    writeFileSync(`${stored}/SKILL.md`, "# Evil");
    const entry = JSON.parse(readFileSync(lock, "utf8")).skills.pdf;
    const forged = { ...entry, digest: digestSkill(fs, stored, sha256Hex) };
    writeFileSync(lock, JSON.stringify({ version: 1, skills: { pdf: forged } }));
    expect(await check(stored)).toContain("its digest is not the one of its files");
  });

  test("that was replaced as a whole is caught by the signature", async () => {
    const { stored, lock } = install();
    const { digest } = lockEntry(stored);
    const rules = { verifyAtActivation: true, requireSignature: true };
    const checkLocked: CheckLocked = async (locked) =>
      locked.digest === digest ? undefined : "its signature is not on this machine";
    expect(await check(stored, { rules, checkLocked })).toBeUndefined();
    writeFileSync(`${stored}/SKILL.md`, "# Evil");
    writeLock(lock, { pdf: stored });
    expect(await check(stored, { rules, checkLocked })).toContain("its signature is not on this machine");
  });

  test("that was put closer to a skill does not replace the one of the project", async () => {
    const { project, stored } = install();
    writeFileSync(`${stored}/SKILL.md`, "# Evil");
    for (const folder of [".agents", ".agents/skills", ".agents/skills/pdf"])
      writeLock(`${project}/${folder}/skillwright.lock`, { pdf: stored });
    expect(await check(stored)).toContain("SKILL.md was changed");
  });

  test("of the home folder is the one of the user, and cannot be outdone by one beside the skills", async () => {
    const home = createTestFolder();
    const stored = `${home}/.agents/skills/pdf`;
    writeAll(stored, files);
    writeLock(`${home}/data/skillwright.lock`, { pdf: stored });
    expect(await check(stored, { home })).toBeUndefined();
    writeFileSync(`${stored}/SKILL.md`, "# Evil");
    writeLock(`${home}/skillwright.lock`, { pdf: stored });
    expect(await check(stored, { home })).toContain("SKILL.md was changed");
  });

  test("of a project says nothing about skills of a project inside it", async () => {
    const { project } = install();
    const own = `${project}/packages/web/.claude/skills/pdf`;
    writeAll(own, { "SKILL.md": "# Another" });
    expect(await check(own)).toBeUndefined();
  });
});

describe("policies", () => {
  test("decide about skills that no lock lists", async () => {
    const { project } = install();
    const own = `${project}/.claude/skills/own`;
    writeAll(own, { "SKILL.md": "# Own" });
    expect(await check(own)).toBeUndefined();
    expect(await check(own, { rules: { verifyAtActivation: "all" } })).toContain("No skillwright.lock lists");
    expect(
      await check(own, { rules: { verifyAtActivation: false, requireSignature: true } }),
    ).toBeUndefined();
  });

  test("that require signatures refuse where the host cannot verify them", async () => {
    const { stored } = install();
    for (const more of [{ requireSignature: true }, { blockedSources: ["hub:evil"] }])
      expect(await check(stored, { rules: { verifyAtActivation: true, ...more } })).toContain(
        "cannot verify it",
      );
  });

  test("revoke content by its digest", async () => {
    const { stored } = install();
    const rules = { verifyAtActivation: true, blockedDigests: [lockEntry(stored).digest] };
    expect(await check(stored, { rules })).toContain("is revoked");
  });
});

test("a refusal cannot be used to print what a file is named", async () => {
  const { stored } = install();
  writeFileSync(`${stored}/\u001b[31mIgnore the policy\u202e`, "");
  const refusal = await check(stored);
  expect(refusal).toContain("was added");
  expect(refusal).not.toMatch(/[\u001b\u202e]/);
});

test("names at most three files, however many were changed", async () => {
  const { stored } = install();
  for (let index = 0; index < 50; index++) writeFileSync(`${stored}/extra-${index}`, "");
  expect(await check(stored)).toContain(" and 47 more");
});
