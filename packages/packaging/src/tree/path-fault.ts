import { packagingLimits } from "../limits.ts";

/** Why a path cannot be written to the same place on every system; undefined if it can. */
export function pathFault(path: string): string | undefined {
  if (path === "" || path.length > packagingLimits.pathCharacters) return "is empty or too long";
  // U+FFFD stands for bytes that were not UTF-8.
  if (!path.isWellFormed() || /[\0-\x1f\x7f-\x9f\ufffd]/.test(path))
    return "contains characters that are not text";
  if (path.startsWith("/") || /[\\:*?"<>|]/.test(path))
    return "is not a relative path that every system can write";
  const parts = path.split("/");
  if (parts.length > packagingLimits.pathDepth)
    return `is more than ${packagingLimits.pathDepth} folders deep`;
  for (const part of parts) {
    const fault = partFault(part);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function partFault(part: string): string | undefined {
  if (part === "..") return "leads out of its folder";
  if (part === "" || part === ".") return "is not a plain path";
  if (part.endsWith(".") || part.endsWith(" ")) return "ends with a dot or a space, which Windows removes";
  if (reservedName.test(part)) return "is a name that Windows reserves";
  // As a key of the list of files in a lock, it would vanish.
  if (part === "__proto__") return "is a name that JavaScript reserves";
  if (shortName.test(part)) return "is a short name under which Windows finds other files";
  if (Buffer.byteLength(part) > 255) return "has a part that is too long";
  // Git would obey such a folder, and digests do not cover it.
  if (foldPath(part) === ".GIT") return "is in a folder that belongs to git";
  return undefined;
}

/** Windows also reserves these names before an extension, and takes superscript digits for digits. */
const reservedName = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])\s*(?:\.|$)/i;

/** `GIT~1` is the folder `.git` there, and `README~1.TXT` may be another file of the package. */
const shortName = /^[^.~]{1,6}~[1-9]\d{0,5}(?:\.[^.]{0,3})?$/;

/**
 * The same text for paths that some file system takes for one: they differ in case, in Unicode normalization or in characters
 * that have no appearance.
 */
export function foldPath(path: string): string {
  // Pure ASCII, nearly every path, needs no tables.
  if (/^[\x20-\x7e]*$/.test(path)) return path.toUpperCase();
  const visible = path.normalize("NFKC").replace(/\p{Default_Ignorable_Code_Point}/gu, "");
  // Twice, since some letters have an upper case only by way of their lower case.
  return visible.toLowerCase().toUpperCase().normalize("NFKC");
}
