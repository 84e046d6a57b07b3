import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SkillError } from "@skillwright/core";
import { expect, onTestFinished, test } from "vitest";
import { contentOf, describeSource, type SourceUnderTest, sampleFiles, treeOf } from "./contract.ts";
import { createGitSource, type GitSource, type GitSourceOptions } from "./git.ts";
import type { GitSpec } from "./source.ts";
import {
  createTestRepository,
  gitEnvironment,
  serveGit,
  type TestRepository,
  temporaryFolder,
} from "./test-git.ts";

const traits = { hasVersions: true, keepsReleases: true, keepsLinks: true, hasDates: true };

function open(options: Partial<GitSourceOptions> = {}): GitSource {
  const folder = temporaryFolder();
  const source = createGitSource({
    folder: join(folder, "cache"),
    environment: gitEnvironment(folder),
    ...options,
  });
  onTestFinished(() => source.close());
  return source;
}

function underTest(repository: TestRepository, base: string): SourceUnderTest<GitSpec> {
  return {
    source: open(),
    spec: { kind: "git", url: base },
    missing: { kind: "git", url: `${base}-missing` },
    publish: async (files, version) => {
      repository.commit(files);
      repository.git("tag", `v${version}`);
    },
  };
}

describeSource("git over file://", traits, async () => {
  const repository = createTestRepository();
  return underTest(repository, `file://${repository.folder}`);
});

describeSource("git over HTTP", traits, async () => {
  const repository = createTestRepository();
  const { url } = await serveGit(repository.folder);
  return underTest(repository, `${url}/.git`);
});

describeSource("git on a server without partial copies", { ...traits }, async () => {
  const repository = createTestRepository();
  repository.git("config", "uploadpack.allowFilter", "false");
  const { source, ...rest } = underTest(repository, `file://${repository.folder}`);
  return { ...rest, source };
});

function specOf({ folder }: TestRepository, more: Partial<GitSpec> = {}): GitSpec {
  return { kind: "git", url: `file://${folder}`, ...more };
}

test("a branch, a tag, a commit and a range of versions lead to their commits", async () => {
  const repository = createTestRepository();
  const commits = ["v1.0.0", "1.5.0", "v2.0.0-rc.1"].map((tag) => {
    const commit = repository.commit({ ...sampleFiles, tag });
    repository.git("tag", tag);
    return commit;
  });
  const head = repository.commit({ ...sampleFiles, tag: "head" });
  repository.git("branch", "feature/x", commits[0] ?? "");
  const source = open();
  const resolved = async (ref?: string): Promise<string> =>
    (await source.resolve(specOf(repository, ref === undefined ? {} : { ref }))).resolved;
  expect(await resolved()).toBe(head);
  expect(await resolved("main")).toBe(head);
  expect(await resolved("feature/x")).toBe(commits[0]);
  expect(await resolved("v1.0.0")).toBe(commits[0]);
  expect(await resolved("1.0.0")).toBe(commits[0]);
  expect(await resolved("^1")).toBe(commits[1]);
  expect(await resolved("latest")).toBe(commits[1]);
  expect(await resolved("2.0.0-rc.1")).toBe(commits[2]);
  expect(await resolved(commits[1])).toBe(commits[1]);
  expect(await source.resolve(specOf(repository, { ref: "~1.5" }))).toMatchObject({ version: "1.5.0" });
});

test.each([
  ["nope", /no branch, tag or version "nope"; for a skill named nope/],
  ["^7", /no branch, tag or version/],
  ["abcdef12", /all of its 40 characters/],
  ["0123456789012345678901234567890123456789", /no commit 0123/],
])("the ref %s that does not exist is explained", async (ref, reason) => {
  const repository = createTestRepository();
  repository.commit(sampleFiles);
  const error = await open()
    .resolve(specOf(repository, { ref }))
    .catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SkillError);
  expect((error as SkillError).details.reason).toMatch(reason);
});

test("an empty repository and a missing folder are unavailable", async () => {
  const repository = createTestRepository();
  const source = open();
  await expect(source.resolve(specOf(repository))).rejects.toMatchObject({
    details: { reason: "the repository is empty" },
  });
  const resolved = repository.commit(sampleFiles);
  await expect(source.fetch(specOf(repository, { path: "nope" }), { resolved })).rejects.toMatchObject({
    details: { reason: 'it has no folder "nope"' },
  });
});

test("a folder of a repository is fetched as a tree of its own", async () => {
  const repository = createTestRepository();
  const resolved = repository.commit({ ...sampleFiles, "pdf/src/deep/x.ts": "x" });
  const { tree, isRepository } = await open().fetch(specOf(repository, { path: "pdf" }), { resolved });
  expect(Object.keys(contentOf(tree))).toContain("src/deep/x.ts");
  expect(isRepository).toBeUndefined();
});

test("tags of a folder are its versions", async () => {
  const repository = createTestRepository();
  repository.commit(sampleFiles);
  for (const tag of ["v9.0.0", "pdf@1.0.0", "pdf-v1.1.0", "pdf/v1.2.0", "csv@3.0.0"])
    repository.git("tag", tag);
  const versions = await open().versions(specOf(repository, { path: "pdf" }));
  expect(versions.map(({ version }) => version)).toEqual(["1.2.0", "1.1.0", "1.0.0"]);
});

test("a release is as old as the later of its commit and its tag", async () => {
  const repository = createTestRepository();
  repository.commit(sampleFiles);
  const env = { ...gitEnvironment(repository.folder), GIT_COMMITTER_DATE: "2035-01-02T03:04:05Z" };
  execFileSync("git", ["tag", "-a", "v1.0.0", "-m", "a"], { cwd: repository.folder, env });
  const [release] = await open().versions(specOf(repository));
  expect(release).toMatchObject({ version: "1.0.0", publishedAt: "2035-01-02T03:04:05.000Z" });
  expect(release?.resolved).toBe(repository.git("rev-parse", "HEAD"));
});

