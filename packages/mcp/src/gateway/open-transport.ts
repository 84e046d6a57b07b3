import { resolve } from "node:path";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { runtimeLimits } from "@skillwright/runtime";
import { gatewayLimits } from "./limits.ts";
import { type OpenedTransport, openProcess, type Program } from "./open-process.ts";
import type { HttpServer, StdioServer } from "./read-gateway-config.ts";

export type ProcessDefaults = {
  /** Base of a server's relative `cwd`. */
  readonly cwd: string;
  /** Variables that every process gets from us. */
  readonly variables: Readonly<Record<string, string>>;
};

/** An unused connection to a server. */
export function openTransport(
  connection: StdioServer | HttpServer,
  { cwd, variables }: ProcessDefaults,
): OpenedTransport {
  if (connection.kind === "http") return openHttp(connection);
  const { command, args, env } = connection;
  const program = {
    command,
    args,
    environment: { ...env, ...variables },
    cwd: resolve(cwd, connection.cwd ?? "."),
  };
  return process.platform === "win32" ? openSdkProcess(program) : openProcess(program);
}

function openHttp({ url, headers }: HttpServer): OpenedTransport {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: createBoundedFetch(gatewayLimits.gatewayMessageBytes),
    // Without a token provider there is no way to request more rights.
    onInsufficientScope: "throw",
  });
  answerBrokenStreams(transport);
  return {
    transport,
    lastOutput: () => "",
    async close() {
      const ended = transport.terminateSession().catch(() => undefined);
      const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
      const timer = setTimeout(giveUp, runtimeLimits.stopGraceMs);
      await Promise.race([ended, late]);
      clearTimeout(timer);
      await transport.close().catch(() => undefined);
    },
  };
}

/** The SDK waits for its timeout if the stream of an answer breaks; an error in its place ends the call at once. */
function answerBrokenStreams(transport: StreamableHTTPClientTransport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (Array.isArray(message) || !("method" in message) || !("id" in message)) return send(message, options);
    const error = { code: -32_000, message: "the answer's stream broke off" };
    const onRequestStreamEnd = (): void => transport.onmessage?.({ jsonrpc: "2.0", id: message.id, error });
    return send(message, { onRequestStreamEnd, ...options });
  };
}

/** A server's process as the SDK starts it. For Windows, which has no process groups and needs its command lookup. */
export function openSdkProcess({ command, args, environment, cwd }: Program): OpenedTransport {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...environment },
    cwd,
    stderr: "pipe",
    maxBufferSize: gatewayLimits.gatewayMessageBytes,
  });
  let words = "";
  transport.stderr?.on("data", (chunk: unknown) => {
    words = (words + String(chunk)).slice(-gatewayLimits.gatewayStderrKept);
  });
  let closing: Promise<void> | undefined;
  const close = transport.close.bind(transport);
  // The SDK also closes when a handshake fails, without waiting for the process to end; a second caller must
  // wait for the first.
  transport.close = () => {
    closing ??= close();
    return closing;
  };
  return { transport, lastOutput: () => words, close: () => transport.close().catch(() => undefined) };
}

/** A `fetch` whose answers cannot fill the memory: it limits the size of each message. */
export function createBoundedFetch(maxBytes: number): typeof fetch {
  return async (address, init) => {
    const response = await fetch(address, init);
    if (response.body === null) return response;
    const isStream = response.headers.get("content-type")?.includes("text/event-stream") ?? false;
    const body = response.body.pipeThrough(boundMessages(maxBytes, isStream ? endsOfEvents : endsOfNothing));
    const { status, statusText, headers } = response;
    return new Response(body, { status, statusText, headers });
  };
}

/** How many bytes belong to the unfinished message after this chunk, given those before. */
type OpenBytes = (chunk: Uint8Array, before: number) => number;

function boundMessages(maxBytes: number, openBytes: OpenBytes): TransformStream<Uint8Array, Uint8Array> {
  let open = 0;
  return new TransformStream({
    transform(chunk, controller) {
      // A chunk has at most some ten kilobytes, so exceeding the limit by one does no harm.
      open = openBytes(chunk, open);
      if (open > maxBytes)
        controller.error(new Error(`The server sent a message of more than ${maxBytes} bytes.`));
      else controller.enqueue(chunk);
    },
  });
}

const endsOfNothing: OpenBytes = (chunk, before) => before + chunk.length;

/**
 * Events end with an empty line. One split exactly at a chunk boundary counts toward the next, which is at most
 * too strict.
 */
const endsOfEvents: OpenBytes = (chunk, before) => {
  const text = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const end = Math.max(text.lastIndexOf("\n\n"), text.lastIndexOf("\r\n\r\n"), text.lastIndexOf("\r\r"));
  return end === -1 ? before + chunk.length : chunk.length - end;
};
