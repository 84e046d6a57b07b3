import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, readlinkSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { createTree, digestTree, type FileTree, inFolder, type TreeEntry } from "../tree/file-tree.ts";
import { readArchive } from "./read-archive.ts";
import { showTree, treeFile } from "./test-archives.ts";
import { writeTar, writeTarGz } from "./write-tar.ts";
import { writeZip } from "./write-zip.ts";

const long = `${"folder/".repeat(20)}${"x".repeat(120)}.md`;
const tree = createTree(
  [
    treeFile("SKILL.md", "---\nname: a\n---\n"),
    treeFile("scripts/run.sh", "#!/bin/sh\n", true),
    treeFile("_proto_", "not lost"),
    treeFile("1", "not first"),
    treeFile("empty"),
    treeFile(long, "long"),
    treeFile("été/日本.md", "text ".repeat(1000)),
    { path: "scripts/again.sh", linksTo: "scripts/run.sh" },
    { path: "scripts/up", linksTo: "." },
    { path: "deep/er/link", linksTo: long },
    { path: "scripts/here", linksTo: "scripts" },
  ],
  "x",
);

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function tempFile(name: string, bytes: Uint8Array): { readonly folder: string; readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-archive-"));
  folders.push(folder);
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return { folder, file };
}

const writers: readonly (readonly [string, (tree: FileTree, options?: { time?: number }) => Uint8Array])[] = [
  ["tar", writeTar],
  ["tar.gz", writeTarGz],
  ["zip", writeZip],
];

describe.each(writers)("%s", (_name, write) => {
  test("what is written is read again, with the same digest", async () => {
    const again = await readArchive(write(tree), { source: "x" });
    expect(showTree(again)).toEqual(showTree(tree));
    expect(digestTree(again)).toBe(digestTree(tree));
  });

  test("any tree", async () => {
    const part = fc.stringMatching(/^[a-zé0-9_ü -]{1,40}[a-z0-9]$/);
    const file = fc.record({
      path: fc
        .array(part, { minLength: 1, maxLength: 6 })
        .map((parts) => `${parts.length}/${parts.join("/")}`),
      bytes: fc.uint8Array({ maxLength: 1500 }),
      executable: fc.boolean(),
    });
    const trees = fc.uniqueArray(file, {
      minLength: 1,
      maxLength: 6,
      selector: ({ path }) => path.normalize("NFKC").toUpperCase(),
    });
    await fc.assert(
      fc.asyncProperty(trees, fc.nat(2_000_000_000), async (files, time) => {
        const original = asTree(files);
        if (original === undefined) return;
        const again = await readArchive(write(original, { time }), { source: "x" });
        expect(showTree(again)).toEqual(showTree(original));
      }),
      { numRuns: 100 },
    );
  });
});

/** Undefined for random paths that no tree may have, such as a file that is a folder too. */
function asTree(files: readonly TreeEntry[]): FileTree | undefined {
  try {
    return createTree(files, "x");
  } catch {
    return undefined;
  }
}

test("the bytes are the same on every machine and in every version", () => {
  const hashes = writers.map(([name, write]) => [
    name,
    createHash("sha256").update(write(tree)).digest("hex"),
  ]);
  expect(Object.fromEntries(hashes)).toMatchInlineSnapshot(`
    {
      "tar": "27159c03b2addd1e97eeeac92e61e5a9bb7fb6aa52d2abf69d766b2bd4590278",
      "tar.gz": "ce6aa9ec183be9e5a67de150151f8270687f88b58be47621003698f1279e8a0e",
      "zip": "c70dd60a4f13597b87017bf6dbc50df20fa8d88b9466c209a9c95801697869dd",
    }
  `);
  expect(writeTarGz(tree, { time: 1_700_000_000 })).not.toEqual(writeTarGz(tree));
});

test("the time zone of the machine changes nothing", () => {
  const zone = process.env.TZ;
  const bytes = ["Pacific/Apia", "America/New_York", "UTC"].map((name) => {
    process.env.TZ = name;
    return writers.map(([, write]) => Buffer.from(write(tree, { time: 1_325_203_200 })).toString("hex"));
  });
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
  expect(new Set(bytes.map((each) => each.join())).size).toBe(1);
});

test("a folder may be put around everything; links keep their targets", async () => {
  const wrapped = writeTarGz(inFolder(tree, "pdf"));
  const inside = await readArchive(wrapped, { source: "x" });
  expect(inside.entries.every(({ path }) => path.startsWith("pdf/"))).toBe(true);
  expect(showTree(await readArchive(wrapped, { source: "x", stripsFolder: true }))).toEqual(showTree(tree));
});

test("a folder is left out only when it is around everything", async () => {
  for (const paths of [["a/x", "b/y"], ["a/x", "y"], ["x"]]) {
    const flat = createTree(
      paths.map((path) => treeFile(path)),
      "x",
    );
    expect(await readArchive(writeTar(flat), { source: "x", stripsFolder: true })).toEqual(flat);
  }
});

test("the system's tar unpacks it", () => {
  const { folder, file } = tempFile("a.tgz", writeTarGz(tree, { time: 1_700_000_000 }));
  execFileSync("tar", ["-xzf", file, "-C", folder]);
  expect(readFileSync(join(folder, "été/日本.md"), "utf8")).toBe("text ".repeat(1000));
  expect(readFileSync(join(folder, long), "utf8")).toBe("long");
  expect(statSync(join(folder, "scripts/run.sh")).mode & 0o777).toBe(0o755);
  expect(statSync(join(folder, "SKILL.md")).mode & 0o777).toBe(0o644);
  expect(statSync(join(folder, "SKILL.md")).mtimeMs).toBe(1_700_000_000_000);
  expect(readlinkSync(join(folder, "scripts/again.sh"))).toBe("run.sh");
  expect(readFileSync(join(folder, "deep/er/link"), "utf8")).toBe("long");
});

const hasPython = spawnSync("python3", ["--version"]).status === 0;

test.runIf(hasPython)("Python's zipfile finds nothing wrong with it", () => {
  const { file } = tempFile("a.skill", writeZip(tree, { time: 1_700_000_000 }));
  const script = `
import sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
print(z.testzip())
for i in z.infolist(): print(i.filename[:20], i.file_size, oct(i.external_attr >> 16), *i.date_time)`;
  const lines = execFileSync("python3", ["-c", script, file], { encoding: "utf8" }).split("\n");
  expect(lines[0]).toBe("None");
  expect(lines).toContain("_proto_ 8 0o100644 2023 11 14 22 13 20");
  expect(lines).toContain("scripts/again.sh 6 0o120777 2023 11 14 22 13 20");
  expect(lines).toContain("été/日本.md 5000 0o100644 2023 11 14 22 13 20");
});
