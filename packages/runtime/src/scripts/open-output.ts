import { mkdirSync, rmdirSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { FileSystem } from "@skillwright/core/discover";
import { attemptOn } from "@skillwright/core/node";
import { refuseWideFolder } from "../sandbox/machine/refuse-wide-folder.ts";
import { scriptsLimits } from "./limits.ts";
import { type LeftFile, listOutput } from "./list-output.ts";
import type { ScriptWarning } from "./script-warning.ts";
import { tryRemove } from "./try-remove.ts";

/** The output folder of one run. */
export type Output = {
  /** Absolute, links resolved. */
  readonly folder: string;
  /** What the run left there. Removes an empty folder that was created for the run. */
  settle(): LeftOutput;
};

export type LeftOutput = {
  /** Absent if it is empty. */
  readonly folder?: string;
  readonly files: readonly LeftFile[];
  readonly warnings: readonly ScriptWarning[];
};

/** Creates the folder, private to this user, unless it exists; unchanged files in it do not count as left by the run. */
export function openOutput(path: string, fs: FileSystem): Output {
  // In some of them, creating a folder never returns.
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
        files: left.slice(0, scriptsLimits.outputFiles),
        warnings: warningsOf(left, others),
      };
    },
  };
}

/** Removes a folder, and its parents that were created for it. */
function removeUpTo(outermost: string, path: string): void {
  rmdirSync(path);
  if (path.length > outermost.length) removeUpTo(outermost, dirname(path));
}

function warningsOf(files: readonly LeftFile[], others: number): readonly ScriptWarning[] {
  const count = files.length - scriptsLimits.outputFiles;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return [
    ...(count > 0 ? [{ kind: "output-not-named", count } as const] : []),
    ...(others > 0 ? [{ kind: "output-not-files", count: others } as const] : []),
    ...(bytes > scriptsLimits.outputFolderBytes ? [{ kind: "output-too-large", bytes } as const] : []),
  ];
}
