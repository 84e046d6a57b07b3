import { SkillError } from "@skillwright/core";
import { quotePath } from "../tree/file-tree.ts";
import { pathFault } from "../tree/path-fault.ts";

/** Ends the reading of an archive that cannot be used. */
export function invalidArchive(source: string, reason: string, cause?: unknown): SkillError {
  return new SkillError("package-invalid", { source, reason }, { cause });
}

/** Refuses an archive with a folder that no file may be in; `.` is the archive itself. */
export function checkFolder(path: string, source: string): void {
  const folder = path.replace(/\/$/, "");
  if (folder === "" || folder === ".") return;
  const fault = pathFault(folder);
  if (fault !== undefined) throw invalidArchive(source, `${quotePath(folder)} ${fault}`);
}
