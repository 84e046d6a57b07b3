/** Limits of core/listing. */
export const listingLimits = {
  /** Default bytes of a listing: any number of skills costs less than 1 KB of context. */
  listingBytes: 1024,
  /** Bytes of a generous listing: 2 % of 200,000 tokens, as in Codex. Default with the full wording. */
  generousListingBytes: 16_384,
  /** Bytes of one page of the tool that lists skills: 2 % of 200,000 tokens, as in Codex. */
  listedPageBytes: 16_384,
  /** Smallest budget with room to say that there are skills and how to find them. */
  listingMinimumBytes: 640,
  /** Characters of one description in a listing; as in Claude Code. */
  listedDescription: 1536,
  /** Shortest useful description; with fewer characters only the name is listed. */
  shortestDescription: 40,
  /** Skills listed in full when the others must be searched for. */
  listedBest: 10,
  /** Categories named when skills must be searched for. */
  listedCategories: 20,
  /** Tags of one skill that count as its categories. */
  tagsPerSkill: 16,
  /** Characters of a tag that counts as a category. */
  tagLength: 32,
  /** Ids in the report of what a listing leaves out. */
  reportedIds: 20,
  /** Bytes of AGENTS.md and CLAUDE.md files in a prompt; as in Codex. */
  projectInstructionBytes: 32_768,
} as const;
