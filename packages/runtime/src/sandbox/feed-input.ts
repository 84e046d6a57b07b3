import { Readable, type Writable } from "node:stream";
import type { RunRequest } from "./sandbox.ts";

/**
 * Writes a program's input and closes it. Reads no more than the program consumes, and stops when the program
 * exits or closes its end.
 */
export function feedInput(sink: Writable, input: RunRequest["stdin"], fail: (error: unknown) => void): void {
  // A program may exit or close its input before reading all of it.
  sink.on("error", () => {});
  if (input === undefined || typeof input === "string") {
    sink.end(input ?? "");
    return;
  }
  const source = Readable.from(input);
  source.on("error", fail);
  sink.on("close", () => source.destroy());
  source.pipe(sink);
}
