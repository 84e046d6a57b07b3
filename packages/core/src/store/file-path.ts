import { limits } from "../limits.ts";

/** Paths that VibeTavern's tools accept: one level deep, in three folders. */
const oneLevelPath = /^(?:scripts|references|assets)\/[^/]+$/;

/** Whether a path may name a readable file of a skill: relative, plain, and not in a hidden folder. */
export function isFilePath(path: string, options: { readonly oneLevel?: boolean } = {}): boolean {
  if (path.length > limits.filePathLength || !path.isWellFormed()) return false;
  // On Windows a backslash is a separator and a colon marks a drive or stream; in C a NUL ends a path.
  if (/[\p{Cc}\\:]/u.test(path)) return false;
  if (path.split("/").some((part) => part === "" || part.startsWith("."))) return false;
  return !options.oneLevel || oneLevelPath.test(path);
}
