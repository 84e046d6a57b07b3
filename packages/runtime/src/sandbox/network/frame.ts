import { sandboxLimits } from "../limits.ts";

/**
 * One message on the pipe between the bridge and us. Only `data` is followed by bytes, `size` of them; for
 * `credit`, `size` is how much more the other side may send; otherwise it is 0.
 */
export type Frame = { readonly type: FrameType; readonly id: number; readonly size: number };
export type FrameType = (typeof frameTypes)[number];

/** The index of a type is its number on the pipe. */
export const frameTypes = ["open", "data", "credit", "end", "reset"] as const;

/** The cost of a message besides its bytes, so that a flood of tiny ones is limited too. */
export const frameCost = 512;

/** One byte for the type, four for the connection, four for the size. */
const headerBytes = 9;

export function encodeFrame({ type, id, size }: Frame): Buffer {
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt8(frameTypes.indexOf(type), 0);
  header.writeUInt32BE(id, 1);
  header.writeUInt32BE(size, 5);
  return header;
}

/**
 * Assembles messages from chunks, each with its own copy of its bytes: a slice would keep the whole chunk in
 * memory. Returns `false` after an invalid message or one that `receive` refused.
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

/** Takes what fits and returns the rest. */
function createFiller(size: number): Filler {
  // Not from Node's pool: a slice would keep the whole pool alive.
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
