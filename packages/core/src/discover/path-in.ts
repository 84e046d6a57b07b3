/** The path of something in a folder, which may be `/` or `C:/`. */
export function pathIn(folder: string, name: string): string {
  return folder.endsWith("/") ? folder + name : `${folder}/${name}`;
}
