import { expect, test } from "vitest";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { type RootScan, scanRoot } from "./scan-root.ts";

const root = { path: "/skills", scope: "personal" } as const;
const skill = (name: string, text = ""): string =>
  `---\nname: ${name}\ndescription: Does ${name}.${text}\n---\n# ${name}\n`;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A file system that notes which files are read and which folders listed. */
function watched(): { readonly fs: FileSystem; readonly touched: string[] } {
  const fs = createMemoryFileSystem({
    "/skills/a/SKILL.md": skill("a"),
    "/skills/b/SKILL.md": skill("b"),
    "/skills/group/c/SKILL.md": skill("c"),
  });
  const touched: string[] = [];
  return {
    touched,
    fs: {
      ...fs,
      read: (path, maxBytes) => {
        touched.push(path);
        return fs.read(path, maxBytes);
      },
      list: (path) => {
        touched.push(path);
        return fs.list(path);
      },
    },
  };
}

/** Scans, runs `change`, scans again; returns what the second scan found and touched. */
function scanTwice(change: (fs: FileSystem) => void): {
  readonly second: RootScan;
  readonly touched: readonly string[];
} {
  const { fs, touched } = watched();
  const memory = scanRoot(fs, root, { nowMs: 1e6 });
  change(fs);
  touched.length = 0;
  return { second: scanRoot(fs, root, { nowMs: 2e6, memory }), touched };
}

test("an unchanged tree is neither read nor listed again", () => {
  const { second, touched } = scanTwice(() => {});
  expect([...second.skills.keys()]).toEqual(["/skills/a", "/skills/b", "/skills/group/c"]);
  expect(touched).toEqual([]);
});

test("only a changed skill is read again", () => {
  const { second, touched } = scanTwice((fs) =>
    fs.write("/skills/b/SKILL.md", bytes(skill("b", " Better."))),
  );
  expect(second.skills.get("/skills/b")?.description).toBe("Does b. Better.");
  expect(touched).toEqual(["/skills/b/SKILL.md"]);
});

test("a change that keeps the file size is detected", () => {
  const { second } = scanTwice((fs) => fs.write("/skills/b/SKILL.md", bytes(skill("B"))));
  expect(second.skills.get("/skills/b")?.name).toBe("B");
});

test("a new skill is found, in the root and in a group", () => {
  const { second } = scanTwice((fs) => {
    fs.write("/skills/new/SKILL.md", bytes(skill("new")));
    fs.write("/skills/group/newer/SKILL.md", bytes(skill("newer")));
  });
  expect([...second.skills.keys()]).toContain("/skills/new");
  expect([...second.skills.keys()]).toContain("/skills/group/newer");
});

test("a group folder that becomes a skill is recognized", () => {
  const { second } = scanTwice((fs) => fs.write("/skills/group/SKILL.md", bytes(skill("group"))));
  expect([...second.skills.keys()]).toEqual(["/skills/a", "/skills/b", "/skills/group"]);
});

test("a broken skill is read again each time, since it may have been fixed", () => {
  const { fs, touched } = watched();
  fs.write("/skills/b/SKILL.md", bytes("broken"));
  const memory = scanRoot(fs, root, { nowMs: 1e6 });
  touched.length = 0;
  const second = scanRoot(fs, root, { nowMs: 2e6, memory });
  expect(second.findings).toHaveLength(1);
  expect(touched).toEqual(["/skills/b/SKILL.md"]);
});

test("changes close to the scan time are checked again, since the clock may not have advanced", () => {
  const { fs, touched } = watched();
  // The memory file system counts writes as milliseconds, so this scan is as young as the files.
  const memory = scanRoot(fs, root, { nowMs: 1 });
  touched.length = 0;
  scanRoot(fs, root, { nowMs: 1e6, memory });
  expect(touched).toEqual([
    "/skills",
    "/skills/a/SKILL.md",
    "/skills/b/SKILL.md",
    "/skills/group/SKILL.md",
    "/skills/group",
    "/skills/group/c/SKILL.md",
  ]);
});

test("with watch events, only paths that may have changed are checked", () => {
  const { fs, touched } = watched();
  const memory = scanRoot(fs, root, { nowMs: 1e6 });
  fs.write("/skills/a/SKILL.md", bytes(skill("a", " Better.")));
  fs.write("/skills/b/SKILL.md", bytes(skill("b", " Better.")));
  fs.write("/skills/new/SKILL.md", bytes(skill("new")));
  touched.length = 0;
  const second = scanRoot(fs, root, { nowMs: 2e6, memory, suspects: ["/skills/b/SKILL.md", "/skills/new"] });
  expect(Array.from(second.skills.values(), ({ description }) => description)).toEqual([
    "Does a.",
    "Does b. Better.",
    "Does c.",
    "Does new.",
  ]);
  expect(touched).toEqual(["/skills", "/skills/b/SKILL.md", "/skills/new/SKILL.md"]);
});

test("a folder at the maximum depth that becomes a skill is found, although the root did not change", () => {
  const { fs } = watched();
  const shallow = { ...root, depth: 1 };
  const memory = scanRoot(fs, shallow, { nowMs: 1e6 });
  expect([...memory.skills.keys()]).toEqual(["/skills/a", "/skills/b"]);
  fs.write("/skills/group/SKILL.md", bytes(skill("group")));
  const second = scanRoot(fs, shallow, { nowMs: 2e6, memory });
  expect([...second.skills.keys()]).toEqual(["/skills/a", "/skills/b", "/skills/group"]);
});

test("a scan with broken, linked or ignored entries is not reused as a whole", () => {
  const scan = (files: Record<string, string>): RootScan =>
    scanRoot(createMemoryFileSystem(files), root, { nowMs: 1e6 });
  expect(scan({ "/skills/a/SKILL.md": skill("a"), "/skills/g/b/SKILL.md": skill("b") }).isComplete).toBe(
    true,
  );
  expect(scan({ "/skills/a/SKILL.md": "broken" }).isComplete).toBe(false);
  expect(scan({ "/skills/a/SKILL.md": skill("a"), "/skills/.gitignore": "x\n" }).isComplete).toBe(false);
});

test("a folder listed too soon after a change is listed again, even after a scan that skipped it", () => {
  const { fs } = watched();
  // The folder's modification time is frozen, so later additions leave no trace.
  const frozen: FileSystem = {
    ...fs,
    stat: (path) => {
      const found = fs.stat(path);
      return found && path === "/skills/group" ? { ...found, changedMs: 5 } : found;
    },
  };
  const first = scanRoot(frozen, root, { nowMs: 100 });
  fs.write("/skills/group/new/SKILL.md", bytes(skill("new")));
  const second = scanRoot(frozen, root, { nowMs: 1e6, memory: first, suspects: ["/skills/a/SKILL.md"] });
  const third = scanRoot(frozen, root, { nowMs: 2e6, memory: second });
  expect([...third.skills.keys()]).toContain("/skills/group/new");
});
