import { once } from "node:events";
import { type Duplex, duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { sandboxLimits } from "../limits.ts";
import { demultiplex } from "./demultiplex.ts";
import { createFrameReader, encodeFrame, type Frame, type FrameType, frameCost } from "./frame.ts";
import { until } from "./test-egress.ts";

type Pipe = {
  readonly opened: Duplex[];
  readonly received: Frame[];
  readonly far: Duplex;
  readonly near: Duplex;
  send(type: FrameType, id: number, content?: Buffer | number): void;
};

/** A pipe with us at one end and the test in the bridge's place at the other. */
function openPipe(idleMs = 60_000): Pipe {
  const [near, far] = duplexPair();
  const opened: Duplex[] = [];
  const received: Frame[] = [];
  demultiplex(near, { accept: (connection) => opened.push(connection), idleMs });
  far.on(
    "data",
    createFrameReader((frame) => received.push(frame) > 0),
  );
  far.on("error", () => {});
  const send: Pipe["send"] = (type, id, content = 0) => {
    const bytes = typeof content === "number" ? undefined : content;
    far.write(encodeFrame({ type, id, size: typeof content === "number" ? content : content.length }));
    if (bytes) far.write(bytes);
  };
  return { opened, received, far, near, send };
}

async function openOne(pipe: Pipe, id = 1): Promise<Duplex> {
  const at = pipe.opened.length;
  pipe.send("open", id);
  await until(() => pipe.opened.length > at);
  const stream = pipe.opened[at];
  if (!stream) throw new Error("not opened");
  return stream;
}

const bytesOf = (frames: readonly Frame[]): number =>
  frames.reduce((sum, { type, size }) => sum + (type === "data" ? size : 0), 0);

test("bytes flow in both directions, and both ends close", async () => {
  const pipe = openPipe();
  const stream = await openOne(pipe);
  pipe.send("data", 1, Buffer.from("hello"));
  expect(String((await once(stream, "data"))[0])).toBe("hello");
  stream.end("bye");
  pipe.send("end", 1);
  await once(stream, "close");
  expect(pipe.received).toEqual([
    { type: "data", id: 1, size: 3 },
    { type: "end", id: 1, size: 0 },
  ]);
});

test("a program that does not read gets one window and no more, until it grants more", async () => {
  const pipe = openPipe();
  const stream = await openOne(pipe);
  const total = 4 * sandboxLimits.networkWindowBytes;
  stream.end(Buffer.alloc(total));
  const spent = (): number => pipe.received.reduce((sum, { size }) => sum + size + frameCost, 0);
  await until(() => spent() === sandboxLimits.networkWindowBytes);
  expect(stream.writableFinished).toBe(false);
  while (bytesOf(pipe.received) < total) {
    const before = spent();
    pipe.send("credit", 1, 50_000);
    await until(() => spent() === before + 50_000 || bytesOf(pipe.received) === total);
  }
  await until(() => pipe.received.at(-1)?.type === "end");
  expect(bytesOf(pipe.received)).toBe(total);
});

test("the program is granted more as its bytes are read, and not before", async () => {
  const pipe = openPipe();
  const stream = await openOne(pipe);
  const size = sandboxLimits.networkFrameBytes - frameCost;
  pipe.send("data", 1, Buffer.alloc(size));
  pipe.send("data", 1, Buffer.alloc(size));
  pipe.send("open", 2);
  await until(() => pipe.opened.length === 2);
  expect(pipe.received).toEqual([]);
  stream.resume();
  await until(() => pipe.received.length === 2);
  expect(pipe.received).toEqual([
    { type: "credit", id: 1, size: sandboxLimits.networkFrameBytes },
    { type: "credit", id: 1, size: sandboxLimits.networkFrameBytes },
  ]);
});

test("a connection that the program aborts is closed here, and one that breaks here is reported to it", async () => {
  const pipe = openPipe();
  const first = await openOne(pipe, 1);
  const second = await openOne(pipe, 2);
  pipe.send("reset", 1);
  await once(first, "close");
  second.destroy();
  await until(() => pipe.received.some(({ type, id }) => type === "reset" && id === 2));
  pipe.send("data", 2, Buffer.from("late"));
  pipe.send("end", 1);
  await openOne(pipe, 3);
  expect(pipe.near.destroyed).toBe(false);
});

test("an idle connection is closed", async () => {
  const pipe = openPipe(20);
  const stream = await openOne(pipe);
  await once(stream, "close");
  await until(() => pipe.received.length > 0);
  expect(pipe.received).toEqual([{ type: "reset", id: 1, size: 0 }]);
});

test("all connections end with the pipe", async () => {
  const pipe = openPipe();
  const streams = [await openOne(pipe, 1), await openOne(pipe, 2)];
  pipe.far.destroy();
  pipe.near.destroy();
  await until(() => streams.every((stream) => stream.destroyed));
  const ended = openPipe();
  const stream = await openOne(ended);
  ended.far.end();
  await once(stream, "close");
  expect(ended.near.destroyed).toBe(true);
});
