import { readFile, rm, writeFile } from "node:fs/promises";
import { SkillError } from "@skillwright/core";
import { packagingLimits } from "../limits.ts";
import { type GitMemory, rememberAnswers } from "./git-memory.ts";
import { createGitStore, type GitStore } from "./git-store.ts";
import { withoutSecrets } from "./parse-source.ts";
import { type GitAnswer, type GitOptions, runGit } from "./run-git.ts";

/** A bare repository with a part of another one. */
export type Repository = {
  /** The output of `git ls-remote`. */
  listRefs(source: string): Promise<string>;
  /** Gets a commit and its folders without the files, unless the server cannot leave them out. */
  fetchCommit(commit: string, source: string): Promise<void>;
  /** When each was published, in ISO 8601: the later date of a commit and its tag. Undefined where it cannot be got. */
  readDates(tags: readonly TaggedCommit[]): Promise<readonly (string | undefined)[]>;
  fetchObjects(ids: readonly string[], source: string): Promise<void>;
  /** Objects with their types; those that are missing are left out. */
  readObjects(ids: readonly string[], source: string): Promise<ReadonlyMap<string, GitObject>>;
  run(call: { readonly arguments: readonly string[]; readonly input?: string }): Promise<GitAnswer>;
};

type TaggedCommit = { readonly object: string; readonly commit: string };
type GitObject = { readonly type: string; readonly bytes: Buffer };

export type Repositories = {
  /** One use at a time of each repository. */
  use<Value>(key: RepositoryKey, work: (repository: Repository) => Promise<Value>): Promise<Value>;
  /** Keeps what was fetched for the next command. */
  close(): Promise<void>;
};

type RepositoryKey = {
  readonly url: string;
  /** Commits alone and commits with folders are kept apart: git would not get the folders of a commit that it has. */
  readonly purpose: "commits" | "files";
  readonly commit?: string;
};

export type RepositoriesOptions = GitOptions & {
  readonly folder: string;
  /** Each server is asked once for refs, commits and dates: for the time of one command. */
  readonly asksOnce?: boolean | undefined;
};

export function createRepositories(options: RepositoriesOptions): Repositories {
  const store = createGitStore(options.folder, options);
  const opened = new Map<string, Promise<Opened>>();
  const last = new Map<string, Promise<unknown>>();
  // Git may have been ended in the middle of something.
  const failed = new Set<string>();
  return {
    use: async (key, work) => {
      const format = key.commit?.length === 64 ? "sha256" : "sha1";
      const name = [key.url, key.purpose, format].join(" ");
      const open = (): Promise<Opened> => {
        const opening = opened.get(name) ?? openRepository({ url: key.url, name, format }, store, options);
        opened.set(name, opening);
        return opening;
      };
      const run = async ({ folder, memory }: Opened): Promise<ReturnType<typeof work>> => {
        const repository = createRepository(key.url, { ...options, folder, format });
        return work(options.asksOnce ? rememberAnswers(repository, memory) : repository);
      };
      const before = last.get(name) ?? Promise.resolve();
      const result = before.then(async () => {
        const repository = await open();
        try {
          return await run(repository);
        } catch (error) {
          failed.add(name);
          if (!repository.isStored || (await isSound(repository.folder, options))) throw error;
          // The stored one is damaged, so that a fresh one may do.
          await store.drop(name);
          await rm(repository.folder, { recursive: true, force: true });
          opened.delete(name);
          const value = await run(await open());
          failed.delete(name);
          return value;
        }
      });
      last.set(
        name,
        result.catch(() => undefined),
      );
      return result;
    },
    close: async () => {
      await Promise.all(last.values());
      for (const [name, opening] of opened) {
        const repository = await opening.catch(() => undefined);
        if (repository === undefined) continue;
        if (!options.offline && !failed.has(name)) await store.keep(name, repository.folder);
        else await rm(repository.folder, { recursive: true, force: true });
      }
      opened.clear();
    },
  };
}

type Opened = { readonly folder: string; readonly isStored: boolean; readonly memory: GitMemory };
type Place = GitOptions & { readonly folder: string; readonly format: "sha1" | "sha256" };
type NewRepository = { readonly url: string; readonly name: string; readonly format: "sha1" | "sha256" };

