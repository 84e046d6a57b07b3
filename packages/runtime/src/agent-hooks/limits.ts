/** Limits of runtime/agent-hooks. */
export const agentHooksLimits = {
  /** Skills that one prompt may start with, as `/one /two`; as in Claude Code. */
  stackedSkills: 6,
  /** Bytes of the state file of one agent session; an active skill takes about 300. */
  guardStateBytes: 1_048_576,
  /** Age after which such a file counts as abandoned, and files visited in one sweep. */
  guardIdleMs: 2_592_000_000,
  guardSweptFiles: 1000,
  /** Characters of an agent's session id in the audit log. */
  sessionLabelCharacters: 200,
  /** Deadline for one hook event; with the time for locks, less than agents wait for their hook. */
  guardedMs: 4000,
  /** Skills that one call may load; a call that names more files of skills is refused. */
  loadedSkills: 64,
  /** Characters of the path of a skill's file in a command, and of the folder it changes to: longest path on Linux. */
  skillPathCharacters: 4096,
  /** Bytes from the end of a transcript that may hold the calls of one message: as many as usual, as many as ever. */
  transcriptBytes: [65_536, 4_194_304],
  /** How long to wait for a call's own line in the transcript, which agents write beside their hooks, and how often to look. */
  transcriptMs: 250,
  pollMs: 2,
  /** Time between hooks that an agent starts at once, where the system does not show its processes; at most 60 were seen. */
  settleMs: 100,
  /** Files that one patch may change; a longer one is unreadable. */
  patchedFiles: 1000,
} as const;
