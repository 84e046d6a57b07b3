/** How much a call of a program-starting tool says about the program. */
export type ProgramTool =
  /** An editor task: a command with arguments, or the name of a task of the project. */
  | "task"
  /** Code, which can do whatever a program can. */
  | "code"
  /** Nothing: it runs a command of the project, as `npm test` does. */
  | "project";

/**
 * Tools besides the shell that start programs, by canonical name in lower case. Deny and ask rules for `Bash` apply to
 * them too; an allowlist must name them.
 */
export const programTools: ReadonlyMap<string, ProgramTool> = new Map([
  ["runtask", "task"],
  ["codeexecution", "code"],
  ["runvscodecommand", "code"],
  ["runtests", "project"],
]);
