/** Bounds on what comes from outside. */
export const packagingLimits = {
  /** Files and links of one package; the digest of one skill covers 20,000. */
  treeFiles: 50_000,
  /** Bytes of one package, unpacked. */
  treeBytes: 268_435_456,
  /** Bytes of one file of a package. */
  fileBytes: 67_108_864,
  /** Characters of a path inside a package. */
  pathCharacters: 1024,
  /** Folders of such a path; public repositories of skills have up to nine. */
  pathDepth: 64,
  /** Folders that links lead to, and links in those to further ones; after that, links count as dangling. */
  linkRounds: 16,
  /** Links of one archive. */
  archiveLinks: 5000,
  /** Bytes of one archive. */
  archiveBytes: 134_217_728,
  /** Files, links and folders listed in one archive. */
  archiveEntries: 100_000,
  /** What an archive may unpack to, times its size; text rarely passes 10, and Deflate ends at 1,032. */
  inflationRatio: 200,
  /** Bytes that any archive may unpack to, whatever its size. */
  inflationBytes: 8_388_608,
  /** Bytes of one header with long names in a tar archive. */
  tarHeaderBytes: 65_536,
  /** Redirects that one request follows. */
  redirects: 5,
  /** Attempts at a request that fails in a way that may pass. */
  httpAttempts: 4,
  /** A server that asks for a longer pause is given up. */
  retryAfterMs: 30_000,
  /** Without a byte for this long, a connection is given up. */
  httpIdleMs: 30_000,
  /** The longest that one request may take. */
  httpRequestMs: 600_000,
  /** Bytes read of an answer that reports an error. */
  httpErrorBytes: 65_536,
  /** Bytes of an index, a packument, a manifest. Packuments of old packages reach 20 MB. */
  metadataBytes: 67_108_864,
  /** Bytes of one download, compressed. */
  downloadBytes: 134_217_728,
  /** Sources that are asked for their releases at the same time. */
  sourcesAtOnce: 8,
  /** Skills of one site. */
  siteSkills: 10_000,
  /** Files of one skill of a site without archives: each is a request. */
  siteFiles: 1000,
  /** Tags of one repository in a registry. */
  registryTags: 10_000,
  /** Versions of a repository in a registry whose digests are asked for, newest first. */
  registryVersions: 50,
  /** The longest that one step of `git` may take. */
  gitMs: 600_000,
  /** Bytes that one repository may take on the disk while its skills are read. */
  gitBytes: 1_073_741_824,
  /** Bytes of one answer of `git`: the list of a repository's files or refs. */
  gitListBytes: 268_435_456,
  /** Files of a stored repository; each fetch adds a few, and with more of them git starts again. */
  gitStoredFiles: 300,
  /** Bytes of a stored repository that is used again; the rest of `gitBytes` is for what is new. */
  gitStoredBytes: 268_435_456,
  /** Versions of a repository, newest first. */
  gitVersions: 500,
  /** Files of a repository or folder that are listed to find its skills. */
  listedFiles: 1_000_000,
  /** Bytes of a marketplace of plugins. */
  marketplaceBytes: 4_194_304,
  /** Plugins of a marketplace. */
  marketplacePlugins: 2000,
  /** Bytes of documents that are searched for references by one skill. */
  referencedBytes: 16_777_216,
  /** Characters of what a user writes for a source. */
  sourceCharacters: 2048,
  /** Characters of a signature; the ones of the public Sigstore instance have about 10,000. */
  signatureCharacters: 262_144,
  /** Signatures of one skill, version and content that are tried; mirrors may have different ones. */
  signaturesPerSkill: 16,
  /** Characters of a trust root; the one of the public Sigstore instance has about 7,000. */
  trustRootCharacters: 1_048_576,
  /** Characters of a lock: about fifty thousand skills with twenty files each. */
  lockCharacters: 134_217_728,
  /** Nesting of conflicts in a lock; each level doubles the number of sides. */
  conflictDepth: 4,
  /** Characters of a file of wants, or of another tool's manifest or lock. */
  wantsCharacters: 8_388_608,
  /** Sets that one file of wants leads to. */
  wantedSets: 1000,
  /** Characters of a range of versions. */
  rangeCharacters: 256,
  /** Conflicts between versions after which the solver gives up. */
  solverConflicts: 20_000,
  /** Dependencies of one skill. */
  skillDependencies: 200,
  /** Skills that a file of wants leaves out. */
  omittedSkills: 1000,
  /** Releases that are fetched to learn what they need. */
  dependencyReleases: 500,
  /** Sources of wants that other wants include, and how deep. */
  includedSources: 50,
  includedDepth: 8,
  /** Questions that the solver asks about versions and what they need. */
  solverQuestions: 50_000,
  /** Bytes of repositories, downloads and contents that stay in the user's cache. */
  cacheGitBytes: 4_294_967_296,
  cacheDownloadBytes: 1_073_741_824,
  cacheContentBytes: 1_073_741_824,
  /** Signatures that stay, each in a small file. */
  cacheSignatures: 10_000,
  /** Commits whose first sighting is remembered, each in a small file. */
  cacheSeenCommits: 10_000,
  /** Places whose last operation can be undone. */
  cacheUndoRecords: 1000,
  /** The time between two looks at the size of the cache. */
  cachePruneMs: 3_600_000,
  /** Lines of an explanation why no versions fit together; the last ones are kept. */
  explanationLines: 40,
} as const;
