import { limits } from "../limits.ts";

/** Paths that document e's tools answer: one level deep, in three folders. */
const oneLevelPath = /^(?:scripts|references|assets)\/[^/]+$/;

/** Whether a path names a file of a skill that may be shown: relative, plain, and through no hidden folder. */
export function isFilePath(path: string, options: { readonly oneLevel?: boolean } = {}): boolean {
  if (path.length > limits.filePathLength || !path.isWellFormed()) return false;
  // A backslash separates on Windows, a drive or stream begins with a colon there, and a NUL ends a path for C.
  if (/[\p{Cc}\\:]/u.test(path)) return false;
  if (path.split("/").some((part) => part === "" || part.startsWith("."))) return false;
  return !options.oneLevel || oneLevelPath.test(path);
}
