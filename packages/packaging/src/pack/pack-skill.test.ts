import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { SkillError } from "@skillwright/core";
import { createMemoryFileSystem, digestSkill, type MemoryFiles } from "@skillwright/core/discover";
import { createNodeFileSystem, nodeSha256 } from "@skillwright/core/node";
import { afterEach, describe, expect, test } from "vitest";
import { readArchive } from "../archives/read-archive.ts";
import { showTree } from "../archives/test-archives.ts";
import { digestTree } from "../tree/file-tree.ts";
import { type PackFormat, type Packing, packFormats, packSkill } from "./pack-skill.ts";

const skillText = `---
name: pdf
description: Reads PDF files. Use when the user names one.
license: MIT
metadata:
  version: 1.2.0
---
# PDF

Read [the forms](references/forms.md).
`;
const skill = { "/s/pdf/SKILL.md": skillText, "/s/pdf/references/forms.md": "# Forms\n" };

function pack(files: MemoryFiles, format: PackFormat = "tar", directory = "/s/pdf"): Packing {
  return packSkill(createMemoryFileSystem(files), directory, { format });
}

async function contentOf(
  { bytes }: Packing,
  stripsFolder = false,
): Promise<Readonly<Record<string, string>>> {
  if (bytes === undefined) throw new Error("nothing was packed");
  return showTree(await readArchive(bytes, { source: "x", stripsFolder }));
}

function errorOf(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof SkillError) return { code: error.code, ...error.details };
    throw error;
  }
}

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function onDisk(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), "skillwright-pack-"));
  folders.push(folder);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

test("a skill becomes one file; every format names its files and content", async () => {
  const packed = pack(skill);
  expect({ ...packed, bytes: undefined }).toEqual({
    fileName: "pdf-1.2.0.tar.gz",
    digest: digestSkill(createMemoryFileSystem(skill), "/s/pdf", nodeSha256),
    files: [
      { path: "SKILL.md", size: skillText.length, digest: `sha256:${nodeSha256(Buffer.from(skillText))}` },
      { path: "references/forms.md", size: 8, digest: `sha256:${nodeSha256(Buffer.from("# Forms\n"))}` },
    ],
    leftOut: [],
    findings: [],
    bytes: undefined,
  });
  expect(await contentOf(packed)).toEqual({ "SKILL.md": skillText, "references/forms.md": "# Forms\n" });
  expect(Object.keys(await contentOf(pack(skill, "skill")))).toEqual([
    "pdf/SKILL.md",
    "pdf/references/forms.md",
  ]);
  expect(packFormats.map((format) => pack(skill, format).fileName)).toEqual([
    "pdf-1.2.0.tar.gz",
    "pdf-1.2.0.skill",
    "pdf-1.2.0.aam",
    "pdf-1.2.0.oci.tar",
  ]);
});

test("the digest is the same in each format that holds the same files", () => {
  const digests = (["tar", "skill", "oci"] as const).map((format) => pack(skill, format).digest);
  expect(new Set(digests).size).toBe(1);
});

