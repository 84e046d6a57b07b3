/** Exit codes of all commands; the last two are the shell's codes for Ctrl-C and a closed pipe. */
export const exitCode = {
  ok: 0,
  findings: 1,
  usage: 2,
  refused: 3,
  environment: 4,
  interrupted: 130,
  unread: 141,
} as const;
