import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import {
  ReadBuffer,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import { endProcessGroup } from "./end-process-group.ts";
import { gatewayLimits } from "./limits.ts";
import type { OpenedTransport } from "./opened-transport.ts";
import type { Program } from "./program.ts";

/**
 * A server's process in its own group: it ends with everything it has started, such as the server behind `npx`
 * or a shell, and leftovers do not block us. The SDK's own transport ends only the first process.
 */
export function openProcess(program: Program): OpenedTransport {
  const live: Live = {
    buffer: new ReadBuffer({ maxBufferSize: gatewayLimits.gatewayMessageBytes }),
    child: undefined,
    closing: undefined,
    words: "",
  };
  const transport: StdioTransport = {
    // The SDK recognizes a process by these two: one that does not answer its probe gets the older handshake.
    pid: null,
    stderr: null,
    start: () => start(program, live, transport),
    send: (message) => send(serializeMessage(message), live),
    close: () => {
      live.closing ??= live.child === undefined ? Promise.resolve() : endProcessGroup(live.child);
      return live.closing;
    },
  };
  return { transport, lastWords: () => live.words, close: transport.close };
}

type StdioTransport = Transport & { readonly pid: null; readonly stderr: null };

type Live = {
  readonly buffer: ReadBuffer;
  child: ChildProcessWithoutNullStreams | undefined;
  closing: Promise<void> | undefined;
  words: string;
};

async function start({ command, args, environment, cwd }: Program, live: Live, to: Transport): Promise<void> {
  if (live.closing) throw notConnected();
  const env = { ...getDefaultEnvironment(), ...environment };
  const child = spawn(command, [...args], { cwd, env, detached: true });
  live.child = child;
  await once(child, "spawn");
  child.on("error", (error) => to.onerror?.(error));
  child.once("close", () => to.onclose?.());
  child.stdout.on("data", (chunk: Buffer) => receive(chunk, live, to));
  child.stderr.on("data", (chunk: Buffer) => {
    live.words = (live.words + String(chunk)).slice(-gatewayLimits.gatewayStderrKept);
  });
  child.stdin.on("error", (error) => {
    // A process that cannot be written to is useless, whoever still holds the other pipes.
    to.onerror?.(error);
    void to.close();
  });
}

function send(line: string, { child, closing }: Live): Promise<void> {
  if (child === undefined || closing) return Promise.reject(notConnected());
  // An error ends the connection, which is reported to all who wait for an answer.
  return new Promise((resolve) => child.stdin.write(line, () => resolve()));
}

function receive(chunk: Buffer, { buffer, closing }: Live, to: Transport): void {
  if (closing) return;
  try {
    buffer.append(chunk);
  } catch (error) {
    to.onerror?.(toError(error));
    void to.close();
    return;
  }
  while (passOn(buffer, to));
}

/** Passes on one message; returns whether there may be another. An invalid one does not cost those after it. */
function passOn(buffer: ReadBuffer, to: Transport): boolean {
  try {
    const message = buffer.readMessage();
    if (message === null) return false;
    to.onmessage?.(message);
  } catch (error) {
    to.onerror?.(toError(error));
  }
  return true;
}

function notConnected(): SdkError {
  return new SdkError(SdkErrorCode.NotConnected, "Not connected");
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
