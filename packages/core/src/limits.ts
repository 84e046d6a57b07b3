/** Limits of the standard, and those that several stages share. */
export const limits = {
  /** Standard: name is 1–64 characters. */
  nameLength: 64,
  /** A range of versions: `>=1.2 <3`. */
  versionRange: 256,
  /** Standard: description is 1–1024 characters. */
  descriptionLength: 1024,
  /** Standard: compatibility is 1–500 characters. */
  compatibilityLength: 500,
  /** Standard: "keep SKILL.md under 500 lines". */
  bodyLines: 500,
  /** Standard: body under 5,000 tokens. */
  bodyTokens: 5000,
  /** Rule of thumb in the standard's guides: four characters per token. */
  charactersPerToken: 4,
  /** Largest SKILL.md that is read; the longest public one of 19,160 has 3,448 lines. */
  skillFileBytes: 2_097_152,
  /** Largest script or reference that rules read. */
  bundledFileBytes: 524_288,
  /** Largest frontmatter; thirteen of 19,160 public skills pass 4 KB. */
  frontmatterBytes: 262_144,
  /** YAML nodes in one frontmatter after aliases are followed: stops alias bombs. */
  yamlNodes: 10_000,
  /** YAML nesting in one frontmatter. */
  yamlDepth: 64,
  /** Files listed in one skill; MCP hosts must support 512. */
  filesPerSkill: 2000,
  /** Folders below a collection's root. */
  collectionDepth: 256,
  /** Skills above which agents choose less reliably and `doctor` warns; about what fits into Claude Code's listing. */
  recommendedSkills: 200,
  /** Patterns in `paths` of one skill; with more, the skill is always offered. Public skills have one or two. */
  pathPatterns: 64,
  /** Characters of one such pattern, and patterns that its `{a,b}` expands to. */
  pathPatternCharacters: 512,
  pathPatternChoices: 64,
  /** Characters of another client's nested metadata that are read; the longest of 5,000 public skills has 969. */
  nestedMetadataCharacters: 16_384,
  /** Commands that one skill may require. */
  requiredCommands: 32,
  /** Bytes of the list of trusted projects: about thirty thousand skills, each with its path and digest. */
  trustFileBytes: 4_194_304,
  /** Bytes of a lock: about fifty thousand skills with twenty files each. */
  lockBytes: 134_217_728,
  /** Files of one skill that its digest covers. */
  digestFiles: 20_000,
  /** Bytes of one skill that its digest covers. */
  digestBytes: 268_435_456,
  /** Bytes that reading one file returns; VibeTavern's number. */
  readFileBytes: 200_000,
  /** Bytes of instructions in one activation; the standard recommends 20,000 characters. */
  activationBytes: 200_000,
  /** Bundled files named in one activation. */
  activationFiles: 200,
  /** Bytes of their names; the largest of 600 public skills has 68 files in 3,600 bytes. */
  activationFilesBytes: 16_384,
  /** Characters of a path inside a skill; boxxy's number. */
  filePathLength: 1024,
  /** Characters of a name in a listing: package and skill of 64 each, doubled; a longer one is left out. */
  listedName: 256,
  /** Largest file of an index that is read; about 1 GB would hold a million skills. */
  indexBytes: 1_073_741_824,
  /** Descriptions remembered to find near-duplicates, about 0.8 KB each; later skills are compared with these. */
  comparedDescriptions: 10_000,
  /** Findings of one rule in one skill; one more finding says how many were left out. */
  findingsPerRule: 50,
  /** Characters of one audit event; longer input or output is cut, and the event says so. */
  auditEventCharacters: 65_536,
  /** Nesting of lists and objects in the input of an audit event. */
  auditDepth: 16,
  /** Longest line of an audit log: the longest event with every character escaped, doubled. */
  auditLineBytes: 1_048_576,
  /** Faults reported for one audit log; the others are counted. */
  auditFaults: 100,
  /** Characters of a regular expression of a skill, a model or a file; models send patterns of a few dozen. */
  expressionCharacters: 4096,
  /** Parts of such an expression after its repetitions are written out; RE2 allows a thousand repetitions. */
  expressionStates: 2000,
  /** Steps of matching one text before giving up: about half a second. A remembered step costs nothing. */
  expressionWork: 5_000_000,
  /** States that a matcher remembers: about 8 MB. */
  expressionMemory: 200_000,
  /** Characters of a call that a decision quotes. */
  detailCharacters: 200,
} as const;
