import { SkillError } from "@skillwright/core";
import type { FileSystem } from "@skillwright/core/discover";
import { UsageError } from "../command.ts";
import type { Io } from "../io.ts";
import { absolutePath } from "./absolute-path.ts";

/** A numbered line, from 1; without text if it is too long. */
export type Line = { readonly number: number; readonly text: string | undefined };

/** Splits a byte stream into lines, keeping only one in memory. */
export async function* readLines(pieces: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Line> {
  let number = 0;
  let held: Uint8Array[] = [];
  let length = 0;
  const take = (): Line => {
    const text = length > maxBytes ? undefined : Buffer.concat(held).toString("utf8");
    number++;
    held = [];
    length = 0;
    return { number, text };
  };
  const hold = (bytes: Uint8Array): void => {
    length += bytes.length;
    if (length <= maxBytes) held.push(bytes);
  };
  for await (const piece of pieces) {
    let start = 0;
    for (let end = piece.indexOf(newline); end !== -1; end = piece.indexOf(newline, start)) {
      hold(piece.subarray(start, end));
      yield take();
      start = end + 1;
    }
    if (start < piece.length) hold(piece.subarray(start));
  }
  if (length > 0) yield take();
}

const newline = 0x0a;

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
