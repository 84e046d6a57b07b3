/** Every bound the system puts on foreign input, with where the number comes from. */
export const limits = {
  /** Standard: name is 1–64 characters. */
  nameLength: 64,
  /** Standard: description is 1–1024 characters. */
  descriptionLength: 1024,
  /** Standard: compatibility is 1–500 characters. */
  compatibilityLength: 500,
  /** Standard: "keep SKILL.md under 500 lines". */
  bodyLines: 500,
  /** Standard: body under 5,000 tokens. */
  bodyTokens: 5000,
  /** Rule of thumb of the standard's guides: four characters to a token. */
  charactersPerToken: 4,
  /** Largest SKILL.md that is read; the longest public one of 19,160 has 3,448 lines. */
  skillFileBytes: 2_097_152,
  /** Largest script or reference that rules read. */
  bundledFileBytes: 524_288,
  /** Largest frontmatter; thirteen of 19,160 public skills pass 4 KB. */
  frontmatterBytes: 262_144,
  /** First read when only metadata is wanted. */
  metadataPrefixBytes: 4096,
  /** YAML nodes in one frontmatter after aliases are followed: stops alias bombs. */
  yamlNodes: 10_000,
  /** YAML nesting in one frontmatter. */
  yamlDepth: 64,
  /** Files listed in one skill; MCP hosts must support 512. */
  filesPerSkill: 2000,
  /** Folders below one skill's root. */
  skillDepth: 8,
  /** Folders below a collection's root. */
  collectionDepth: 256,
  /** Directory entries looked at in one walk. */
  walkEntries: 2_000_000,
  /** Descriptions remembered to find near-duplicates, about 1 KB each; later skills are compared with these. */
  comparedDescriptions: 10_000,
  /** Findings kept of one rule in one skill; past it one finding says how many more there are. */
  findingsPerRule: 50,
  /** Characters of a request that search reads; the longest of 3,703 collected requests has 1,500. */
  searchQueryLength: 4000,
  /** Terms of a request that are looked up, the weightiest first. */
  searchQueryTerms: 48,
  /** Characters of a body that search reads; 99 of 100 public skills have fewer than 40,000. */
  searchBodyLength: 100_000,
  /** Different terms kept of one skill; a body of 20,000 characters has about 900. */
  searchTermsPerSkill: 4096,
  /** Letters of a word that search tells apart. */
  searchWordLength: 40,
  /** Parts of one compound such as `a-b/c.d` before the next begins. */
  searchCompoundParts: 8,
  /** Results of one search. */
  searchResults: 1000,
} as const;
