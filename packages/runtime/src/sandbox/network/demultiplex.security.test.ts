import { type Duplex, duplexPair } from "node:stream";
import fc from "fast-check";
import { expect, test } from "vitest";
import { sandboxLimits } from "../limits.ts";
import { demultiplex } from "./demultiplex.ts";
import { encodeFrame, type FrameType, frameCost } from "./frame.ts";
import { until } from "./test-egress.ts";

type Attack = { readonly far: Duplex; readonly near: Duplex; readonly opened: Duplex[] };

function attack(idleMs = 60_000): Attack {
  const [near, far] = duplexPair();
  const opened: Duplex[] = [];
  demultiplex(near, { accept: (connection) => opened.push(connection), idleMs });
  far.on("error", () => {});
  return { near, far, opened };
}

const frame = (type: FrameType, id: number, size = 0): Buffer =>
  Buffer.concat([encodeFrame({ type, id, size }), Buffer.alloc(type === "data" ? size : 0)]);
const open = frame("open", 1);
const full = frame("data", 1, sandboxLimits.networkFrameBytes);
const tiny = frame("data", 1, 1);

test.each([
  ["noise", Buffer.from("GET / HTTP/1.1\r\n\r\n")],
  ["a connection opened twice", Buffer.concat([open, open])],
  ["a connection opened backwards", Buffer.concat([frame("open", 5), frame("open", 4)])],
  ["a connection zero", frame("open", 0)],
  ["bytes for a connection that never was", frame("data", 9, 10)],
  ["credit for a connection that never was", frame("credit", 9, 10)],
  ["bytes after the end", Buffer.concat([open, frame("end", 1), tiny])],
  ["two ends", Buffer.concat([open, frame("end", 1), frame("end", 1)])],
  ["more bytes than the window", Buffer.concat([open, full, full, full])],
  [
    "more tiny messages than the window",
    Buffer.concat([open, ...Array(sandboxLimits.networkWindowBytes / frameCost + 1).fill(tiny)]),
  ],
  ["credit for unused bytes", Buffer.concat([open, frame("credit", 1, 1)])],
])("T18: %s closes the pipe", async (_what, bytes) => {
  const { near, far, opened } = attack();
  far.write(bytes);
  await until(() => near.destroyed && opened.every((stream) => stream.destroyed));
});

test("T18: connections past the limit are rejected, and the others survive", async () => {
  const { near, far, opened } = attack();
  const answers: Buffer[] = [];
  far.on("data", (chunk: Buffer) => answers.push(chunk));
  for (let id = 1; id <= sandboxLimits.networkConnections + 3; id += 1) far.write(frame("open", id));
  await until(() => Buffer.concat(answers).length === 27);
  const past = [1, 2, 3].map((more) => frame("reset", sandboxLimits.networkConnections + more));
  expect(Buffer.concat(answers)).toEqual(Buffer.concat(past));
  expect(opened).toHaveLength(sandboxLimits.networkConnections);
  expect([near.destroyed, opened.some((stream) => stream.destroyed)]).toEqual([false, false]);
});

test("T18: endless opening and closing is rejected at some point", async () => {
  const { far, opened } = attack();
  far.resume();
  for (let id = 1; id <= sandboxLimits.networkRequests + 100; id += 1)
    far.write(Buffer.concat([frame("open", id), frame("reset", id)]));
  await until(() => far.writableLength === 0);
  expect(opened).toHaveLength(sandboxLimits.networkRequests);
});

test("T18: a peer that does not read is not read either", async () => {
  const { near, far, opened } = attack();
  for (let id = 1; id <= sandboxLimits.networkConnections; id += 1) far.write(frame("open", id));
  await until(() => opened.length === sandboxLimits.networkConnections);
  for (let id = 1; id <= 50_000; id += 1) far.write(frame("open", sandboxLimits.networkConnections + id));
  await until(() => near.isPaused());
  expect(near.writableLength).toBeLessThan(2 * near.writableHighWaterMark + sandboxLimits.networkFrameBytes);
  far.resume();
  await until(() => far.writableLength === 0);
  expect(near.destroyed).toBe(false);
});

test("T18: garbage neither throws nor opens more than the limit", async () => {
  const noise = fc.array(
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(fc.constantFrom<FrameType>("open", "data", "credit", "end", "reset"), fc.nat(6), fc.nat(2000))
        .map(([type, id, size]) => frame(type, id, type === "data" || type === "credit" ? size : 0)),
    ),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(noise, async (pieces) => {
      const { far, near, opened } = attack();
      far.resume();
      for (const piece of pieces) far.write(piece);
      far.end();
      await until(() => near.destroyed && opened.every((stream) => stream.destroyed));
      expect(opened.length).toBeLessThanOrEqual(6);
    }),
    { numRuns: 60 },
  );
});
