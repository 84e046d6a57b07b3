import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSkill } from "../../../discover/load-skill.ts";
import { SkillError, type SkillErrorCode } from "../../../error.ts";
import type { FileSystem } from "../../../fs/file-system.ts";
import { createMemoryFileSystem } from "../../../fs/memory.ts";
import { createNodeFileSystem } from "../../../fs/node.ts";
import { checkSkill } from "../../check-skill.ts";
import { rule } from "./index.ts";

const messagesOf = (fs: FileSystem, directory: string): readonly string[] =>
  checkSkill(loadSkill(fs, directory), { profile: { name: "test", summary: "", severities: {} } }).map(
    ({ rule, message }) => `${rule} ${message}`,
  );

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "skillwright-"));
});
afterEach(() => rmSync(root, { recursive: true }));

test("a directory named SKILL.md is the only finding", () => {
  const fs = createMemoryFileSystem({ "pdf/SKILL.md/notes.md": "How to read PDF files.\n" });
  expect(messagesOf(fs, "pdf")).toEqual(["file.unreadable file-not-regular"]);
});

test("a broken link is reported", () => {
  symlinkSync("gone.md", join(root, "SKILL.md"));
  expect(messagesOf(createNodeFileSystem(), root)).toEqual(["file.unreadable dangling"]);
});

test.each<SkillErrorCode>(["file-forbidden", "file-unreadable", "file-not-regular"])(
  "a disk that answers %s has a message",
  (code) => {
    const read = (): never => {
      throw new SkillError(code, {});
    };
    expect(messagesOf({ ...createMemoryFileSystem(), read }, "pdf")).toEqual([`file.unreadable ${code}`]);
    expect(rule.messages[code]).toMatch(/^SKILL\.md .*expected/);
  },
);