async function openRepository(
  { url, name, format }: NewRepository,
  store: GitStore,
  options: GitOptions,
): Promise<Opened> {
  const opened = { ...(await store.open(name)), memory: new Map() };
  if (opened.isStored) return opened;
  const { folder } = opened;
  const init = ["init", "--quiet", "--bare", "--template=", `--object-format=${format}`, "."];
  for (const call of [init, ["--git-dir=.", "config", "remote.origin.url", url]]) {
    const answer = await runGit({ arguments: call, folder }, options);
    if (answer.isFailed) throw failure(url, answer);
  }
  return opened;
}

/** Whether git can read every object of a repository. */
async function isSound(folder: string, options: GitOptions): Promise<boolean> {
  const check = ["--git-dir=.", "fsck", "--no-dangling", "--no-progress"];
  return !(await runGit({ arguments: check, folder }, { ...options, offline: true })).isFailed;
}

function createRepository(url: string, options: Place): Repository {
  const { folder, offline = false } = options;
  const run: Repository["run"] = (call) =>
    runGit({ ...call, arguments: ["--git-dir=.", ...call.arguments], folder, url }, options);
  const must = async (call: Parameters<typeof run>[0], source: string): Promise<GitAnswer> => {
    const answer = await run(call);
    // Git tries to fetch what is missing, and may not.
    if (answer.isFailed && offline) throw notCached(source);
    if (answer.isFailed) throw failure(source, answer);
    return answer;
  };
  const refsFile = `${folder}/skillwright-refs`;
  const readObjects: Repository["readObjects"] = async (ids, source) => {
    const input = ids.map((id) => `${id}\n`).join("");
    const sizes = await must({ arguments: ["cat-file", "--batch-check"], input }, source);
    checkSizes(sizes.stdout.toString("latin1"), source);
    return readBatch((await must({ arguments: ["cat-file", "--batch"], input }, source)).stdout);
  };
  return {
    run,
    readObjects,
    listRefs: async (source) => {
      if (offline) return readFile(refsFile, "utf8").catch(() => Promise.reject(notCached(source)));
      const patterns = ["HEAD", "refs/heads/*", "refs/tags/*"];
      const call = { arguments: ["ls-remote", "--quiet", "--", url, ...patterns] };
      const refs = (await must(call, source)).stdout.toString("utf8");
      // Only --offline reads it, so that a full disk does not matter here.
      await writeFile(refsFile, refs).catch(() => {});
      return refs;
    },
    fetchCommit: async (commit, source) => {
      if (offline) {
        const there = await run({ arguments: ["cat-file", "-e", `${commit}^{tree}`] });
        if (there.isFailed) throw notCached(`commit ${commit} of ${source}`);
        return;
      }
      const shallow = await run(fetchCall(["--depth=1", "--filter=blob:none"], [commit]));
      if (!shallow.isFailed) return;
      // A server may refuse single commits, or know nothing of shallow and partial copies.
      const refs = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];
      const all = await run(fetchCall([], refs));
      const found = all.isFailed ? all : await run({ arguments: ["cat-file", "-e", commit] });
      if (found.isFailed) throw failure(source, all.isFailed ? all : shallow);
    },
    fetchObjects: async (ids, source) => {
      if (!offline) await must(fetchCall(["--filter=blob:none"], ids), source);
    },
    readDates: async (tags) => {
      const objects = [...new Set(tags.flatMap(({ object, commit }) => [object, commit]))];
      const dates = offline
        ? datesOf(await readObjects(objects, `commit ${objects.at(-1)} of ${withoutSecrets(url)}`))
        : await fetchDates(run, readObjects, objects);
      return tags.map(({ object, commit }) => latest([dates.get(object), dates.get(commit)]));
    },
  };
}

function fetchCall(
  options: readonly string[],
  wanted: readonly string[],
): { readonly arguments: readonly string[]; readonly input: string } {
  const fixed = ["--no-tags", "--no-write-fetch-head", "--no-auto-maintenance", "--no-recurse-submodules"];
  const call = ["-c", "fetch.negotiationAlgorithm=noop", "fetch", "--progress", ...fixed, ...options];
  return { arguments: [...call, "--stdin", "origin"], input: wanted.map((one) => `${one}\n`).join("") };
}

