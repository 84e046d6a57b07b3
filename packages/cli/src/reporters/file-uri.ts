import { isAbsolute, normalize, sep } from "node:path";
import { pathToFileURL } from "node:url";

/** A path as a URI. Relative paths stay relative, so that reports are the same on every machine. */
export function toFileUri(path: string): string {
  if (isAbsolute(path)) return pathToFileURL(path).href;
  // A colon in the first segment would read as a scheme, so encode everything but letters, digits and -_.!~*'().
  return normalize(path)
    .split(sep)
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
}
