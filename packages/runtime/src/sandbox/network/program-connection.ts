import { Duplex } from "node:stream";
import { sandboxLimits } from "../limits.ts";
import { type FrameType, frameCost } from "./frame.ts";

/** Sends a message of this connection over the pipe. */
export type SendFrame = (
  message: { readonly type: FrameType; readonly size?: number; readonly bytes?: Buffer },
  sent?: () => void,
) => void;

/** A connection opened by the program, as a stream; the other methods apply messages from the pipe. */
export type ProgramConnection = {
  readonly stream: Duplex;
  /** Returns `false` if this exceeds the window, as do the methods below. */
  receive(bytes: Buffer): boolean;
  grant(credit: number): boolean;
  end(): boolean;
};

export type ProgramConnectionOptions = {
  readonly send: SendFrame;
  readonly idleMs: number;
  readonly onClose: () => void;
};

/** Each side holds at most one window of unread bytes; reading them grants the other side as much again. */
export function createProgramConnection({
  send,
  idleMs,
  onClose,
}: ProgramConnectionOptions): ProgramConnection {
  const incoming = createIncoming((size) => send({ type: "credit", size }));
  const outgoing = createOutgoing(send);
  let ends = 0;
  const stream = new Duplex({
    // One chunk at a time: this buffer does not count against the window.
    readableHighWaterMark: 1,
    read: () => incoming.read((chunk) => stream.push(chunk)),
    write: (chunk: Buffer, _encoding, done) => {
      idle.refresh();
      outgoing.write(chunk, () => done());
    },
    final: (done) => {
      ends += 1;
      send({ type: "end" });
      done();
    },
    destroy: (error, done) => {
      clearTimeout(idle);
      if (ends < 2) send({ type: "reset" });
      onClose();
      done(error);
    },
  });
  const idle = setTimeout(() => stream.destroy(), idleMs);
  return {
    stream,
    receive: (bytes) => {
      idle.refresh();
      return incoming.add(bytes);
    },
    grant: outgoing.grant,
    end: () => {
      ends += 1;
      return incoming.finish();
    },
  };
}

/** `null` is the end, as in streams. */
type Push = (chunk: Buffer | null) => void;
type Incoming = { add(bytes: Buffer): boolean; finish(): boolean; read(push: Push): void };

function createIncoming(credit: (size: number) => void): Incoming {
  const waiting: (Buffer | null)[] = [];
  let room: number = sandboxLimits.networkWindowBytes;
  let read = 0;
  let finished = false;
  let wanted: Push | undefined;
  const deliver = (): void => {
    const chunk = waiting[0];
    if (!wanted || chunk === undefined) return;
    const push = wanted;
    wanted = undefined;
    waiting.shift();
    read += chunk ? chunk.length + frameCost : 0;
    // Half a window at a time: a message per chunk would double the traffic.
    if (read >= sandboxLimits.networkWindowBytes / 2) {
      credit(read);
      room += read;
      read = 0;
    }
    push(chunk);
  };
  const add = (chunk: Buffer | null): boolean => {
    room -= chunk ? chunk.length + frameCost : 0;
    if (room < 0 || finished) return false;
    finished = chunk === null;
    waiting.push(chunk);
    deliver();
    return true;
  };
  return {
    add,
    finish: () => add(null),
    read: (push) => {
      wanted = push;
      deliver();
    },
  };
}

type Outgoing = { write(chunk: Buffer, done: () => void): void; grant(credit: number): boolean };

function createOutgoing(send: SendFrame): Outgoing {
  let room: number = sandboxLimits.networkWindowBytes;
  let blocked: (() => void) | undefined;
  const write = (chunk: Buffer, done: () => void): void => {
    const size = Math.min(chunk.length, sandboxLimits.networkFrameBytes, room - frameCost);
    if (size <= 0) {
      blocked = () => write(chunk, done);
      return;
    }
    room -= size + frameCost;
    const rest = chunk.subarray(size);
    const next = rest.length > 0 ? () => write(rest, done) : done;
    // Send the next piece after this one is written: the pipe never holds more than one per connection.
    send({ type: "data", size, bytes: chunk.subarray(0, size) }, next);
  };
  return {
    write,
    grant: (credit) => {
      room += credit;
      if (room > sandboxLimits.networkWindowBytes) return false;
      const retry = blocked;
      blocked = undefined;
      retry?.();
      return true;
    },
  };
}
