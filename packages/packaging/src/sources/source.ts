import type { FileTree } from "../tree/file-tree.ts";

/** Where skills come from, as the user wrote it; see `parseSource`. */
export type SourceSpec = GitSpec | LocalSpec | SiteSpec | NpmSpec | HubSpec | OciSpec;

export type GitSpec = {
  readonly kind: "git";
  /** What `git` gets: `https://github.com/owner/repo.git`, `git@host:path`, `file:///…`. */
  readonly url: string;
  /** A branch, a tag, a commit or a range of versions; the default branch if absent. */
  readonly ref?: string;
  /** The folder inside the repository. */
  readonly path?: string;
  /** The only skill that is wanted, if the user named it with the source. */
  readonly skill?: string;
};
/** A folder, or an archive (`.tar.gz`, `.tgz`, `.zip`, `.skill`, `.aam`), by its absolute path. */
export type LocalSpec = { readonly kind: "local"; readonly path: string; readonly skill?: string };
/** A web site with an index under `/.well-known/`. */
export type SiteSpec = { readonly kind: "site"; readonly url: string; readonly skill?: string };
export type NpmSpec = { readonly kind: "npm"; readonly name: string; readonly range?: string };
export type HubSpec = { readonly kind: "hub"; readonly name: string; readonly range?: string };
export type OciSpec = {
  readonly kind: "oci";
  readonly registry: string;
  readonly repository: string;
  /** A tag or a digest. */
  readonly reference?: string;
};

/** One state of a source that never changes: a commit, a published version, the content of a folder. */
export type Release = {
  /** Names it for good: a commit, a version, `sha256:…`. */
  readonly resolved: string;
  /** The semantic version, where there is one. */
  readonly version?: string;
  /** When this version was published, in ISO 8601; absent where a source does not say. */
  readonly publishedAt?: string;
  /** When this machine first saw it, where `publishedAt` is only what its author says: a git commit. Not for the lock. */
  readonly firstSeenAt?: string;
  /** What the bytes must match, as the source gave it: a digest of an archive, an npm integrity. */
  readonly integrity?: string;
  /** Why its publisher advises against it: npm's deprecation, a withdrawn version of a hub. */
  readonly deprecated?: string;
};

/** What a release contains. */
export type Fetched = {
  readonly tree: FileTree;
  /** A Sigstore bundle that came along, as JSON text. */
  readonly signature?: string;
  /** The same of single skills, by their path in the tree. */
  readonly signatures?: ReadonlyMap<string, string>;
  /** The tree is that of a repository: a SKILL.md at its root does not make all of it a skill. */
  readonly isRepository?: true;
  /** What the release has besides the tree; see `LeftOut`. */
  readonly leftOut?: readonly LeftOut[];
  /** What the user should know, one sentence each: entries that were skipped, files that were left out. */
  readonly warnings?: readonly string[];
};

/** A file or folder of a release that is not in its tree. Without a reason no skill uses it; with one, a skill that has it is broken. */
export type LeftOut = { readonly path: string; readonly reason?: string };

/** A kind of source. Each implementation runs the tests of `contract.ts`. */
export type Source<Spec extends SourceSpec = SourceSpec> = {
  /** The releases that have a version, newest first; empty where a source has no versions. */
  versions(spec: Spec): Promise<readonly Release[]>;
  /** What the spec refers to now. */
  resolve(spec: Spec): Promise<Release>;
  /** Gets a release and checks its integrity. */
  fetch(spec: Spec, release: Release): Promise<Fetched>;
};
