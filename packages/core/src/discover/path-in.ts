/** Joins a folder, which may be `/` or `C:/`, and a name. */
export function pathIn(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}
