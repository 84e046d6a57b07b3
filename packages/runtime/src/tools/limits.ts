/** Bounds on what runtime/tools reads, holds and prints. */
export const toolsLimits = {
  /** Characters of one text that a model sends to a tool, such as a file to write. */
  toolTextCharacters: 2_000_000,
  longestCommandMs: 600_000,
  /** What a command in a workspace may add to the disk: a build with its dependencies has one or two gigabytes. */
  commandDiskBytes: 8_589_934_592,
  /** New skills that one session writes at a time, and files and characters of one. */
  drafts: 8,
  draftFiles: 64,
  draftCharacters: 1_000_000,
  /** Arguments of one script. */
  scriptArguments: 256,
  /** Skills in one page of `skills_list`, when nothing is said and at most. */
  skillsPerPage: 50,
  mostSkillsPerPage: 200,
  /** Hits of one `skills_search` at most. */
  skillHits: 50,
  /** Largest file that `read` and `edit` open, and `grep` looks into. */
  workspaceFileBytes: 10_485_760,
  /** Bytes that one `grep` reads. */
  grepBytes: 268_435_456,
  /** Paths of one `glob`, matches of one `grep`. */
  searchMatches: 1000,
  /** Milliseconds that one `glob` or `grep` takes at most. */
  workspaceSearchMs: 20_000,
  /** Milliseconds that an expression may take on one file: all other sessions of the process wait meanwhile. */
  expressionMs: 600,
  /** Characters of a line that `grep` matches against, and of one that it answers with. */
  grepLineCharacters: 10_000,
  grepShownCharacters: 500,
} as const;
