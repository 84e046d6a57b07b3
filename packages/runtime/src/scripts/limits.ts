/** Bounds on what runtime/scripts reads, holds and prints. */
export const scriptsLimits = {
  /** Bytes that a script may leave in its output folder. */
  outputFolderBytes: 1_073_741_824,
  /** Files of that folder that are named. */
  outputFiles: 200,
  /** Folders that one skill may ask to write to; document d's example has two. */
  allowedPaths: 64,
  /** Programs that one skill may say it needs, and milliseconds that one has to tell its version. */
  requirements: 64,
  versionMs: 15_000,
} as const;
