/** Limits of runtime/tools. */
export const toolsLimits = {
  /** A comment on a skill; as long as a hub keeps. */
  feedbackCharacters: 1000,
  /** Characters of one text argument of a tool, such as a file to write. */
  toolTextCharacters: 2_000_000,
  /** Longest time for a script or command; as in Claude Code. */
  longestCommandMs: 600_000,
  /** Disk space a command may use in a workspace; a build with its dependencies takes one or two gigabytes. */
  commandDiskBytes: 8_589_934_592,
  /** Skill drafts of one session, and files and characters of one. */
  drafts: 8,
  draftFiles: 64,
  draftCharacters: 1_000_000,
  /** Arguments of one script. */
  scriptArguments: 256,
  /** Skills in one page of `skills_list`, by default and at most. */
  skillsPerPage: 50,
  mostSkillsPerPage: 200,
  /** Results of one `skills_search`. */
  skillHits: 50,
  /** Largest file that `read`, `edit` and `grep` open. */
  workspaceFileBytes: 10_485_760,
  /** Bytes that one `grep` reads. */
  grepBytes: 268_435_456,
  /** Paths of one `glob`, matches of one `grep`. */
  searchMatches: 1000,
  /** Time for one `glob` or `grep`. */
  workspaceSearchMs: 20_000,
  /** Steps of a regular expression on one file, about a second; it blocks the process. */
  grepWork: 10_000_000,
  /** Characters of a line that `grep` searches, and that it returns. */
  grepLineCharacters: 10_000,
  grepShownCharacters: 500,
} as const;
