import { SkillError } from "@skillwright/core";
import { codeOf } from "./process-identity.ts";

/** Why a log cannot be written, from what the system said; errors of another origin are bugs and pass. */
export function toAuditFailure(path: string, error: unknown): unknown {
  const code = codeOf(error);
  if (error instanceof SkillError || code === undefined) return error;
  return new SkillError("audit-unavailable", { path, reason: reasons[code] ?? code }, { cause: error });
}

const full = "there is no space left";
const forbidden = "this user may not write there";

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: full,
  EDQUOT: full,
  EFBIG: full,
  EACCES: forbidden,
  EPERM: forbidden,
  EROFS: forbidden,
  ELOOP: "it is a link, which is not followed",
  EISDIR: "it is a folder",
  ENOTDIR: "a part of the path is no folder",
  EEXIST: "a part of the path is no folder",
};
