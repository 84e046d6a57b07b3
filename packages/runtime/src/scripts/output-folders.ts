import { realpathSync, rmdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { tryRemove } from "./try-remove.ts";

/** Output folders of one session's scripts: one per run. */
export type OutputFolders = {
  /** Path for the next run; not created yet. */
  next(): string;
  /** Their parent folder, links resolved, once it exists. */
  made(): readonly string[];
  /** Removes what no one asked to keep. */
  close(): void;
};

export type OutputFoldersOptions = {
  /** Unique per session. */
  readonly id: string;
  /** Folder where the host keeps all output; the system's temporary folder if absent. */
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
      // A folder the host wants to keep is removed only if empty.
      const remove =
        parent === undefined ? () => rmSync(folder, { recursive: true }) : () => rmdirSync(folder);
      if (isThere()) tryRemove(remove);
    },
  };
}
