import { Inflate } from "fflate";

export type Inflated = {
  readonly bytes: Uint8Array;
  /** It would go on past the limit, or its content breaks off or makes no sense. */
  readonly fault?: "too-large" | "damaged";
};

/** Small enough that one step of a bomb makes at most 4 MB. */
const step = 4096;
/** Steps in a row without output after which nothing more comes: the longest stored block takes 16. */
const idleSteps = 20;

/** Inflates a raw deflate stream up to a number of bytes. What follows the stream is ignored; a broken one gives what came before. */
export function inflateAtMost(raw: Uint8Array, limit: number): Inflated {
  const chunks: Uint8Array[] = [];
  let length = 0;
  let idle = 0;
  const inflate = new Inflate((chunk) => {
    if (chunk.length === 0) return;
    chunks.push(chunk);
    length += chunk.length;
    idle = 0;
  });
  try {
    for (let at = 0; at < raw.length && length <= limit && idle++ < idleSteps; at += step)
      inflate.push(raw.subarray(at, at + step));
  } catch (error) {
    // The library has no errors of its own: all it throws is about the data.
    if (error instanceof Error) return { bytes: join(chunks, Math.min(length, limit)), fault: "damaged" };
    throw error;
  }
  const bytes = join(chunks, Math.min(length, limit));
  return length > limit ? { bytes, fault: "too-large" } : { bytes };
}

/** The same for a stream with a zlib header, as PDF and PNG have it. */
export function inflateZlib(bytes: Uint8Array, limit: number): Inflated {
  const hasHeader = ((bytes[0] ?? 0) & 0x0f) === 8 && (((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0)) % 31 === 0;
  return inflateAtMost(hasHeader ? bytes.subarray(2) : bytes, limit);
}

/** Longest name or comment of a gzip header that is skipped. */
const headerField = 4096;
/** Parts that one gzip file is joined from. */
const mostMembers = 16;

/** The content of a gzip file with all its members. */
export function gunzipAtMost(bytes: Uint8Array, limit: number): Inflated {
  const parts: Uint8Array[] = [];
  let room = limit;
  let start = 0;
  for (let member = 0; member < mostMembers; member++) {
    const dataStart = afterHeader(bytes, start);
    if (dataStart === undefined) return { bytes: join(parts, limit - room), fault: "damaged" };
    const inflated = inflateAtMost(bytes.subarray(dataStart), room);
    parts.push(inflated.bytes);
    room -= inflated.bytes.length;
    if (inflated.fault !== undefined) return { bytes: join(parts, limit - room), fault: inflated.fault };
    const next = nextMember(bytes, dataStart, inflated.bytes.length);
    if (next === undefined) break;
    start = next;
  }
  const content = join(parts, limit - room);
  const isWhole = sizeBefore(bytes, bytes.length) === (parts.at(-1)?.length ?? 0);
  // Tapes and some programs fill up with zeros.
  const isPadded = bytes.subarray(-8).every((byte) => byte === 0);
  return isWhole || isPadded ? { bytes: content } : { bytes: content, fault: "damaged" };
}

/** Where the compressed data of a member starts. */
function afterHeader(bytes: Uint8Array, start: number): number | undefined {
  const flags = bytes[start + 3] ?? 0;
  let at = start + 10;
  if ((flags & 4) !== 0) at += 2 + ((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
  for (const flag of [8, 16]) {
    if ((flags & flag) === 0) continue;
    const end = bytes.subarray(at, at + headerField).indexOf(0);
    if (end === -1) return undefined;
    at += end + 1;
  }
  if ((flags & 2) !== 0) at += 2;
  return at < bytes.length ? at : undefined;
}

/** A member starts after the size of the one before it. */
function nextMember(bytes: Uint8Array, from: number, size: number): number | undefined {
  for (let at = bytes.indexOf(0x1f, from); at !== -1; at = bytes.indexOf(0x1f, at + 1))
    if (bytes[at + 1] === 0x8b && bytes[at + 2] === 8 && sizeBefore(bytes, at) === size) return at;
  return undefined;
}

function sizeBefore(bytes: Uint8Array, end: number): number {
  if (end < 4) return -1;
  return new DataView(bytes.buffer, bytes.byteOffset + end - 4, 4).getUint32(0, true);
}

function join(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = chunks;
  if (chunks.length === 1 && first !== undefined) return first.subarray(0, length);
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    const part = chunk.subarray(0, length - at);
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
