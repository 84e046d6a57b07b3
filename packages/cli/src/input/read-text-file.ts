import { SkillError } from "@skillwright/core";
import { createNodeFileSystem } from "@skillwright/core/node";
import { decodeUtf8 } from "@skillwright/core/text";

/** Reads a text file given by the user. */
export function readTextFile(path: string, maxBytes: number): string {
  const fs = createNodeFileSystem();
  const real = fs.realPath(path) ?? path;
  const refuse = (reason: string): SkillError => new SkillError("config-invalid", { path, reason });
  const found = fs.stat(real);
  if (found !== undefined && found.kind !== "file") throw refuse("it is not a regular file.");
  const { bytes, size } = fs.read(real, maxBytes);
  if (size > maxBytes) throw refuse(`it is larger than ${maxBytes} bytes.`);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw refuse("it is not UTF-8 text.");
  return text;
}
