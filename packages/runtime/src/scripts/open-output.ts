import { mkdirSync, rmdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type FileSystem, limits } from "@skillwright/core";
import { attemptOn } from "@skillwright/core/node";
import { refuseWideFolder } from "../sandbox/machine/refuse-wide-folder.ts";
import { type LeftFile, listOutput } from "./list-output.ts";
import type { ScriptWarning } from "./script-warning.ts";
import { tryRemove } from "./try-remove.ts";

/** The folder that one run may write to. */
export type Output = {
  /** Absolute, links resolved. */
  readonly folder: string;
  /** What the run has left there. A folder that was made for the run and holds nothing is removed. */
  settle(): LeftOutput;
};

export type LeftOutput = {
  /** Absent when there is nothing in it. */
  readonly folder?: string;
  readonly files: readonly LeftFile[];
  readonly warnings: readonly ScriptWarning[];
};

/** Makes the folder, for this user alone, unless it is there; what was in it and did not change is not counted as left. */
export function openOutput(path: string, fs: FileSystem): Output {
  // In some of them, making a folder never comes to an end.
  refuseWideFolder(resolve(path), []);
  const made = attemptOn(path, () => mkdirSync(path, { recursive: true, mode: 0o700 }));
  const folder = fs.realPath(path) ?? path;
  const before = new Map(
    made !== undefined ? [] : listOutput(folder, fs).files.map((file) => [file.path, file.changedMs]),
  );
  return {
    folder,
    settle: () => {
      const { files, others, isEmpty } = listOutput(folder, fs);
      if (isEmpty && made !== undefined) tryRemove(() => removeUpTo(made, path));
      const left = files.filter(({ path: file, changedMs }) => before.get(file) !== changedMs);
      return {
        ...(isEmpty ? {} : { folder }),
        files: left.slice(0, limits.outputFiles),
        warnings: warningsOf(left, others),
      };
    },
  };
}

/** Removes a folder, and those around it that were made for it. */
function removeUpTo(outermost: string, path: string): void {
  rmdirSync(path);
  if (path.length > outermost.length) removeUpTo(outermost, dirname(path));
}

function warningsOf(files: readonly LeftFile[], others: number): readonly ScriptWarning[] {
  const count = files.length - limits.outputFiles;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    ...(count > 0 ? [{ kind: "output-not-named", count } as const] : []),
    ...(others > 0 ? [{ kind: "output-not-files", count: others } as const] : []),
    ...(bytes > limits.outputFolderBytes ? [{ kind: "output-too-large", bytes } as const] : []),
  ];
}
