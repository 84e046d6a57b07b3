import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { createTree } from "@skillwright/packaging";
import { expect, test } from "vitest";
import { temporaryFolder } from "../test-hub.ts";
import { createCommit } from "./git-objects.ts";

test("git itself gives the same files the same tree, with links, programs and names that sort oddly", () => {
  const files = {
    "SKILL.md": "x",
    "a/b/c.md": "y",
    "a.md": "z",
    "a-b": "1",
    "scripts/run.sh": "#!/bin/sh\n",
    "ü.md": "u",
  };
  const folder = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(`${folder}/skills/pdf/${path}`), { recursive: true });
    writeFileSync(`${folder}/skills/pdf/${path}`, text);
  }
  chmodSync(`${folder}/skills/pdf/scripts/run.sh`, 0o755);
  symlinkSync("../a/b", `${folder}/skills/pdf/scripts/link`);
  const git = (...words: string[]): string =>
    execFileSync("git", words, {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" },
    });
  git("init", "-q");
  git("add", "-A");
  const tree = createTree(
    [
      ...Object.entries(files).map(([path, text]) => ({
        ...{ path, bytes: Buffer.from(text), executable: text.startsWith("#!") },
      })),
      { path: "scripts/link", linksTo: "a/b" },
    ],
    "test",
  );
  const facts = { folder: "pdf", version: "1.0.0", digest: "sha256:0", publishedAt: 1_700_000_000_123 };
  const { id, objects } = createCommit(tree, facts);
  const commit = objects.get(id)?.toString() ?? "";
  expect(commit).toContain(`tree ${git("write-tree").trim()}\n`);
  expect(commit).toContain("1700000000 +0000\n");
  expect(createCommit(tree, facts).id).toBe(id);
});
