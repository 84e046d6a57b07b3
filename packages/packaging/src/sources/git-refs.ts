import semver from "semver";

/** What `git ls-remote` says of a repository. */
export type GitRefs = {
  /** The commit of the default branch. */
  readonly head?: string;
  readonly branches: ReadonlyMap<string, string>;
  readonly tags: ReadonlyMap<string, GitTag>;
};

type GitTag = {
  /** The object it names: the commit, or the tag's own object with its date. */
  readonly object: string;
  readonly commit: string;
};

export function readRefs(text: string): GitRefs {
  const branches = new Map<string, string>();
  const tags = new Map<string, GitTag>();
  let head: string | undefined;
  for (const line of text.split("\n")) {
    const [, id, name = ""] = /^([0-9a-f]{40}|[0-9a-f]{64})\t(.+)$/.exec(line) ?? [];
    if (id === undefined) continue;
    if (name === "HEAD") head = id;
    else if (name.startsWith("refs/heads/")) branches.set(name.slice(11), id);
    else if (name.endsWith("^{}")) {
      const tag = name.slice(10, -3);
      tags.set(tag, { object: tags.get(tag)?.object ?? id, commit: id });
    } else if (name.startsWith("refs/tags/")) tags.set(name.slice(10), { object: id, commit: id });
  }
  return { ...(head !== undefined && { head }), branches, tags };
}

export type VersionTag = GitTag & { readonly version: string; readonly name: string };

/**
 * The tags that are versions, newest first. `v1.2.0` is of the whole repository; for a folder, tags of its own come before those:
 * `NAME@1.2.0`, `NAME-v1.2.0`, `PATH/v1.2.0`.
 */
export function versionTags({ tags }: GitRefs, path?: string): readonly VersionTag[] {
  const own = path === undefined ? [] : tagsWith(tags, ownPrefixes(path));
  return own.length > 0 ? own : tagsWith(tags, [""]);
}

function ownPrefixes(path: string): readonly string[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return [`${name}@`, `${name}-`, `${name}/`, `${path}/`];
}

function tagsWith(tags: GitRefs["tags"], prefixes: readonly string[]): readonly VersionTag[] {
  const found = new Map<string, VersionTag>();
  for (const [name, tag] of tags) {
    const prefix = prefixes.find((one) => name.startsWith(one));
    const version = prefix === undefined ? null : semver.valid(name.slice(prefix.length));
    // `1.0.0` and `v1.0.0` are the same version; the order of ls-remote decides.
    if (version !== null && !found.has(version)) found.set(version, { ...tag, version, name });
  }
  return [...found.values()].sort((a, b) => semver.rcompare(a.version, b.version));
}
