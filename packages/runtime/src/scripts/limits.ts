/** Limits of runtime/scripts. */
export const scriptsLimits = {
  /** Bytes that a script may leave in its output folder. */
  outputFolderBytes: 1_073_741_824,
  /** Files of that folder that are listed. */
  outputFiles: 200,
  /** Folders that one skill may request to write to; OmniForge's example has two. */
  allowedPaths: 64,
  /** Other skills that one skill may declare, and names of them that are looked for in a script's errors. */
  siblings: 64,
  /** Programs that one skill may require, and time to ask one for its version. */
  requirements: 64,
  versionMs: 15_000,
} as const;
