import { createHash } from "node:crypto";
import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Skill } from "@modelcontextprotocol/client/ext/skills";
import { describe, expect, test } from "vitest";
import { connect, context, eras, openSource, skillText, writeSkills } from "./test-source.ts";

const digestOf = (content: string | Uint8Array): string =>
  `sha256:${createHash("sha256").update(content).digest("hex")}`;
const names = (skills: readonly Skill[]): readonly string[] =>
  skills.map(({ frontmatter }) => frontmatter.name);
const png = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0xff, 0x00);
const pdfFiles = {
  "pdf/SKILL.md": skillText("pdf"),
  "pdf/references/Q&A – 1.md": "# Questions\n",
  "pdf/references/deep/note.txt": "deep",
  "pdf/scripts/run.sh": "#!/bin/sh\necho hi\n",
  "pdf/assets/logo.png": png,
};

describe.each(eras)("on the protocol of %s", (era) => {
  test("lists a skill with every file, its size and its digest", async () => {
    const { source, warnings } = openSource([writeSkills(pdfFiles)]);
    const { client, skills } = await connect(source, era);
    const { skills: entries } = await skills.list();
    const file = (path: string, uri: string): object => {
      const content = Object.entries(pdfFiles).find(([one]) => one === `pdf/${path}`)?.[1] ?? "";
      return { uri: `skill://pdf/${uri}`, size: Buffer.byteLength(content), digest: digestOf(content) };
    };
    expect(client.getNegotiatedProtocolVersion()).toBe(era);
    expect(skills.directoryRead).toBe(true);
    expect(entries).toEqual([
      {
        uri: "skill://pdf/SKILL.md",
        frontmatter: { name: "pdf", description: "Does pdf. Use when pdf is asked for." },
        resources: [
          file("SKILL.md", "SKILL.md"),
          file("assets/logo.png", "assets/logo.png"),
          file("references/Q&A – 1.md", "references/Q&A%20%E2%80%93%201.md"),
          file("references/deep/note.txt", "references/deep/note.txt"),
          file("scripts/run.sh", "scripts/run.sh"),
        ],
      },
    ]);
    expect(warnings).toEqual([]);
  });

  test("every file that is listed can be read and verified", async () => {
    const { source } = openSource([writeSkills(pdfFiles)]);
    const { skills } = await connect(source, era);
    const { skill } = await skills.get("skill://pdf/SKILL.md");
    const manifest = await skills.read(skill);
    expect(manifest).toMatchObject({ verified: true, mimeType: "text/markdown", text: skillText("pdf") });
    const logo = await skills.read(skill, "assets/logo.png");
    expect({ ...logo, bytes: [...logo.bytes] }).toEqual({
      uri: "skill://pdf/assets/logo.png",
      mimeType: "image/png",
      bytes: [...png],
      verified: true,
    });
    const note = await skills.read(skill, "references/Q&A – 1.md");
    expect(note).toMatchObject({ verified: true, mimeType: "text/markdown", text: "# Questions\n" });
    const script = await skills.read(skill, "scripts/run.sh");
    expect(script).toMatchObject({ verified: true, mimeType: "application/x-sh" });
  });

  test("folders are read level by level", async () => {
    const { source } = openSource([writeSkills(pdfFiles)]);
    const { skills } = await connect(source, era);
    const folder = (uri: string, name: string): object => ({ uri, name, mimeType: "inode/directory" });
    const { resources } = await skills.readDirectory("skill://pdf");
    expect(resources).toEqual([
      {
        uri: "skill://pdf/SKILL.md",
        name: "SKILL.md",
        mimeType: "text/markdown",
        size: Buffer.byteLength(skillText("pdf")),
        _meta: { "skillwright/digest": digestOf(skillText("pdf")) },
      },
      folder("skill://pdf/assets", "assets"),
      folder("skill://pdf/references", "references"),
      folder("skill://pdf/scripts", "scripts"),
    ]);
    const deeper = await skills.readDirectory("skill://pdf/references/");
    expect(deeper.resources.map(({ name }) => name)).toEqual(["Q&A – 1.md", "deep"]);
    await expect(skills.readDirectory("skill://pdf/SKILL.md")).rejects.toThrow("is not a directory resource");
    await expect(skills.readDirectory("skill://pdf/refer")).rejects.toThrow("is not a directory resource");
  });

  test("200 skills come in pages, each once, in order", async () => {
    const all = Array.from({ length: 200 }, (_, index) => `skill-${String(index).padStart(3, "0")}`);
    const root = writeSkills(Object.fromEntries(all.map((name) => [`${name}/SKILL.md`, skillText(name)])));
    const { source } = openSource([root]);
    const { skills } = await connect(source, era);
    const first = await skills.list({ cursor: "" });
    expect(names(first.skills)).toEqual(all.slice(0, 100));
    expect(first.nextCursor).toBe("skill-099");
    expect(names((await skills.list()).skills)).toEqual(all);
  });

  test("a file that changed between list and read is refused until it is listed again", async () => {
    const root = writeSkills(pdfFiles);
    const { source, warnings } = openSource([root]);
    const { skills } = await connect(source, era);
    const [skill] = (await skills.list()).skills;
    if (skill === undefined) throw new Error("there is a skill");
    writeFileSync(`${root}/pdf/references/deep/note.txt`, "evil");
    await expect(skills.read(skill, "references/deep/note.txt")).rejects.toThrow(
      "The skill pdf has changed since it was listed. List the skills again before loading it.",
    );
    expect(warnings).toEqual([
      { path: `${root}/pdf/references/deep/note.txt`, message: "It has changed since it was listed." },
    ]);
    const [again] = (await skills.list()).skills;
    if (again === undefined) throw new Error("there is a skill");
    expect(await skills.read(again, "references/deep/note.txt")).toMatchObject({
      text: "evil",
      verified: true,
    });
    // A client that kept the first entry notices by itself.
    await expect(skills.read(skill, "references/deep/note.txt")).rejects.toMatchObject({ reason: "digest" });
  });

  test("the skills of this repository are served completely", async () => {
    const root = fileURLToPath(new URL("../../../../examples/skills", import.meta.url));
    // One of them is for some environments only.
    const { source, warnings, catalog } = openSource([root], { context: { environment: "staging" } });
    const { skills } = await connect(source, era);
    const { skills: entries } = await skills.list();
    expect(names(entries)).toEqual(catalog.list().skills.map(({ name }) => name));
    expect(warnings).toEqual([]);
    for (const skill of entries) {
      for (const { uri } of skill.resources === "dynamic" ? [] : skill.resources)
        expect(await skills.read(skill, uri)).toMatchObject({ verified: true });
    }
  });
});

