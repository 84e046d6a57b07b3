import { resolve, sep } from "node:path";

/** Resolves a path against a folder, with `/` separators; `~/` is the home folder. */
export function absolutePath(path: string, folder: string, home: string): string {
  const expanded = path === "~" || path.startsWith("~/") ? home + path.slice(1) : path;
  return resolve(folder, expanded).split(sep).join("/");
}
