import fc from "fast-check";
import { expect, test } from "vitest";
import { sandboxLimits } from "../limits.ts";
import { createFrameReader, encodeFrame, type Frame, type FrameType, frameTypes } from "./frame.ts";

type Message = { readonly frame: Frame; readonly bytes: string };

/** Reads pieces as they come; `accepted` is false once one was refused. */
function read(pieces: readonly Buffer[]): {
  readonly messages: readonly Message[];
  readonly accepted: boolean;
} {
  const messages: Message[] = [];
  const accept = createFrameReader(
    (frame, bytes) => messages.push({ frame, bytes: bytes.toString("latin1") }) > 0,
  );
  return { accepted: pieces.every((piece) => accept(piece)), messages };
}

const header = (type: number, size: number): Buffer => {
  const buffer = encodeFrame({ type: "open", id: 1, size });
  buffer.writeUInt8(type, 0);
  return buffer;
};

test("messages survive the encoding, however the bytes are split", () => {
  const message = fc.record({
    type: fc.constantFrom<FrameType>(...frameTypes),
    id: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    bytes: fc.string({ unit: "binary-ascii", minLength: 1, maxLength: 300 }),
  });
  fc.assert(
    fc.property(
      fc.array(message),
      fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1 }),
      (sent, cuts) => {
        const expected = sent.map(({ type, id, bytes }) => ({
          frame: { type, id, size: type === "data" || type === "credit" ? bytes.length : 0 },
          bytes: type === "data" ? bytes : "",
        }));
        let wire = Buffer.concat(
          expected.flatMap(({ frame, bytes }) => [encodeFrame(frame), Buffer.from(bytes, "latin1")]),
        );
        const pieces: Buffer[] = [];
        for (let at = 0; wire.length > 0; at += 1) {
          const size = cuts[at % cuts.length] ?? 1;
          pieces.push(wire.subarray(0, size));
          wire = wire.subarray(size);
        }
        expect(read(pieces)).toEqual({ messages: expected, accepted: true });
      },
    ),
  );
});

test.each([
  ["an unknown type", header(frameTypes.length, 0)],
  ["another unknown type", header(255, 0)],
  ["data without bytes", header(frameTypes.indexOf("data"), 0)],
  ["more data than a message holds", header(frameTypes.indexOf("data"), sandboxLimits.networkFrameBytes + 1)],
  ["data of four gigabytes", header(frameTypes.indexOf("data"), 2 ** 32 - 1)],
  ["a credit of nothing", header(frameTypes.indexOf("credit"), 0)],
  ["a credit beyond the window", header(frameTypes.indexOf("credit"), sandboxLimits.networkWindowBytes + 1)],
  ["an open with a size", header(frameTypes.indexOf("open"), 1)],
  ["a reset with a size", header(frameTypes.indexOf("reset"), 1)],
])("T18: %s is not a message", (_what, bytes) => {
  expect(read([bytes])).toEqual({ messages: [], accepted: false });
});

test("the largest message is one", () => {
  const size = sandboxLimits.networkFrameBytes;
  const bytes = "x".repeat(size);
  const frame: Frame = { type: "data", id: 7, size };
  expect(read([encodeFrame(frame), Buffer.from(bytes)])).toEqual({
    messages: [{ frame, bytes }],
    accepted: true,
  });
});

test("nothing is read past a rejected message", () => {
  const seen: number[] = [];
  const accept = createFrameReader(({ id }) => {
    seen.push(id);
    return id !== 2;
  });
  const frames = [1, 2, 3].map((id) => encodeFrame({ type: "open", id, size: 0 }));
  expect(accept(Buffer.concat(frames))).toBe(false);
  expect(seen).toEqual([1, 2]);
});
