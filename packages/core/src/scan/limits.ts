/** Bounds of one skill's scan; past them the verdict is at best `partial`. */
export const scanLimits = {
  /** Bytes of all files and container entries of one skill that are read. */
  bytes: 16_777_216,
  /** Bytes of one file, or one entry of a container. */
  fileBytes: 2_097_152,
  /** Characters of one text that grammars parse. */
  parsedCharacters: 1_048_576,
  /** Entries of all containers together. */
  entries: 2000,
  /** Containers inside containers. */
  depth: 3,
  /** Inflated bytes per byte of an archive, above 1 MB. */
  ratio: 200,
  /** Characters of one skill that are parsed and, eight each, steps of its programs that are followed. */
  effort: 8_388_608,
  /** Characters of documents and comments that are read as sentences in one skill. */
  proseCharacters: 8_388_608,
  /** Programs inside the text of other programs. */
  nesting: 4,
  /** Actions and statements of one skill. */
  actions: 50_000,
  statements: 50_000,
} as const;
