import { rmSync, writeFileSync } from "node:fs";
import { createNodeFileSystem } from "@skillwright/core/node";
import { expect, test } from "vitest";
import { writeTarGz } from "../archives/write-tar.ts";
import { writeZip } from "../archives/write-zip.ts";
import type { FileTree } from "../tree/file-tree.ts";
import { contentOf, describeSource, sampleFiles, treeOf } from "./contract.ts";
import { createLocalSource } from "./local.ts";
import { createTestRepository, temporaryFolder, writeFiles } from "./test-git.ts";

const source = createLocalSource(createNodeFileSystem());
const traits = { hasVersions: false, keepsReleases: false, keepsLinks: true, hasDates: false };

describeSource("a local folder", traits, async () => {
  const folder = temporaryFolder();
  return {
    source,
    spec: { kind: "local", path: `${folder}/skills` },
    missing: { kind: "local", path: `${folder}/missing` },
    publish: async (files) => {
      rmSync(`${folder}/skills`, { recursive: true, force: true });
      writeFiles(`${folder}/skills`, files);
    },
  };
});

describeSource("a local .tar.gz", traits, async () => archiveUnderTest("a.tar.gz", writeTarGz));
describeSource("a local .skill", traits, async () => archiveUnderTest("a.skill", writeZip));

function archiveUnderTest(name: string, write: (tree: FileTree) => Uint8Array) {
  const folder = temporaryFolder();
  return {
    source,
    spec: { kind: "local", path: `${folder}/${name}` },
    missing: { kind: "local", path: `${folder}/missing.zip` },
    publish: async (files: Parameters<typeof treeOf>[0]) =>
      writeFileSync(`${folder}/${name}`, write(treeOf(files))),
  } as const;
}

test("all of a folder with a SKILL.md is the skill, without git's and npm's folders", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "SKILL.md": "a", "src/x.ts": "b", "node_modules/y/index.js": "c" });
  const spec = { kind: "local", path: folder } as const;
  const { tree, isRepository } = await source.fetch(spec, await source.resolve(spec));
  expect(contentOf(tree)).toEqual({ "SKILL.md": "a", "src/x.ts": "b" });
  expect(isRepository).toBeUndefined();
});

test("of a repository only files of skills are read, and a link that leads out is left out", async () => {
  const { folder } = createTestRepository();
  writeFiles(folder, { ...sampleFiles, "src/x.ts": "b", "pdf/leak": "link:../../../etc/hostname" });
  const spec = { kind: "local", path: folder } as const;
  const { tree, isRepository, leftOut } = await source.fetch(spec, await source.resolve(spec));
  expect(contentOf(tree)).toEqual(contentOf(treeOf(sampleFiles)));
  expect({ isRepository, leftOut }).toEqual({
    isRepository: true,
    leftOut: [{ path: "pdf/leak", reason: "is a link that leads out of it" }, { path: "src/x.ts" }],
  });
});
