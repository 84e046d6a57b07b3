import type { Duplex } from "node:stream";
import { sandboxLimits } from "../limits.ts";
import { createFrameReader, encodeFrame, type Frame } from "./frame.ts";
import { createProgramConnection, type ProgramConnection, type SendFrame } from "./program-connection.ts";

export type DemultiplexOptions = {
  /** Called for each connection that the program opens. */
  readonly accept: (connection: Duplex) => void;
  readonly idleMs: number;
};

/**
 * Splits the pipe into streams, one per connection. The other end may be hostile: the first frame that the
 * bridge would not send closes the pipe and ends all connections.
 */
export function demultiplex(channel: Duplex, { accept, idleMs }: DemultiplexOptions): void {
  const connections = new Map<number, ProgramConnection>();
  let last = 0;
  let opened = 0;
  const open = (id: number): boolean => {
    if (id <= last) return false;
    last = id;
    opened += 1;
    const send = sender(channel, id);
    const isTooMany =
      connections.size >= sandboxLimits.networkConnections || opened > sandboxLimits.networkRequests;
    if (isTooMany) send({ type: "reset" });
    else {
      const connection = createProgramConnection({ send, idleMs, onClose: () => connections.delete(id) });
      connections.set(id, connection);
      accept(connection.stream);
    }
    return true;
  };
  const receive = (frame: Frame, bytes: Buffer): boolean => {
    if (frame.type === "open") return open(frame.id);
    const connection = connections.get(frame.id);
    // Drop what the other side sent before it learned of the end.
    return connection ? handle(connection, frame, bytes) : frame.id <= last;
  };
  read(channel, createFrameReader(receive));
  channel.once("close", () => {
    for (const { stream } of connections.values()) stream.destroy();
  });
}

function sender(channel: Duplex, id: number): SendFrame {
  return ({ type, size = 0, bytes }, sent) => {
    if (channel.destroyed) return;
    channel.cork();
    channel.write(encodeFrame({ type, id, size }));
    if (bytes) channel.write(bytes, sent);
    channel.uncork();
  };
}

function handle(connection: ProgramConnection, frame: Frame, bytes: Buffer): boolean {
  if (frame.type === "data") return connection.receive(bytes);
  if (frame.type === "credit") return connection.grant(frame.size);
  if (frame.type === "end") return connection.end();
  connection.stream.destroy();
  return true;
}

function read(channel: Duplex, accept: (chunk: Buffer) => boolean): void {
  channel.on("data", (chunk: Buffer) => {
    if (!accept(chunk)) channel.destroy();
    // Stop reading from a peer that does not read our answers, or they would pile up here.
    else if (channel.writableNeedDrain) channel.pause();
  });
  channel.on("drain", () => channel.resume());
  // A broken pipe has ended; `close` follows in any case.
  channel.on("error", () => {});
  channel.once("end", () => channel.destroy());
}
