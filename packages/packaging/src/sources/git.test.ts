import { join } from "node:path";
import { onTestFinished } from "vitest";
import { describeSource, type SourceUnderTest } from "./contract.ts";
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
