/** Whether a path is a folder or lies in it. Both are absolute, without `..` and links. */
export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}
