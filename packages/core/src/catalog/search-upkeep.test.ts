import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createTestFolder } from "../fs/contract.ts";
import type { FileSystem } from "../fs/file-system.ts";
import { createMemoryFileSystem } from "../fs/memory.ts";
import { createNodeFileSystem } from "../fs/node.ts";
import { readDocument } from "./search-upkeep.ts";

function read(fs: FileSystem, directory: string): ReturnType<typeof readDocument> {
  return readDocument(fs, {
    root: { path: "/skills", scope: "personal" },
    directory,
    file: `${directory}/SKILL.md`,
    name: "pdf",
    description: "Reads PDF files.",
    traits: {},
    changedMs: 0,
    size: 0,
    readMs: 0,
  });
}

test("the body and every searchable field are read", () => {
  const text = `---
name: pdf
tags: [office]
keywords: [forms, office]
when_to_use: Somebody sends a scan.
metadata:
  category: documents
---
# PDF
`;
  expect(read(createMemoryFileSystem({ "/skills/pdf/SKILL.md": text }), "/skills/pdf")).toEqual({
    name: "pdf",
    description: "Reads PDF files.",
    tags: ["office", "forms", "office", "Somebody sends a scan.", "documents"],
    body: "# PDF\n",
  });
});

test("a removed skill is still found by its name and description", () => {
  expect(read(createMemoryFileSystem(), "/skills/pdf")).toEqual({
    name: "pdf",
    description: "Reads PDF files.",
    tags: [],
    body: "",
  });
});

test("a SKILL.md that is a link inside its skill is read", () => {
  const folder = createTestFolder();
  mkdirSync(`${folder}/pdf`);
  writeFileSync(`${folder}/pdf/real.md`, "---\nname: pdf\n---\nBody.\n");
  symlinkSync("real.md", `${folder}/pdf/SKILL.md`);
  expect(read(createNodeFileSystem(), `${folder}/pdf`).body).toBe("Body.\n");
});
