/** What every command answers the shell with. */
export const exitCode = { ok: 0, findings: 1, usage: 2, refused: 3, environment: 4 } as const;
