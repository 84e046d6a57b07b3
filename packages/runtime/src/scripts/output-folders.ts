import { realpathSync, rmdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { tryRemove } from "./try-remove.ts";

/** Where the scripts of one session put what they write: a folder for each run, all in one. */
export type OutputFolders = {
  /** The path for the next run; nothing is there yet. */
  next(): string;
  /** The folder that they lie in, links resolved, once there is one. */
  made(): readonly string[];
  /** Removes what nobody asked to keep. */
  close(): void;
};

export type OutputFoldersOptions = {
  /** Differs for each session. */
  readonly id: string;
  /** Folder that the host wants to find everything in afterwards; the system's for things that do not last when absent. */
  readonly parent?: string;
};

export function createOutputFolders({ id, parent }: OutputFoldersOptions): OutputFolders {
  const folder = `${parent ?? tmpdir()}/skillwright-${id}`;
  let runs = 0;
  const isThere = (): boolean => statSync(folder, { throwIfNoEntry: false }) !== undefined;
  return {
    next: () => {
      runs += 1;
      return `${folder}/${runs}`;
    },
    made: () => (isThere() ? [realpathSync(folder)] : []),
    close: () => {
      // A folder that the host wants to look at goes only when it is empty.
      const remove =
        parent === undefined ? () => rmSync(folder, { recursive: true }) : () => rmdirSync(folder);
      if (isThere()) tryRemove(remove);
    },
  };
}
