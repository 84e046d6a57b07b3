/** What bubblewrap has told so far, in JSON documents one after another. */
export type BubblewrapStatus = {
  /** The namespace's first process, as the host counts: ends it, and all others end. */
  readonly firstProcess?: number;
  /** The program's; absent as long as it has not ended, and for ever when it could not be started. */
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
