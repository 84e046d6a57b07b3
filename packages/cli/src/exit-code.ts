/** What every command answers the shell with; the last two are what shells count as the end by Ctrl-C and by a closed pipe. */
export const exitCode = {
  ok: 0,
  findings: 1,
  usage: 2,
  refused: 3,
  environment: 4,
  interrupted: 130,
  unread: 141,
} as const;
