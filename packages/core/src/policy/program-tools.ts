/** How much a call of a tool that starts programs says of them. */
export type ProgramTool =
  /** The task of an editor: a command with its arguments, or the name of one that the project keeps. */
  | "task"
  /** Code, which can do what any program can. */
  | "code"
  /** Nothing: it starts what the project keeps for that, as `npm test` does. */
  | "project";

/**
 * Tools other than the shell that start programs, by the one name of each in lower case. Rules on `Bash` that stop calls
 * speak of them too; a list must name them themselves.
 */
export const programTools: ReadonlyMap<string, ProgramTool> = new Map([
  ["runtask", "task"],
  ["codeexecution", "code"],
  ["runvscodecommand", "code"],
  ["runtests", "project"],
]);
