import type { Readable } from "node:stream";

/** What a program has written so far. */
export type Captured = {
  text(): string;
  /** Whether some of it was dropped, or may be missing. */
  truncated(): boolean;
  /** Whether a listener has not taken in yet what it heard last. */
  held(): boolean;
  /** When all has been read and heard, or the stream was closed before. */
  readonly done: Promise<void>;
};

/** Who hears the output as it comes. */
export type Listener = {
  readonly hear: (bytes: Uint8Array) => Promise<void> | void;
  /** Told when hearing fails; nothing more is then heard. */
  readonly fail: (error: unknown) => void;
};

/**
 * Keeps the first bytes of a stream and reads on past them: a listener hears all of it, and a program that writes much does
 * not stand still. Read as UTF-8; bytes that are none become U+FFFD, and a character that the cut goes through is left out.
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

/** Reads on only when the last piece has been dealt with. Pausing would not do: Node resumes output when its program ends. */
async function readAll(stream: Readable, take: (chunk: Buffer) => Promise<void>): Promise<void> {
  try {
    for await (const chunk of stream) await take(chunk);
  } catch {
    // Closed by us while somebody held on to it.
  }
}
