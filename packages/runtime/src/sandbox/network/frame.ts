import { sandboxLimits } from "../limits.ts";

/**
 * One message on the pipe between the bridge and us. Bytes follow on `data` only, `size` of them; for `credit`, `size` is how
 * much more the other side may send; else it is 0.
 */
export type Frame = { readonly type: FrameType; readonly id: number; readonly size: number };
export type FrameType = (typeof frameTypes)[number];

/** A type's place in this list is its number on the pipe. */
export const frameTypes = ["open", "data", "credit", "end", "reset"] as const;

/** What a message counts for besides its bytes, so that a flood of tiny ones is as bounded as their sum. */
export const frameCost = 512;

/** The type in one byte, the connection in four, the size in four. */
const headerBytes = 9;

export function encodeFrame({ type, id, size }: Frame): Buffer {
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt8(frameTypes.indexOf(type), 0);
  header.writeUInt32BE(id, 1);
  header.writeUInt32BE(size, 5);
  return header;
}

/**
 * Puts messages together from a stream of bytes, each with bytes of its own: parts of what was read together would keep
 * all of it in memory. Answers `false` once something came that is no message, or that `receive` refused.
 */
export function createFrameReader(
  receive: (frame: Frame, bytes: Buffer) => boolean,
): (chunk: Buffer) => boolean {
  const header = createFiller(headerBytes);
  let frame: Frame | undefined;
  let body = createFiller(0);
  return (chunk) => {
    let rest = chunk;
    while (rest.length > 0) {
      if (!frame) {
        rest = header.fill(rest);
        if (!header.isFull()) return true;
        frame = decodeHeader(header.take());
        if (!frame) return false;
        body = createFiller(frame.type === "data" ? frame.size : 0);
      }
      rest = body.fill(rest);
      if (!body.isFull()) return true;
      if (!receive(frame, body.take())) return false;
      frame = undefined;
    }
    return true;
  };
}

type Filler = { fill(bytes: Buffer): Buffer; isFull(): boolean; take(): Buffer };

/** Takes what it has room for, and gives back the rest. */
function createFiller(size: number): Filler {
  // Not from Node's pool: a piece of that would keep all of it.
  const buffer = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  return {
    fill: (bytes) => {
      const copied = bytes.copy(buffer, filled);
      filled += copied;
      return bytes.subarray(copied);
    },
    isFull: () => filled === size,
    take: () => {
      filled = 0;
      return buffer;
    },
  };
}

const largest: Readonly<Record<FrameType, number>> = {
  open: 0,
  data: sandboxLimits.networkFrameBytes,
  credit: sandboxLimits.networkWindowBytes,
  end: 0,
  reset: 0,
};

function decodeHeader(header: Buffer): Frame | undefined {
  const type = frameTypes[header.readUInt8(0)];
  const size = header.readUInt32BE(5);
  if (!type || size > largest[type] || (size === 0) !== (largest[type] === 0)) return undefined;
  return { type, id: header.readUInt32BE(1), size };
}
