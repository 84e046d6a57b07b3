import { SkillError } from "@skillwright/core";
import semver from "semver";
import { packagingLimits } from "../limits.ts";
import { firstSeen } from "./first-seen.ts";
import { formatSource } from "./format-source.ts";
import { type GitRefs, readRefs, versionTags } from "./git-refs.ts";
import {
  createRepositories,
  type Repositories,
  type RepositoriesOptions,
  type Repository,
} from "./git-repository.ts";
import { listTree, readBlobs } from "./git-tree.ts";
import { parseSource } from "./parse-source.ts";
import { selectFiles } from "./select-files.ts";
import type { Fetched, GitSpec, Release, Source } from "./source.ts";

/** `folder` is where repositories are kept, also for the next command. */
export type GitSourceOptions = RepositoriesOptions & {
  /** Milliseconds since 1970, to remember when a commit was first seen. */
  readonly now?: () => number;
};

export type GitSource = Source<GitSpec> & {
  /** Keeps what was fetched and removes temporary folders. */
  close(): Promise<void>;
};

/**
 * Repositories, through the git of this machine. Only commits, folders and the files of skills are fetched, into a repository without
 * a working copy, so that nothing of it can run.
 */
export function createGitSource(options: GitSourceOptions): GitSource {
  const repositories = createRepositories(options);
  return {
    versions: async (spec) => listVersions(repositories, check(spec)),
    resolve: async (spec) => {
      const release = await resolveRelease(repositories, check(spec));
      const sighting = { url: spec.url, commit: release.resolved, now: (options.now ?? Date.now)() };
      return { ...release, firstSeenAt: await firstSeen(options.folder, sighting) };
    },
    fetch: async (spec, release) => fetchRelease(repositories, check(spec), release),
    close: () => repositories.close(),
  };
}

/** A spec may come from a lock or from another program. */
function check(spec: GitSpec): GitSpec {
  const read = parseSource(formatSource(spec), { cwd: "/", home: "/" });
  if (read.kind === "git") return read;
  throw new SkillError("source-invalid", {
    source: formatSource(read),
    reason: "it is not a git repository",
  });
}

function unavailable(spec: GitSpec, reason: string): SkillError {
  return new SkillError("source-unavailable", { source: formatSource(spec), reason });
}

async function listRefs(repository: Repository, spec: GitSpec): Promise<GitRefs> {
  return readRefs(await repository.listRefs(formatSource(spec)));
}

async function listVersions(repositories: Repositories, spec: GitSpec): Promise<readonly Release[]> {
  return repositories.use({ url: spec.url, purpose: "commits" }, async (repository) => {
    const tags = versionTags(await listRefs(repository, spec), spec.path).slice(
      0,
      packagingLimits.gitVersions,
    );
    const dates = await repository.readDates(tags.map(({ object, commit }) => ({ object, commit })));
    return tags.map(({ version, commit }, index) =>
      toRelease({ commit, version, publishedAt: dates[index] }),
    );
  });
}

async function resolveRelease(repositories: Repositories, spec: GitSpec): Promise<Release> {
  return repositories.use({ url: spec.url, purpose: "commits" }, async (repository) => {
    const found = findCommit(await listRefs(repository, spec), spec);
    const [publishedAt] = await repository.readDates([found]);
    if (publishedAt === undefined && found.isGuess)
      throw unavailable(spec, `it has no commit ${found.commit}`);
    return toRelease({ ...found, publishedAt });
  });
}

type FoundCommit = {
  readonly object: string;
  readonly commit: string;
  readonly version?: string;
  /** Whether the repository has it is unknown. */
  readonly isGuess?: true;
};

/** As git itself, tags come before branches; then a commit, then a range of versions. */
function findCommit(refs: GitRefs, spec: GitSpec): FoundCommit {
  const { ref } = spec;
  if (ref === undefined) {
    if (refs.head === undefined) throw unavailable(spec, "the repository is empty");
    return { object: refs.head, commit: refs.head };
  }
  const tag = refs.tags.get(ref);
  if (tag) return { ...tag, ...versionOf(refs, spec, tag.commit) };
  const branch = refs.branches.get(ref);
  if (branch) return { object: branch, commit: branch };
  if (/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(ref)) return { object: ref, commit: ref, isGuess: true };
  const range = ref === "latest" ? "*" : semver.validRange(ref);
  const fitting = range === null ? undefined : newestIn(refs, spec, range);
  if (fitting) return fitting;
  throw unavailable(spec, `it has no branch, tag or version ${JSON.stringify(ref)}${hintFor(ref)}`);
}

function versionOf(refs: GitRefs, { ref, path }: GitSpec, commit: string): { readonly version?: string } {
  const tag = versionTags(refs, path).find((one) => one.name === ref && one.commit === commit);
  return tag ? { version: tag.version } : {};
}

function newestIn(refs: GitRefs, { path }: GitSpec, range: string): FoundCommit | undefined {
  const tags = versionTags(refs, path);
  return (
    tags.find(({ version }) => semver.satisfies(version, range)) ??
    // A repository with nothing but pre-releases still has a newest version.
    (range === "*" ? tags[0] : undefined)
  );
}

function hintFor(ref: string): string {
  if (/^[0-9a-f]{7,39}$/.test(ref)) return "; a commit needs all of its 40 characters";
  return /^[a-z0-9-]+$/.test(ref) ? `; for a skill named ${ref}, write ${ref}@SOURCE or use --skill` : "";
}

function toRelease({
  commit,
  version,
  publishedAt,
}: {
  readonly commit: string;
  readonly version?: string;
  readonly publishedAt: string | undefined;
}): Release {
  return {
    resolved: commit,
    ...(version !== undefined && { version }),
    ...(publishedAt !== undefined && { publishedAt }),
  };
}

/** Objects are named by their content, so a commit has the integrity of everything in it. */
async function fetchRelease(repositories: Repositories, spec: GitSpec, release: Release): Promise<Fetched> {
  const source = formatSource(spec);
  const { resolved } = release;
  if (!/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(resolved))
    throw unavailable(spec, `${JSON.stringify(resolved)} is not a commit`);
  return repositories.use({ url: spec.url, purpose: "files", commit: resolved }, async (repository) => {
    await repository.fetchCommit(resolved, source);
    const files = await listTree(repository, { commit: resolved, path: spec.path, source });
    const ids = new Map(files.map(({ entry, id }) => [entry.path, id]));
    const fetched = await selectFiles(
      files.map(({ entry }) => entry),
      {
        isRepository: spec.path === undefined,
        isTracked: true,
        source,
        read: (paths) =>
          readBlobs(repository, new Map(paths.map((path) => [path, ids.get(path) ?? ""])), source),
      },
    );
    const submodules = files.filter(({ isSubmodule }) => isSubmodule).map(({ entry }) => entry.path);
    const warnings = submodules
      .slice(0, 20)
      .map((path) => `${path} is a submodule, which is not fetched. Add its repository as a source.`);
    return { ...fetched, ...(warnings.length > 0 && { warnings }) };
  });
}
