import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import type { Catalog } from "./catalog.ts";
import { openCatalog } from "./open-catalog.ts";

const skill = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\nInstructions of ${name}.\n`;

function createFolder(): FileSystem {
  return createMemoryFileSystem({
    "/skills/pdf/SKILL.md": skill("pdf", "Extracts text from PDF files."),
    "/skills/commit/SKILL.md": skill("commit", "Writes commit messages."),
  });
}

/** A catalog, and the paths that it reads while it is used. */
function open(fs: FileSystem): { readonly catalog: Catalog; readonly reads: string[] } {
  const reads: string[] = [];
  const spied: FileSystem = {
    ...fs,
    read: (path, maxBytes) => {
      reads.push(path);
      return fs.read(path, maxBytes);
    },
  };
  const catalog = openCatalog({
    fs: spied,
    roots: ["/skills"],
    now: () => 1e12,
    indexFolder: "/cache/index",
  });
  return { catalog, reads };
}

async function searchAndSave(fs: FileSystem): Promise<void> {
  const { catalog } = open(fs);
  await catalog.search("pdf");
  expect(catalog.save()).toEqual([]);
}

function indexFiles(fs: FileSystem): readonly string[] {
  return fs.list("/cache/index").map(({ name }) => `/cache/index/${name}`);
}

function write(fs: FileSystem, path: string, content: string | Uint8Array): void {
  fs.write(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
}

test("S3-75: the next process reads the index instead of the skills", async () => {
  const fs = createFolder();
  await searchAndSave(fs);
  const { catalog, reads } = open(fs);
  expect(catalog.list().skills.map(({ id, description }) => [id, description])).toEqual([
    ["commit", "Writes commit messages."],
    ["pdf", "Extracts text from PDF files."],
  ]);
  expect((await catalog.search("pdf text"))[0]?.skill.id).toBe("pdf");
  expect(reads.filter((path) => path.startsWith("/skills"))).toEqual([]);
});

test("S3-68: only a changed skill is read again", async () => {
  const fs = createFolder();
  await searchAndSave(fs);
  write(fs, "/skills/pdf/SKILL.md", skill("pdf", "Tunes pianos."));
  const { catalog, reads } = open(fs);
  expect((await catalog.search("tune a piano"))[0]?.skill.id).toBe("pdf");
  expect(reads.filter((path) => path.startsWith("/skills"))).toEqual([
    "/skills/pdf/SKILL.md",
    "/skills/pdf/SKILL.md",
  ]);
});

test("an unchanged catalog writes nothing", async () => {
  const fs = createFolder();
  await searchAndSave(fs);
  const before = indexFiles(fs).map((path) => fs.stat(path)?.changedMs);
  await searchAndSave(fs);
  expect(indexFiles(fs).map((path) => fs.stat(path)?.changedMs)).toEqual(before);
});

test("an index that is truncated, empty, from another version or plain text is rebuilt, and the result is correct", async () => {
  const spoils: readonly ((bytes: Uint8Array) => string | Uint8Array)[] = [
    (bytes) => bytes.slice(0, bytes.length / 2),
    () => "",
    () => "skillwright scan-0 sha256:00\n{}",
    (bytes) => bytes.map((byte, at) => (at === bytes.length - 3 ? byte ^ 1 : byte)),
    () => "hello\n",
  ];
  for (const spoil of spoils) {
    const fs = createFolder();
    await searchAndSave(fs);
    for (const path of indexFiles(fs)) write(fs, path, spoil(fs.read(path, 1e6).bytes));
    const { catalog } = open(fs);
    expect(catalog.list().skills).toHaveLength(2);
    expect((await catalog.search("pdf text"))[0]?.skill.id).toBe("pdf");
    catalog.save();
    expect(open(fs).catalog.list().skills).toHaveLength(2);
  }
});

test("an unwritable disk costs a finding, not an answer", async () => {
  const fs = createFolder();
  const full: FileSystem = {
    ...fs,
    write: (path) => {
      throw new SkillError("file-unreadable", { path, reason: "ENOSPC" });
    },
  };
  const { catalog } = open(full);
  expect((await catalog.search("pdf text"))[0]?.skill.id).toBe("pdf");
  expect(catalog.save().map(({ code, args }) => [code, args])).toEqual([
    ["index-unusable", { reason: "ENOSPC" }],
    ["index-unusable", { reason: "ENOSPC" }],
  ]);
});

test("two catalogs that write the same index leave it intact", async () => {
  const fs = createFolder();
  const first = open(fs).catalog;
  const second = open(fs).catalog;
  await Promise.all([first.search("pdf"), second.search("commit")]);
  write(fs, "/skills/new/SKILL.md", skill("new", "Tunes pianos."));
  second.refresh();
  await second.search("piano");
  expect([...second.save(), ...first.save()]).toEqual([]);
  const { catalog } = open(fs);
  expect(catalog.list().skills.map(({ id }) => id)).toEqual(["commit", "new", "pdf"]);
  expect((await catalog.search("tune a piano"))[0]?.skill.id).toBe("new");
});

test("large catalogs are split over several files, and a change writes only one", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 600 }, (_, at) => [`/skills/s${at}/SKILL.md`, skill(`s${at}`, `Does thing ${at}.`)]),
  );
  const fs = createMemoryFileSystem(many);
  await searchAndSave(fs);
  const times = (): readonly unknown[] => indexFiles(fs).map((path) => [path, fs.stat(path)?.changedMs]);
  expect(indexFiles(fs)).toHaveLength(17);
  const before = times();
  write(fs, "/skills/s7/SKILL.md", skill("s7", "Tunes pianos."));
  const { catalog } = open(fs);
  expect((await catalog.search("tune a piano"))[0]?.skill.id).toBe("s7");
  catalog.save();
  const changed = times().filter((time, at) => JSON.stringify(time) !== JSON.stringify(before[at]));
  expect(changed).toHaveLength(2);
});
