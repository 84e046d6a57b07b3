import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { SkillError } from "../error.ts";
import { createTestFolder } from "../fs/contract.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { limits } from "../limits.ts";
import { loadSkill, skillFromBytes, skillFromText, skillOutside } from "./load-skill.ts";

const text = "---\nname: pdf\ndescription: Reads PDF files.\n---\n# PDF\n";

/** A skill `pdf` on disk, with a SKILL.md from `create`; returns the problems of loading it. */
function problemsOf(create: (file: string, root: string) => void): readonly string[] {
  const root = createTestFolder();
  mkdirSync(`${root}/pdf`);
  create(`${root}/pdf/SKILL.md`, root);
  const { parsed } = loadSkill(createNodeFileSystem(), `${root}/pdf`);
  return parsed.problems.map(({ rule, message }) => `${rule} ${message}`);
}

test("a skill has its directory, that directory's name, its file and its text", () => {
  const fs = createMemoryFileSystem({ "skills/pdf/SKILL.md": text });
  expect(loadSkill(fs, "skills/pdf")).toMatchObject({
    directory: "skills/pdf",
    directoryName: "pdf",
    file: "skills/pdf/SKILL.md",
    parsed: { text, manifest: { name: "pdf" }, problems: [] },
  });
});

test("S1-20: SKILL.md comes before skill.md, and skill.md is accepted", () => {
  const both = createMemoryFileSystem({
    "a/SKILL.md": text,
    "a/skill.md": "",
    "b/skill.md": text,
    "c/Skill.md": text,
  });
  expect(loadSkill(both, "a").file).toBe("a/SKILL.md");
  expect(loadSkill(both, "b")).toMatchObject({ file: "b/skill.md", parsed: { problems: [] } });
  expect(loadSkill(both, "c").parsed.problems).toEqual([
    { rule: "file.missing", message: "otherCase", args: { found: "Skill.md" } },
  ]);
});

test("the current directory is resolved to its real name", () => {
  const fs = createNodeFileSystem();
  expect(loadSkill(fs, ".").directoryName).toBe(process.cwd().split("/").at(-1));
  expect(loadSkill(fs, "./").directoryName).toBe(process.cwd().split("/").at(-1));
});

test("a directory that is a link keeps the link's name", () => {
  const root = createTestFolder();
  mkdirSync(`${root}/real`);
  writeFileSync(`${root}/real/SKILL.md`, text);
  symlinkSync("real", `${root}/pdf`);
  expect(loadSkill(createNodeFileSystem(), `${root}/pdf`)).toMatchObject({
    directoryName: "pdf",
    parsed: { problems: [] },
  });
});

test.each<[string, string[], (file: string, root: string) => void]>([
  ["nothing at all", ["file.missing missing"], () => {}],
  ["an empty file", ["frontmatter.required missing"], (file) => writeFileSync(file, "")],
  ["a folder", ["file.unreadable file-not-regular"], (file) => mkdirSync(file)],
  ["a pipe", ["file.unreadable file-not-regular"], (file) => void execFileSync("mkfifo", [file])],
  ["a link to nothing", ["file.unreadable dangling"], (file) => symlinkSync("missing", file)],
  ["a link in a circle", ["file.unreadable dangling"], (file) => symlinkSync("SKILL.md", file)],
  ["a link out of the skill", ["file.linkOutside skillFile"], (file) => symlinkSync("/etc/passwd", file)],
  [
    "a link out through a folder",
    ["file.linkOutside skillFile"],
    (file, root) => {
      writeFileSync(`${root}/other.md`, text);
      symlinkSync("../other.md", file);
    },
  ],
  [
    "a link inside the skill",
    [],
    (file) => {
      writeFileSync(file.replace("SKILL", "real"), text);
      symlinkSync("real.md", file);
    },
  ],
  [
    "a link to a link inside the skill",
    [],
    (file) => {
      writeFileSync(file.replace("SKILL", "real"), text);
      symlinkSync("real.md", file.replace("SKILL", "link"));
      symlinkSync("link.md", file);
    },
  ],
  [
    "a link to a folder inside the skill",
    ["file.unreadable file-not-regular"],
    (file) => {
      mkdirSync(file.replace("SKILL.md", "folder"));
      symlinkSync("folder", file);
    },
  ],
  ["binary bytes", ["file.encoding binary"], (file) => writeFileSync(file, "---\nname: a\0b\n---\n")],
  [
    "bytes that are not UTF-8",
    ["file.encoding notUtf8"],
    (file) => writeFileSync(file, Buffer.from([0x2d, 0xff])),
  ],
  [
    "UTF-16",
    ["file.encoding notUtf8"],
    (file) => writeFileSync(file, Buffer.from(`\uFEFF${text}`, "utf16le")),
  ],
  [
    "100 MB",
    ["file.tooLarge tooLarge"],
    (file) => {
      writeFileSync(file, text);
      truncateSync(file, 100 * 1024 * 1024);
    },
  ],
])("%s in place of SKILL.md is a finding: %j", (_, problems, create) => {
  expect(problemsOf(create)).toEqual(problems);
});

test("a link the disk refuses to follow is a finding", () => {
  const refuse = (code: "file-is-link" | "file-forbidden") => (path: string) => {
    throw new SkillError(code, { path });
  };
  const fs = {
    ...createMemoryFileSystem(),
    read: refuse("file-is-link"),
    realPath: refuse("file-forbidden"),
  };
  expect(loadSkill(fs, "pdf").parsed.problems).toEqual([
    { rule: "file.unreadable", message: "file-forbidden" },
  ]);
});

test("a file of just the size limit is read, one byte more is not", () => {
  const body = (size: number): string => text + "x".repeat(size - text.length);
  const fs = createMemoryFileSystem({
    "fits/SKILL.md": body(limits.skillFileBytes),
    "large/SKILL.md": body(limits.skillFileBytes + 1),
  });
  expect(loadSkill(fs, "fits").parsed.problems).toEqual([]);
  expect(loadSkill(fs, "large").parsed.problems).toEqual([
    {
      rule: "file.tooLarge",
      message: "tooLarge",
      args: { size: limits.skillFileBytes + 1, max: limits.skillFileBytes },
    },
  ]);
});

test("text and bytes give a skill without a directory", () => {
  expect(skillFromText(text)).toMatchObject({ directory: "", directoryName: undefined, file: "SKILL.md" });
  expect(skillFromBytes(new TextEncoder().encode(text), "stdin").parsed.manifest.name).toBe("pdf");
  expect(skillFromBytes(new Uint8Array([0xff]), "stdin").parsed.problems).toMatchObject([
    { rule: "file.encoding" },
  ]);
  expect(skillFromText(text).files.all()).toEqual([]);
});

test("a skill outside is reported without a look at it", () => {
  expect(skillOutside("skills/x")).toMatchObject({
    file: "skills/x/SKILL.md",
    parsed: { text: "", problems: [{ rule: "file.linkOutside", message: "directory" }] },
  });
});

test("a bug in a file system is not mistaken for an unreadable file", () => {
  const fail = (): never => {
    throw new TypeError("a bug");
  };
  expect(() => loadSkill({ ...createMemoryFileSystem(), read: fail }, "pdf")).toThrow("a bug");
});
