import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { UsageError } from "../command.ts";
import type { Io } from "../io.ts";
import { absolutePath } from "./absolute-path.ts";
import { type Line, readLines } from "./read-lines.ts";

/** Longest line of a batch; a request of that size is no request. */
export const maxLineBytes = 1_048_576;

/** The lines of a file of JSON lines, or of standard input for `-`. What a shell hands over as `<(…)` can be read, too. */
export function openBatch(fs: FileSystem, file: string, io: Io): AsyncIterable<Line> {
  if (file === "-") return readLines(io.stream(undefined), maxLineBytes);
  const path = absolutePath(file, io.cwd, io.place.home);
  const found = fs.stat(path);
  if (!found) throw new SkillError("file-missing", { path: file });
  if (found.kind === "directory")
    throw new UsageError(`--batch wants a file of JSON lines; ${file} is a folder.`);
  return readLines(io.stream(path), maxLineBytes);
}
