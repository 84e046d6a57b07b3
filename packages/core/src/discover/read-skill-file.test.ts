import fc from "fast-check";
import { expect, test } from "vitest";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { limits } from "../limits.ts";
import { parseSkill } from "../parse/parse-skill.ts";
import { type Metadata, readSkillMetadata } from "./read-skill-file.ts";

/** The metadata of a text and how many bytes were asked for, read by read. */
function readCounted(text: string | Uint8Array): Metadata & { readonly reads: readonly number[] } {
  const fs = createMemoryFileSystem({ "pdf/SKILL.md": text });
  const reads: number[] = [];
  const read = (path: string, maxBytes: number): ReturnType<typeof fs.read> => {
    reads.push(maxBytes);
    return fs.read(path, maxBytes);
  };
  const metadata = readSkillMetadata({ ...fs, read }, { directory: "pdf", file: "pdf/SKILL.md" });
  if (metadata === undefined || "fault" in metadata) throw new Error("not read");
  return { ...metadata, reads };
}

const head = "---\nname: pdf\ndescription: Reads PDF files.\n";

test("S4-7: the first 2 KB are enough, however long the body", () => {
  const { manifest, problems, reads } = readCounted(`${head}---\n${"body\n".repeat(100_000)}`);
  expect([manifest.name, manifest.description, problems, reads]).toEqual([
    "pdf",
    "Reads PDF files.",
    [],
    [2048],
  ]);
});

test("a longer frontmatter is read in growing steps", () => {
  const { manifest, reads } = readCounted(`${head}license: ${"x".repeat(30_000)}\n---\nBody\n`);
  expect([manifest.name, manifest.license?.length, reads]).toEqual(["pdf", 30_000, [2048, 8192, 32_768]]);
});

test("S4-7: nothing past the limit is read, whatever the file contains", () => {
  const { problems, reads } = readCounted(head + "x: y\n".repeat(200_000));
  expect(Math.max(...reads)).toBe(limits.frontmatterBytes);
  expect(problems.map(({ rule }) => rule)).toContain("frontmatter.unclosed");
});

test("a file without frontmatter is read once", () => {
  const { problems, reads } = readCounted("# Title\n".repeat(10_000));
  expect([problems.map(({ rule }) => rule), reads]).toEqual([["frontmatter.required"], [2048]]);
});

test("a short file with unclosed frontmatter is read once", () => {
  expect(readCounted(head).reads).toEqual([2048]);
});

test("a character split by the limit does no harm", () => {
  for (let shift = 0; shift < 4; shift++) {
    const lead = `${head}license: ${"x".repeat(4080 - head.length - 9 + shift)}`;
    const { manifest } = readCounted(`${lead}🙂🙂🙂\n---\nBody\n`);
    expect(manifest.license?.endsWith("x🙂🙂🙂")).toBe(true);
  }
});

test("three hyphens that continue past the limit do not end the frontmatter", () => {
  const padding = "x".repeat(2048 - head.length - "license: ".length - "\n---".length);
  const text = `${head}license: ${padding}\n--- # more\nagent: a\n---\n`;
  expect(readCounted(text).reads).toEqual([2048, 8192]);
});

test("a missing file is undefined, and an unreadable one has a reason", () => {
  const fs = createMemoryFileSystem({ "pdf/SKILL.md": head });
  const read = (directory: string, file: string): unknown => readSkillMetadata(fs, { directory, file });
  expect(read("missing", "missing/SKILL.md")).toBeUndefined();
  expect(read(".", "pdf")).toEqual({ fault: "file-not-regular" });
});

test("the manifest equals that of the whole text", () => {
  const line = fc.constantFrom("k: v", "description: é🙂", "--- x", "----", "# c", "a: b: c");
  fc.assert(
    fc.property(fc.array(line, { maxLength: 3 }), fc.integer({ min: 4000, max: 4100 }), (lines, size) => {
      const text = `---\nlicense: ${"y".repeat(size)}\n${lines.join("\n")}\n---\n# Body\n---\nmore\n`;
      expect(readCounted(text).manifest).toEqual(parseSkill(text).manifest);
    }),
  );
});
