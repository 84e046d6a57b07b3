import { SkillError } from "@skillwright/core";
import { codeOf } from "./process-identity.ts";

/** Turns a system error into the reason why a log cannot be written; other errors are bugs and pass through. */
export function toAuditFailure(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof SkillError || code === undefined) return error;
  return new SkillError("audit-unavailable", { path, reason: reasons[code] ?? code }, { cause: error });
}

const full = "no space left on the disk";
const forbidden = "permission denied";

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: forbidden,
  ELOOP: "it is a symbolic link, which is not followed",
  EISDIR: "it is a folder",
  ENOTDIR: "part of the path is not a folder",
  EEXIST: "part of the path is not a folder",
};
