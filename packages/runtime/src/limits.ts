/** Bounds that several parts of runtime share. */
export const runtimeLimits = {
  /** Milliseconds that a program has to end after it was asked to; systemd and Docker give 90 s and 10 s, to services. */
  stopGraceMs: 2000,
  /** Characters of a hook's reason that go before a model, and of its output that go into the audit log. */
  hookReasonCharacters: 2000,
  /** Bytes of what such a command prints that go into the instructions. */
  inlineCommandBytes: 20_000,
  /** Characters of a name, path or pattern that a model sends to a tool. */
  toolWordCharacters: 4096,
  /** Milliseconds that a script or command may take when nothing is said, and at most; Claude Code's numbers. */
  commandMs: 120_000,
  /** Bytes kept of each stream of a program's output; Claude Code shows 30,000 characters of both. */
  commandOutputBytes: 30_000,
  /** What a confined program may use up, with all that it starts, when nothing is said. Node counts a dozen threads each. */
  programMemoryBytes: 2_147_483_648,
  programProcesses: 256,
  programDiskBytes: 1_073_741_824,
  /** Files and folders that `glob` and `grep` look at in one call. */
  workspaceEntries: 200_000,
  /** Folders below the one where `glob` and `grep` begin. */
  workspaceDepth: 64,
  /** Characters of what a host's function failed with that a model gets to see. */
  failureCharacters: 2000,
} as const;
