/** Whether a path is a folder or lies below it; both absolute and free of `..`. */
export function isInside(folder: string, path: string): boolean {
  return `${path}/`.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}
