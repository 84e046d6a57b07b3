import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";

export type ProgramSearch = {
  /** A name that is looked for on PATH, or a path. */
  readonly program: string;
  readonly path: string;
  readonly cwd: string;
  /** Whether a file or folder, given by its real path, is there for the program that is to run. */
  readonly isVisible: (path: string) => boolean;
};

export type FoundProgram =
  | { readonly path: string }
  | { readonly code: "program-missing" }
  | { readonly code: "program-unusable"; readonly reason: string };

/** Finds a program as the system would, among what can be seen: the first of PATH that may be run. */
export function findProgram(search: ProgramSearch): FoundProgram {
  const found = candidates(search).map((file) => judge(file, search));
  return (
    found.find((one) => "path" in one) ??
    found.find((one) => "code" in one && one.code === "program-unusable") ?? { code: "program-missing" }
  );
}

function candidates({ program, path, cwd }: ProgramSearch): readonly string[] {
  if (program === "") return [];
  if (program.includes("/")) return [resolve(cwd, program)];
  return path.split(delimiter).map((folder) => resolve(cwd, folder, program));
}

function judge(file: string, { isVisible }: ProgramSearch): FoundProgram {
  try {
    // The folder's own links are followed, since not all of them are there; the file's is not, since many programs go by their name.
    const place = join(realpathSync(dirname(file)), file.slice(file.lastIndexOf("/") + 1));
    if (!isVisible(place) || !isVisible(realpathSync(place))) return { code: "program-missing" };
    if (!statSync(place).isFile()) return { code: "program-unusable", reason: "EACCES" };
    accessSync(place, constants.X_OK);
    return { path: place };
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return isAbsence(reason) ? { code: "program-missing" } : { code: "program-unusable", reason };
  }
}

function isAbsence(reason: string): boolean {
  return reason === "ENOENT" || reason === "ENOTDIR";
}
