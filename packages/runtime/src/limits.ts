/** Limits that several parts of runtime share. */
export const runtimeLimits = {
  /** How long a program may take to stop after SIGTERM; systemd gives services 90 s, Docker 10 s. */
  stopGraceMs: 2000,
  /** Characters of a hook's reason shown to a model, and of its output in the audit log. */
  hookReasonCharacters: 2000,
  /** Bytes of an inline command's output that go into the instructions. */
  inlineCommandBytes: 20_000,
  /** Characters of a name, path or pattern that a model sends to a tool. */
  toolWordCharacters: 4096,
  /** Default time for a script or command; as in Claude Code. */
  commandMs: 120_000,
  /** Bytes kept of each stream of a program's output; Claude Code shows 30,000 characters of both. */
  commandOutputBytes: 30_000,
  /** Default resources of a sandboxed program and everything it starts. Node has a dozen threads per process. */
  programMemoryBytes: 2_147_483_648,
  programProcesses: 256,
  programDiskBytes: 1_073_741_824,
  /** Files that a program may add; the sources of Linux are 90,000. */
  programFiles: 100_000,
  /** Entries that one `glob` or `grep` visits. */
  workspaceEntries: 200_000,
  /** Depth of `glob` and `grep`. */
  workspaceDepth: 64,
  /** Characters of a host function's error shown to a model. */
  failureCharacters: 2000,
} as const;
