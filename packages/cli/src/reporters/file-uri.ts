import { isAbsolute, normalize, sep } from "node:path";
import { pathToFileURL } from "node:url";

/** A path as a URI: relative ones stay relative, so that reports mean the same on every machine. */
export function toFileUri(path: string): string {
  if (isAbsolute(path)) return pathToFileURL(path).href;
  // A colon in the first folder would read as a scheme, so everything but letters, digits and -_.!~*'() is encoded.
  return normalize(path)
    .split(sep)
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
}
