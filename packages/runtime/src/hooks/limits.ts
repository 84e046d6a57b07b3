/** Bounds on what runtime/hooks reads, holds and prints. */
export const hooksLimits = {
  /** Hooks of one skill. */
  hooksPerSkill: 64,
  /** Seconds that a hook may take when its author did not say, and at most; UAAPS. */
  hookTimeoutSeconds: 30,
  hookTimeoutSecondsMax: 300,
  /** Bytes kept of what a hook writes to each stream; a larger answer is none. */
  hookOutputBytes: 65_536,
  /** Characters of a hook's matcher, and of a tool's name that it is tried on. */
  hookMatcherCharacters: 256,
  hookToolCharacters: 128,
} as const;
