/** Limits of core/discover. */
export const discoverLimits = {
  /** First read for metadata; six of 5,000 public skills have a longer frontmatter. */
  metadataPrefixBytes: 2048,
  /** Folders below one skill's root. */
  skillDepth: 8,
  /** Folders below a root of skills; the standard's client guide says four to six. */
  rootDepth: 6,
  /** Folders of a project searched for nested `.agents/skills` and the like; the client guide says 2,000. */
  nestedFolders: 2000,
  /** Bytes of one .gitignore or .skillignore that are read; the longest of GitHub's templates has about 8 KB. */
  ignoreFileBytes: 32_768,
  /** Patterns of one .gitignore or .skillignore. */
  ignorePatterns: 1000,
  /** Folders visited below one folder of packages. */
  packageFolders: 5000,
  /** Largest manifest of a package that is read. */
  packageManifestBytes: 65_536,
  /** Folders of skills that one manifest may name. */
  packageSkillFolders: 500,
  /** Directory entries visited in one walk. */
  walkEntries: 2_000_000,
} as const;
