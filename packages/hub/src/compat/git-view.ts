import { createHash, randomBytes } from "node:crypto";
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { deflate } from "node:zlib";
import { SkillError } from "@skillwright/core";
import type { SkillRow } from "../database/tables.ts";
import { hubLimits } from "../limits.ts";
import type { PublicVersion } from "../registry/find-skill.ts";
import { createCommit } from "../registry/git-objects.ts";
import { latestOf } from "../registry/latest-version.ts";
import type { TreeCache } from "../registry/tree-cache.ts";

/** Bare repositories of skills in a cache folder, each made from its versions alone. */
export type GitView = {
  /** The folder of a repository of offered versions: `main` is the latest one, and each has a tag. */
  open(skill: Pick<SkillRow, "tenant" | "name">, versions: readonly PublicVersion[]): Promise<string>;
};

export function createGitView(folder: string, trees: TreeCache): GitView {
  const building = new Map<string, Promise<string>>();
  return {
    open: (skill, versions) => {
      const offered = versions.slice(0, hubLimits.gitVersions);
      const latest = latestOf(offered);
      const contents = offered.map(({ version, git_commit: commit }) => [version, commit]);
      const facts = JSON.stringify([skill.tenant, skill.name, latest?.version, contents]);
      // A name that is a hash: nothing that users chose becomes part of a path or an argument.
      const key = createHash("sha256").update(facts).digest("hex");
      const known = building.get(key);
      if (known !== undefined) return known;
      const built = build({ folder, key, name: skill.name, offered, latest }, trees).finally(() =>
        building.delete(key),
      );
      building.set(key, built);
      return built;
    },
  };
}

type Plan = {
  readonly folder: string;
  readonly key: string;
  readonly name: string;
  readonly offered: readonly PublicVersion[];
  readonly latest: PublicVersion | undefined;
};

async function build(plan: Plan, trees: TreeCache): Promise<string> {
  const target = `${plan.folder}/${plan.key}`;
  const now = new Date();
  // The time of the last use decides what is removed first.
  const isThere = await utimes(target, now, now).then(
    () => true,
    () => false,
  );
  if (isThere) return target;
  const working = `${target}.${randomBytes(6).toString("hex")}`;
  await mkdir(`${working}/refs`, { recursive: true, mode: 0o700 });
  await mkdir(`${working}/objects`);
  const refs: string[] = [];
  for (const version of plan.offered) {
    const commit = await writeVersion({ repository: working, name: plan.name, version }, trees);
    if (version === plan.latest) refs.push(`${commit} refs/heads/main`);
    if (!/\.lock$/.test(version.version)) refs.push(`${commit} refs/tags/v${version.version}`);
  }
  refs.sort((a, b) => (a.slice(41) < b.slice(41) ? -1 : 1));
  await writeFile(`${working}/packed-refs`, `# pack-refs with: sorted \n${refs.join("\n")}\n`);
  await writeFile(`${working}/config`, "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
  await writeFile(`${working}/HEAD`, "ref: refs/heads/main\n");
  await rename(working, target).catch(async (error: unknown) => {
    // Another process of the same hub was faster.
    await rm(working, { recursive: true, force: true });
    if ((await stat(target).catch(() => undefined)) === undefined) throw error;
  });
  await prune(plan.folder);
  return target;
}

const compress = promisify(deflate);

type NewVersion = { readonly repository: string; readonly name: string; readonly version: PublicVersion };

async function writeVersion({ repository, name, version }: NewVersion, trees: TreeCache): Promise<string> {
  const { digest, archive_digest, published_at, git_commit } = version;
  const folder = name.slice(name.lastIndexOf("/") + 1);
  const tree = await trees.load(archive_digest);
  const facts = { folder, version: version.version, digest, publishedAt: published_at };
  const { id, objects } = createCommit(tree, facts);
  if (id !== git_commit)
    throw new SkillError("integrity-mismatch", {
      ...{ source: `${name}@${version.version}`, what: "git commit", actual: id, expected: git_commit },
    });
  for (const [object, bytes] of objects) {
    const place = `${repository}/objects/${object.slice(0, 2)}`;
    await mkdir(place, { recursive: true });
    await writeFile(`${place}/${object.slice(2)}`, await compress(bytes));
  }
  return id;
}

async function prune(folder: string): Promise<void> {
  const names = await readdir(folder);
  if (names.length <= hubLimits.gitRepositories) return;
  const used = await Promise.all(
    names.map(async (name) => ({
      name,
      at: (await stat(`${folder}/${name}`).catch(() => undefined))?.mtimeMs ?? 0,
    })),
  );
  used.sort((a, b) => a.at - b.at);
  for (const { name } of used.slice(0, names.length - hubLimits.gitRepositories))
    await rm(`${folder}/${name}`, { recursive: true, force: true });
}
