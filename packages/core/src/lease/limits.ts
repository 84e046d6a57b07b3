/** Limits of leases. */
export const leaseLimits = {
  /** A lease's file: as large as the largest state document, escaped once more, and a little. */
  fileBytes: 67_108_864,
  /** How far clocks may disagree; Kerberos allows the same. */
  clockToleranceMs: 300_000,
  /** How often the time is remembered. A clock set back gains no more than this and the tolerance. */
  rememberMs: 60_000,
} as const;
