import { expect, test } from "vitest";
import { scanRoot } from "../discover/scan-root.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { rereadSkills, withEdits } from "./scan-roots.ts";

const skill = (name: string): string => `---\nname: ${name}\ndescription: Does ${name}.\n---\n`;

function create(): {
  readonly fs: FileSystem;
  readonly reread: (...paths: string[]) => readonly string[] | undefined;
} {
  const fs = createMemoryFileSystem({
    "/skills/a/SKILL.md": skill("a"),
    "/skills/a/inner/SKILL.md": skill("inner"),
    "/skills/b/skill.md": skill("b"),
  });
  const root = { path: "/skills", scope: "custom", nested: true } as const;
  const memories = new Map([["/skills", scanRoot(fs, root, { nowMs: 1e12 })]]);
  return {
    fs,
    reread: (...paths) => {
      const edits = rereadSkills({ fs, memories, paths, nowMs: 1e12 });
      if (edits === undefined) return undefined;
      const [memory] = withEdits(memories, edits).values();
      return Array.from(memory?.skills.values() ?? [], ({ name }) => name);
    },
  };
}

function write(fs: FileSystem, path: string, text: string): void {
  fs.write(path, new TextEncoder().encode(text));
}

test("only the skill that contains a changed path is read again", () => {
  const { fs, reread } = create();
  for (const path of ["a/SKILL.md", "a/inner/SKILL.md", "b/skill.md"])
    write(fs, `/skills/${path}`, skill(`new-${path.split("/")[0]}`));
  expect(reread("/skills/b/skill.md")).toEqual(["a", "inner", "new-b"]);
  expect(reread("/skills/a/inner/references/x.md")).toEqual(["a", "new-a", "b"]);
  expect(reread("/skills/a/SKILL.md", "/skills/b/skill.md")).toEqual(["new-a", "inner", "new-b"]);
});

test("a path outside every skill, a skill's own folder, and a broken skill need a look at more", () => {
  const { fs, reread } = create();
  expect(reread("/skills/new/SKILL.md")).toBeUndefined();
  expect(reread("/skills/b")).toBeUndefined();
  write(fs, "/skills/a/SKILL.md", "broken");
  expect(reread("/skills/a/SKILL.md")).toBeUndefined();
});
