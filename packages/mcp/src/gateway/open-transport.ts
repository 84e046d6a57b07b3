import { resolve } from "node:path";
import { StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { limits } from "@skillwright/core";
import { createBoundedFetch } from "./bounded-fetch.ts";
import type { HttpServer, StdioServer } from "./gateway-config.ts";

export type OpenedTransport = {
  readonly transport: Transport;
  /** The end of what the server's process wrote to its standard error. */
  lastWords(): string;
  /** Ends a process, and a session on the other side; answers in any case. */
  close(): Promise<void>;
};

/** A way to a server that is not used yet. A relative `cwd` of the server begins at ours. */
export function openTransport(connection: StdioServer | HttpServer, cwd: string): OpenedTransport {
  return connection.kind === "stdio" ? openStdio(connection, cwd) : openHttp(connection);
}

/** The SDK adds the few harmless variables of our environment that programs need, such as PATH. */
function openStdio({ command, args, env, cwd = "." }: StdioServer, base: string): OpenedTransport {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env },
    cwd: resolve(base, cwd),
    stderr: "pipe",
    maxBufferSize: limits.gatewayMessageBytes,
  });
  let words = "";
  transport.stderr?.on("data", (chunk: unknown) => {
    words = (words + String(chunk)).slice(-limits.gatewayStderrKept);
  });
  let closing: Promise<void> | undefined;
  const close = transport.close.bind(transport);
  // The SDK closes too when a handshake fails, without waiting for the process to end; whoever comes second must wait for the first.
  transport.close = () => {
    closing ??= close();
    return closing;
  };
  return { transport, lastWords: () => words, close: () => transport.close().catch(() => undefined) };
}

function openHttp({ url, headers }: HttpServer): OpenedTransport {
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { ...headers } },
    fetch: createBoundedFetch(limits.gatewayMessageBytes),
    // Without a provider of tokens there is nobody who could ask for more rights.
    onInsufficientScope: "throw",
  });
  answerBrokenStreams(transport);
  return {
    transport,
    lastWords: () => "",
    async close() {
      const ended = transport.terminateSession().catch(() => undefined);
      const { promise: late, resolve: giveUp } = Promise.withResolvers<void>();
      const timer = setTimeout(giveUp, limits.stopGraceMs);
      await Promise.race([ended, late]);
      clearTimeout(timer);
      await transport.close().catch(() => undefined);
    },
  };
}

/** The SDK waits for its timeout when the stream of an answer breaks off; an error in the answer's place ends the call at once. */
function answerBrokenStreams(transport: StreamableHTTPClientTransport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => {
    if (Array.isArray(message) || !("method" in message) || !("id" in message)) return send(message, options);
    const error = { code: -32_000, message: "the stream of the answer broke off" };
    const onRequestStreamEnd = (): void => transport.onmessage?.({ jsonrpc: "2.0", id: message.id, error });
    return send(message, { onRequestStreamEnd, ...options });
  };
}
