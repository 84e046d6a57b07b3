import { SkillError } from "../error.ts";

type FileErrorCode = "file-missing" | "file-not-regular" | "file-forbidden" | "file-is-link";

const codes: Readonly<Record<string, FileErrorCode>> = {
  ENOENT: "file-missing",
  ENOTDIR: "file-missing",
  EISDIR: "file-not-regular",
  // Linux's error for opening a socket, or a pipe without a reader.
  ENXIO: "file-not-regular",
  EACCES: "file-forbidden",
  EPERM: "file-forbidden",
  EROFS: "file-forbidden",
  ELOOP: "file-is-link",
};

/** Causes that a user can do something about, in words. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "your quota on the disk is used up",
};

/** Turns a system error into a `SkillError`; other errors are returned unchanged. */
export function toFileError(path: string, error: unknown): unknown {
  if (error instanceof SkillError) return error;
  const code = systemCode(error);
  if (code === undefined) return error;
  return new SkillError(
    codes[code] ?? "file-unreadable",
    { path, reason: reasons[code] ?? code },
    { cause: error },
  );
}

/** Runs an action on a file and throws system errors as `SkillError`s. */
export function attemptOn<Value>(path: string, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    throw toFileError(path, error);
  }
}

/** The system's error code, such as ENOENT. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/**
 * Runs an action on files and returns undefined when the file system refuses it: paths come from skills and may be too
 * long, looping or forbidden. Bugs still throw.
 */
export function attempt<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof SkillError) return undefined;
    throw error;
  }
}
