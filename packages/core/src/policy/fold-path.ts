/** A path as case-insensitive, Unicode-normalizing file systems compare it. */
export function foldPath(path: string): string {
  if (/^[\x20-\x7e]*$/.test(path)) return path.toLowerCase();
  return path
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toUpperCase()
    .toLowerCase()
    .normalize("NFC");
}
