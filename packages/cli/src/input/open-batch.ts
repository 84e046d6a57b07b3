import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { UsageError } from "../command.ts";
import type { Io } from "../io.ts";
import { absolutePath } from "./absolute-path.ts";
import { type Line, readLines } from "./read-lines.ts";

export const maxLineBytes = 1_048_576;

/** The lines of a JSON Lines file, or of standard input for `-`. Also reads pipes such as `<(…)`. */
export function openBatch(fs: FileSystem, file: string, io: Io): AsyncIterable<Line> {
  if (file === "-") return readLines(io.stream(undefined), maxLineBytes);
  const path = absolutePath(file, io.cwd, io.place.home);
  const found = fs.stat(path);
  if (!found) throw new SkillError("file-missing", { path: file });
  if (found.kind === "directory")
    throw new UsageError(`--batch requires a JSON Lines file; ${file} is a directory.`);
  return readLines(io.stream(path), maxLineBytes);
}
