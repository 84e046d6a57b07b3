/** What is installed, exactly: `skillwright.lock`. Sorted by name, nothing in it depends on a machine or a moment. */
export type Lock = { readonly version: 1; readonly skills: readonly LockedSkill[] };

export type LockedSkill = {
  /** The name it is installed under: its own, or an alias. */
  readonly name: string;
  /** The name in its SKILL.md, if it is installed under another one. */
  readonly skill?: string;
  /** The package it is part of, if any. */
  readonly package?: string;
  /** Where it came from, as `formatSource` writes it, without a version. */
  readonly source: string;
  /** The folder inside the source. */
  readonly path?: string;
  /** The commit, version or digest it was taken from; see `Release`. */
  readonly resolved: string;
  readonly version?: string;
  readonly publishedAt?: string;
  /** The content digest. */
  readonly digest: string;
  /** Every file with its SHA-256 in hexadecimal, or `link:` and the target. */
  readonly files: Readonly<Record<string, string>>;
  /** Who signed it: `key:…` or an identity. */
  readonly signer?: string;
  /** The skills it needs, by name, with the range of versions. */
  readonly dependencies?: Readonly<Record<string, string>>;
};
