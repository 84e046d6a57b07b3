import { readSync, writeSync } from "node:fs";
import { SkillError } from "@skillwright/core";
import type { Io } from "./io.ts";

type ReadInput = Io["readInput"];

/** Writes synchronously until everything is out. */
export function writeAtOnce(descriptor: number, text: string | Uint8Array): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
}

/** Reads standard input synchronously, slightly past `maxBytes` at most; `goOn` reads the rest from a non-blocking pipe. */
export async function readAtOnce(maxBytes: number, goOn: ReadInput): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for (let length = 0; length <= maxBytes; ) {
    const chunk = Buffer.allocUnsafe(65_536);
    const count = readChunk(chunk);
    // Another process may have made the pipe non-blocking.
    if (count === undefined) return Buffer.concat([...chunks, await goOn(maxBytes)]);
    if (count === 0) break;
    chunks.push(chunk.subarray(0, count));
    length += count;
  }
  return Buffer.concat(chunks);
}

/** Undefined if nothing is available yet. */
function readChunk(chunk: Buffer): number | undefined {
  try {
    return readSync(0, chunk);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "EAGAIN") return undefined;
    // Windows reports the end of a pipe like this.
    if (code === "EOF") return 0;
    throw new SkillError(
      "file-unreadable",
      { path: "standard input", reason: String(code) },
      { cause: error },
    );
  }
}