test("a skill that a model may not choose is not listed but can be requested; one that is not offered cannot", async () => {
  const root = writeSkills({
    "open/SKILL.md": skillText("open"),
    "manual/SKILL.md": skillText("manual", "disable-model-invocation: true\n"),
    "codex/SKILL.md": skillText("codex"),
    "codex/agents/openai.yaml": "policy:\n  allow_implicit_invocation: false\n",
    "elsewhere/SKILL.md": skillText("elsewhere", "scope:\n  agents: [other]\n"),
  });
  const { source } = openSource([root], { context: { agent: "coder" } });
  expect(names((await source.list({}, context)).skills)).toEqual(["open"]);
  const got = async (name: string): Promise<string | undefined> =>
    (await source.get(`skill://${name}/SKILL.md`, context))?.uri;
  expect(await got("manual")).toBe("skill://manual/SKILL.md");
  expect(await got("codex")).toBe("skill://codex/SKILL.md");
  expect(await got("elsewhere")).toBeUndefined();
  expect(await source.read("skill://elsewhere/SKILL.md", context)).toBeUndefined();
  expect(await source.readDirectory("skill://elsewhere", {}, context)).toBeUndefined();
});

test("skills of packages and shadowed skills have separate addresses", async () => {
  const first = writeSkills({ "pdf/SKILL.md": skillText("pdf") });
  const second = writeSkills({ "pdf/SKILL.md": skillText("pdf", "license: MIT\n") });
  const packed = writeSkills({ "pdf/SKILL.md": skillText("pdf"), "pdf/a.md": "a" });
  const { source } = openSource([
    { path: first, scope: "project" },
    { path: second, scope: "personal" },
    { path: packed, scope: "package", package: "acme" },
  ]);
  const { skills } = await connect(source, "2026-07-28");
  const { skills: listed } = await skills.list();
  expect(listed.map(({ uri }) => uri)).toEqual(["skill://acme%3Apdf/pdf/SKILL.md", "skill://pdf/SKILL.md"]);
  const { skill: shadowed } = await skills.get("skill://pdf%40personal/pdf/SKILL.md");
  expect(shadowed.frontmatter).toMatchObject({ license: "MIT" });
  const { skill: packaged } = await skills.get("skill://acme%3Apdf/pdf/SKILL.md");
  expect(await skills.read(packaged, "a.md")).toMatchObject({ text: "a", verified: true });
  const { resources } = await skills.readDirectory("skill://acme%3Apdf/pdf");
  expect(resources.map(({ uri }) => uri)).toEqual([
    "skill://acme%3Apdf/pdf/SKILL.md",
    "skill://acme%3Apdf/pdf/a.md",
  ]);
});

