import { execFileSync, spawnSync } from "node:child_process";
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readArchive } from "./read-archive.ts";
import { showTree } from "./test-archives.ts";

const folder = mkdtempSync(join(tmpdir(), "skillwright-archives-"));
const long = `${"folder/".repeat(16)}${"name-".repeat(20)}end.md`;

beforeAll(() => {
  const skill = join(folder, "skill");
  mkdirSync(join(skill, "scripts"), { recursive: true });
  mkdirSync(join(skill, "folder/".repeat(16)), { recursive: true });
  writeFileSync(join(skill, "SKILL.md"), "text");
  writeFileSync(join(skill, "scripts/run.sh"), "run");
  chmodSync(join(skill, "scripts/run.sh"), 0o755);
  writeFileSync(join(skill, "été.md"), "x");
  writeFileSync(join(skill, long), "long");
  linkSync(join(skill, "SKILL.md"), join(skill, "hard.md"));
  symlinkSync("scripts/run.sh", join(skill, "soft.sh"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const expected = {
  "SKILL.md": "text",
  "hard.md": "text",
  "scripts/run.sh": "run*",
  "été.md": "x",
  [long]: "long",
  "soft.sh": "-> scripts/run.sh",
};

function pack(program: string, words: readonly string[]): void {
  execFileSync(program, words, { cwd: folder, stdio: "pipe" });
}

async function read(file: string, stripsFolder: boolean): Promise<unknown> {
  return showTree(await readArchive(readFileSync(join(folder, file)), { source: file, stripsFolder }));
}

test.each(["gnu", "pax", "oldgnu", "posix"])("archives of tar in the format %s", async (format) => {
  pack("tar", ["--format", format, "-czf", "a.tgz", "skill"]);
  expect(await read("a.tgz", true)).toEqual(expected);
  pack("tar", ["--format", format, "-cf", "a.tar", "-C", "skill", "."]);
  expect(await read("a.tar", false)).toEqual(expected);
});

test("archives of git, as web sites of repositories offer them", async () => {
  const git = (...words: readonly string[]): void =>
    pack("git", ["-C", "skill", "-c", "user.name=a", "-c", "user.email=a@b", ...words]);
  git("init", "-q");
  git("add", "-A");
  git("commit", "-qm", "a");
  for (const format of ["tar.gz", "zip"]) {
    git("archive", `--format=${format}`, "--prefix=repository-abc123/", "-o", `../git.${format}`, "HEAD");
    expect(await read(`git.${format}`, true)).toEqual(expected);
  }
  rmSync(join(folder, "skill/.git"), { recursive: true });
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.runIf(hasPython)("zip archives of Python, as the packager of skills writes them", async () => {
  pack("python3", ["-m", "zipfile", "-c", "a.zip", "skill"]);
  // It follows links.
  expect(await read("a.zip", true)).toEqual({ ...expected, "soft.sh": "run*" });
});
