import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import type { StampedFile } from "./stamp-skill.ts";

/** All bytes of a file that has been looked at. It must still be as long, and no part of the way to it a link. */
export function readStampedFile(fs: FileSystem, directory: string, { path, size }: StampedFile): Uint8Array {
  const file = `${directory}/${path}`;
  const read = fs.read(file, size, { isResolved: true });
  if (read.size === size && read.bytes.length === size) return read.bytes;
  throw new SkillError("skill-invalid", { path: file, reason: "it changed while it was read" });
}