/** A server that cannot leave out files would send those of every version, so that only one is asked first. */
async function fetchDates(
  run: Repository["run"],
  readObjects: Repository["readObjects"],
  objects: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const dates = new Map<string, number>();
  for (const some of [objects.slice(0, 2), objects.slice(2)]) {
    if (some.length === 0) continue;
    const answer = await run(fetchCall(["--depth=1", "--filter=tree:0"], some));
    if (answer.isFailed) return dates;
    for (const [id, date] of datesOf(await readObjects(some, ""))) dates.set(id, date);
    if (/filtering not recognized/.test(answer.stderr)) return dates;
  }
  return dates;
}

function datesOf(objects: ReadonlyMap<string, GitObject>): ReadonlyMap<string, number> {
  const dates = new Map<string, number>();
  for (const [id, { type, bytes }] of objects) {
    const date = type === "commit" || type === "tag" ? dateOf(bytes) : undefined;
    if (date !== undefined) dates.set(id, date);
  }
  return dates;
}

function dateOf(bytes: Buffer): number | undefined {
  const head = bytes.subarray(0, 65_536).toString("latin1").split("\n\n", 1)[0] ?? "";
  const [, seconds] = /^(?:committer|tagger) .*> (\d{1,12}) [+-]\d{4}$/m.exec(head) ?? [];
  return seconds === undefined ? undefined : Number(seconds);
}

function latest(seconds: readonly (number | undefined)[]): string | undefined {
  const known = seconds.filter((one) => one !== undefined);
  return known.length === 0 ? undefined : new Date(Math.max(...known) * 1000).toISOString();
}

function checkSizes(text: string, source: string): void {
  let room: number = packagingLimits.treeBytes;
  for (const line of text.split("\n")) {
    const size = Number(/^[0-9a-f]+ [a-z]+ (\d+)$/.exec(line)?.[1] ?? 0);
    room -= size;
    const limit = size > packagingLimits.fileBytes ? packagingLimits.fileBytes : packagingLimits.treeBytes;
    if (size <= packagingLimits.fileBytes && room >= 0) continue;
    const what = size > packagingLimits.fileBytes ? "one of its files has" : "its skills have";
    throw new SkillError("package-invalid", { source, reason: `${what} more than ${limit} bytes` });
  }
}

/** The format of `git cat-file --batch`: a line with id, type and size, then the content and a newline. */
function readBatch(output: Buffer): ReadonlyMap<string, GitObject> {
  const objects = new Map<string, GitObject>();
  for (let at = 0; at < output.length; ) {
    const end = output.indexOf(10, at);
    const [id = "", type = "", size] = output.toString("latin1", at, end).split(" ");
    at = end + 1;
    if (size === undefined) continue;
    objects.set(id, { type, bytes: output.subarray(at, at + Number(size)) });
    at += Number(size) + 1;
  }
  return objects;
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [
    /could not read (?:Username|Password)|Authentication failed|terminal prompts disabled|Permission denied|HTTP 40[13]|returned error: 40[13]/,
    "it does not exist, or git has no access to it; check the name and your credential helper or SSH key",
  ],
  [
    /certificate|SSL/,
    "the certificate of the server is not trusted; name your own authority in GIT_SSL_CAINFO or git's http.sslCAInfo",
  ],
  [/Host key verification failed/, "the SSH host key is unknown; connect once with ssh to accept it"],
  [/not found|does not exist|does not appear to be a git repository/i, "there is no such repository"],
  [/transport '.*' not allowed/, "its protocol is not allowed"],
  [
    /Could not resolve host|Connection (?:refused|timed out)|Failed to connect/,
    "the server cannot be reached",
  ],
  [
    /not our ref|Server does not allow request|no such remote ref|remote error: upload-pack/,
    "it has no such commit",
  ],
];

function failure(source: string, { stderr }: GitAnswer): SkillError {
  const known = reasons.find(([pattern]) => pattern.test(stderr))?.[1];
  const line = /^(?:fatal|error): (.+)$/m.exec(stderr)?.[1] ?? stderr.trim().split("\n").at(-1) ?? "";
  const isVersion = /\/[^/]+@[^/@]+$/.test(source.split("#", 1)[0] ?? "");
  const hint = isVersion ? "; a branch, tag or range of a git URL follows a #, as in URL#v1.0.0" : "";
  const reason = (known ?? `git failed (${withoutSecrets(line)})`) + hint;
  return new SkillError("source-unavailable", { source: withoutSecrets(source), reason });
}

function notCached(source: string): SkillError {
  return new SkillError("source-offline", { source: withoutSecrets(source) });
}
