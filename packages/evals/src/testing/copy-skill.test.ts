import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { limits, SkillError } from "@skillwright/core";
import { expect, onTestFinished, test } from "vitest";
import { createTestFolder } from "../../../runtime/src/sandbox/test-contract-runs.ts";
import { copySkill, type SkillCopy } from "./copy-skill.ts";

function createSkill(): string {
  const folder = createTestFolder();
  mkdirSync(join(folder, "scripts"));
  mkdirSync(join(folder, "tests/fixtures"), { recursive: true });
  writeFileSync(join(folder, "SKILL.md"), "---\nname: a\n---\n");
  writeFileSync(join(folder, "scripts/run.sh"), "#!/bin/sh\n");
  chmodSync(join(folder, "scripts/run.sh"), 0o755);
  writeFileSync(join(folder, "tests/fixtures/a b ü.txt"), "fixture");
  return folder;
}

async function copyOf(skill: string): Promise<SkillCopy> {
  const copy = await copySkill(skill);
  onTestFinished(() => copy.remove());
  return copy;
}

async function failureOf(skill: string): Promise<Pick<SkillError, "code" | "details">> {
  const before = leftovers();
  const failure = await copySkill(skill).catch((error: unknown) => error);
  if (!(failure instanceof SkillError)) throw new Error(`no refusal but ${JSON.stringify(failure)}`);
  expect(leftovers().filter((name) => !before.includes(name) && isOf(name, skill))).toEqual([]);
  return { code: failure.code, details: failure.details };
}

function leftovers(): readonly string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("skillwright-test-"));
}

/** Other tests copy skills at the same time. */
function isOf(name: string, skill: string): boolean {
  return existsSync(join(tmpdir(), name, "skill", basename(skill)));
}

test("S0-22: a copy has every file, with its executable bit, in a folder of the same name", async () => {
  const skill = createSkill();
  const { directory, scratch } = await copyOf(skill);
  expect(basename(directory)).toBe(basename(skill));
  expect(readdirSync(directory, { recursive: true }).sort()).toEqual([
    "SKILL.md",
    "scripts",
    "scripts/run.sh",
    "tests",
    "tests/fixtures",
    "tests/fixtures/a b ü.txt",
  ]);
  expect(readFileSync(join(directory, "tests/fixtures/a b ü.txt"), "utf8")).toBe("fixture");
  expect(statSync(join(directory, "scripts/run.sh")).mode & 0o777).toBe(0o755);
  expect(statSync(join(directory, "SKILL.md")).mode & 0o111).toBe(0);
  expect(readdirSync(scratch)).toEqual([]);
});

test("a copy is private, and each is a new one", async () => {
  const skill = createSkill();
  const [one, other] = [await copyOf(skill), await copyOf(skill)];
  expect(statSync(join(one.directory, "../..")).mode & 0o777).toBe(0o700);
  writeFileSync(join(one.directory, "SKILL.md"), "changed");
  expect(readFileSync(join(other.directory, "SKILL.md"), "utf8")).toBe("---\nname: a\n---\n");
  expect(readFileSync(join(skill, "SKILL.md"), "utf8")).toBe("---\nname: a\n---\n");
});

test("a link among its files leads to the copy's file, however it was written", async () => {
  const skill = createSkill();
  symlinkSync("../../SKILL.md", join(skill, "tests/fixtures/near"));
  symlinkSync(join(skill, "scripts"), join(skill, "tests/far"));
  symlinkSync("..", join(skill, "tests/up"));
  const { directory } = await copyOf(skill);
  expect(
    ["tests/fixtures/near", "tests/far", "tests/up"].map((path) => readlinkSync(join(directory, path))),
  ).toEqual(["../../SKILL.md", "../scripts", ".."]);
  writeFileSync(join(directory, "tests/far/run.sh"), "changed");
  expect(readFileSync(join(skill, "scripts/run.sh"), "utf8")).toBe("#!/bin/sh\n");
});

test("a skill reached through a link is copied under its own name", async () => {
  const skill = createSkill();
  const link = join(createTestFolder(), "link");
  symlinkSync(skill, link);
  expect(basename((await copyOf(link)).directory)).toBe(basename(skill));
});

test("the history of a repository is not part of the skill", async () => {
  const skill = createSkill();
  mkdirSync(join(skill, ".git"));
  mkdirSync(join(skill, "tests/fixtures/repository/.git"), { recursive: true });
  const { directory } = await copyOf(skill);
  expect(existsSync(join(directory, ".git"))).toBe(false);
  expect(existsSync(join(directory, "tests/fixtures/repository/.git"))).toBe(true);
});

test.each([
  ["out of the skill", (): string => createTestFolder()],
  ["nowhere", (): string => "missing"],
  ["into the history", (): string => ".git"],
])("a link that leads %s is refused, and the copy is removed", async (_, target) => {
  const skill = createSkill();
  mkdirSync(join(skill, ".git"));
  symlinkSync(target(), join(skill, "leak"));
  expect(await failureOf(skill)).toEqual({
    code: "skill-invalid",
    details: {
      path: join(skill, "leak"),
      reason: "it is a link whose target is not a file or folder of the skill",
    },
  });
});

test("a pipe is refused at once instead of being waited for", async () => {
  const skill = createSkill();
  execFileSync("mkfifo", [join(skill, "pipe")]);
  expect(await failureOf(skill)).toEqual({
    code: "skill-invalid",
    details: { path: join(skill, "pipe"), reason: "not a regular file or folder" },
  });
});

test("a skill larger than the limit is refused before it is copied", async () => {
  const skill = createSkill();
  writeFileSync(join(skill, "large"), "");
  truncateSync(join(skill, "large"), limits.digestBytes + 1);
  expect(await failureOf(skill)).toEqual({
    code: "skill-too-large",
    details: { path: skill, what: "bytes", max: limits.digestBytes },
  });
});

test("a missing folder is an error with its path", async () => {
  const path = join(createTestFolder(), "missing");
  expect(await failureOf(path)).toEqual({ code: "file-missing", details: { path, reason: "ENOENT" } });
});
