import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { SkillError } from "../error.ts";
import type { FileSystem } from "./file-system.ts";

/** A file system and the absolute path of an empty folder in it. */
export type FileSystemUnderTest = { readonly fs: FileSystem; readonly root: string };

/** The contract of every implementation of the port. */
export function describeFileSystem(name: string, create: () => FileSystemUnderTest): void {
  describe(name, () => {
    test("stat returns a file's size and kind, and undefined for a missing file", () => {
      const { fs, root } = create();
      fs.write(`${root}/a/b.txt`, bytesOf("hello"));
      expect(fs.stat(`${root}/a/b.txt`)).toMatchObject({ kind: "file", size: 5, executable: false });
      expect(fs.stat(`${root}/a`)).toMatchObject({ kind: "directory" });
      expect(fs.stat(`${root}/a/`)).toMatchObject({ kind: "directory" });
      expect(fs.stat(`${root}/missing`)).toBeUndefined();
      expect(fs.stat(`${root}/a/b.txt/below-a-file`)).toBeUndefined();
    });

    test("a folder's entries come sorted by name as plain text", () => {
      const { fs, root } = create();
      for (const path of ["b", "a/x", "a-b/x", "B", "é", "a.md"])
        fs.write(`${root}/${path}`, new Uint8Array());
      expect(fs.list(root)).toEqual([
        { name: "B", kind: "file" },
        { name: "a", kind: "directory" },
        { name: "a-b", kind: "directory" },
        { name: "a.md", kind: "file" },
        { name: "b", kind: "file" },
        { name: "é", kind: "file" },
      ]);
    });

    test("listing something other than a folder is an error", () => {
      const { fs, root } = create();
      fs.write(`${root}/file`, bytesOf("x"));
      expect(codeOf(() => fs.list(`${root}/missing`))).toBe("file-missing");
      expect(codeOf(() => fs.list(`${root}/file`))).toBe("file-missing");
    });

    test("a read is bounded and says how large the file is", () => {
      const { fs, root } = create();
      fs.write(`${root}/file`, bytesOf("hello"));
      expect(readText(fs, `${root}/file`, 3)).toEqual({ text: "hel", size: 5 });
      expect(readText(fs, `${root}/file`, 5)).toEqual({ text: "hello", size: 5 });
      expect(readText(fs, `${root}/file`, 500)).toEqual({ text: "hello", size: 5 });
    });

    test("reading nothing and reading a folder are different errors", () => {
      const { fs, root } = create();
      fs.write(`${root}/folder/file`, bytesOf("x"));
      expect(codeOf(() => fs.read(`${root}/missing`, 10))).toBe("file-missing");
      expect(codeOf(() => fs.read(`${root}/folder`, 10))).toBe("file-not-regular");
      expect(codeOf(() => fs.read(`${root}/folder/file/below`, 10))).toBe("file-missing");
    });

    test("bytes that were read do not change when the file is written again", () => {
      const { fs, root } = create();
      fs.write(`${root}/file`, bytesOf("old"));
      const { bytes } = fs.read(`${root}/file`, 10);
      fs.write(`${root}/file`, bytesOf("new"));
      expect(new TextDecoder().decode(bytes)).toBe("old");
      expect(readText(fs, `${root}/file`, 10)).toEqual({ text: "new", size: 3 });
    });

    test("realPath normalizes dots and is undefined for a missing path", () => {
      const { fs, root } = create();
      fs.write(`${root}/a/b`, bytesOf("x"));
      expect(fs.realPath(`${root}/a/../a/./b`)).toBe(`${fs.realPath(root)}/a/b`);
      expect(fs.realPath(`${root}/a/c`)).toBeUndefined();
    });

    test("a write creates parent folders and copies the caller's bytes", () => {
      const { fs, root } = create();
      const bytes = bytesOf("hello");
      fs.write(`${root}/a/b/c/file`, bytes);
      bytes.fill(0);
      expect(readText(fs, `${root}/a/b/c/file`, 10)).toEqual({ text: "hello", size: 5 });
      expect(fs.list(`${root}/a/b/c`)).toEqual([{ name: "file", kind: "file" }]);
    });

    test("a write keeps the executable bit unless told otherwise", () => {
      const { fs, root } = create();
      const isExecutable = (): boolean | undefined => fs.stat(`${root}/run.sh`)?.executable;
      fs.write(`${root}/run.sh`, bytesOf("1"), { executable: true });
      expect(fs.read(`${root}/run.sh`, 1).executable).toBe(true);
      expect(isExecutable()).toBe(true);
      fs.write(`${root}/run.sh`, bytesOf("2"));
      expect(isExecutable()).toBe(true);
      fs.write(`${root}/run.sh`, bytesOf("3"), { executable: false });
      expect(isExecutable()).toBe(false);
      fs.write(`${root}/run.sh`, bytesOf("4"));
      expect(isExecutable()).toBe(false);
    });

    test("a write onto a folder or below a file is refused and changes nothing", () => {
      const { fs, root } = create();
      fs.write(`${root}/folder/file`, bytesOf("x"));
      expect(codeOf(() => fs.write(`${root}/folder`, bytesOf("y")))).toBe("file-not-regular");
      expect(codeOf(() => fs.write(`${root}/folder/file/below`, bytesOf("y")))).toMatch(/^file-/);
      expect(fs.list(root)).toEqual([{ name: "folder", kind: "directory" }]);
      expect(readText(fs, `${root}/folder/file`, 10)).toEqual({ text: "x", size: 1 });
    });
  });
}

/** The code of the SkillError that an action throws; undefined when it does not throw. */
export function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof SkillError) return error.code;
    throw error;
  }
  return undefined;
}

/** An empty folder on the real disk, removed after the test. */
export function createTestFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-"));
  chmodSync(folder, 0o755);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs an action as a user who is subject to file permissions, unlike root. */
export function asOrdinaryUser<T>(action: () => T): T {
  if (process.getuid?.() !== 0) return action();
  process.seteuid?.("nobody");
  try {
    return action();
  } finally {
    process.seteuid?.(0);
  }
}

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function readText(fs: FileSystem, path: string, maxBytes: number): { text: string; size: number } {
  const { bytes, size } = fs.read(path, maxBytes);
  return { text: new TextDecoder().decode(bytes), size };
}
