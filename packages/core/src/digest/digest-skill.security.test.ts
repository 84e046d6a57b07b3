import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { codeOf, createTestFolder } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { digestSkill } from "./digest-skill.ts";
import { sha256Hex } from "./sha256.ts";

const fs = createNodeFileSystem();

/** A skill with a secret next to it and an additional file; returns the error code, if any. */
function codeWith(create: (directory: string, root: string) => void): string | undefined {
  const root = createTestFolder();
  mkdirSync(`${root}/pdf/references`, { recursive: true });
  writeFileSync(`${root}/pdf/SKILL.md`, "---\nname: pdf\n---\n");
  writeFileSync(`${root}/secret`, "x");
  create(`${root}/pdf`, root);
  return codeOf(() => digestSkill(fs, `${root}/pdf`, sha256Hex));
}

test("a valid skill has a digest, so the refusals below are meaningful", () => {
  expect(codeWith(() => {})).toBeUndefined();
});

test.each<[string, (directory: string, root: string) => void]>([
  ["a link to a file outside", (directory) => symlinkSync("../secret", `${directory}/a`)],
  ["an absolute link outside", (directory) => symlinkSync("/etc/passwd", `${directory}/a`)],
  ["a link to the folder above", (directory) => symlinkSync("..", `${directory}/a`)],
  [
    "a link to a folder that only shares the skill's name prefix",
    (directory, root) => {
      mkdirSync(`${root}/pdf-evil`);
      symlinkSync("../pdf-evil", `${directory}/a`);
    },
  ],
  [
    "a link to an outside file with a path as long as that of an inside file",
    (directory, root) => {
      mkdirSync(`${root}/out`);
      writeFileSync(`${root}/out/SKILL.md`, "x");
      symlinkSync("../out/SKILL.md", `${directory}/a`);
    },
  ],
  ["a dangling link", (directory) => symlinkSync("missing", `${directory}/a`)],
  ["a link to itself", (directory) => symlinkSync("a", `${directory}/a`)],
  [
    "a link over a link outside",
    (directory, root) => {
      symlinkSync("pdf/b", `${root}/out`);
      symlinkSync("../out", `${directory}/a`);
      symlinkSync("../secret", `${directory}/b`);
    },
  ],
  [
    "a link into .git, which the digest leaves out",
    (directory) => {
      mkdirSync(`${directory}/.git`);
      writeFileSync(`${directory}/.git/payload`, "x");
      symlinkSync("../.git/payload", `${directory}/references/a.md`);
    },
  ],
  ["a pipe", (directory) => void execFileSync("mkfifo", [`${directory}/pipe`])],
  [
    "two names that are not UTF-8 and decode to the same text",
    (directory) => {
      writeFileSync(`${directory}/\ufffd`, "seen");
      writeFileSync(Buffer.concat([Buffer.from(`${directory}/`), Buffer.from([0xff])]), "unseen");
    },
  ],
])("%s makes the skill invalid", (_, create) => {
  expect(codeWith(create)).toBe("skill-invalid");
});

test("a file name that is not UTF-8 cannot be read, so the skill has no digest", () => {
  const create = (directory: string): void =>
    writeFileSync(Buffer.concat([Buffer.from(`${directory}/`), Buffer.from([0xff])]), "x");
  expect(codeWith(create)).toBe("file-missing");
});

test("a socket makes the skill invalid", async () => {
  const root = createTestFolder();
  const server = createServer();
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(`${root}/socket`, resolve));
  expect(codeOf(() => digestSkill(fs, root, sha256Hex))).toBe("skill-invalid");
});

test("a file of a terabyte is refused by its size", () => {
  expect(
    codeWith((directory) => {
      writeFileSync(`${directory}/huge`, "");
      truncateSync(`${directory}/huge`, 2 ** 40);
    }),
  ).toBe("skill-too-large");
});

test("hundreds of nested folders terminate", () => {
  expect(
    codeWith((directory) => {
      let at = directory;
      for (let depth = 0; depth < 400; depth++) {
        at += "/d";
        mkdirSync(at);
      }
    }),
  ).toBeUndefined();
});

test("a file that is swapped for a link between listing and reading is not followed", () => {
  const root = createTestFolder();
  mkdirSync(`${root}/pdf`);
  writeFileSync(`${root}/pdf/SKILL.md`, "x");
  const swapping: FileSystem = {
    ...fs,
    list: (path) => {
      const entries = fs.list(path);
      renameSync(`${root}/pdf/SKILL.md`, `${root}/old`);
      symlinkSync("/etc/passwd", `${root}/pdf/SKILL.md`);
      return entries;
    },
  };
  expect(codeOf(() => digestSkill(swapping, `${root}/pdf`, sha256Hex))).toBe("file-is-link");
});