test("pages stay consistent when skills are added or removed between them", async () => {
  const all = Array.from({ length: 120 }, (_, index) => `s${String(index).padStart(3, "0")}`);
  const root = writeSkills(Object.fromEntries(all.map((name) => [`${name}/SKILL.md`, skillText(name)])));
  const { source, catalog } = openSource([root]);
  const first = await source.list({}, context);
  for (const gone of ["s000", "s099", "s110"]) rmSync(`${root}/${gone}`, { recursive: true });
  catalog.refresh();
  const second = await source.list({ cursor: first.nextCursor ?? "" }, context);
  expect(first.nextCursor).toBe("s099");
  expect(second).not.toHaveProperty("nextCursor");
  expect(names(second.skills)).toEqual(all.slice(100).filter((name) => name !== "s110"));
});

test("a page ends early if its entries are long", async () => {
  const long = `metadata:\n  text: "${"x".repeat(200_000)}"\n`;
  const all = Array.from({ length: 8 }, (_, index) => `long-${index}`);
  const root = writeSkills(
    Object.fromEntries(all.map((name) => [`${name}/SKILL.md`, skillText(name, long)])),
  );
  const { source } = openSource([root]);
  const first = await source.list({}, context);
  expect(names(first.skills)).toEqual(all.slice(0, 5));
  const second = await source.list({ cursor: first.nextCursor ?? "" }, context);
  expect(names(second.skills)).toEqual(all.slice(5));
});

test("resources/list has the SKILL.md of the first hundred skills", async () => {
  const all = Array.from({ length: 105 }, (_, index) => `s${String(index).padStart(3, "0")}`);
  const root = writeSkills(Object.fromEntries(all.map((name) => [`${name}/SKILL.md`, skillText(name)])));
  const { source } = openSource([root]);
  const { client } = await connect(source, "2025-11-25");
  const { resources } = await client.listResources();
  expect(resources.map(({ name }) => name)).toEqual(all.slice(0, 100));
  expect(resources[0]).toEqual({
    uri: "skill://s000/SKILL.md",
    name: "s000",
    description: "Does s000. Use when s000 is asked for.",
    mimeType: "text/markdown",
    size: Buffer.byteLength(skillText("s000")),
    _meta: { "skillwright/digest": digestOf(skillText("s000")) },
  });
});

test("a folder with many files is read in pages", async () => {
  const files = Array.from({ length: 150 }, (_, index) => `f${String(index).padStart(3, "0")}.md`);
  const root = writeSkills({
    "many/SKILL.md": skillText("many"),
    ...Object.fromEntries(files.map((name) => [`many/references/${name}`, name])),
  });
  const { source } = openSource([root]);
  const first = await source.readDirectory("skill://many/references", {}, context);
  expect(first?.resources.map(({ name }) => name)).toEqual(files.slice(0, 100));
  const { skills } = await connect(source, "2025-11-25");
  const { resources } = await skills.readDirectory("skill://many/references");
  expect(resources.map(({ name }) => name)).toEqual(files);
});
