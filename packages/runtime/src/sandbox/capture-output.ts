import type { Readable } from "node:stream";

/** Output captured so far. */
export type Captured = {
  text(): string;
  /** Whether output was dropped or may be missing. */
  truncated(): boolean;
  /** Whether the listener is still processing the last chunk. */
  held(): boolean;
  /** Resolves when everything has been read and processed, or when the stream closes early. */
  readonly done: Promise<void>;
};

/** Receives output as it arrives. */
export type Listener = {
  readonly hear: (bytes: Uint8Array) => Promise<void> | void;
  /** Called once when `hear` fails; the listener gets no more output after that. */
  readonly fail: (error: unknown) => void;
};

/**
 * Keeps the first `maxBytes` of a stream and drains the rest, so that a listener gets all of it and a chatty
 * program never blocks. Decodes UTF-8: invalid bytes become U+FFFD, and a character cut at the limit is
 * dropped.
 */
export function captureOutput(stream: Readable, maxBytes: number, listener?: Listener): Captured {
  const chunks: Buffer[] = [];
  let room = maxBytes;
  let dropped = false;
  let held = false;
  let listening = listener;
  const keep = async (chunk: Buffer): Promise<void> => {
    const kept = chunk.subarray(0, room);
    room -= kept.length;
    dropped ||= kept.length < chunk.length;
    if (kept.length > 0) chunks.push(kept);
    if (!listening) return;
    held = true;
    try {
      await listening.hear(chunk);
    } catch (error) {
      listening.fail(error);
      listening = undefined;
    }
    held = false;
  };
  return {
    text: () =>
      new TextDecoder("utf-8", { ignoreBOM: true }).decode(Buffer.concat(chunks), { stream: dropped }),
    truncated: () => dropped || (held && !stream.readableEnded),
    held: () => held,
    done: readAll(stream, keep),
  };
}

/**
 * Waits for each chunk to be processed before reading the next. Pausing would not work: Node resumes output
 * when the program exits.
 */
async function readAll(stream: Readable, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  try {
    for await (const chunk of stream) await take(chunk);
  } catch {
    // We closed the stream while a process still held it open.
  }
}
