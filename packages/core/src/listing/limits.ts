/** Bounds on what core/listing reads, holds and prints. */
export const listingLimits = {
  /** Bytes of a list of skills when no budget is asked for: 2 % of 200,000 tokens, the share that Codex gives it. */
  listingBytes: 16_384,
  /** Smallest budget that still has room to say that there are skills and how to find them. */
  listingMinimumBytes: 640,
  /** Characters of one description in a list; Claude Code's number. */
  listedDescription: 1536,
  /** Characters that a shortened description has room for at least; with fewer, only the name is listed. */
  shortestDescription: 40,
  /** Skills shown in full when the others must be searched for. */
  listedBest: 10,
  /** Categories named when skills must be searched for. */
  listedCategories: 20,
  /** Tags of one skill that count as its categories. */
  tagsPerSkill: 16,
  /** Characters of a tag that counts as a category. */
  tagLength: 32,
  /** Ids named in the report of what a list leaves out. */
  reportedIds: 20,
  /** Bytes of AGENTS.md and CLAUDE.md files put before a model; Codex's number. */
  projectInstructionBytes: 32_768,
} as const;
