/** Limits that several parts of cli share. */
export const cliLimits = {
  /** Bytes kept of each output stream of a script that a person runs. */
  execOutputBytes: 67_108_864,
  /** Bytes of a task read from standard input; a thick book. */
  taskBytes: 1_048_576,
  /** Largest settings file of another agent that is edited; Claude Code's own grows to several megabytes. */
  settingsFileBytes: 16_777_216,
  /** Nesting of lists and objects in such a file. */
  settingsDepth: 128,
  /** Lines and characters of such a file in YAML, whose library is slow and takes quadratic time. */
  yamlSettingsLines: 5000,
  yamlSettingsCharacters: 262_144,
  /** Bytes of one hook payload: a file to write, with room for escapes. */
  hookPayloadBytes: 16_777_216,
  /** Bytes of a baseline: some fifty thousand findings. */
  baselineBytes: 16_777_216,
  /** Largest file that a baseline accepts unread. */
  unreadBytes: 268_435_456,
  /** Kinds of calls that one audit report lists, and characters of an example. */
  auditReportGroups: 1000,
  auditExampleCharacters: 500,
  /** Entries visited to find the skills of a name; beyond that the skill is refused. */
  guardedSkillEntries: 100_000,
  /** Largest file of access tokens; thousands of users. */
  tokenFileBytes: 1_048_576,
  /** Largest state document of a hub, with its signature and escapes. */
  stateBytes: 67_108_864,
  /** How long a sync waits for another one that installs, and how often it looks. */
  syncLockMs: 60_000,
  syncLockPauseMs: 100,
  /** How often a hub is asked for its state without an event. */
  hubPollMs: 60_000,
  /** First pause before a lost connection is opened again; it doubles up to the one above. */
  reconnectMs: 1000,
  /** Time without a byte after which a stream of events counts as lost; hubs send one every 15 s. */
  eventIdleMs: 45_000,
  /** Characters of one line of such a stream. */
  eventLine: 65_536,
  /** Steps within which an agent must load a skill. */
  triggerSteps: 3,
  /** Agents that one list shows; a tenant of a hub has at most as many. */
  hubAgents: 100_000,
} as const;
