/** Bounds that several parts of cli share. */
export const cliLimits = {
  /** Bytes kept of each stream of a script that a person runs: they go on to a file or a screen. */
  execOutputBytes: 67_108_864,
  /** Bytes of a task that is read from standard input; the text of a thick book. */
  taskBytes: 1_048_576,
  /** Largest settings file of another agent that is edited; Claude Code's own grows to several megabytes. */
  settingsFileBytes: 16_777_216,
  /** Lists and objects inside each other in such a file. */
  settingsDepth: 128,
  /** Bytes of one payload that an agent writes to its hook: a file that is written, with room for escapes. */
  hookPayloadBytes: 16_777_216,
  /** Files and folders looked at to find the skills that a name stands for; past them the skill is refused. */
  guardedSkillEntries: 100_000,
  /** Largest file of tokens; thousands of users. */
  tokenFileBytes: 1_048_576,
  /** Steps in which an agent has to come to a skill, and trials at a time when nothing is said. */
  triggerSteps: 3,
} as const;
