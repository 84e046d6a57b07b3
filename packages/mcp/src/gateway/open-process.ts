import { type ChildProcess, type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import {
  ReadBuffer,
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type Transport,
} from "@modelcontextprotocol/client";
import { getDefaultEnvironment } from "@modelcontextprotocol/client/stdio";
import { runtimeLimits } from "@skillwright/runtime";
import { gatewayLimits } from "./limits.ts";

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
  return { transport, lastOutput: () => live.words, close: transport.close };
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
    // A process that cannot be written to is useless, even if its other pipes are still open.
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
  while (forwardRequest(buffer, to));
}

/** Passes on one message; returns whether there may be another. An invalid one does not cost those after it. */
function forwardRequest(buffer: ReadBuffer, to: Transport): boolean {
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

/** A server's process before it is started. */
export type Program = {
  readonly command: string;
  readonly args: readonly string[];
  /** Variables besides the few harmless ones that programs need, such as PATH. */
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
};

/** An unused connection to a server. */
export type OpenedTransport = {
  readonly transport: Transport;
  /** The end of the process's standard error. */
  lastOutput(): string;
  /** Ends the process, and a session on the other side; never rejects. */
  close(): Promise<void>;
};

/**
 * Ends a process that leads its own group, with the whole group: first by closing its input, as MCP requires,
 * then with signals. A process that left the group may live on, but holds none of our pipes.
 */
async function endProcessGroup(child: ChildProcess): Promise<void> {
  const { pid, stdout, stderr } = child;
  // Only when both are closed has everything been read: a server's last output explains its end.
  const isOver = (): boolean => stdout?.closed !== false && stderr?.closed !== false && !signalGroup(pid, 0);
  child.stdin?.end();
  const isEnded = (await isSoon(isOver)) || (signalGroup(pid, "SIGTERM") && (await isSoon(isOver)));
  if (!isEnded) signalGroup(pid, "SIGKILL");
  for (const stream of child.stdio) stream?.destroy();
}

async function isSoon(isSo: () => boolean): Promise<boolean> {
  const late = AbortSignal.timeout(runtimeLimits.stopGraceMs);
  while (!isSo()) {
    if (late.aborted) return false;
    await pause(betweenLooksMs);
  }
  return true;
}

/** There is no event for the end of a group. */
const betweenLooksMs = 20;

/** False if the group no longer exists. */
function signalGroup(pid: number | undefined, signal: NodeJS.Signals | 0): boolean {
  if (pid === undefined) return false;
  try {
    return process.kill(-pid, signal);
  } catch (error) {
    // EPERM: macOS reports it for a group whose members have all exited, Linux for another user's group.
    if (error instanceof Error && "code" in error && ["ESRCH", "EPERM"].includes(String(error.code)))
      return false;
    throw error;
  }
}
