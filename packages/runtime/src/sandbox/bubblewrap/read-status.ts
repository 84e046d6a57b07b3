/** What bubblewrap has reported so far, as consecutive JSON documents. */
export type BubblewrapStatus = {
  /** The namespace's first process, by the host's numbering; killing it kills all others. */
  readonly firstProcess?: number;
  /** The program's exit code; absent until it exits, and if it could not be started. */
  readonly exitCode?: number;
};

export function readStatus(text: string): BubblewrapStatus {
  const firstProcess = /"child-pid": *(\d+)/.exec(text)?.[1];
  const exitCode = /"exit-code": *(\d+)/.exec(text)?.[1];
  return {
    ...(firstProcess === undefined ? {} : { firstProcess: Number(firstProcess) }),
    ...(exitCode === undefined ? {} : { exitCode: Number(exitCode) }),
  };
}
