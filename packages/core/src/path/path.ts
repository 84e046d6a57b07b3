/** Paths as text, with `/` as the only separator. Absolute paths start with `/` or, on Windows, with `C:/`. */

/** Whether a path equals a folder or is below it. Compares text: resolve links first where they matter. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(asPrefix(folder));
}

/** Whether a path starts at the root of a disk. */
export function isAbsolutePath(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path);
}

/** Joins a folder, which may be `/` or `C:/`, and a relative path. */
export function joinPath(folder: string, path: string): string {
  return asPrefix(folder) + path;
}

/** A path relative to a folder: `.` for the folder itself, undefined when the path is not inside it. */
export function relativePath(folder: string, path: string): string | undefined {
  if (path === folder) return ".";
  const prefix = asPrefix(folder);
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

/** The parts of a path below a folder; none when the path is not below it. */
export function partsBelow(folder: string, path: string): readonly string[] {
  const prefix = asPrefix(folder);
  return path.startsWith(prefix) && path.length > prefix.length ? path.slice(prefix.length).split("/") : [];
}

/** The last part of a path. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The folder that contains a path; undefined for `/`, `C:/` and a single name. */
export function parentFolder(path: string): string | undefined {
  const slash = path.lastIndexOf("/");
  if (slash === -1 || slash === path.length - 1) return undefined;
  const parent = path.slice(0, slash);
  return parent === "" || parent.endsWith(":") ? `${parent}/` : parent;
}

/** A folder and its parents, innermost first. */
export function foldersUpward(folder: string): readonly string[] {
  const folders: string[] = [];
  for (let at: string | undefined = folder; at !== undefined; at = parentFolder(at)) folders.push(at);
  return folders;
}

function asPrefix(folder: string): string {
  return folder === "" || folder.endsWith("/") ? folder : `${folder}/`;
}
