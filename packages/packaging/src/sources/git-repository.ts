import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { SkillError } from "@skillwright/core";
import { packagingLimits } from "../limits.ts";
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
  close(): Promise<void>;
};

type RepositoryKey = {
  readonly url: string;
  /** Commits alone and commits with folders are kept apart: git would not get the folders of a commit that it has. */
  readonly purpose: "commits" | "files";
  readonly commit?: string;
};

export function createRepositories(options: GitOptions & { readonly folder: string }): Repositories {
  const opened = new Map<string, Promise<string>>();
  const last = new Map<string, Promise<unknown>>();
  return {
    use: async (key, work) => {
      const format = key.commit?.length === 64 ? "sha256" : "sha1";
      const name = [key.url, key.purpose, format].join(" ");
      const before = last.get(name) ?? Promise.resolve();
      const result = before.then(async () => {
        const opening = opened.get(name) ?? openRepository(key.url, { ...options, format });
        opened.set(name, opening);
        return work(createRepository(key.url, { ...options, folder: await opening, format }));
      });
      last.set(
        name,
        result.catch(() => undefined),
      );
      return result;
    },
    close: async () => {
      await Promise.all(last.values());
      const folders = await Promise.allSettled(opened.values());
      opened.clear();
      for (const folder of folders)
        if (folder.status === "fulfilled") await rm(folder.value, { recursive: true, force: true });
    },
  };
}

type Place = GitOptions & { readonly folder: string; readonly format: "sha1" | "sha256" };

async function openRepository(url: string, options: Place): Promise<string> {
  await mkdir(options.folder, { recursive: true });
  const folder = await mkdtemp(`${options.folder}/git-`);
  const inside = { ...options, folder };
  const init = ["init", "--quiet", "--bare", "--template=", `--object-format=${options.format}`, "."];
  for (const call of [init, ["--git-dir=.", "config", "remote.origin.url", url]]) {
    const answer = await runGit({ arguments: call, folder }, inside);
    if (answer.isFailed) throw failure(url, answer);
  }
  return folder;
}

function createRepository(url: string, options: Place): Repository {
  const { folder } = options;
  const run: Repository["run"] = (call) =>
    runGit({ ...call, arguments: ["--git-dir=.", ...call.arguments], folder, url }, options);
  const must = async (call: Parameters<typeof run>[0], source: string): Promise<GitAnswer> => {
    const answer = await run(call);
    if (answer.isFailed) throw failure(source, answer);
    return answer;
  };
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
      const patterns = ["HEAD", "refs/heads/*", "refs/tags/*"];
      const call = { arguments: ["ls-remote", "--quiet", "--", url, ...patterns] };
      return (await must(call, source)).stdout.toString("utf8");
    },
    fetchCommit: async (commit, source) => {
      const shallow = await run(fetchCall(["--depth=1", "--filter=blob:none"], [commit]));
      if (!shallow.isFailed) return;
      // A server may refuse single commits, or know nothing of shallow and partial copies.
      const refs = ["+refs/heads/*:refs/heads/*", "+refs/tags/*:refs/tags/*"];
      const all = await run(fetchCall([], refs));
      const found = all.isFailed ? all : await run({ arguments: ["cat-file", "-e", commit] });
      if (found.isFailed) throw failure(source, all.isFailed ? all : shallow);
    },
    fetchObjects: async (ids, source) => {
      await must(fetchCall(["--filter=blob:none"], ids), source);
    },
    readDates: async (tags) => {
      const objects = [...new Set(tags.flatMap(({ object, commit }) => [object, commit]))];
      const dates = await fetchDates(run, readObjects, objects);
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
    for (const [id, { type, bytes }] of await readObjects(some, "")) {
      const date = type === "commit" || type === "tag" ? dateOf(bytes) : undefined;
      if (date !== undefined) dates.set(id, date);
    }
    if (/filtering not recognized/.test(answer.stderr)) return dates;
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
  const reason = known ?? `git failed (${withoutSecrets(line)})`;
  return new SkillError("source-unavailable", { source: withoutSecrets(source), reason });
}
