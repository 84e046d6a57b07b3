import { SkillError, type SkillErrorCode } from "../error.ts";

const codes: Readonly<Record<string, SkillErrorCode>> = {
  ENOENT: "file-missing",
  ENOTDIR: "file-missing",
  EISDIR: "file-not-regular",
  // What Linux answers to opening a socket, or a pipe without a reader.
  ENXIO: "file-not-regular",
  EACCES: "file-forbidden",
  EPERM: "file-forbidden",
  EROFS: "file-forbidden",
  ELOOP: "file-is-link",
};

/** What a system's refusal means in our words; an error that is none of the system's is handed back as it is. */
export function toFileError(path: string, error: unknown): unknown {
  if (error instanceof SkillError) return error;
  const code = systemCode(error);
  if (code === undefined) return error;
  return new SkillError(codes[code] ?? "file-unreadable", { path, reason: code }, { cause: error });
}

/** Does something with a file, and says in our words when the system refuses. */
export function attemptOn<Value>(path: string, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    throw toFileError(path, error);
  }
}

/** The system's name for what went wrong, such as ENOENT. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