test("files that no skill needs are not transferred, and progress is reported", async () => {
  const repository = createTestRepository();
  const large = Buffer.from(Array.from({ length: 200_000 }, (_, index) => (index * index) % 251));
  const resolved = repository.commit({ ...sampleFiles, "src/large.bin": large });
  const seen = new Set<string>();
  const folder = temporaryFolder();
  const source = open({ folder, onProgress: ({ phase }) => seen.add(phase) });
  await source.fetch(specOf(repository), { resolved });
  const stored = execFileSync("git", ["cat-file", "--batch-all-objects", "--batch-check"], {
    cwd: join(folder, execFileSync("ls", [folder], { encoding: "utf8" }).trim()),
    encoding: "utf8",
  });
  expect(stored).not.toContain(" 200000\n");
  expect([...seen]).toContain("Receiving objects");
});

test("a root SKILL.md brings the documents it refers to", async () => {
  const repository = createTestRepository();
  const files = {
    "SKILL.md": "---\nname: a\ndescription: b\n---\n[c](docs/c.md)\n",
    "docs/c.md": "[d](d.md)",
    "docs/d.md": "[e](../e/f.md)",
    "e/f.md": "x",
  };
  const resolved = repository.commit({ ...files, "docs/other.md": "x", "src/x.ts": "x" });
  const { tree, leftOut, isRepository } = await open().fetch(specOf(repository), { resolved });
  expect(contentOf(tree)).toEqual(contentOf(treeOf(files)));
  expect({ leftOut, isRepository }).toEqual({
    leftOut: [{ path: "docs/other.md" }, { path: "src/x.ts" }],
    isRepository: true,
  });
});

test("a mirror is asked instead of the repository", async () => {
  const repository = createTestRepository();
  const resolved = repository.commit(sampleFiles);
  const source = open({ mirrors: { "https://git.invalid/team/": `file://${repository.folder}/` } });
  const spec: GitSpec = { kind: "git", url: "https://git.invalid/team/.git" };
  expect((await source.resolve(spec)).resolved).toBe(resolved);
});

test("offline, a branch and a locked commit come from the stored repository, and what is not there is named", async () => {
  const repository = createTestRepository();
  const resolved = repository.commit(sampleFiles);
  const folder = join(temporaryFolder(), "cache");
  const environment = gitEnvironment(temporaryFolder());
  const online = open({ folder, environment });
  await online.fetch(specOf(repository), await online.resolve(specOf(repository)));
  await online.close();
  // Another repository at the same address: it is not asked.
  const newer = repository.commit({ ...sampleFiles, "pdf/new.md": "x" });
  const offline = open({ folder, environment, offline: true });
  const release = await offline.resolve(specOf(repository, { ref: "main" }));
  expect(release.resolved).toBe(resolved);
  const { tree } = await offline.fetch(specOf(repository), release);
  expect(contentOf(tree)).toEqual(contentOf(treeOf(sampleFiles)));
  await expect(offline.fetch(specOf(repository), { resolved: newer })).rejects.toEqual(
    expect.objectContaining({
      code: "source-offline",
      details: { source: expect.stringContaining(`commit ${newer} of`) },
    }),
  );
  const elsewhere: GitSpec = { kind: "git", url: "https://git.invalid/x.git" };
  await expect(offline.resolve(elsewhere)).rejects.toEqual(
    expect.objectContaining({
      code: "source-offline",
      details: { source: expect.stringContaining("git.invalid") },
    }),
  );
});

test("a damaged stored repository is replaced, and several processes can use one", async () => {
  const repository = createTestRepository();
  repository.commit(sampleFiles);
  const folder = join(temporaryFolder(), "cache");
  const environment = gitEnvironment(temporaryFolder());
  const fetchOnce = async (): Promise<void> => {
    const source = open({ folder, environment });
    const { tree } = await source.fetch(specOf(repository), await source.resolve(specOf(repository)));
    expect(contentOf(tree)).toEqual(contentOf(treeOf(sampleFiles)));
    await source.close();
  };
  await fetchOnce();
  const packs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.pack$/.test(path),
  );
  expect(packs.length).toBeGreaterThan(1);
  for (const pack of packs) {
    chmodSync(join(folder, pack), 0o600);
    writeFileSync(join(folder, pack), "damaged");
  }
  await fetchOnce();
  await Promise.all([fetchOnce(), fetchOnce(), fetchOnce()]);
  expect(readdirSync(folder).filter((name) => name.startsWith("git-"))).toEqual([]);
});

test("a server that refuses single commits is asked for its branches", async () => {
  const repository = createTestRepository();
  const resolved = repository.commit(sampleFiles);
  repository.commit({ "csv/SKILL.md": "x" });
  repository.git("config", "uploadpack.allowFilter", "false");
  repository.git("config", "protocol.version", "0");
  const home = temporaryFolder();
  const wrapper = join(home, "git-upload-pack");
  writeFileSync(wrapper, '#!/bin/sh\nunset GIT_PROTOCOL\nexec git upload-pack "$@"\n', { mode: 0o755 });
  writeFileSync(join(home, ".gitconfig"), `[remote "origin"]\n\tuploadpack = ${wrapper}\n`);
  const { tree } = await open({ environment: gitEnvironment(home) }).fetch(specOf(repository), { resolved });
  expect(contentOf(tree)).toEqual(contentOf(treeOf(sampleFiles)));
});
