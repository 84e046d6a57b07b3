/** What every command answers the shell with; the last one is what shells count as the end by Ctrl-C. */
export const exitCode = {
  ok: 0,
  findings: 1,
  usage: 2,
  refused: 3,
  environment: 4,
  interrupted: 130,
} as const;
