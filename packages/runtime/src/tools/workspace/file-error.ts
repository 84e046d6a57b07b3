import { SkillError, type SkillErrorCode } from "@skillwright/core";

/** What a system's refusal means; an error that is none of the system's is handed back as it is. */
export function toFileError(path: string, error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof SkillError || !("code" in error)) return error;
  const reason = String(error.code);
  return new SkillError(codes[reason] ?? "file-unreadable", { path, reason }, { cause: error });
}

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

/** Does something with a file, and says in our words when the system refuses. */
export function attemptOn<Value>(path: string, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    throw toFileError(path, error);
  }
}

/** In errors a file has the name that its caller gave it. */
export function calledAs<Value>(name: string, action: () => Value): Value {
  try {
    return action();
  } catch (error) {
    if (!(error instanceof SkillError)) throw error;
    throw new SkillError(error.code, { ...error.details, path: name }, { cause: error });
  }
}
