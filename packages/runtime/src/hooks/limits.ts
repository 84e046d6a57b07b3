/** Limits of runtime/hooks. */
export const hooksLimits = {
  /** Hooks of one skill. */
  hooksPerSkill: 64,
  /** Seconds for a hook by default, and at most; UAAPS's numbers. */
  hookTimeoutSeconds: 30,
  hookTimeoutSecondsMax: 300,
  /** Bytes of a hook's output; a larger answer is ignored. */
  hookOutputBytes: 65_536,
} as const;
