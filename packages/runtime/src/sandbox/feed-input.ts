import { Readable, type Writable } from "node:stream";
import type { RunRequest } from "./sandbox.ts";

/**
 * Gives a program its input and closes it. Reads no more than the program takes, and lets go of the input when the
 * program has ended or closed its end, however much is left.
 */
export function feedInput(sink: Writable, input: RunRequest["stdin"], fail: (error: unknown) => void): void {
  // A program may end, or close its input, before it has read it all.
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
