/** Bounds on what runtime/agent-hooks reads, holds and prints. */
export const agentHooksLimits = {
  /** Skills that one prompt may begin with, as `/one /two`; Claude Code's number. */
  stackedSkills: 6,
  /** Bytes that are kept of the skills active in one session of an agent; a skill takes about 300. */
  guardStateBytes: 1_048_576,
  /** Milliseconds after which such a file is of a session that nobody goes on with, and files looked at in one sweep. */
  guardIdleMs: 2_592_000_000,
  guardSweptFiles: 1000,
  /** Characters of an agent's own id of a session in the audit log. */
  sessionLabelCharacters: 200,
  /** Milliseconds to judge an event of an agent; together with waiting for locks, less than agents wait for their hook. */
  guardedMs: 4000,
  /** Files that one patch changes; of a longer one nobody can be sure. */
  patchedFiles: 1000,
} as const;
