import type { Readable } from "node:stream";

/** What a program has written so far. */
export type Captured = { text(): string; truncated(): boolean };

/**
 * Keeps the first bytes of a stream and reads on past them, so that a program that writes much does not stand still.
 * Read as UTF-8; bytes that are none become U+FFFD, and a character that the cut goes through is left out.
 */
export function captureOutput(stream: Readable, maxBytes: number): Captured {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  let dropped = false;
  stream.on("data", (chunk: Buffer) => {
    const kept = chunk.subarray(0, room);
    if (kept.length > 0) chunks.push(kept);
    room -= kept.length;
    dropped ||= kept.length < chunk.length;
  });
  return {
    text: () =>
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks), { stream: dropped }),
    truncated: () => dropped,
  };
}
