import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";

export type ProgramSearch = {
  /** A name to look up on PATH, or a path. */
  readonly program: string;
  readonly path: string;
  readonly cwd: string;
  /** Whether a file or folder (a real path) is visible to the program that will run. */
  readonly isVisible: (path: string) => boolean;
};

export type FoundProgram =
  | { readonly path: string }
  | { readonly code: "program-missing" }
  | { readonly code: "program-unusable"; readonly reason: string };

/** Finds a program as the system would, among visible files: the first executable on PATH. */
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
    // Resolves links of the folder, since not all of them exist inside; keeps the file's own link, since many
    // programs behave by the name they are called by.
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
