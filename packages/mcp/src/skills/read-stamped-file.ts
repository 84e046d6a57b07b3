import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import type { StampedFile } from "./stamp-skill.ts";

/** Reads a stamped file. It must still have the same length, and no part of its path may be a link. */
export function readStampedFile(fs: FileSystem, directory: string, { path, size }: StampedFile): Uint8Array {
  const file = `${directory}/${path}`;
  const read = fs.read(file, size, { isResolved: true });
  if (read.size === size && read.bytes.length === size) return read.bytes;
  throw new SkillError("skill-invalid", { path: file, reason: "it changed while being read" });
}
