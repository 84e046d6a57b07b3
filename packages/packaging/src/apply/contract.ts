import type { FileSystem } from "@skillwright/core";
import { SkillError } from "@skillwright/core";
import { describe, expect, test } from "vitest";
import type { TreeEntry } from "../tree/file-tree.ts";
import type { Disk } from "./disk.ts";

/** A disk, a reader of the same files, and the real path of an empty folder. */
export type DiskUnderTest = { readonly disk: Disk; readonly fs: FileSystem; readonly root: string };

/** The contract of every implementation of the port. */
export function describeDisk(name: string, create: () => DiskUnderTest): void {
  describe(name, () => {
    test("writeTree writes files, executable files, links and empty folders", () => {
      const { disk, fs, root } = create();
      const entries = [
        file("SKILL.md", "x"),
        file("scripts/run.sh", "y", true),
        { path: "docs/me", linksTo: "." },
      ];
      disk.writeTree(`${root}/a/b`, { entries, folders: ["empty/inner"] });
      expect(textOf(fs, `${root}/a/b/SKILL.md`)).toBe("x");
      expect(fs.stat(`${root}/a/b/SKILL.md`)?.executable).toBe(false);
      expect(fs.stat(`${root}/a/b/scripts/run.sh`)?.executable).toBe(true);
      expect(fs.realPath(`${root}/a/b/docs/me`)).toBe(`${root}/a/b`);
      expect(fs.list(`${root}/a/b/empty/inner`)).toEqual([]);
    });

    test("writeTree never overwrites a file or writes through a link", () => {
      const { disk, fs, root } = create();
      disk.writeTree(`${root}/a`, { entries: [file("SKILL.md", "mine")] });
      disk.writeTree(`${root}/b`, { entries: [file("x", "victim"), { path: "SKILL.md", linksTo: "x" }] });
      for (const folder of ["a", "b"])
        expect(
          codeOf(() => disk.writeTree(`${root}/${folder}`, { entries: [file("SKILL.md", "new")] })),
        ).toMatch(/^file-/);
      expect([textOf(fs, `${root}/a/SKILL.md`), textOf(fs, `${root}/b/x`)]).toEqual(["mine", "victim"]);
    });

    test("writeFile creates folders, replaces a file and replaces a link", () => {
      const { disk, fs, root } = create();
      disk.writeFile(`${root}/a/b`, bytesOf("one"));
      disk.writeFile(`${root}/a/b`, bytesOf("two"), { isDurable: true });
      expect(textOf(fs, `${root}/a/b`)).toBe("two");
      disk.writeTree(`${root}/c`, { entries: [file("x", "victim"), { path: "link", linksTo: "x" }] });
      disk.writeFile(`${root}/c/link`, bytesOf("new"));
      expect([textOf(fs, `${root}/c/x`), textOf(fs, `${root}/c/link`)]).toEqual(["victim", "new"]);
      expect(fs.list(`${root}/a`).map((entry) => entry.name)).toEqual(["b"]);
    });

    test("rename moves whole folders and links, and never replaces anything", () => {
      const { disk, fs, root } = create();
      disk.writeTree(`${root}/a`, { entries: [file("x/y", "1")] });
      disk.writeTree(`${root}/b`, { entries: [], folders: ["c"] });
      expect(codeOf(() => disk.rename(`${root}/a`, `${root}/b/c`))).toBe("file-exists");
      expect(codeOf(() => disk.rename(`${root}/missing`, `${root}/b/d`))).toBe("file-missing");
      expect(codeOf(() => disk.rename(`${root}/a`, `${root}/no/d`))).toBe("file-missing");
      disk.rename(`${root}/a`, `${root}/b/d`);
      expect(textOf(fs, `${root}/b/d/x/y`)).toBe("1");
      expect(fs.stat(`${root}/a`)).toBeUndefined();
    });

    test("remove takes folders and links, not what links lead to, and accepts what is missing", () => {
      const { disk, fs, root } = create();
      disk.writeTree(`${root}/store/a`, { entries: [file("x", "1")] });
      disk.link(`${root}/agent/a`, { from: `${root}/agent/a`, to: `${root}/store/a` });
      disk.remove(`${root}/agent`);
      disk.remove(`${root}/agent`);
      expect(fs.stat(`${root}/agent`)).toBeUndefined();
      expect(textOf(fs, `${root}/store/a/x`)).toBe("1");
    });

    test("a link leads to its target from the place it is moved to", () => {
      const { disk, fs, root } = create();
      disk.writeTree(`${root}/store/a`, { entries: [file("x", "1")] });
      const from = `${root}/agent/skills/a`;
      expect(disk.link(`${root}/agent/skills/work/new/0`, { from, to: `${root}/store/a` })).toBe(true);
      disk.rename(`${root}/agent/skills/work/new/0`, from);
      expect(fs.realPath(from)).toBe(`${root}/store/a`);
      expect(codeOf(() => disk.link(from, { from, to: `${root}/store/a` }))).toMatch(/^file-/);
    });
  });
}

function file(path: string, text: string, executable = false): TreeEntry {
  return { path, bytes: bytesOf(text), executable };
}

function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function textOf(fs: FileSystem, path: string): string {
  return new TextDecoder().decode(fs.read(path, 1000).bytes);
}

function codeOf(action: () => unknown): string | undefined {
  try {
    action();
  } catch (error) {
    if (error instanceof SkillError) return error.code;
    throw error;
  }
  return undefined;
}
