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
} as const;