test("a skill without a version is named after itself", () => {
  const files = {
    "/s/pdf/SKILL.md": skillText.replace("metadata:\n  version: 1.2.0\n", "").replace(/Read \[.*/, ""),
  };
  expect(pack(files).fileName).toBe("pdf.tar.gz");
  expect(errorOf(() => pack(files, "uaaps"))).toEqual({
    code: "package-invalid",
    source: "/s/pdf",
    reason: "a UAAPS package has a version; set `metadata.version` in its SKILL.md",
  });
});

describe("what is left out", () => {
  test("version control, installed packages, caches and passwords, at any depth", () => {
    const others = [
      ".git/config",
      "scripts/node_modules/x/index.js",
      "scripts/__pycache__/a.pyc",
      ".env",
      "scripts/.env.local",
      ".DS_Store",
      "evals/reports/1.json",
      "package.agent.lock",
    ];
    const files = Object.fromEntries([...others, ".env.example"].map((path) => [`/s/pdf/${path}`, "x"]));
    const packed = pack({ ...skill, ...files });
    expect(packed.files.map(({ path }) => path)).toEqual([".env.example", "SKILL.md", "references/forms.md"]);
    expect(packed.leftOut).toEqual([
      ".DS_Store",
      ".env",
      ".git",
      "evals/reports",
      "package.agent.lock",
      "scripts/.env.local",
      "scripts/__pycache__",
      "scripts/node_modules",
    ]);
  });

  test("what the folder's own ignore files name, and nothing that others outside name", () => {
    const packed = pack({
      ...skill,
      "/s/.gitignore": "*",
      "/s/pdf/.gitignore": "*.log\nbuild/\n",
      "/s/pdf/a.log": "x",
      "/s/pdf/build/x": "x",
      "/s/pdf/assets/.skillignore": "draft.*\n!draft.md\n",
      "/s/pdf/assets/draft.txt": "x",
      "/s/pdf/assets/draft.md": "x",
    });
    expect(packed.leftOut).toEqual(["a.log", "assets/draft.txt", "build"]);
    expect(packed.files.map(({ path }) => path)).toContain("assets/draft.md");
  });
});

describe("what is refused", () => {
  const rulesOf = (files: MemoryFiles): readonly string[] => {
    const packed = pack(files);
    expect(packed.bytes).toBeUndefined();
    return packed.findings.map(({ rule }) => rule);
  };

  test("a reference to a file that is missing, or left out", () => {
    const [forms, rest] = ["/s/pdf/references/forms.md", { "/s/pdf/SKILL.md": skillText }] as const;
    expect(rulesOf(rest)).toEqual(["reference-broken"]);
    expect(rulesOf({ ...rest, [forms]: "x", "/s/pdf/.skillignore": "references/\n" })).toEqual([
      "reference-broken",
    ]);
  });

  test("a secret in a file that would be packed", () => {
    // Joined here, so that no scanner of this repository takes it for a real one.
    const secret = ["gh", "p_", "J4mKq8RtZ2vXw9LbN6cDf3GhS5yPe7Uo1AiT"].join("");
    const files = { ...skill, "/s/pdf/scripts/a.sh": `curl -H 'Authorization: ${secret}' x\n` };
    expect(rulesOf(files)).toEqual(["embedded-secret"]);
    expect(pack({ ...files, "/s/pdf/.skillignore": "scripts/\n" }).findings).toEqual([]);
  });

  test("an invalid SKILL.md, but not another folder name or a document inside the skill", () => {
    expect(rulesOf({ "/s/pdf/SKILL.md": "no frontmatter" })).toEqual(["frontmatter.required"]);
    expect(
      pack({ "/s/other/SKILL.md": skillText, "/s/other/references/forms.md": "" }, "tar", "/s/other")
        .findings,
    ).toEqual([]);
    expect(pack({ ...skill, "/s/pdf/prepare/SKILL.md": "# Prepare\n" }).findings).toEqual([]);
  });

  test("a folder that is not a skill, or not there", () => {
    expect(rulesOf({ "/s/pdf/x": "" })).toEqual(["file.missing"]);
    expect(errorOf(() => pack(skill, "tar", "/s"))).toEqual({
      code: "skill-invalid",
      path: "/s",
      reason: "it has no SKILL.md; name the folder of one skill",
    });
    expect(errorOf(() => pack({}))).toEqual({ code: "file-missing", path: "/s/pdf" });
  });

  test("links that lead out or nowhere, and pipes", () => {
    const fs = createNodeFileSystem();
    const files = { "SKILL.md": skillText, "references/forms.md": "x" };
    for (const target of ["/etc/hostname", "../..", "missing", "link"]) {
      const folder = onDisk(files);
      symlinkSync(target, join(folder, "link"));
      expect(errorOf(() => packSkill(fs, folder, { format: "tar" }))).toEqual({
        code: "skill-invalid",
        path: "link",
        reason: "it is a link that leads out of the folder or nowhere; replace it with a copy of the file",
      });
    }
    const folder = onDisk(files);
    execFileSync("mkfifo", [join(folder, "pipe")]);
    expect(errorOf(() => packSkill(fs, folder, { format: "tar" }))).toMatchObject({
      code: "skill-invalid",
      path: "pipe",
    });
  });
});

test("links inside the skill stay links, and the digest is that of the folder", async () => {
  const folder = onDisk({ "SKILL.md": skillText, "references/forms.md": "x", "scripts/a.sh": "y" });
  symlinkSync("a.sh", join(folder, "scripts/b.sh"));
  symlinkSync("references", join(folder, "docs"));
  const fs = createNodeFileSystem();
  for (const format of ["tar", "skill"] as const) {
    const packed = packSkill(fs, folder, { format });
    expect(packed.digest).toBe(digestSkill(fs, folder, nodeSha256));
    expect(packed.files).toContainEqual(expect.objectContaining({ path: "docs", linksTo: "references" }));
    expect(await contentOf(packed, format === "skill")).toMatchObject({
      docs: "-> references",
      "scripts/b.sh": "-> scripts/a.sh",
    });
  }
});

describe("UAAPS packages", () => {
  test("S0-15: a skill gets a manifest around it", async () => {
    const content = await contentOf(pack(skill, "uaaps"));
    expect(Object.keys(content)).toEqual([
      "package.agent.json",
      "skills/pdf/SKILL.md",
      "skills/pdf/references/forms.md",
    ]);
    expect(JSON.parse(content["package.agent.json"] ?? "")).toEqual({
      name: "pdf",
      version: "1.2.0",
      description: "Reads PDF files. Use when the user names one.",
      license: "MIT",
      artifacts: { skills: [{ name: "pdf", path: "skills/pdf" }] },
    });
  });

  const manifest = {
    name: "@team/documents",
    version: "2.0.0-rc.1",
    artifacts: { skills: [{ name: "pdf", path: "./skills/pdf/" }] },
  };
  const packageOf = (fields: object, more: MemoryFiles = {}): MemoryFiles => ({
    "/p/package.agent.json": JSON.stringify({ ...manifest, ...fields }),
    "/p/skills/pdf/SKILL.md": skillText,
    "/p/skills/pdf/references/forms.md": "x",
    "/p/README.md": "x",
    "/p/LICENSE": "x",
    "/p/notes/todo.md": "x",
    ...more,
  });

  test("S3-55: the packlist is what `files` names and what belongs to every package", () => {
    const packed = pack(packageOf({ files: ["skills/**"] }), "uaaps", "/p");
    expect(packed.fileName).toBe("team--documents-2.0.0-rc.1.aam");
    expect(packed.files.map(({ path }) => path)).toEqual([
      "LICENSE",
      "README.md",
      "package.agent.json",
      "skills/pdf/SKILL.md",
      "skills/pdf/references/forms.md",
    ]);
    expect(packed.leftOut).toEqual(["notes/todo.md"]);
    expect(pack(packageOf({}), "uaaps", "/p").leftOut).toEqual([]);
  });

  test.each([
    [{ files: ["README.md"] }, 'package.agent.json names "skills/pdf", which is not packed'],
    [{ artifacts: { skills: [{ path: "../x" }] } }, 'package.agent.json names "../x", which is not packed'],
    [{ version: "1" }, "package.agent.json is not valid: at version: expected a version such as 1.2.0"],
    [
      { name: "../evil" },
      "package.agent.json is not valid: at name: expected a package name such as pdf or @acme/pdf",
    ],
    [
      { files: ["!x"] },
      "package.agent.json is not valid: at files.0: expected a pattern that does not begin with !",
    ],
  ])("%j is refused", (fields, reason) => {
    expect(errorOf(() => pack(packageOf(fields), "uaaps", "/p"))).toEqual({
      code: "package-invalid",
      source: "/p",
      reason,
    });
  });

  test("a skill whose reference is left out by `files` is refused", () => {
    const packed = pack(packageOf({ files: ["skills/*/SKILL.md"] }), "uaaps", "/p");
    expect(packed.findings.map(({ rule }) => rule)).toEqual(["reference-broken"]);
    expect(packed.bytes).toBeUndefined();
  });
});

test("an OCI layout holds what its index and manifest name", async () => {
  const packed = pack(skill, "oci");
  const layout = await readArchive(packed.bytes ?? new Uint8Array(), { source: "x" });
  const bytesOf = (path: string): Uint8Array => {
    const entry = layout.entries.find((one) => one.path === path);
    if (entry === undefined || !("bytes" in entry)) throw new Error(`no ${path}`);
    return entry.bytes;
  };
  const blob = ({ digest, size }: { digest: string; size: number }): Uint8Array => {
    const bytes = bytesOf(`blobs/${digest.replace(":", "/")}`);
    expect([`sha256:${nodeSha256(bytes)}`, bytes.length]).toEqual([digest, size]);
    return bytes;
  };
  const parse = (bytes: Uint8Array) => JSON.parse(Buffer.from(bytes).toString());
  expect(parse(bytesOf("oci-layout"))).toEqual({ imageLayoutVersion: "1.0.0" });
  const { manifests } = parse(bytesOf("index.json"));
  expect(manifests[0].annotations).toEqual({ "org.opencontainers.image.ref.name": "1.2.0" });
  const image = parse(blob(manifests[0]));
  expect(image.artifactType).toBe("application/vnd.agentskills.skill.v1");
  expect(parse(blob(image.config))).toMatchObject({
    schemaVersion: "1",
    name: "pdf",
    version: "1.2.0",
    license: "MIT",
  });
  const content = await readArchive(blob(image.layers[0]), { source: "x", stripsFolder: true });
  expect(digestTree(content)).toBe(packed.digest);
  expect(layout.entries).toHaveLength(5);
});
